// The thread of an issue in one order: comments, what happened, and runs. Pure.
import type { ActivityEntry, Comment, IssuePage, RunOfIssue } from "@/api/types";
import { isTechnical } from "@/components/deed";

export type ThreadItem =
  | { kind: "comment"; id: string; at: string; comment: Comment }
  | { kind: "event"; id: string; at: string; entry: ActivityEntry }
  | { kind: "events"; id: string; at: string; entries: ActivityEntry[] }
  | { kind: "run"; id: string; at: string; run: RunOfIssue }
  /** Older comments are not here yet. */
  | { kind: "older"; id: string; at: string };

export type ThreadFilter = "all" | "talk" | "work";

/** Told by the thing itself, or by the line beside it. */
const TOLD_ELSEWHERE =
  /^issue\.(comment_added|comment_deleted|checked_out|released|queued_comment_edited)$|^heartbeat\./;

/** More changes than this in a row are folded. */
const MOST_IN_A_ROW = 4;

function isTold(entry: ActivityEntry): boolean {
  if (isTechnical(entry) || TOLD_ELSEWHERE.test(entry.action)) return true;
  if (entry.action !== "issue.updated") return false;
  const { changes } = (entry.details ?? {}) as { changes?: Record<string, unknown> };
  // Blockers have an entry of their own.
  return !!changes && Object.keys(changes).every((field) => field === "blockedByIssueIds");
}

/** Puts long rows of changes behind one line. */
function fold(items: ThreadItem[]): ThreadItem[] {
  const folded: ThreadItem[] = [];
  let row: Extract<ThreadItem, { kind: "event" }>[] = [];
  const close = () => {
    const [first] = row;
    if (row.length > MOST_IN_A_ROW && first) {
      folded.push({
        kind: "events",
        id: `row-${first.id}`,
        at: first.at,
        entries: row.map((item) => item.entry),
      });
    } else folded.push(...row);
    row = [];
  };
  for (const item of items) {
    if (item.kind === "event") row.push(item);
    else {
      close();
      folded.push(item);
    }
  }
  close();
  return folded;
}

export interface ThreadParts extends Pick<IssuePage, "comments" | "activity" | "runs"> {
  /** Comments before those of the page. */
  older: readonly Comment[];
  hasOlder: boolean;
}

/** Everything in the order in which it happened. */
export function threadOf(parts: ThreadParts, filter: ThreadFilter): ThreadItem[] {
  const comments = [...parts.older, ...parts.comments].map(
    (comment): ThreadItem => ({ kind: "comment", id: comment.id, at: comment.createdAt, comment }),
  );
  const events = parts.activity
    .filter((entry) => !isTold(entry))
    .map((entry): ThreadItem => ({ kind: "event", id: entry.id, at: entry.createdAt, entry }));
  const runs = parts.runs.map(
    (run): ThreadItem => ({ kind: "run", id: run.runId, at: run.startedAt ?? run.createdAt, run }),
  );
  const shown =
    filter === "talk"
      ? comments
      : filter === "work"
        ? [...events, ...runs]
        : [...comments, ...events, ...runs];
  const ordered = [...new Map(shown.map((item) => [item.id, item])).values()].sort((one, other) =>
    one.at.localeCompare(other.at),
  );
  const first = parts.hasOlder ? ordered.findIndex((item) => item.kind === "comment") : -1;
  const at = ordered[first]?.at;
  if (at !== undefined) ordered.splice(first, 0, { kind: "older", id: "older", at });
  return fold(ordered);
}
