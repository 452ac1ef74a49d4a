// What a run printed, as numbered lines. Pure: pieces of output in, lines out.
import type { OutputStream } from "@/api/types";

/** A piece of output, as the log and the feed tell it. */
export interface Chunk {
  ts: string;
  seq: number;
  stream: OutputStream;
  chunk: string;
}

export interface Line {
  /** From 1; what a link to it says. */
  number: number;
  stream: OutputStream;
  at: string;
  text: string;
}

export interface Lines {
  all: readonly Line[];
  /** The last piece that is in it. */
  seq: number;
  /** Whether the last line of each stream still goes on. */
  open: Readonly<Partial<Record<OutputStream, number>>>;
  /** How many lines at the beginning were let go. */
  dropped: number;
}

export const NO_LINES: Lines = { all: [], seq: -1, open: {}, dropped: 0 };

/** How many lines are kept at hand. */
export const MOST_LINES = 20_000;

/** The pieces in a part of a log, and what is left of a piece that was cut off. */
export function readChunks(text: string): { chunks: Chunk[]; rest: string } {
  const end = text.lastIndexOf("\n") + 1;
  const chunks = text
    .slice(0, end)
    .split("\n")
    .flatMap((line): Chunk[] => {
      if (!line) return [];
      try {
        const value = JSON.parse(line) as Partial<Chunk>;
        const isChunk = typeof value.chunk === "string" && typeof value.seq === "number";
        return isChunk ? [{ ts: "", stream: "stdout", ...value } as Chunk] : [];
      } catch {
        return [];
      }
    });
  return { chunks, rest: text.slice(end) };
}

/** Adds pieces behind what is there; those that are in it already change nothing. */
export function append(lines: Lines, chunks: readonly Chunk[], most = MOST_LINES): Lines {
  const fresh = chunks.filter((chunk) => chunk.seq > lines.seq);
  if (fresh.length === 0) return lines;
  const all = [...lines.all];
  const open: Partial<Record<OutputStream, number>> = { ...lines.open };
  let number = (all.at(-1)?.number ?? lines.dropped) + 1;
  const first = () => all[0]?.number ?? 1;

  for (const { stream, chunk, ts } of fresh) {
    const parts = chunk.split("\n");
    for (const [at, part] of parts.entries()) {
      const goesOn = open[stream];
      const isLast = at === parts.length - 1;
      const before = goesOn === undefined ? undefined : all[goesOn - first()];
      if (before) all[before.number - first()] = { ...before, text: before.text + part };
      else if (part !== "" || !isLast) {
        all.push({ number, stream, at: ts, text: part });
        if (isLast) open[stream] = number;
        number += 1;
      }
      if (!isLast) delete open[stream];
    }
  }
  const over = Math.max(0, all.length - most);
  return {
    all: over > 0 ? all.slice(over) : all,
    seq: fresh.at(-1)?.seq ?? lines.seq,
    open,
    dropped: lines.dropped + over,
  };
}

/** The numbers of the lines that a search finds. */
export function find(lines: readonly Line[], words: string, plain: (text: string) => string): number[] {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return [];
  return lines.flatMap((line) => (plain(line.text).toLowerCase().includes(wanted) ? [line.number] : []));
}

const FAULTY = /\b(error|fatal|panic(ked)?|exception|traceback|failed)\b/i;

const judged = new WeakMap<Line, boolean>();

/** Whether a line looks like trouble: what `N` jumps to. Lines never change, so each is judged once. */
export function isFaulty(line: Line): boolean {
  const known = judged.get(line);
  if (known !== undefined) return known;
  const verdict = line.stream === "stderr" || FAULTY.test(line.text);
  judged.set(line, verdict);
  return verdict;
}
