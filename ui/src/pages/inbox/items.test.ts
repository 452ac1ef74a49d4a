// Why an issue is in the inbox, and in which order.
import { expect, it } from "vitest";
import type { InboxIssue, Run } from "@/api/types";
import { groupsOf, itemsOf, tomorrow, whyOf } from "./items";

const NOW = Date.parse("2026-06-15T12:00:00");
const run = (id: string, agentId: string, status: string, createdAt: string) =>
  ({ id, agentId, status, createdAt, updatedAt: createdAt, finishedAt: createdAt }) as unknown as Run;
const issue = (id: string, change: object = {}) =>
  ({ id, status: "todo", updatedAt: "2026-06-15T09:00:00", ...change }) as unknown as InboxIssue;

it("an issue says why it is there, the weightiest first", () => {
  expect(whyOf(issue("1", { status: "in_review" }), "me")).toBe("inbox.why_review");
  expect(whyOf(issue("1", { assigneeUserId: "me" }), "me")).toBe("inbox.why_assigned");
  expect(whyOf(issue("1", { assigneeUserId: "me", activeRecoveryAction: {} }), "me")).toBe(
    "inbox.why_recovery",
  );
  expect(whyOf(issue("1", { isUnreadForMe: true }), "me")).toBe("inbox.why_unread");
});

it("items come once, the latest first, by days", () => {
  const old = issue("2", { updatedAt: "2026-06-01T09:00:00" });
  const failed = run("r", "a", "failed", "2026-06-12T10:00:00");
  const items = itemsOf([issue("1"), issue("1"), old], [failed], [], "me");
  expect(items.map((item) => item.id)).toEqual(["1", "r", "2"]);
  expect(groupsOf(items, NOW).map((group) => [group.label, group.items.length])).toEqual([
    ["inbox.today", 1],
    ["inbox.week", 1],
    ["inbox.older", 1],
  ]);
});

it("tomorrow is in the morning", () => {
  expect(new Date(tomorrow(NOW)).getHours()).toBe(9);
  expect(Date.parse(tomorrow(NOW))).toBeGreaterThan(NOW);
});
