// How much may be spent, by whom, and what happened at limits.
import { useCompany } from "@/company";
import { paths } from "@/paths";
import { Column, Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Limits } from "./limits";

export default function BudgetsPage() {
  const t = useT();
  const { issuePrefix } = useCompany();
  return (
    <Page title={t("budgets.title")} crumbs={[{ label: t("costs.title"), to: paths.costs(issuePrefix) }]}>
      <Column isWide>
        <Limits />
      </Column>
    </Page>
  );
}
