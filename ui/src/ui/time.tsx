// Times: relative for a week, then the date; the exact moment on hover and for screen readers.
import { useEffect, useState } from "react";
import { useFormats } from "@/texts/locale";
import { Tooltip } from "./tooltip";

const MINUTE = 60_000;

/** The present, as often as it matters to what is shown. */
export function useNow(every = MINUTE): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

export function Time({ at, className }: { at: string; className?: string }) {
  const formats = useFormats();
  const now = useNow();
  return (
    <Tooltip
      text={
        <span className="flex flex-col">
          <span>{formats.dateTime(at)}</span>
          <span className="text-text-3">{formats.utc(at)}</span>
        </span>
      }
    >
      <time dateTime={at} className={className}>
        {formats.relative(at, now)}
      </time>
    </Tooltip>
  );
}

/** How long something took, or takes: without an end it counts on. */
export function Duration({ from, to, className }: { from: string; to?: string | null; className?: string }) {
  const formats = useFormats();
  const now = useNow(to ? 24 * 60 * MINUTE : 1000);
  const end = to ? new Date(to).getTime() : now;
  const length = end - new Date(from).getTime();
  // While it counts, tenths would only flicker.
  const shown = to ? length : Math.floor(length / 1000) * 1000;
  return <span className={className ?? "tabular"}>{formats.duration(shown)}</span>;
}
