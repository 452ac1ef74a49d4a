// What a message changes in the cache. Pure: a message in, a list of effects out.
//
// A patch carries the new value and costs no request. A stale key is asked for again, merged with
// others and only if it is on screen.
import { keys } from "@/api/keys";
import type { ActivityEntry, Agent, IssueRow, NamedRun } from "@/api/types";
import type { ActivityPayload, LiveMessage } from "./messages";

export type Effect =
  | { kind: "patchIssue"; id: string; patch: Partial<IssueRow> }
  | { kind: "patchAgent"; id: string; patch: Partial<Agent> }
  | { kind: "patchRun"; id: string; patch: Partial<NamedRun> }
  | { kind: "logged"; entry: ActivityEntry }
  | { kind: "staleIssue"; id: string }
  | { kind: "stale"; key: readonly unknown[] };

const ENDED = new Set(["succeeded", "failed", "timed_out", "cancelled", "interrupted"]);

/** Fields of an issue that a list shows, and that an event may carry. */
const CARRIED = [
  "status",
  "priority",
  "title",
  "assigneeAgentId",
  "assigneeUserId",
  "projectId",
  "goalId",
  "parentId",
];

/** Reads and traces change nothing that anybody looks at. */
const SILENT = /\.(read_marked|read_unmarked|lease_acquired|lease_released|probed|probed_unsaved)$/;

const stale = (key: readonly unknown[]): Effect => ({ kind: "stale", key });

/** The new values that an entry carries, by field. */
function changesOf(details: ActivityPayload["details"]): Record<string, unknown> {
  const changes = details?.changes;
  if (typeof changes !== "object" || changes === null) return {};
  const pairs = Object.entries(changes as Record<string, unknown>).flatMap(([field, change]) =>
    typeof change === "object" && change !== null && "to" in change ? [[field, change.to] as const] : [],
  );
  return Object.fromEntries(pairs);
}

function ofIssue(company: string, entry: ActivityPayload, at: string): Effect[] {
  const { action, entityId, details } = entry;
  const touched: Effect[] = [{ kind: "staleIssue", id: entityId }, stale(keys.anyInbox(company))];
  const counted = [stale(keys.dashboard(company)), stale(keys.badges(company))];

  if (action === "issue.updated") {
    const changes = changesOf(details);
    const carried = Object.entries(changes).filter(([field]) => CARRIED.includes(field));
    const patch = { ...Object.fromEntries(carried), updatedAt: at } as Partial<IssueRow>;
    const fields = Object.keys(changes);
    // Some changes are told without what changed.
    const isUntold = fields.length === 0;
    const isWhole = fields.every((field) => CARRIED.includes(field) || field === "statusVersion");
    const effects: Effect[] = [{ kind: "patchIssue", id: entityId, patch }, ...touched];
    // A filter may let it in or out now, and what is not carried has to be asked for.
    if (isUntold || !isWhole || carried.length > 0) effects.push(stale(keys.issueLists(company)));
    if (isUntold || "status" in changes || "assigneeAgentId" in changes) effects.push(...counted);
    return effects;
  }
  if (/^issue\.(comment_|document_|attachment_)/.test(action)) return touched;
  return [...touched, stale(keys.issueLists(company)), ...counted];
}

function ofActivity(company: string, entry: ActivityPayload, at: string): Effect[] {
  switch (entry.entityType) {
    case "issue":
      return ofIssue(company, entry, at);
    case "agent":
      return [stale(keys.anyAgents(company)), stale(keys.dashboard(company)), stale(keys.badges(company))];
    case "approval":
      return [
        stale(keys.anyApprovals(company)),
        stale(keys.anyInbox(company)),
        stale(keys.badges(company)),
        stale(keys.dashboard(company)),
      ];
    case "project":
      return [stale(keys.anyProjects(company))];
    case "goal":
      return [stale(keys.anyGoals(company))];
    case "label":
      return [stale(keys.labels(company)), stale(keys.issueLists(company))];
    case "company":
      // What a person puts away is told of the company.
      if (entry.action.startsWith("inbox."))
        return [stale(keys.anyInbox(company)), stale(keys.badges(company))];
      return [stale(keys.companies), stale(keys.company(company)), stale(keys.dashboard(company))];
    case "cost_event":
      return [stale(keys.anyCosts(company)), stale(keys.budgets(company)), stale(keys.dashboard(company))];
    case "budget_policy":
    case "budget_incident":
      return [
        stale(keys.budgets(company)),
        stale(keys.anyAgents(company)),
        stale(keys.anyProjects(company)),
        stale(keys.anyApprovals(company)),
        stale(keys.anyInbox(company)),
        stale(keys.badges(company)),
        stale(keys.dashboard(company)),
      ];
    case "finance_event":
      return [stale(keys.anyCosts(company))];
    case "environment":
    case "environment_lease":
      return [stale(keys.anyEnvironments(company))];
    case "heartbeat_run":
      return [stale(keys.anyRun(company, entry.entityId)), stale(keys.liveRuns(company))];
    default:
      return [];
  }
}

/** Returns what a message changes. */
export function effectsOf(message: LiveMessage): Effect[] {
  const company = message.companyId;
  switch (message.type) {
    case "activity.logged": {
      const { payload, createdAt } = message;
      const entry = { ...payload, id: `live-${message.seq ?? message.id}`, companyId: company, createdAt };
      const effects = SILENT.test(payload.action) ? [] : ofActivity(company, payload, createdAt);
      return [...effects, { kind: "logged", entry: entry as unknown as ActivityEntry }];
    }
    case "heartbeat.run.queued":
      return [stale(keys.liveRuns(company)), stale(keys.runLists(company))];
    case "heartbeat.run.status": {
      const { runId, issueId, status, error, errorCode, startedAt, finishedAt } = message.payload;
      const patch = { status, error, errorCode, startedAt, finishedAt };
      const effects: Effect[] = [
        { kind: "patchRun", id: runId, patch },
        stale(keys.liveRuns(company)),
        stale(keys.runLists(company)),
        stale(keys.anyRun(company, runId)),
      ];
      if (ENDED.has(status)) {
        const counted = [keys.dashboard(company), keys.badges(company), keys.anyInbox(company)];
        effects.push(...counted.map(stale));
      }
      // A run that starts or ends may have moved its issue.
      if (issueId) effects.push({ kind: "staleIssue", id: issueId }, stale(keys.issueLists(company)));
      return effects;
    }
    case "agent.status": {
      const { agentId, status, lastHeartbeatAt } = message.payload;
      const patch = lastHeartbeatAt ? { status, lastHeartbeatAt } : { status };
      return [{ kind: "patchAgent", id: agentId, patch }, stale(keys.dashboard(company))];
    }
    default:
      return [];
  }
}
