// All that a run printed: of any length, followed while it grows, searched, with a link to each line.
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ChevronDown, ChevronUp, Copy, Search, TriangleAlert } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useActions } from "@/actions/registry";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Failed, SkeletonRows } from "@/ui/states";
import { toast } from "@/ui/toast";
import { plainOf } from "./ansi";
import { find, isFaulty } from "./lines";
import { OutputLine } from "./output-line";
import { useTranscript } from "./use-transcript";

const LINE = 18;
/** So near to the end counts as being there. */
const NEAR = 32;

export interface TranscriptProps {
  run: string;
  isLive: boolean;
  hasStarted: boolean;
}

/** The number that an address points at: `#L120`. */
const lineOf = (hash: string): number | undefined => {
  const number = /^#L(\d+)$/.exec(hash)?.[1];
  return number ? Number(number) : undefined;
};

export default function Transcript({ run, isLive, hasStarted }: TranscriptProps) {
  const t = useT();
  const { lines, state, error, retry } = useTranscript(run, { isLive });
  const [words, setWords] = useState("");
  const [marked, setMarked] = useState(() => lineOf(location.hash));
  const [isFollowing, setFollowing] = useState(isLive && marked === undefined);
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { all } = lines;
  const first = all[0]?.number ?? 1;
  // Typing goes before finding.
  const wanted = useDeferredValue(words);
  const found = useMemo(() => find(all, wanted, plainOf), [all, wanted]);
  const foundSet = useMemo(() => new Set(found), [found]);
  const faulty = useMemo(() => all.filter(isFaulty).map((line) => line.number), [all]);

  const virtual = useVirtualizer({
    count: all.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    getItemKey: (index) => all[index]?.number ?? index,
    overscan: 30,
  });

  useEffect(() => {
    if (isFollowing && all.length > 0) virtual.scrollToIndex(all.length - 1, { align: "end" });
  }, [isFollowing, all.length, virtual]);

  const isReady = state === "ready";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to a line is followed once, when lines are there
  useEffect(() => {
    if (isReady && marked !== undefined) virtual.scrollToIndex(marked - first, { align: "center" });
  }, [isReady]);

  function jump(number: number | undefined) {
    if (number === undefined) return;
    setFollowing(false);
    setMarked(number);
    virtual.scrollToIndex(number - first, { align: "center" });
  }
  function step(numbers: readonly number[], by: 1 | -1) {
    const from = marked ?? (by === 1 ? 0 : Number.POSITIVE_INFINITY);
    const next = by === 1 ? numbers.find((one) => one > from) : numbers.findLast((one) => one < from);
    jump(next ?? (by === 1 ? numbers[0] : numbers.at(-1)));
  }

  useActions([
    {
      id: "transcript-follow",
      label: "run.follow",
      group: "page",
      keys: "t",
      icon: ArrowDown,
      run: () => setFollowing(!isFollowing),
    },
    {
      id: "transcript-next",
      label: "run.nextFault",
      group: "page",
      keys: "n",
      icon: TriangleAlert,
      run: () => step(faulty, 1),
    },
    {
      id: "transcript-previous",
      label: "run.previousFault",
      group: "page",
      keys: "Shift+N",
      run: () => step(faulty, -1),
    },
    {
      id: "search-page",
      label: "run.search",
      group: "page",
      keys: "/",
      icon: Search,
      run: () => field.current?.focus(),
    },
  ]);

  if (state === "failed") return <Failed error={error} what={t("run.output")} onRetry={retry} />;
  if (state === "loading" && all.length === 0) return <SkeletonRows count={10} />;

  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex min-h-10 shrink-0 items-center gap-1 border-line border-b px-2 md:px-4">
        <span className="relative w-56 max-w-[45vw]">
          <Search
            size={14}
            className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-text-3"
          />
          <input
            ref={field}
            type="search"
            aria-label={t("run.search")}
            placeholder={t("run.search")}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") step(found, event.shiftKey ? -1 : 1);
              if (event.key === "Escape") event.currentTarget.blur();
            }}
            className="control-height w-full rounded-m border border-transparent bg-surface-2 pr-2 pl-7 outline-none transition-colors hover:border-line focus:border-accent focus:bg-surface [&::-webkit-search-cancel-button]:hidden"
          />
        </span>
        {words.trim() && (
          <>
            <span role="status" className="tabular whitespace-nowrap px-1 text-text-3 text-xs">
              {t("run.found", { count: found.length })}
            </span>
            <IconButton
              label={t("run.previousFound")}
              icon={<ChevronUp size={15} />}
              onClick={() => step(found, -1)}
            />
            <IconButton
              label={t("run.nextFound")}
              icon={<ChevronDown size={15} />}
              onClick={() => step(found, 1)}
            />
          </>
        )}
        <span className="grow" />
        {faulty.length > 0 && (
          <Button size="s" tone="quiet" icon={<TriangleAlert size={13} />} onClick={() => step(faulty, 1)}>
            <span className="tabular">{faulty.length}</span>
            <span className="max-md:sr-only">{t("run.faults", { count: faulty.length })}</span>
          </Button>
        )}
        <IconButton
          label={t("run.copyOutput")}
          icon={<Copy size={14} />}
          onClick={async () => {
            await navigator.clipboard.writeText(all.map((line) => plainOf(line.text)).join("\n"));
            toast.done(t("common.copied"));
          }}
        />
        {isLive && (
          <Button
            size="s"
            tone={isFollowing ? "secondary" : "quiet"}
            aria-pressed={isFollowing}
            icon={<ArrowDown size={13} />}
            onClick={() => setFollowing(!isFollowing)}
          >
            {t("run.follow")}
          </Button>
        )}
      </div>
      {all.length === 0 ? (
        <p className="px-4 py-8 text-center text-text-3">
          {t(!hasStarted ? "run.notStarted" : isLive ? "run.nothingYet" : "run.printedNothing")}
        </p>
      ) : (
        <div
          ref={scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label={t("run.output")}
          onWheel={(event) => event.deltaY < 0 && setFollowing(false)}
          onTouchMove={() => setFollowing(false)}
          onScroll={({ currentTarget: el }) => {
            const isAtEnd = el.scrollHeight - el.scrollTop - el.clientHeight < NEAR;
            if (isLive && isAtEnd && !isFollowing) setFollowing(true);
          }}
          className="min-h-0 grow overflow-y-auto overscroll-contain py-2 font-mono text-xs leading-[18px] outline-offset-[-2px]"
        >
          {lines.dropped > 0 && (
            <p className="px-4 pb-2 font-sans text-text-3">{t("run.dropped", { count: lines.dropped })}</p>
          )}
          <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((place) => {
              const line = all[place.index];
              if (!line) return null;
              return (
                <div
                  key={place.key}
                  ref={virtual.measureElement}
                  data-index={place.index}
                  className={cx(
                    "absolute top-0 left-0 flex w-full gap-3 pr-4",
                    line.number === marked
                      ? "bg-accent-soft"
                      : foundSet.has(line.number) && "bg-working-soft",
                  )}
                  style={{ transform: `translateY(${place.start}px)` }}
                >
                  <a
                    id={`L${line.number}`}
                    href={`#L${line.number}`}
                    aria-label={t("run.lineNumber", { number: line.number })}
                    tabIndex={-1}
                    onClick={(event) => {
                      event.preventDefault();
                      history.replaceState(history.state, "", `#L${line.number}`);
                      setMarked(line.number);
                    }}
                    className="w-12 shrink-0 select-none text-right text-text-3 hover:text-text max-md:w-8"
                  >
                    {line.number}
                  </a>
                  <OutputLine line={line} className="min-w-0 grow" />
                </div>
              );
            })}
          </div>
        </div>
      )}
    </div>
  );
}
