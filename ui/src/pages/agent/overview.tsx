// The first part of an agent's page: what it does now, its last runs and issues, who it is, and what
// became of the attempts to wake it.
import { CircleDot, Square } from "lucide-react";
import { useIssueList } from "@/api/issues";
import { useLiveRuns, useRunList, useStopRun } from "@/api/runs";
import type { Agent, NamedRun } from "@/api/types";
import { useCompany } from "@/company";
import { useProgress } from "@/live/progress";
import { paths } from "@/paths";
import { Column } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card, Section } from "@/ui/card";
import { Link } from "@/ui/link";
import { PriorityIcon } from "@/ui/priority";
import { Failed, Skeleton } from "@/ui/states";
import { StatusIcon } from "@/ui/status";
import { Duration, Time } from "@/ui/time";
import type { SectionProps } from "./agent";
import { Facts } from "./facts";
import { RunStrip } from "./run-strip";
import { Wakes } from "./wakes";

const SHOWN_ISSUES = 8;

function LiveRun({ run, agent, title }: { run: NamedRun; agent: Agent; title: string | undefined }) {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const progress = useProgress(run.id);
  const stop = useStopRun(company);
  const isQueued = run.status === "queued";
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <StatusIcon status={run.status} isLive={!isQueued} />
      <Link to={paths.run(issuePrefix, agent.urlKey, run.id)} className="min-w-0 grow">
        <span className="block truncate font-medium">{title ?? t("agent.runWithoutIssue")}</span>
        <span className="block truncate text-text-3">
          {isQueued ? t("agents.waitsForTurn") : (progress?.line ?? t("agents.isWorking"))}
        </span>
      </Link>
      <span className="shrink-0 text-text-2">
        <Duration from={run.startedAt ?? run.createdAt} />
      </span>
      <Button
        size="s"
        icon={<Square size={11} />}
        isBusy={stop.isPending}
        onClick={() => stop.mutate(run.id)}
      >
        {t("agent.stop")}
      </Button>
    </div>
  );
}

export default function Overview({ agent }: SectionProps) {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const { data: live = [] } = useLiveRuns(company);
  const runs = useRunList(company, { agentId: agent.id, limit: 30 });
  const issues = useIssueList(company, { assigneeAgentId: agent.id, sortField: "updated", sortDir: "desc" });
  const rows = issues.data?.pages.flat() ?? [];
  const titles = new Map(rows.map((row) => [row.id, `${row.identifier} ${row.title}`]));
  const mine = live.filter((run) => run.agentId === agent.id);
  const open = rows.filter((row) => row.status !== "done" && row.status !== "cancelled");

  return (
    <Column isWide>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_280px]">
        <div className="flex min-w-0 flex-col gap-8">
          <Section title={t("agent.now")}>
            <Card>
              {mine.length > 0 ? (
                <div className="divide-y divide-line">
                  {mine.map((run) => (
                    <LiveRun key={run.id} run={run} agent={agent} title={titles.get(run.issueId ?? "")} />
                  ))}
                </div>
              ) : (
                <p className="px-4 py-3 text-text-2">
                  {issues.isPending
                    ? t("common.loading")
                    : open.length > 0
                      ? t("agent.idleWithWork", { count: open.length })
                      : t("agent.idleWithoutWork")}
                </p>
              )}
            </Card>
          </Section>
          <Section
            title={t("agent.lastRuns")}
            aside={
              <Link
                to={paths.agent(issuePrefix, agent.urlKey, "runs")}
                className="text-accent-ink hover:underline"
              >
                {t("agent.allRuns")}
              </Link>
            }
          >
            {runs.isPending ? (
              <Skeleton className="h-16 w-full" />
            ) : runs.isError && !runs.data ? (
              <Failed isInline error={runs.error} what={t("agent.lastRuns")} onRetry={() => runs.refetch()} />
            ) : (
              <RunStrip agent={agent} runs={runs.data ?? []} titles={titles} />
            )}
          </Section>
          <Section
            title={t("agent.issues")}
            aside={
              <Link
                to={paths.issues(issuePrefix, { assignee: agent.id })}
                className="text-accent-ink hover:underline"
              >
                {t("agent.allIssues")}
              </Link>
            }
          >
            <Card>
              {issues.isPending ? (
                <Skeleton className="m-4 h-4 w-1/2" />
              ) : issues.isError && !issues.data ? (
                <Failed
                  isInline
                  error={issues.error}
                  what={t("agent.issues")}
                  onRetry={() => issues.refetch()}
                />
              ) : rows.length === 0 ? (
                <p className="flex items-center gap-2 px-4 py-3 text-text-2">
                  <CircleDot size={14} className="text-text-3" />
                  {t("agent.noIssues")}
                </p>
              ) : (
                <ul className="divide-y divide-line">
                  {rows.slice(0, SHOWN_ISSUES).map((row) => (
                    <li key={row.id}>
                      <Link
                        to={paths.issue(issuePrefix, row.identifier)}
                        className="row-height flex items-center gap-2.5 px-4 outline-offset-[-2px] hover:bg-surface-2/70"
                      >
                        <PriorityIcon priority={row.priority} />
                        <StatusIcon status={row.status} />
                        <span className="shrink-0 font-mono text-text-3 text-xs">{row.identifier}</span>
                        <span className="min-w-0 grow truncate">{row.title}</span>
                        <Time at={row.updatedAt} className="shrink-0 text-text-3 text-xs" />
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </Card>
          </Section>
          <Wakes agent={agent} titles={titles} />
        </div>
        <Facts agent={agent} />
      </div>
    </Column>
  );
}
