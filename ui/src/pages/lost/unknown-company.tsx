// A company that is not there, or not ours; the two look alike on purpose.
import { Building2 } from "lucide-react";
import { useCompanies } from "@/api/companies";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/states";

export function UnknownCompany({ prefix }: { prefix: string }) {
  const t = useT();
  const go = useGo();
  const { data: companies = [] } = useCompanies();
  const first = companies[0];
  return (
    <main className="h-full overflow-auto bg-surface">
      <Empty
        icon={<Building2 size={20} />}
        title={t("errors.unknownCompany", { name: prefix.toUpperCase() })}
        action={
          first ? (
            <>
              <Button onClick={() => go(paths.companies(first.issuePrefix))}>
                {t("errors.goCompanies")}
              </Button>
              <Button tone="primary" onClick={() => go(paths.dashboard(first.issuePrefix))}>
                {t("common.openIn", { name: first.name })}
              </Button>
            </>
          ) : (
            <Button tone="primary" onClick={() => go(paths.onboarding())}>
              {t("shell.newCompany")}
            </Button>
          )
        }
      >
        {t("errors.unknownCompanyWhy")}
      </Empty>
    </main>
  );
}
