// Why nothing happens on an issue: what the server has stored of it, the weightiest first. Pure.
import type { ExecutionBlocker, RecoveryAction } from "@/api/recovery";
import type { components } from "@/api/schema";
import type { WakeEvent } from "@/api/thread";
import type { Agent, IssueDetail } from "@/api/types";

export type Reason =
  /** A run ended without anybody seeing what it did. */
  | { kind: "untold"; blocker: ExecutionBlocker }
  /** Something that a person has to decide. */
  | { kind: "recovery"; action: RecoveryAction }
  /** It, or an issue above it, is paused. */
  | { kind: "held"; root: string }
  | { kind: "agent"; agent: Agent }
  | { kind: "blockers"; attention: components["schemas"]["BlockerAttention"] }
  | { kind: "unblock"; action: string; isBoard: boolean }
  | { kind: "review"; reason: string }
  | { kind: "retry"; retry: components["schemas"]["ScheduledRetry"] }
  | { kind: "queued" }
  | { kind: "wake"; wake: WakeEvent }
  | { kind: "unassigned" }
  | { kind: "parked" };

export interface Known {
  issue: IssueDetail;
  /** Whoever has it, if that is an agent; undefined while agents are not known. */
  agent: Agent | undefined;
  isRunning: boolean;
  isQueued: boolean;
  /** Newest first; undefined while they are not known. */
  wakes: readonly WakeEvent[] | undefined;
}

/** The server's word for a pause of an issue with all below it. */
export const HELD = "issue_tree_hold_active";

const ENDED = new Set(["done", "cancelled"]);
/** States of an agent in which it takes no work. */
const IDLE_FOR_A_REASON = new Set(["paused", "error", "terminated", "pending_approval"]);
/** Ends of a wake-up after which no run came. */
const CAME_TO_NOTHING = new Set(["skipped", "failed", "deferred_issue_execution", "cancelled"]);

function unblockOf(issue: IssueDetail): Reason | undefined {
  const asked = issue.unblockDescriptor as { owner?: unknown; action?: unknown } | null | undefined;
  if (issue.status !== "blocked" || typeof asked?.action !== "string") return undefined;
  return { kind: "unblock", action: asked.action, isBoard: asked.owner === "board" };
}

/** The reasons; none where work goes on or is over. */
export function reasonsOf({ issue, agent, isRunning, isQueued, wakes }: Known): Reason[] {
  if (isRunning || ENDED.has(issue.status)) return [];
  const reasons: Reason[] = [];
  if (issue.waitsFor?.reason === HELD)
    reasons.push({ kind: "held", root: issue.waitsFor.issueId ?? issue.id });
  if (issue.executionBlocker) reasons.push({ kind: "untold", blocker: issue.executionBlocker });
  if (issue.activeRecoveryAction) reasons.push({ kind: "recovery", action: issue.activeRecoveryAction });
  if (agent && IDLE_FOR_A_REASON.has(agent.status)) reasons.push({ kind: "agent", agent });
  if (issue.blockerAttention.unresolvedBlockerCount > 0)
    reasons.push({ kind: "blockers", attention: issue.blockerAttention });
  const unblock = unblockOf(issue);
  if (unblock) reasons.push(unblock);
  if (issue.reviewAttention.state !== "none" && issue.reviewAttention.reason)
    reasons.push({ kind: "review", reason: issue.reviewAttention.reason });
  if (issue.scheduledRetry) reasons.push({ kind: "retry", retry: issue.scheduledRetry });
  if (reasons.length > 0) return reasons;

  if (isQueued) return [{ kind: "queued" }];
  if (issue.status === "backlog") return issue.assigneeAgentId ? [{ kind: "parked" }] : [];
  const isNobodys = !issue.assigneeAgentId && !issue.assigneeUserId;
  if (isNobodys && issue.status !== "in_review") return [{ kind: "unassigned" }];
  const [last] = wakes ?? [];
  if (last && last.agentId === issue.assigneeAgentId && CAME_TO_NOTHING.has(last.status))
    return [{ kind: "wake", wake: last }];
  return [];
}
