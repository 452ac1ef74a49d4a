// The last lines of a run, where there is room for no more: on an issue, in a card.
import { useEffect, useRef } from "react";
import { useT } from "@/texts/locale";
import { Failed, Skeleton } from "@/ui/states";
import { OutputLine } from "./output-line";
import { useTranscript } from "./use-transcript";

const LINES = 200;
const BYTES = 32 * 1024;

export interface OutputTailProps {
  run: string;
  isLive: boolean;
  logBytes?: number | null;
}

export default function OutputTail({ run, isLive, logBytes }: OutputTailProps) {
  const t = useT();
  const { lines, state, error, retry } = useTranscript(run, {
    isLive,
    tailBytes: BYTES,
    ...(logBytes === undefined ? {} : { logBytes }),
  });
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const last = lines.all.at(-1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the end moves with every new line
  useEffect(() => {
    if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [last]);

  if (state === "failed") return <Failed isInline error={error} what={t("run.output")} onRetry={retry} />;
  if (state === "loading") return <Skeleton className="h-12 w-full" />;
  if (lines.all.length === 0)
    return <p className="text-text-3 text-xs">{t(isLive ? "run.nothingYet" : "run.printedNothing")}</p>;
  return (
    <div
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={t("run.output")}
      onScroll={({ currentTarget: el }) => {
        isAtEnd.current = el.scrollHeight - el.scrollTop - el.clientHeight < 24;
      }}
      className="max-h-56 overflow-y-auto overscroll-contain rounded-m bg-surface-2 px-3 py-2 font-mono text-xs"
    >
      {lines.all.slice(-LINES).map((line) => (
        <div key={line.number}>
          <OutputLine line={line} />
        </div>
      ))}
    </div>
  );
}
