// An address that leads nowhere.
import { MapPinOff } from "lucide-react";
import { lastCompany } from "@/company";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/states";

export function UnknownPage() {
  const t = useT();
  const go = useGo();
  const last = lastCompany();
  return (
    <main className="h-full overflow-auto bg-surface">
      <Empty
        icon={<MapPinOff size={20} />}
        title={t("errors.unknownPage")}
        action={
          <>
            <Button onClick={() => history.back()}>{t("errors.goBack")}</Button>
            <Button tone="primary" onClick={() => go(last ? paths.dashboard(last) : "/")}>
              {t("errors.goDashboard")}
            </Button>
          </>
        }
      >
        {t("errors.unknownPageWhy")}
      </Empty>
    </main>
  );
}
