// A page that is not in this version.
import { Hammer } from "lucide-react";
import { Page } from "@/shell/page";
import { type TextKey, useT } from "@/texts/locale";
import { Empty } from "@/ui/states";

export function NotBuilt({ title }: { title: TextKey }) {
  const t = useT();
  return (
    <Page title={t(title)}>
      <Empty icon={<Hammer size={20} />} title={t("shell.notThereYet")}>
        {t("shell.notThereYetWhy")}
      </Empty>
    </Page>
  );
}
