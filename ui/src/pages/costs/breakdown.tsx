// What was spent, by one thing: agents, models, providers, those who send bills, projects.
import type { UseQueryResult } from "@tanstack/react-query";
import { CircleDollarSign, Folder } from "lucide-react";
import {
  type CostByProvider,
  type Span,
  useCostsByAgent,
  useCostsByBiller,
  useCostsByProject,
  useCostsByProvider,
} from "@/api/costs";
import { useProjectsById } from "@/api/projects";
import { useCompany } from "@/company";
import { CostTable, type NamedCosts } from "@/components/costs/cost-table";
import { gathered } from "@/components/costs/sums";
import { useWho, WhoMark } from "@/components/who";
import { useSearch } from "@/navigation";
import { paths } from "@/paths";
import { type TextKey, useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Empty, Failed, SkeletonRows } from "@/ui/states";

export const GROUPS = ["agent", "model", "provider", "biller", "project"] as const;
export type Group = (typeof GROUPS)[number];

const HEADS: Record<Group, TextKey> = {
  agent: "costs.by_agent",
  model: "costs.by_model",
  provider: "costs.by_provider",
  biller: "costs.by_biller",
  project: "costs.by_project",
};

const unique = (words: string[]) => [...new Set(words)].join(", ");

/** The rows of a group, once they are there. */
function useRows(group: Group, span: Span): { rows: NamedCosts[] | undefined; asked: UseQueryResult } {
  const t = useT();
  const { id, issuePrefix } = useCompany();
  const who = useWho();
  const projects = useProjectsById(id);
  const agents = useCostsByAgent(id, span, group === "agent");
  const models = useCostsByProvider(id, span, group === "model" || group === "provider");
  const billers = useCostsByBiller(id, span, group === "biller");
  const ofProjects = useCostsByProject(id, span, group === "project");
  const billing = (rows: CostByProvider[]) =>
    unique(rows.map((row) => t(`costs.billing_${row.billingType}`)));

  switch (group) {
    case "agent":
      return {
        asked: agents,
        rows: agents.data?.map((row) => ({
          id: row.agentId,
          name: <WhoMark who={who("agent", row.agentId)} size={18} hasName />,
          to: row.agentName ? paths.agent(issuePrefix, row.agentId, "costs") : undefined,
          costs: row,
        })),
      };
    case "model":
      return {
        asked: models,
        rows:
          models.data &&
          gathered(models.data, (row) => row.model).map(({ name, rows, total }) => ({
            id: name,
            name: <span className="font-mono text-xs">{name}</span>,
            note: `${unique(rows.map((row) => row.provider))} · ${billing(rows)}`,
            costs: total,
          })),
      };
    case "provider":
      return {
        asked: models,
        rows:
          models.data &&
          gathered(models.data, (row) => row.provider).map(({ name, rows, total }) => ({
            id: name,
            name,
            note: `${t("costs.models", { count: new Set(rows.map((row) => row.model)).size })} · ${billing(rows)}`,
            costs: total,
          })),
      };
    case "biller":
      return {
        asked: billers,
        rows: billers.data?.map((row) => ({
          id: row.biller,
          name: row.biller,
          note: `${t("costs.providers", { count: row.providerCount })} · ${t("costs.models", { count: row.modelCount })}`,
          costs: row,
        })),
      };
    case "project":
      return {
        asked: ofProjects,
        rows: ofProjects.data?.map((row) => ({
          id: row.projectId,
          name: (
            <span className="inline-flex min-w-0 items-center gap-1.5">
              <Folder size={14} className="shrink-0 text-text-3" />
              <span className="truncate">{row.projectName ?? t("common.unknownProject")}</span>
            </span>
          ),
          to: row.projectName
            ? paths.project(issuePrefix, projects?.get(row.projectId)?.urlKey ?? row.projectId)
            : undefined,
          costs: row,
        })),
      };
  }
}

export function Breakdown({ group, span }: { group: Group; span: Span }) {
  const t = useT();
  const [search, setSearch] = useSearch();
  const { rows, asked } = useRows(group, span);
  if (!rows)
    return asked.isPending ? (
      <SkeletonRows count={6} />
    ) : (
      <Failed isInline error={asked.error} what={t(HEADS[group])} onRetry={() => asked.refetch()} />
    );
  if (rows.length > 0)
    return (
      <Card>
        <CostTable label={t(HEADS[group])} head={t(HEADS[group])} rows={rows} />
      </Card>
    );
  if (group === "project")
    return (
      <Empty icon={<Folder size={20} />} title={t("costs.noProjectCosts")}>
        {t("costs.noProjectCostsWhy")}
      </Empty>
    );
  return (
    <Empty
      icon={<CircleDollarSign size={20} />}
      title={t("costs.empty")}
      action={
        search.period !== "all" && (
          <Button onClick={() => setSearch({ period: "all", from: undefined, to: undefined })}>
            {t("costs.showAll")}
          </Button>
        )
      }
    >
      {t("costs.emptyWhy")}
    </Empty>
  );
}
