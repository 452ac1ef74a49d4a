// Addresses inside a company that no page has: known but not built, or unknown.
import { MapPinOff } from "lucide-react";
import { useCompany } from "@/company";
import { useGo, useParam } from "@/navigation";
import { NotBuilt } from "@/pages/lost/not-built";
import { paths } from "@/paths";
import { isArea } from "@/redirects";
import { Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/states";

export default function OtherPage() {
  const t = useT();
  const go = useGo();
  const { issuePrefix } = useCompany();
  const rest = useParam("_splat");
  if (isArea(rest.split("/")[0] ?? "")) return <NotBuilt title="shell.notThereYet" />;
  return (
    <Page title={t("errors.unknownPage")}>
      <Empty
        icon={<MapPinOff size={20} />}
        title={t("errors.unknownPage")}
        action={
          <>
            <Button onClick={() => history.back()}>{t("errors.goBack")}</Button>
            <Button tone="primary" onClick={() => go(paths.dashboard(issuePrefix))}>
              {t("errors.goDashboard")}
            </Button>
          </>
        }
      >
        {t("errors.unknownPageWhy")}
      </Empty>
    </Page>
  );
}
