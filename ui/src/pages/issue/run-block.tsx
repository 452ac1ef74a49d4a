// A run in the thread: who, why, how it ended; while it works the end of what it prints, and Stop.
import { ChevronRight, RotateCcw, Square } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { canRepeat, canStop, useRepeatRun, useStopRun } from "@/api/runs";
import type { RunOfIssue } from "@/api/types";
import { useCompany } from "@/company";
import { endingOf, triggerOf } from "@/components/reason-words";
import { ServerWords } from "@/components/server-words";
import { useWho, WhoMark } from "@/components/who";
import { useProgress } from "@/live/progress";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { Skeleton } from "@/ui/states";
import { StatusChip } from "@/ui/status";
import { Duration, Time } from "@/ui/time";

const OutputTail = lazy(() => import("@/components/transcript/output-tail"));

/** `isHeld`: it has to be said first what it did, before it is repeated. */
export function RunBlock({ run, isHeld }: { run: RunOfIssue; isHeld: boolean }) {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const who = useWho()("agent", run.agentId) ?? {
    kind: "agent" as const,
    id: run.agentId,
    name: run.agentName,
  };
  const progress = useProgress(run.runId);
  const stop = useStopRun(company);
  const repeat = useRepeatRun(company);
  const isLive = run.status === "running";
  const hasFailed = canRepeat(run.status);
  const [isOpen, setOpen] = useState(isLive || hasFailed);
  const ending = endingOf(run.errorCode, t);

  return (
    <section
      aria-label={t("issue.runOf", { name: who.name })}
      className={cx(
        "rounded-l border",
        isLive ? "border-working/50 bg-working-soft/40" : "border-line",
        !isLive && !isOpen && "border-transparent",
      )}
    >
      <div className="flex min-h-9 items-center gap-2 pr-1.5 pl-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 grow items-center gap-2 self-stretch rounded-m text-left text-xs"
        >
          <span className="grid w-5 shrink-0 place-items-center">
            <ChevronRight
              size={14}
              className={cx("text-text-3 transition-transform", isOpen && "rotate-90")}
            />
          </span>
          <WhoMark who={who} size={18} />
          <span className="shrink-0 font-medium text-base">{who.name}</span>
          <StatusChip status={run.status} isLive={isLive} className="shrink-0" />
          <span className="min-w-0 truncate text-text-3">
            {isLive && progress ? progress.line : t("issue.because", { why: triggerOf(run, t) })}
          </span>
        </button>
        <span className="shrink-0 whitespace-nowrap text-text-3 text-xs max-md:hidden">
          {run.startedAt ? (
            <Duration from={run.startedAt} to={run.finishedAt ?? null} />
          ) : (
            <Time at={run.createdAt} />
          )}
        </span>
        {/* A run that works is stopped from the strip above, which stays in sight. */}
        {canStop(run.status) && !isLive && (
          <Button
            size="s"
            icon={<Square size={11} fill="currentColor" />}
            isBusy={stop.isPending}
            onClick={() => stop.mutate(run.runId)}
          >
            {t("run.stop")}
          </Button>
        )}
        {hasFailed && !isHeld && (
          <Button
            size="s"
            icon={<RotateCcw size={12} />}
            isBusy={repeat.isPending}
            onClick={() => repeat.mutate({ agent: run.agentId, run: run.runId })}
          >
            {t("run.repeat")}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="flex flex-col gap-2 px-3.5 pb-3 md:pl-8">
          {hasFailed && (
            <p>
              <span className="font-medium text-bad-ink">{ending.what}.</span>{" "}
              {/* What is held is not repeated before somebody has said what it did. */}
              {isHeld ? t("issue.heldWhy") : ending.remedy}
            </p>
          )}
          {hasFailed && <ServerWords text={run.error} />}
          {run.status === "scheduled_retry" && run.scheduledRetryAt && (
            <p className="text-text-2">
              {t("issue.triesAgain")} <Time at={run.scheduledRetryAt} />
            </p>
          )}
          {run.startedAt && (
            <Suspense fallback={<Skeleton className="h-12 w-full" />}>
              <OutputTail run={run.runId} isLive={isLive} />
            </Suspense>
          )}
          {run.nextAction && <p className="text-text-2">{run.nextAction}</p>}
          <Link
            to={paths.run(issuePrefix, run.agentId, run.runId)}
            className="touch-area self-start rounded-s text-accent-ink text-xs hover:underline"
          >
            {t("run.openInFull")}
          </Link>
        </div>
      )}
    </section>
  );
}
