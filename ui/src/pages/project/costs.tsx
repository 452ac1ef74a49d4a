// What a project costs over a stretch of time, and how much it may.
import { CircleDollarSign } from "lucide-react";
import { useCostsByProject } from "@/api/costs";
import type { ListedProject } from "@/api/types";
import { useCompany } from "@/company";
import { CostTable } from "@/components/costs/cost-table";
import { periodOf } from "@/components/costs/period";
import { PeriodBar } from "@/components/costs/period-bar";
import { useSearch } from "@/navigation";
import { Limits } from "@/pages/budgets/limits";
import { paths } from "@/paths";
import { Column } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Card } from "@/ui/card";
import { Link } from "@/ui/link";
import { Empty, Failed, SkeletonRows } from "@/ui/states";

export default function ProjectCosts({ project }: { project: ListedProject }) {
  const t = useT();
  const { id, issuePrefix } = useCompany();
  const [search] = useSearch();
  const choice = periodOf(search, Date.now());
  const { data, error, isPending, refetch } = useCostsByProject(id, choice.span);
  const row = data?.find((one) => one.projectId === project.id);
  return (
    <Column isWide>
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <PeriodBar choice={choice} />
          <Link
            to={paths.costs(issuePrefix, { by: "project" })}
            className="rounded-s text-accent-ink hover:underline"
          >
            {t("costs.allProjects")}
          </Link>
        </div>
        {!data ? (
          isPending ? (
            <SkeletonRows count={2} />
          ) : (
            <Failed isInline error={error} what={t("costs.title")} onRetry={refetch} />
          )
        ) : row ? (
          <Card>
            <CostTable
              label={t("costs.title")}
              head={t("costs.by_project")}
              rows={[{ id: project.id, name: project.name, costs: row }]}
            />
          </Card>
        ) : (
          <Empty icon={<CircleDollarSign size={20} />} title={t("costs.empty")}>
            {t("costs.noProjectCostsWhy")}
          </Empty>
        )}
        <Limits scope={{ type: "project", id: project.id }} />
      </div>
    </Column>
  );
}
