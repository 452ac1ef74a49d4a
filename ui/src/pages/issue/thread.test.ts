// The thread is in one order, says nothing twice, and folds long rows of changes.
import { expect, it } from "vitest";
import type { ActivityEntry, Comment, RunOfIssue } from "@/api/types";
import { type ThreadParts, threadOf } from "./thread";

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`;
const comment = (minute: number) => ({ id: `c${minute}`, createdAt: at(minute), body: "" }) as Comment;
const entry = (minute: number, action: string, changes?: Record<string, unknown>) =>
  ({
    id: `e${minute}`,
    createdAt: at(minute),
    action,
    details: changes ? { changes } : null,
  }) as ActivityEntry;
const run = (minute: number) =>
  ({ runId: `r${minute}`, createdAt: at(minute), startedAt: null }) as RunOfIssue;
const parts = (some: Partial<ThreadParts>): ThreadParts => ({
  comments: [],
  activity: [],
  runs: [],
  older: [],
  hasOlder: false,
  ...some,
});
const ids = (some: Partial<ThreadParts>, filter: "all" | "talk" | "work" = "all") =>
  threadOf(parts(some), filter).map((item) => item.id);

it("is in the order of what happened", () => {
  const some = {
    comments: [comment(5), comment(2)],
    activity: [entry(4, "issue.updated", { status: {} }), entry(1, "issue.created")],
    runs: [run(3)],
  };
  expect(ids(some)).toEqual(["e1", "c2", "r3", "e4", "c5"]);
  expect(ids(some, "talk")).toEqual(["c2", "c5"]);
  expect(ids(some, "work")).toEqual(["e1", "r3", "e4"]);
});

it("says nothing twice", () => {
  const activity = [
    entry(1, "issue.comment_added"),
    entry(2, "issue.read_marked"),
    entry(3, "issue.updated", { blockedByIssueIds: {} }),
    entry(4, "issue.blockers_updated"),
  ];
  expect(ids({ activity })).toEqual(["e4"]);
  expect(ids({ comments: [comment(1)], older: [comment(1)] })).toEqual(["c1"]);
});

it("says where older comments are missing", () => {
  expect(ids({ comments: [comment(3)], activity: [entry(1, "issue.created")], hasOlder: true })).toEqual([
    "e1",
    "older",
    "c3",
  ]);
});

it("folds long rows of changes", () => {
  const activity = [1, 2, 3, 4, 5].map((minute) => entry(minute, "issue.updated", { title: {} }));
  expect(ids({ activity })).toEqual(["row-e1"]);
  expect(ids({ activity: activity.slice(1) })).toHaveLength(4);
});
