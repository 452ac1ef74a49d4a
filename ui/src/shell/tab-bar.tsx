// The bar at the bottom of a phone.

import { useLocation } from "@tanstack/react-router";
import { CircleDot, House, Inbox, Menu as MenuIcon, Plus } from "lucide-react";
import { useInboxCount } from "@/api/inbox";
import { useCompany, useIsReady } from "@/company";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { cx } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { openDrawer, openNewIssue } from "./shell-state";

const item = "flex h-full grow basis-0 flex-col items-center justify-center gap-0.5 text-[11px] text-text-3";

function Badge({ company }: { company: string }) {
  const count = useInboxCount(company);
  if (!count) return null;
  return (
    <span className="tabular absolute -top-1 -right-2.5 rounded-full bg-accent px-1 font-medium text-[10px] text-accent-text leading-[14px]">
      {count}
    </span>
  );
}

export function TabBar() {
  const t = useT();
  const isReady = useIsReady();
  const { id, issuePrefix } = useCompany();
  const area = useLocation({ select: (location) => location.pathname.split("/")[2] });
  const links = [
    { id: "dashboard", label: t("shell.home"), icon: House, to: paths.dashboard(issuePrefix) },
    { id: "inbox", label: t("shell.inbox"), icon: Inbox, to: paths.inbox(issuePrefix) },
    { id: "issues", label: t("shell.issues"), icon: CircleDot, to: paths.issues(issuePrefix) },
  ].map(({ id: tab, label, icon: Icon, to }) => (
    <Link
      key={tab}
      to={to}
      aria-current={area === tab ? "page" : undefined}
      className={cx(item, area === tab && "text-accent-ink")}
    >
      <span className="relative">
        <Icon size={20} strokeWidth={area === tab ? 2.2 : 1.8} />
        {tab === "inbox" && isReady && <Badge company={id} />}
      </span>
      {label}
    </Link>
  ));
  return (
    <nav
      aria-label={t("shell.menu")}
      className="flex h-[calc(var(--tabbar-height)+env(safe-area-inset-bottom))] shrink-0 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {links.slice(0, 2)}
      <button type="button" onClick={() => openNewIssue()} className={item}>
        <span className="grid size-7 place-items-center rounded-full bg-accent text-accent-text">
          <Plus size={18} />
        </span>
        <span className="sr-only">{t("shell.newIssue")}</span>
      </button>
      {links.slice(2)}
      <button type="button" onClick={openDrawer} className={item}>
        <MenuIcon size={20} strokeWidth={1.8} />
        {t("shell.menu")}
      </button>
    </nav>
  );
}
