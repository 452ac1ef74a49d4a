// Times: relative for a week, then the date; the exact moment, here and in UTC, on hover and for screen
// readers.
import { useSyncExternalStore } from "react";
import { useFormats } from "@/texts/locale";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** One clock for all who show the present, however many there are. */
function clock(every: number) {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  function tick() {
    now = Date.now();
    for (const listener of listeners) listener();
  }
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      if (timer === undefined) {
        now = Date.now();
        timer = setInterval(tick, every);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    now: () => now,
  };
}

const seconds = clock(SECOND);
const minutes = clock(MINUTE / 4);

/** The present, as often as it matters to what is shown. */
export function useNow(every: "second" | "minute" = "minute"): number {
  const { subscribe, now } = every === "second" ? seconds : minutes;
  return useSyncExternalStore(subscribe, now);
}

export function Time({ at, className }: { at: string; className?: string }) {
  const formats = useFormats();
  const now = useNow();
  return (
    <time dateTime={at} title={`${formats.dateTime(at)} · ${formats.utc(at)}`} className={className}>
      {formats.relative(at, Math.max(now, Date.parse(at)))}
    </time>
  );
}

/** How long something took, or takes: without an end it counts on. */
export function Duration({ from, to, className }: { from: string; to?: string | null; className?: string }) {
  if (!to) return <Counting from={from} className={className} />;
  return <Took length={Date.parse(to) - Date.parse(from)} className={className} />;
}

function Counting({ from, className }: { from: string; className?: string | undefined }) {
  const now = useNow("second");
  // While it counts, tenths would only flicker.
  const length = Math.floor((now - Date.parse(from)) / SECOND) * SECOND;
  return <Took length={length} className={className} />;
}

function Took({ length, className }: { length: number; className?: string | undefined }) {
  const formats = useFormats();
  return <span className={className ?? "tabular"}>{formats.duration(length)}</span>;
}
