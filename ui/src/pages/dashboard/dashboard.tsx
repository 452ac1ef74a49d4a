// The dashboard, in the order of the questions: does it need me, what happens, is all well.
import { useDashboard } from "@/api/companies";
import { useInbox } from "@/api/inbox";
import { useCompany } from "@/company";
import { Column, Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { WhenSeen } from "@/ui/when-seen";
import { Checklist } from "./checklist";
import { NeedsYou } from "./needs-you";
import { Now } from "./now";
import { Numbers } from "./numbers";
import { Recent } from "./recent";

export default function DashboardPage() {
  const t = useT();
  const { id } = useCompany();
  // What stands above has its height only when it is known.
  const { isFetched: hasNumbers } = useDashboard(id);
  const { isFetched: hasWaiting } = useInbox(id);
  return (
    <Page title={t("dashboard.title")}>
      <Column isWide>
        <div className="flex flex-col gap-7">
          <Checklist />
          <NeedsYou />
          <Now />
          <Numbers />
          <WhenSeen height={420} isReady={hasNumbers && hasWaiting}>
            <Recent />
          </WhenSeen>
        </div>
      </Column>
    </Page>
  );
}
