// What one agent costs: its sums over a stretch of time, by model.
import { CircleDollarSign } from "lucide-react";
import { useCostsByAgentModel } from "@/api/costs";
import { useCompany } from "@/company";
import { CostTable } from "@/components/costs/cost-table";
import { periodOf } from "@/components/costs/period";
import { PeriodBar } from "@/components/costs/period-bar";
import { useSearch } from "@/navigation";
import { Column } from "@/shell/page";
import { useFormats, useT } from "@/texts/locale";
import { Card } from "@/ui/card";
import { Meter } from "@/ui/meter";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import type { SectionProps } from "./agent";

function Budget({ agent }: SectionProps) {
  const t = useT();
  const formats = useFormats();
  if (agent.budgetMonthlyCents === 0) return null;
  return (
    <div className="w-full max-w-80">
      <p className="mb-1.5 flex justify-between gap-4 text-xs">
        <span className="text-text-3">{t("costs.thisMonth")}</span>
        <span className="tabular">
          {t("costs.ofBudget", {
            spent: formats.money(agent.spentMonthlyCents),
            budget: formats.money(agent.budgetMonthlyCents),
          })}
        </span>
      </p>
      <Meter label={t("costs.budget")} share={agent.spentMonthlyCents / agent.budgetMonthlyCents} />
    </div>
  );
}

export default function AgentCosts({ agent }: SectionProps) {
  const t = useT();
  const [search] = useSearch();
  const choice = periodOf(search, Date.now());
  const { data, error, isPending, refetch } = useCostsByAgentModel(useCompany().id, choice.span);
  const rows = data?.filter((row) => row.agentId === agent.id);
  return (
    <Column isWide>
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <PeriodBar choice={choice} />
          <Budget agent={agent} />
        </div>
        {!rows ? (
          isPending ? (
            <SkeletonRows count={3} />
          ) : (
            <Failed isInline error={error} what={t("costs.title")} onRetry={refetch} />
          )
        ) : rows.length === 0 ? (
          <Empty icon={<CircleDollarSign size={20} />} title={t("costs.empty")}>
            {t("costs.emptyWhy")}
          </Empty>
        ) : (
          <Card>
            <CostTable
              label={t("costs.by_model")}
              head={t("costs.by_model")}
              rows={rows.map((row) => ({
                id: `${row.provider} ${row.biller} ${row.billingType} ${row.model}`,
                name: <span className="font-mono text-xs">{row.model}</span>,
                note: `${row.provider} · ${t(`costs.billing_${row.billingType}`)}`,
                costs: row,
              }))}
            />
          </Card>
        )}
      </div>
    </Column>
  );
}
