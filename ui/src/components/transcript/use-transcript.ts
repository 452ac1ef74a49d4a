// What a run printed, from its log first and then from the feed, while somebody looks.
import { useEffect, useReducer, useRef } from "react";
import { readLog } from "@/api/runs";
import { listenToRun } from "@/live/output";
import { append, type Chunk, type Lines, NO_LINES, readChunks } from "./lines";

const PART = 256 * 1024;
/** Pieces that come close together are drawn together. */
const DRAWN_EVERY = 60;

export interface Transcript {
  lines: Lines;
  state: "loading" | "ready" | "failed";
  error: unknown;
  retry: () => void;
}

/** The bytes of a text, as the server counts them. */
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Reads and follows the output of a run. `logBytes` and `tailBytes` let a part that only shows the end begin late. */
export function useTranscript(
  run: string,
  { isLive, logBytes = 0, tailBytes }: { isLive: boolean; logBytes?: number | null; tailBytes?: number },
): Transcript {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const held = useRef<Omit<Transcript, "retry">>({ lines: NO_LINES, state: "loading", error: undefined });
  const begin = tailBytes ? Math.max(0, (logBytes ?? 0) - tailBytes) : 0;
  const from = useRef(begin);
  const shown = useRef<string>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for another try
  useEffect(() => {
    let isOver = false;
    let isReading = false;
    let isAskedAgain = false;
    let offset = from.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Another try of the same run goes on with what is there.
    const isSame = shown.current === run;
    shown.current = run;
    if (!isSame) held.current = { lines: NO_LINES, state: "loading", error: undefined };
    // What the feed tells while the log is still being read.
    let early: Chunk[] = [];

    const drawSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (!isOver) draw();
      }, DRAWN_EVERY);
    };
    const add = (chunks: readonly Chunk[]) => {
      held.current = { ...held.current, lines: append(held.current.lines, chunks) };
      drawSoon();
    };

    async function readOn() {
      if (isReading) {
        isAskedAgain = true;
        return;
      }
      isReading = true;
      try {
        for (;;) {
          const part = await readLog(run, offset, PART);
          if (isOver) return;
          const { chunks, rest } = readChunks(part.content);
          offset += bytesOf(part.content) - bytesOf(rest);
          add(chunks);
          if (part.nextOffset === null || part.nextOffset === undefined || chunks.length === 0) break;
        }
        add(early);
        early = [];
        held.current = { ...held.current, state: "ready", error: undefined };
      } catch (error) {
        const isEmpty = held.current.lines.all.length === 0;
        held.current = { ...held.current, state: isEmpty ? "failed" : "ready", error };
      }
      isReading = false;
      if (!isOver) draw();
      if (isAskedAgain && !isOver) {
        isAskedAgain = false;
        readOn();
      }
    }

    readOn();
    const stop = listenToRun(run, {
      log: (chunk) => {
        // A piece that was cut for the feed, or one before which some are missing, is read from the log.
        const isNext = chunk.seq <= held.current.lines.seq + 1;
        if (chunk.truncated || !(isNext || isReading)) return void readOn();
        if (isReading) early.push(chunk);
        else add([chunk]);
      },
      resync: () => void readOn(),
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [run, attempt]);

  // The end of a run may have been printed after the feed was heard last.
  const wasLive = useRef(isLive);
  useEffect(() => {
    if (wasLive.current && !isLive) retry();
    wasLive.current = isLive;
  }, [isLive]);

  return { ...held.current, retry };
}
