// What a run noted of itself, with the time between: gaps are seen, and the command that was called. Pure.
import type { RunEvent } from "@/api/types";

export interface Moment {
  event: RunEvent;
  /** Since the first one, in milliseconds. */
  after: number;
  /** Until the next one; of the last one until the end. */
  lasts: number;
  /** Both as a share of the whole. */
  from: number;
  share: number;
}

const time = (at: string) => new Date(at).getTime();

/** The moments of a run. `end` is when it ended, or now. */
export function momentsOf(events: readonly RunEvent[], end: number): Moment[] {
  const ordered = [...events].sort((one, other) => one.seq - other.seq);
  const [first] = ordered;
  if (!first) return [];
  const begin = time(first.createdAt);
  const whole = Math.max(1, end - begin);
  return ordered.map((event, at) => {
    const next = ordered[at + 1];
    const after = Math.max(0, time(event.createdAt) - begin);
    const lasts = Math.max(0, (next ? time(next.createdAt) : end) - time(event.createdAt));
    return {
      event,
      after,
      lasts,
      from: Math.min(1, after / whole),
      share: Math.min(1 - Math.min(1, after / whole), lasts / whole),
    };
  });
}

export interface Invocation {
  command: string;
  args: string[];
  folder: string | undefined;
  variables: Array<[string, string]>;
}

/** How the program of a run was called, if it was. */
export function invocationOf(events: readonly RunEvent[]): Invocation | undefined {
  const called = events.findLast((event) => event.eventType === "adapter.invoke");
  const payload = (called?.payload ?? undefined) as
    | { command?: unknown; commandArgs?: unknown; cwd?: unknown; env?: unknown }
    | undefined;
  if (typeof payload?.command !== "string") return undefined;
  const env = typeof payload.env === "object" && payload.env !== null ? payload.env : {};
  return {
    command: payload.command,
    args: Array.isArray(payload.commandArgs) ? payload.commandArgs.map(String) : [],
    folder: typeof payload.cwd === "string" ? payload.cwd : undefined,
    variables: Object.entries(env)
      .map(([name, value]): [string, string] => [name, String(value)])
      .sort(([one], [other]) => one.localeCompare(other)),
  };
}

export interface Usage {
  input: number;
  cached: number;
  output: number;
  model: string | undefined;
}

/** What a run used, if its adapter told. */
export function usageOf(usage: unknown): Usage | undefined {
  if (typeof usage !== "object" || usage === null) return undefined;
  const told = usage as Record<string, unknown>;
  const amount = (name: string) => (typeof told[name] === "number" ? (told[name] as number) : 0);
  const found = {
    input: amount("inputTokens"),
    cached: amount("cachedInputTokens"),
    output: amount("outputTokens"),
    model: typeof told.model === "string" ? told.model : undefined,
  };
  return found.input + found.cached + found.output > 0 ? found : undefined;
}
