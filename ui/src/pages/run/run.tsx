// One run: what it printed, how it ended and what to do, what it noted, how it was called.
import { useQuery } from "@tanstack/react-query";
import { RotateCcw, Square } from "lucide-react";
import { lazy, Suspense } from "react";
import { useActions } from "@/actions/registry";
import { ApiError } from "@/api/error";
import { useRunEvents } from "@/api/run-events";
import { canRepeat, canStop, runIssuesQuery, useRepeatRun, useRun, useStopRun } from "@/api/runs";
import type { Run } from "@/api/types";
import { useCompany } from "@/company";
import Transcript from "@/components/transcript/transcript";
import { useWho, WhoMark } from "@/components/who";
import { useProgress } from "@/live/progress";
import { useGo, useParam, useSearch } from "@/navigation";
import { UnknownEntity } from "@/pages/lost/unknown-entity";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { setSheet } from "@/shell/shell-state";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Segmented } from "@/ui/segmented";
import { Failed, SkeletonRows } from "@/ui/states";
import { StatusChip } from "@/ui/status";
import { Duration } from "@/ui/time";
import { FailureCard } from "./failure-card";
import { RunFacts } from "./run-facts";

const RawLog = lazy(() => import("./raw-log"));

const ENDED_BADLY = new Set(["failed", "timed_out", "interrupted"]);

function Loaded({ run }: { run: Run }) {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const [search, setSearch] = useSearch();
  const who = useWho()("agent", run.agentId);
  const progress = useProgress(run.id);
  const events = useRunEvents(company, run.id);
  const { data: issues } = useQuery(runIssuesQuery(company, run.id));
  const stop = useStopRun(company);
  const repeat = useRepeatRun(company);
  const isLive = run.status === "running";
  const part = search.part === "raw" ? "raw" : "output";
  const { issueId } = (run.contextSnapshot ?? {}) as { issueId?: string };
  const issue = issues?.find((one) => one.id === issueId) ?? issues?.[0];

  function again() {
    repeat.mutate(
      { agent: run.agentId, run: run.id },
      {
        onSuccess: (answer) => {
          if ("id" in answer) go(paths.run(issuePrefix, run.agentId, answer.id));
        },
      },
    );
  }

  useActions([
    ...(issue
      ? [
          {
            id: "run-issue",
            label: "run.openIssue" as const,
            group: "page" as const,
            keys: "o",
            run: () => go(paths.issue(issuePrefix, issue.identifier)),
          },
        ]
      : []),
    {
      id: "run-back",
      label: "errors.goBack",
      group: "page",
      keys: "Escape",
      isKeyOnly: true,
      run: () => history.back(),
    },
  ]);

  return (
    <Page
      title={t("run.runOf", { name: who?.name ?? "…" })}
      crumbs={[{ label: t("runs.title"), to: paths.runs(issuePrefix) }]}
      isFlush
      panelTitle={t("run.facts")}
      panel={<RunFacts run={run} events={events.data} issues={issues} />}
      actions={
        <>
          {canStop(run.status) && (
            <Button
              icon={<Square size={11} fill="currentColor" />}
              isBusy={stop.isPending}
              onClick={() => stop.mutate(run.id)}
            >
              {t("run.stop")}
            </Button>
          )}
          {canRepeat(run.status) && (
            <Button icon={<RotateCcw size={13} />} isBusy={repeat.isPending} onClick={again}>
              {t("run.repeat")}
            </Button>
          )}
        </>
      }
      below={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 pb-2">
          <StatusChip status={run.status} isLive={isLive} />
          <WhoMark who={who} size={18} hasName />
          {issue && (
            <Link
              to={paths.issue(issuePrefix, issue.identifier)}
              className="flex min-w-0 items-center gap-1.5 rounded-s hover:underline"
            >
              <span className="font-mono text-text-3 text-xs">{issue.identifier}</span>
              <span className="max-w-96 truncate">{issue.title}</span>
            </Link>
          )}
          {run.startedAt && (
            <Duration from={run.startedAt} to={run.finishedAt ?? null} className="tabular text-text-2" />
          )}
          {isLive && progress && (
            <span className="min-w-0 truncate text-working-ink text-xs">{progress.line}</span>
          )}
          <button
            type="button"
            onClick={() => setSheet(true)}
            className="touch-area rounded-s text-accent-ink lg:hidden"
          >
            {t("run.facts")}
          </button>
          <span className="grow" />
          <Segmented
            label={t("run.show")}
            value={part}
            onValue={(value) => setSearch({ part: value === "raw" ? "raw" : undefined })}
            options={[
              { value: "output", label: t("run.output") },
              { value: "raw", label: t("run.rawLog") },
            ]}
          />
        </div>
      }
    >
      {ENDED_BADLY.has(run.status) && <FailureCard run={run} issue={issue} />}
      {part === "raw" ? (
        <Suspense fallback={<SkeletonRows />}>
          <RawLog run={run.id} />
        </Suspense>
      ) : (
        <Transcript key={run.id} run={run.id} isLive={isLive} hasStarted={!!run.startedAt} />
      )}
    </Page>
  );
}

export default function RunPage() {
  const t = useT();
  const name = useParam("run");
  const { id: company, issuePrefix } = useCompany();
  const run = useRun(company, name);
  if (run.data) return <Loaded key={run.data.id} run={run.data} />;
  const isUnknown = run.error instanceof ApiError && (run.error.status === 404 || run.error.status === 400);
  return (
    <Page title={t("run.title")} crumbs={[{ label: t("runs.title"), to: paths.runs(issuePrefix) }]}>
      {isUnknown ? (
        <UnknownEntity
          what={t("run.title")}
          name={name.slice(0, 8)}
          list={{ label: t("runs.all"), to: paths.runs(issuePrefix) }}
        />
      ) : run.isError ? (
        <Failed error={run.error} what={t("run.title")} onRetry={() => run.refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </Page>
  );
}
