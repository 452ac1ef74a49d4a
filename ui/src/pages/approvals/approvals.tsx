// What waits for the board's word, and what it decided before.

import { useLocation } from "@tanstack/react-router";
import { Stamp } from "lucide-react";
import { isOpen, useApprovals } from "@/api/approvals";
import { useCompany } from "@/company";
import { useRowKeys } from "@/components/row-keys";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { Tabs } from "@/ui/tabs";
import { ApprovalRow } from "./approval-row";

export default function ApprovalsPage() {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const tab = useLocation({ select: ({ pathname }) => (pathname.endsWith("/all") ? "all" : "pending") });
  const { data, error, isPending, refetch } = useApprovals(company);
  const open = data?.filter(isOpen);
  const shown = (tab === "all" ? data : open) ?? [];
  const keys = useRowKeys({
    ids: shown.map((approval) => approval.id),
    onOpen: (id) => go(paths.approval(issuePrefix, id)),
  });
  const tabs = [
    {
      id: "pending",
      label: t("approvals.open"),
      to: paths.approvals(issuePrefix),
      count: open?.length,
    },
    { id: "all", label: t("common.all"), to: paths.approvals(issuePrefix, "all"), count: data?.length },
  ];

  return (
    <Page
      title={t("approvals.title")}
      below={<Tabs tabs={tabs} current={tab} label={t("approvals.title")} />}
    >
      {data ? (
        shown.length > 0 ? (
          <ul className="py-0.5">
            {shown.map((approval) => (
              <li key={approval.id}>
                <ApprovalRow
                  approval={approval}
                  isActive={keys.active === approval.id}
                  onActive={() => keys.setActive(approval.id)}
                />
              </li>
            ))}
          </ul>
        ) : (
          <Empty
            icon={<Stamp size={20} />}
            title={t(tab === "all" ? "approvals.none" : "approvals.noneOpen")}
          >
            {t("approvals.what")}
          </Empty>
        )
      ) : isPending ? (
        <SkeletonRows />
      ) : (
        <Failed error={error} what={t("approvals.title")} onRetry={() => refetch()} />
      )}
    </Page>
  );
}
