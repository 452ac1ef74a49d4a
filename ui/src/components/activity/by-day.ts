// A log by days, with bursts of one actor on one thing folded into one line.
import type { ActivityEntry } from "@/api/types";

export interface Burst {
  entry: ActivityEntry;
  /** The older ones that say the same. */
  folded: readonly ActivityEntry[];
}

export type LogLine = { kind: "day"; id: string; at: string } | { kind: "burst"; id: string; burst: Burst };

const BURST = 10 * 60_000;

/** The day of a moment where the reader is. */
const dayOf = (at: string): string => new Date(at).toDateString();

const isSameDeed = (one: ActivityEntry, other: ActivityEntry): boolean =>
  one.action === other.action &&
  one.actorId === other.actorId &&
  one.entityId === other.entityId &&
  Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt)) < BURST;

/** Newest first, as the log comes. */
export function byDay(entries: readonly ActivityEntry[]): LogLine[] {
  const lines: LogLine[] = [];
  let last: { entry: ActivityEntry; folded: ActivityEntry[] } | undefined;
  let day = "";
  for (const entry of entries) {
    if (dayOf(entry.createdAt) !== day) {
      day = dayOf(entry.createdAt);
      last = undefined;
      lines.push({ kind: "day", id: day, at: entry.createdAt });
    }
    if (last && isSameDeed(last.entry, entry)) {
      last.folded.push(entry);
      continue;
    }
    last = { entry, folded: [] };
    lines.push({ kind: "burst", id: entry.id, burst: last });
  }
  return lines;
}
