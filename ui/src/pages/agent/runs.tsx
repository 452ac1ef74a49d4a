// The runs of one agent, newest first.
import { Play } from "lucide-react";
import { useState } from "react";
import { useIssueList } from "@/api/issues";
import { useRunList } from "@/api/runs";
import { useCompany } from "@/company";
import { useRowKeys } from "@/components/row-keys";
import { issueIdOf, triggerOf } from "@/components/run-facts";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Row } from "@/ui/row";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { StatusChip } from "@/ui/status";
import { Duration, Time } from "@/ui/time";
import type { SectionProps } from "./agent";

const STEP = 100;

export default function AgentRuns({ agent }: SectionProps) {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const [limit, setLimit] = useState(STEP);
  const runs = useRunList(company, { agentId: agent.id, limit });
  const issues = useIssueList(company, { assigneeAgentId: agent.id, sortField: "updated", sortDir: "desc" });
  const titles = new Map(issues.data?.pages.flat().map((row) => [row.id, row]));
  const all = runs.data ?? [];
  const to = (run: string) => paths.run(issuePrefix, agent.urlKey, run);
  const keys = useRowKeys({ ids: all.map((run) => run.id), onOpen: (run) => go(to(run)) });

  if (runs.isPending) return <SkeletonRows />;
  if (runs.isError && !runs.data)
    return <Failed error={runs.error} what={t("agent.tab_runs")} onRetry={() => runs.refetch()} />;
  if (all.length === 0)
    return (
      <Empty icon={<Play size={20} />} title={t("agent.noRuns")}>
        {t("agent.noRunsWhy")}
      </Empty>
    );
  return (
    <div className="py-1">
      <ul aria-label={t("agent.tab_runs")}>
        {all.map((run) => {
          const issue = titles.get(issueIdOf(run) ?? "");
          return (
            <li key={run.id}>
              <Row
                id={`row-${run.id}`}
                isActive={keys.active === run.id}
                onMouseEnter={() => keys.setActive(run.id)}
                className="max-md:flex-wrap max-md:border-line max-md:border-b max-md:py-2"
              >
                <span className="w-32 shrink-0">
                  <StatusChip status={run.status} isLive={run.status === "running"} />
                </span>
                <Link
                  to={to(run.id)}
                  className="flex min-w-0 grow items-center gap-2 self-stretch outline-none"
                >
                  {issue && <span className="font-mono text-text-3 text-xs">{issue.identifier}</span>}
                  <span className="truncate">{issue?.title ?? t("agent.runWithoutIssue")}</span>
                  {run.error && (
                    <span className="min-w-0 truncate text-bad-ink max-md:hidden">{run.error}</span>
                  )}
                </Link>
                <span className="w-28 shrink-0 truncate text-text-3">{t(triggerOf(run))}</span>
                <span className="w-20 shrink-0 text-right text-text-2">
                  {run.startedAt && <Duration from={run.startedAt} to={run.finishedAt ?? null} />}
                </span>
                <Time
                  at={run.createdAt}
                  className="w-24 shrink-0 whitespace-nowrap text-right text-text-3 text-xs"
                />
              </Row>
            </li>
          );
        })}
      </ul>
      {all.length >= limit && limit < 1000 && (
        <Button tone="quiet" className="mx-4 my-2" onClick={() => setLimit(limit + STEP * 2)}>
          {t("common.showMore")}
        </Button>
      )}
    </div>
  );
}
