// What a company spends: the sums of a stretch of time, and where they go.
import { Gauge } from "lucide-react";
import { useCompany } from "@/company";
import { periodOf } from "@/components/costs/period";
import { PeriodBar } from "@/components/costs/period-bar";
import { useGo, useSearch } from "@/navigation";
import { paths } from "@/paths";
import { Column, Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Tabs } from "@/ui/tabs";
import { Breakdown, GROUPS } from "./breakdown";
import { Finance } from "./finance";
import { Tiles } from "./tiles";
import { Windows } from "./windows";

const TABS = [...GROUPS, "finance"] as const;

export default function CostsPage() {
  const t = useT();
  const go = useGo();
  const { issuePrefix } = useCompany();
  const [search] = useSearch();
  const choice = periodOf(search, Date.now());
  const tab = TABS.find((one) => one === search.by) ?? "agent";
  return (
    <Page
      title={t("costs.title")}
      actions={
        <Button icon={<Gauge size={14} />} onClick={() => go(paths.budgets(issuePrefix))}>
          {t("budgets.title")}
        </Button>
      }
      below={
        <Tabs
          label={t("costs.title")}
          current={tab}
          tabs={TABS.map((id) => ({
            id,
            label: t(`costs.tab_${id}`),
            to: paths.costs(issuePrefix, { ...search, by: id === "agent" ? undefined : id }),
          }))}
        />
      }
    >
      <Column isWide>
        <div className="flex flex-col gap-6">
          <PeriodBar choice={choice} />
          {tab === "finance" ? (
            <div>
              <Finance span={choice.span} />
            </div>
          ) : (
            <>
              <Tiles choice={choice} />
              <Breakdown group={tab} span={choice.span} />
              {tab === "provider" && <Windows />}
            </>
          )}
        </div>
      </Column>
    </Page>
  );
}
