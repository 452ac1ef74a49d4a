// Days get a head, and what one did several times in a row is one line.
import { expect, it } from "vitest";
import type { ActivityEntry } from "@/api/types";
import { byDay } from "./by-day";

const entry = (id: string, createdAt: string, change: object = {}) =>
  ({ id, createdAt, action: "agent.updated", actorId: "a", entityId: "x", ...change }) as ActivityEntry;

it("folds bursts and begins anew with each day", () => {
  const lines = byDay([
    entry("1", "2026-06-02T10:05:00"),
    entry("2", "2026-06-02T10:01:00"),
    entry("3", "2026-06-02T10:00:30", { entityId: "y" }),
    entry("4", "2026-06-02T10:00:00"),
    entry("5", "2026-06-01T10:00:00"),
  ]);
  expect(lines.map((line) => line.kind)).toEqual(["day", "burst", "burst", "burst", "day", "burst"]);
  expect(lines[1]).toMatchObject({ burst: { entry: { id: "1" }, folded: [{ id: "2" }] } });
});

it("has no lines for nothing", () => {
  expect(byDay([])).toEqual([]);
});
