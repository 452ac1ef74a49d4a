// The one table of states: each state of each kind of thing has a group, and the group its shape and
// colour. Words come from the catalogue under the same name. Nothing else decides how a state looks.

export type StatusGroup = "waiting" | "working" | "person" | "blocked" | "well" | "badly" | "stopped";

export type StatusShape =
  | "dashed"
  | "ring"
  | "threeQuarter"
  | "half"
  | "bar"
  | "pause"
  | "check"
  | "cross"
  | "struck";

interface Look {
  group: StatusGroup;
  shape: StatusShape;
}

const TABLE = {
  backlog: { group: "waiting", shape: "dashed" },
  planned: { group: "waiting", shape: "dashed" },
  todo: { group: "waiting", shape: "ring" },
  idle: { group: "waiting", shape: "ring" },
  queued: { group: "waiting", shape: "dashed" },
  scheduled_retry: { group: "waiting", shape: "dashed" },
  pending: { group: "waiting", shape: "ring" },
  retained: { group: "waiting", shape: "ring" },
  pending_cleanup: { group: "waiting", shape: "dashed" },
  unknown: { group: "waiting", shape: "dashed" },
  in_progress: { group: "working", shape: "threeQuarter" },
  running: { group: "working", shape: "threeQuarter" },
  active: { group: "working", shape: "threeQuarter" },
  in_review: { group: "person", shape: "half" },
  pending_approval: { group: "person", shape: "half" },
  revision_requested: { group: "person", shape: "half" },
  blocked: { group: "blocked", shape: "bar" },
  paused: { group: "blocked", shape: "pause" },
  done: { group: "well", shape: "check" },
  succeeded: { group: "well", shape: "check" },
  approved: { group: "well", shape: "check" },
  achieved: { group: "well", shape: "check" },
  completed: { group: "well", shape: "check" },
  failed: { group: "badly", shape: "cross" },
  timed_out: { group: "badly", shape: "cross" },
  error: { group: "badly", shape: "cross" },
  rejected: { group: "badly", shape: "cross" },
  cancelled: { group: "stopped", shape: "struck" },
  interrupted: { group: "stopped", shape: "struck" },
  terminated: { group: "stopped", shape: "struck" },
  archived: { group: "stopped", shape: "struck" },
  released: { group: "stopped", shape: "struck" },
  expired: { group: "stopped", shape: "struck" },
} as const satisfies Record<string, Look>;

export type Status = keyof typeof TABLE;

/** How a state looks. A word that a newer server has and we do not is shown as unknown. */
export function lookOf(status: string): Look & { word: Status } {
  const word = status in TABLE ? (status as Status) : "unknown";
  return { ...TABLE[word], word };
}

/** Class names of a group: as a shape, and as text. */
export const GROUP_COLOUR: Record<StatusGroup, string> = {
  waiting: "text-waiting",
  working: "text-working",
  person: "text-person",
  blocked: "text-blocked",
  well: "text-good",
  badly: "text-bad",
  stopped: "text-stopped",
};

export const GROUP_INK: Record<StatusGroup, string> = {
  waiting: "text-waiting-ink",
  working: "text-working-ink",
  person: "text-person-ink",
  blocked: "text-blocked-ink",
  well: "text-good-ink",
  badly: "text-bad-ink",
  stopped: "text-stopped-ink",
};

export const ISSUE_STATUSES = [
  "backlog",
  "todo",
  "in_progress",
  "in_review",
  "blocked",
  "done",
  "cancelled",
] as const;
export const PRIORITIES = ["critical", "high", "medium", "low"] as const;
