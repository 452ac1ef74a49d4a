// The filter of issues: read from an address, written to it, and sifted by.
import { describe, expect, it } from "vitest";
import type { IssueRow } from "@/api/types";
import { readSearch, writeSearch } from "@/search-params";
import { arrange, fits, NOBODY, queryOf, readFilter, writeFilter } from "./filter";

function row(change: Partial<IssueRow>): IssueRow {
  return {
    id: "1",
    identifier: "ABC-1",
    title: "A title",
    status: "todo",
    priority: "medium",
    assigneeAgentId: null,
    assigneeUserId: null,
    projectId: null,
    goalId: null,
    parentId: null,
    labelIds: [],
    labels: [],
    createdAt: "2026-01-01T00:00:00Z",
    updatedAt: "2026-01-01T00:00:00Z",
    ...change,
  };
}

describe("the filter in the address", () => {
  it("comes back as it was written", () => {
    const written = writeFilter({
      view: "board",
      status: ["todo", "blocked"],
      q: "two words",
      sort: "updated",
    });
    const filter = readFilter(readSearch(writeSearch(written)));
    expect(filter).toMatchObject({
      view: "board",
      status: ["todo", "blocked"],
      q: "two words",
      sort: "updated",
    });
  });

  it("leaves out what is usual, and keeps commas readable", () => {
    expect(writeSearch(writeFilter({ view: "list", group: "status", status: [] }))).toBe("");
    expect(writeSearch(writeFilter({ status: ["todo", "done"] }))).toBe("?status=todo,done");
  });

  it("takes unknown words for nothing", () => {
    const filter = readFilter({ status: "todo,nonsense", group: "moon", view: "cube", priority: "urgent" });
    expect(filter).toMatchObject({ status: ["todo"], group: "status", view: "list", priority: [] });
  });
});

describe("what the server is asked", () => {
  it("gets one assignee, and the rest is sifted here", () => {
    expect(queryOf(readFilter({ assignee: "agent-1" }))).toEqual({ assigneeAgentId: "agent-1" });
    expect(queryOf(readFilter({ assignee: "user:ada" }))).toEqual({ assigneeUserId: "ada" });
    expect(queryOf(readFilter({ assignee: "agent-1,agent-2" }))).toEqual({});
    expect(queryOf(readFilter({ assignee: NOBODY }))).toEqual({});
  });
});

describe("sifting", () => {
  it("knows nobody and no project", () => {
    const filter = readFilter({ assignee: NOBODY, project: NOBODY });
    expect(fits(row({}), filter)).toBe(true);
    expect(fits(row({ assigneeUserId: "ada" }), filter)).toBe(false);
    expect(fits(row({ projectId: "p" }), filter)).toBe(false);
  });

  it("groups in the order of work, and orders by priority within", () => {
    const rows = [
      row({ id: "1", status: "done" }),
      row({ id: "2", status: "in_progress", priority: "low" }),
      row({ id: "3", status: "in_progress", priority: "critical" }),
    ];
    const groups = arrange(rows, readFilter({}));
    expect(groups.map((group) => group.value)).toEqual(["in_progress", "done"]);
    expect(groups[0]?.rows.map((one) => one.id)).toEqual(["3", "2"]);
  });

  it("puts nobody last", () => {
    const rows = [row({ id: "1" }), row({ id: "2", assigneeAgentId: "a" })];
    expect(arrange(rows, readFilter({ group: "assignee" })).map((group) => group.value)).toEqual([
      "a",
      NOBODY,
    ]);
  });
});
