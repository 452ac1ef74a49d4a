// The list becomes a tree, whatever is wrong with it.
import { expect, it } from "vitest";
import type { Agent } from "@/api/types";
import { treeOf } from "./tree";

const agent = (id: string, reportsTo: string | null, status = "idle") =>
  ({ id, reportsTo, status, createdAt: `2026-01-01T00:00:0${id}Z` }) as unknown as Agent;

it("hangs reports on their manager, in the order they came", () => {
  expect(treeOf([agent("3", "1"), agent("1", null), agent("2", "1")])).toEqual([
    {
      id: "1",
      reports: [
        { id: "2", reports: [] },
        { id: "3", reports: [] },
      ],
    },
  ]);
});

it("puts those at the top whose manager is gone", () => {
  expect(treeOf([agent("1", null, "terminated"), agent("2", "1")])).toEqual([{ id: "2", reports: [] }]);
});

it("ends with a circle", () => {
  const [root] = treeOf([agent("1", "2"), agent("2", "1")]);
  expect(root).toEqual({ id: "1", reports: [{ id: "2", reports: [] }] });
});
