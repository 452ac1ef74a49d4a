// Who works right now: a card for each live run, with what it does and how to stop it.
import { useQueries } from "@tanstack/react-query";
import { CircleStop, MonitorPlay } from "lucide-react";
import { useAgentsById } from "@/api/agents";
import { byId } from "@/api/by-id";
import { sayError } from "@/api/error";
import { issueQuery } from "@/api/issues";
import { useLiveRuns, useStopRun } from "@/api/runs";
import type { NamedRun } from "@/api/types";
import { useCompany } from "@/company";
import { useProgress } from "@/live/progress";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { IconButton } from "@/ui/button";
import { Card, Section } from "@/ui/card";
import { Link } from "@/ui/link";
import { Failed, Skeleton } from "@/ui/states";
import { StatusIcon } from "@/ui/status";
import { Duration } from "@/ui/time";
import { toast } from "@/ui/toast";
import { TroubledAgents } from "./troubled";
import { useUnfinished } from "./unfinished";

const MOST = 6;

interface Named {
  identifier: string;
  title: string;
}

export function RunCard({ run, issue }: { run: NamedRun; issue: Named | null | undefined }) {
  const t = useT();
  const { id, issuePrefix } = useCompany();
  const agent = useAgentsById(id)?.get(run.agentId);
  const progress = useProgress(run.id);
  const stop = useStopRun(id);
  const isRunning = run.status === "running";
  return (
    <Card className="flex min-w-0 flex-col gap-2 p-3 shadow-s">
      <div className="flex items-center gap-2">
        <Avatar
          kind="agent"
          id={run.agentId}
          name={run.agentName}
          icon={agent?.icon ?? null}
          size={22}
          isLive={isRunning}
        />
        <Link
          to={paths.agent(issuePrefix, agent?.urlKey ?? run.agentId)}
          className="min-w-0 truncate font-medium hover:underline"
        >
          {run.agentName}
        </Link>
        <span className="grow" />
        <Link
          to={paths.run(issuePrefix, agent?.urlKey ?? run.agentId, run.id)}
          className="flex items-center gap-1.5 text-text-3 text-xs hover:text-text"
        >
          <StatusIcon status={run.status} isLive={isRunning} size={14} />
          <Duration from={run.startedAt ?? run.createdAt} />
        </Link>
        <IconButton
          label={t("dashboard.stop")}
          icon={<CircleStop size={15} />}
          disabled={stop.isPending}
          className="-mr-1"
          onClick={() =>
            stop.mutate(run.id, {
              onSuccess: () => toast.done(t("dashboard.stopping", { name: run.agentName })),
              onError: (error) =>
                toast.failed(t("errors.changeFailed", { what: run.agentName }), sayError(error, t)),
            })
          }
        />
      </div>
      {issue === undefined ? (
        <Skeleton className="my-1 h-3 w-3/4" />
      ) : issue === null ? (
        <p className="truncate text-text-3">{t("dashboard.withoutIssue")}</p>
      ) : (
        <Link
          to={paths.issue(issuePrefix, issue.identifier)}
          className="flex min-w-0 items-center gap-2 hover:underline"
        >
          <span className="shrink-0 font-mono text-text-3 text-xs">{issue.identifier}</span>
          <span className="truncate">{issue.title}</span>
        </Link>
      )}
      <p className="truncate text-text-3 text-xs">
        {isRunning ? (progress?.line ?? t("words.running")) : t("dashboard.waits")}
      </p>
    </Card>
  );
}

/** The live runs with the issues that they are about. */
export function useRunsWithIssues(most: number) {
  const { id } = useCompany();
  const runs = useLiveRuns(id);
  const live = (runs.data ?? []).filter((run) => run.status === "running" || run.status === "queued");
  const { list, issues } = useUnfinished(id, live.length > 0);
  const shown = live.slice(0, most);
  const known = byId(issues);
  // An issue with a run is in progress almost always; the few that are not are asked for by themselves.
  const asked = useQueries({
    queries: shown.map((run) => ({
      ...issueQuery(id, run.issueId ?? ""),
      enabled: !!run.issueId && list.isSuccess && !known.has(run.issueId),
    })),
  });
  return {
    runs,
    count: live.length,
    rows: shown.map((run, at) => ({
      run,
      issue: run.issueId ? (known.get(run.issueId) ?? asked[at]?.data) : null,
    })),
  };
}

export function Now() {
  const t = useT();
  const company = useCompany();
  const { issuePrefix } = company;
  const isPaused = company.status === "paused";
  const { runs, count, rows } = useRunsWithIssues(MOST);
  return (
    <Section
      title={t("dashboard.now")}
      count={count > 0 ? count : undefined}
      aside={
        count > 0 && (
          <Link
            to={`${paths.dashboard(issuePrefix)}/live`}
            className="flex items-center gap-1.5 text-accent-ink text-xs hover:underline"
          >
            <MonitorPlay size={13} />
            {t("dashboard.wall")}
          </Link>
        )
      }
    >
      {runs.isPending ? (
        <Card className="p-4">
          <Skeleton className="h-3 w-1/3" />
        </Card>
      ) : runs.isError && rows.length === 0 ? (
        <Failed isInline error={runs.error} what={t("dashboard.now")} onRetry={() => runs.refetch()} />
      ) : rows.length === 0 ? (
        <Card className="px-4 py-3">
          <p>
            <span className="font-medium">{t(isPaused ? "dashboard.paused" : "dashboard.nobody")}</span>{" "}
            <span className="text-text-3">
              {t(
                !isPaused
                  ? "dashboard.nobodyWhy"
                  : company.pauseReason === "budget"
                    ? "dashboard.pausedByBudget"
                    : "dashboard.pausedWhy",
              )}
            </span>
          </p>
        </Card>
      ) : (
        <div className="flex gap-3 max-md:-mx-4 max-md:snap-x max-md:overflow-x-auto max-md:px-4 md:grid md:grid-cols-2 xl:grid-cols-3 [&>*]:max-md:w-[80vw] [&>*]:max-md:shrink-0 [&>*]:max-md:snap-center">
          {rows.map(({ run, issue }) => (
            <RunCard key={run.id} run={run} issue={issue} />
          ))}
        </div>
      )}
      <TroubledAgents />
    </Section>
  );
}
