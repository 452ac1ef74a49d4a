// Which runs a list shows and in which order: live ones first, then by day. Pure.
import type { RunQuery } from "@/api/runs";
import type { Run, RunStatus } from "@/api/types";
import { type Search, wordsOf } from "@/search-params";

export const RUN_STATUSES: readonly RunStatus[] = [
  "running",
  "queued",
  "scheduled_retry",
  "succeeded",
  "failed",
  "timed_out",
  "interrupted",
  "cancelled",
];
export const SOURCES = ["assignment", "on_demand", "timer", "automation"] as const;

export interface RunFilter {
  status: string[];
  agent: string[];
  source: string[];
  issue: string | undefined;
}

export const RUN_FIELDS = ["status", "agent", "source"] as const;
export type RunField = (typeof RUN_FIELDS)[number];

export function readRunFilter(search: Search): RunFilter {
  return {
    status: wordsOf(search.status).filter((word) => (RUN_STATUSES as readonly string[]).includes(word)),
    agent: wordsOf(search.agent),
    source: wordsOf(search.source).filter((word) => (SOURCES as readonly string[]).includes(word)),
    issue: search.issue || undefined,
  };
}

export const isRunFiltered = (filter: RunFilter): boolean =>
  filter.issue !== undefined || RUN_FIELDS.some((field) => filter[field].length > 0);

/** What of a filter the server does; the rest is sifted here. */
export function runQueryOf(filter: RunFilter, limit: number): RunQuery {
  const [status] = filter.status.length === 1 ? filter.status : [];
  const [agentId] = filter.agent.length === 1 ? filter.agent : [];
  return {
    limit,
    ...(status ? { status } : {}),
    ...(agentId ? { agentId } : {}),
    ...(filter.issue ? { issueId: filter.issue } : {}),
  };
}

const has = (values: readonly string[], value: string) => values.length === 0 || values.includes(value);

export const fitsRun = (run: Run, filter: RunFilter): boolean =>
  has(filter.status, run.status) &&
  has(filter.agent, run.agentId) &&
  has(filter.source, run.invocationSource);

const LIVE = new Set<RunStatus>(["running", "queued"]);

export interface RunGroup {
  /** `live`, or the day as in `2026-01-31`. */
  day: string;
  runs: Run[];
}

const dayOf = (at: string) => {
  const moment = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
};

/** The runs in groups, the newest first. */
export function arrangeRuns(runs: readonly Run[], filter: RunFilter): RunGroup[] {
  const sorted = runs
    .filter((run) => fitsRun(run, filter))
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  const groups = new Map<string, Run[]>();
  const live = sorted.filter((run) => LIVE.has(run.status));
  if (live.length > 0) groups.set("live", live);
  for (const run of sorted) {
    if (LIVE.has(run.status)) continue;
    const day = dayOf(run.createdAt);
    groups.set(day, [...(groups.get(day) ?? []), run]);
  }
  return [...groups].map(([day, of]) => ({ day, runs: of }));
}

export interface RunTotals {
  count: number;
  /** Of those that ended well or badly; stopped ones do not count. */
  successShare: number | undefined;
  /** In milliseconds. */
  worked: number;
}

export function totalsOf(groups: readonly RunGroup[]): RunTotals {
  const runs = groups.flatMap((group) => group.runs);
  const good = runs.filter((run) => run.status === "succeeded").length;
  const bad = runs.filter((run) => run.status === "failed" || run.status === "timed_out").length;
  const worked = runs.reduce(
    (sum, run) =>
      run.startedAt && run.finishedAt
        ? sum + new Date(run.finishedAt).getTime() - new Date(run.startedAt).getTime()
        : sum,
    0,
  );
  return { count: runs.length, successShare: good + bad > 0 ? good / (good + bad) : undefined, worked };
}
