// The board has its columns in one order, with and without cards, and knows what a move changes.
import { expect, it } from "vitest";
import type { IssueRow } from "@/api/types";
import { boardField, changeTo, columnOf, columnsOf, wakesAt } from "./board";
import { readFilter } from "./filter";

const issue = { status: "backlog", priority: "low", assigneeAgentId: "a", projectId: null } as IssueRow;

it("states without cards have a column, unless they are filtered out", () => {
  const columns = columnsOf([{ value: "done", rows: [issue] }], readFilter({ view: "board" }));
  expect(columns.map((column) => [column.value, column.rows.length])).toEqual([
    ["backlog", 0],
    ["todo", 0],
    ["in_progress", 0],
    ["in_review", 0],
    ["blocked", 0],
    ["done", 1],
    ["cancelled", 0],
  ]);
  expect(columnsOf([], readFilter({ status: "todo,done" })).map((column) => column.value)).toEqual([
    "todo",
    "done",
  ]);
});

it("people and projects have one if they have cards", () => {
  const groups = [{ value: "a", rows: [issue] }];
  expect(columnsOf(groups, readFilter({ group: "assignee" }))).toEqual(groups);
  expect(boardField(readFilter({ group: "none" }))).toBe("status");
});

it("a move changes what the column stands for", () => {
  expect(changeTo("status", "todo")).toEqual({ status: "todo" });
  expect(changeTo("project", "none")).toEqual({ projectId: null });
  expect(changeTo("assignee", "user:me")).toEqual({ assigneeAgentId: null, assigneeUserId: "me" });
  expect(columnOf(issue, "project")).toBe("none");
  expect(columnOf(issue, "assignee")).toBe("a");
});

it("says who is woken before it is done", () => {
  expect(wakesAt(issue, "status", "todo")).toBe(true);
  expect(wakesAt(issue, "status", "done")).toBe(false);
  expect(wakesAt({ ...issue, assigneeAgentId: null }, "status", "todo")).toBe(false);
});
