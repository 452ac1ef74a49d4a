// What lies in an inbox: which items each tab has, why each is there, and in which order.
import type { Approval } from "@/api/approvals";
import type { InboxIssue, Run } from "@/api/types";
import type { TextKey } from "@/texts/locale";

export const INBOX_TABS = ["mine", "unread", "recent", "blocked", "all"] as const;
export type InboxTab = (typeof INBOX_TABS)[number];

export type InboxItem =
  | { kind: "issue"; id: string; at: string; issue: InboxIssue; why: TextKey }
  | { kind: "run"; id: string; at: string; run: Run }
  | { kind: "approval"; id: string; at: string; approval: Approval };

const DAY = 24 * 60 * 60_000;

/** Why an issue is in the inbox of a person. */
export function whyOf(issue: InboxIssue, me: string): TextKey {
  if (issue.activeRecoveryAction || issue.executionBlocker) return "inbox.why_recovery";
  if (issue.status === "in_review") return "inbox.why_review";
  if (issue.status === "blocked") return "inbox.why_blocked";
  if (issue.assigneeUserId === me) return "inbox.why_assigned";
  if (issue.isUnreadForMe) return "inbox.why_unread";
  return "inbox.why_touched";
}

/** Everything in one order, the latest first; an issue that comes twice is there once. */
export function itemsOf(
  issues: readonly InboxIssue[],
  runs: readonly Run[],
  approvals: readonly Approval[],
  me: string,
): InboxItem[] {
  const byId = new Map(issues.map((issue) => [issue.id, issue]));
  return [
    ...[...byId.values()].map(
      (issue): InboxItem => ({
        kind: "issue",
        id: issue.id,
        at: issue.lastActivityAt ?? issue.updatedAt,
        issue,
        why: whyOf(issue, me),
      }),
    ),
    ...approvals.map(
      (approval): InboxItem => ({ kind: "approval", id: approval.id, at: approval.updatedAt, approval }),
    ),
    ...runs.map((run): InboxItem => ({ kind: "run", id: run.id, at: run.finishedAt ?? run.updatedAt, run })),
  ].sort((one, other) => other.at.localeCompare(one.at));
}

export interface InboxGroup {
  label: "inbox.today" | "inbox.week" | "inbox.older";
  items: InboxItem[];
}

export function groupsOf(items: readonly InboxItem[], now: number): InboxGroup[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const labelOf = (at: number): InboxGroup["label"] =>
    at >= midnight ? "inbox.today" : at >= midnight - 6 * DAY ? "inbox.week" : "inbox.older";
  return (["inbox.today", "inbox.week", "inbox.older"] as const)
    .map((label) => ({ label, items: items.filter((item) => labelOf(Date.parse(item.at)) === label) }))
    .filter((group) => group.items.length > 0);
}

/** Tomorrow at nine, where the reader is. */
export function tomorrow(now: number): string {
  const day = new Date(now);
  day.setDate(day.getDate() + 1);
  day.setHours(9, 0, 0, 0);
  return day.toISOString();
}
