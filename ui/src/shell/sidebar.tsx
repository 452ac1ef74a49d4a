// The sidebar: company, search, new issue, pages in groups with their numbers, account.

import { useLocation } from "@tanstack/react-router";
import { ChevronRight, PanelLeft, Search, Settings, SquarePen } from "lucide-react";
import { lazy, Suspense } from "react";
import { useBadges } from "@/api/companies";
import { useInboxCount } from "@/api/inbox";
import { useLiveRuns } from "@/api/runs";
import { useCompany, useIsReady } from "@/company";
import { setLook, useLook } from "@/look";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Kbd } from "@/ui/kbd";
import { Link } from "@/ui/link";
import { Tooltip } from "@/ui/tooltip";
import { Account } from "./account-button";
import { CompanyChoice } from "./company-button";
import { RecentIssues } from "./recent-issues";
import { closeDrawer, openNewIssue, openPalette } from "./shell-state";
import { type SidebarEntry, sidebarOf } from "./sidebar-entries";

// What is starred may be agents, which bring their pictures.
const Starred = lazy(() => import("./starred"));

const item =
  "flex h-7 items-center gap-2 rounded-m px-2 text-text-2 transition-colors hover:bg-surface-3/60 hover:text-text pointer-coarse:h-11";

function Badge({ kind }: { kind: NonNullable<SidebarEntry["badge"]> }) {
  const t = useT();
  const { id } = useCompany();
  const waiting = useInboxCount(id);
  const { data: badges } = useBadges(id);
  const { data: live } = useLiveRuns(id);
  const running = live?.filter((run) => run.status === "running").length ?? 0;
  if (kind === "inbox") {
    if (!waiting) return null;
    return (
      <span
        className="tabular rounded-full bg-accent px-1.5 font-medium text-[11px] text-accent-text leading-4"
        title={t("shell.needYou", { count: waiting })}
      >
        {waiting}
      </span>
    );
  }
  if (kind === "approvals")
    return badges?.approvals ? (
      <span className="tabular text-text-3 text-xs" title={t("shell.toDecide", { count: badges.approvals })}>
        {badges.approvals}
      </span>
    ) : null;
  if (running === 0) return null;
  return (
    <span
      className="tabular flex items-center gap-1 text-text-3 text-xs"
      title={t("shell.liveRuns", { count: running })}
    >
      {running}
      <span className="breathing size-1.5 rounded-full bg-working" />
    </span>
  );
}

function Entry({ entry, rest, isNarrow }: { entry: SidebarEntry; rest: string; isNarrow: boolean }) {
  const t = useT();
  const { issuePrefix } = useCompany();
  const isReady = useIsReady();
  const isCurrent = entry.isCurrent(rest);
  const link = (
    <Link
      to={entry.to(issuePrefix)}
      aria-current={isCurrent ? "page" : undefined}
      onClick={closeDrawer}
      className={cx(
        item,
        isCurrent && "bg-surface-3/80 font-medium text-text",
        isNarrow && "justify-center px-0",
      )}
    >
      <entry.icon size={16} strokeWidth={1.9} className={cx("shrink-0", !isCurrent && "text-text-3")} />
      <span className={cx("grow truncate", isNarrow && "sr-only")}>{t(entry.label)}</span>
      {!isNarrow && isReady && entry.badge && <Badge kind={entry.badge} />}
    </Link>
  );
  return isNarrow ? (
    <Tooltip text={t(entry.label)} keys={`g ${entry.key}`} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

export function Sidebar({ isDrawer = false }: { isDrawer?: boolean }) {
  const t = useT();
  const { issuePrefix } = useCompany();
  const isReady = useIsReady();
  const isCollapsed = useLook((look) => look.isSidebarCollapsed) && !isDrawer;
  const hidden = useLook((look) => look.hiddenPages);
  const order = useLook((look) => look.groupOrder);
  const folded = useLook((look) => look.foldedGroups);
  const rest = useLocation({ select: (location) => location.pathname.split("/").slice(2).join("/") });
  const isInSettings = rest.startsWith("company/settings") && !rest.includes("/environments");

  function fold(group: string) {
    setLook({
      foldedGroups: folded.includes(group) ? folded.filter((one) => one !== group) : [...folded, group],
    });
  }

  return (
    <div
      className={cx(
        "flex h-full min-h-0 flex-col bg-bg",
        isCollapsed ? "w-12" : isDrawer ? "w-full" : "w-(--sidebar-width)",
      )}
    >
      <div
        className={cx("flex h-12 shrink-0 items-center gap-1 px-2", isCollapsed && "h-auto flex-col pt-2")}
      >
        <CompanyChoice isNarrow={isCollapsed} />
        {!isDrawer && (
          <IconButton
            label={isCollapsed ? t("shell.expandSidebar") : t("shell.collapseSidebar")}
            keys="["
            icon={<PanelLeft size={16} />}
            onClick={() => setLook({ isSidebarCollapsed: !isCollapsed })}
          />
        )}
      </div>
      <div className={cx("flex shrink-0 gap-1.5 px-2 pb-2", isCollapsed && "flex-col")}>
        {isCollapsed ? (
          <IconButton
            label={t("shell.search")}
            keys="$mod+k"
            icon={<Search size={16} />}
            onClick={() => openPalette()}
            className="size-8"
          />
        ) : (
          <button
            type="button"
            onClick={() => openPalette()}
            className="flex h-8 min-w-0 grow items-center gap-2 rounded-m border border-line bg-surface px-2 text-text-3 shadow-s transition-colors hover:border-line-strong pointer-coarse:h-11"
          >
            <Search size={14} />
            <span className="grow text-left">{t("shell.search")}</span>
            <Kbd keys="$mod+k" />
          </button>
        )}
        <IconButton
          label={t("shell.newIssue")}
          keys="c"
          icon={<SquarePen size={16} />}
          onClick={() => {
            closeDrawer();
            openNewIssue();
          }}
          className="size-8 border border-line bg-surface text-text-2 shadow-s pointer-coarse:size-11"
        />
      </div>
      <nav
        aria-label={t("shell.navigation")}
        className="flex min-h-0 grow flex-col gap-3 overflow-y-auto px-2 pb-2"
      >
        {sidebarOf(order).map((group) => {
          const entries = group.entries.filter((entry) => !group.label || !hidden.includes(entry.id));
          if (entries.length === 0) return null;
          const isFolded = !isCollapsed && folded.includes(group.id);
          return (
            <div key={group.id}>
              {group.label && !isCollapsed && (
                <button
                  type="button"
                  aria-expanded={!isFolded}
                  onClick={() => fold(group.id)}
                  className="flex h-6 w-full items-center gap-1 rounded-m px-2 text-text-3 text-xs hover:text-text"
                >
                  {t(group.label)}
                  <ChevronRight size={12} className={cx("transition-transform", !isFolded && "rotate-90")} />
                </button>
              )}
              {!isFolded && (
                <ul className="flex flex-col gap-px">
                  {entries.map((entry) => (
                    <li key={entry.id}>
                      <Entry entry={entry} rest={rest} isNarrow={isCollapsed} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          );
        })}
        {!isCollapsed && isReady && (
          <Suspense>
            <Starred />
          </Suspense>
        )}
        {!isCollapsed && isReady && <RecentIssues />}
      </nav>
      <div
        className={cx("flex shrink-0 items-center gap-1 border-line border-t p-2", isCollapsed && "flex-col")}
      >
        <Account isNarrow={isCollapsed} />
        <Tooltip text={t("shell.settings")} keys="g ,">
          <Link
            to={paths.settings(issuePrefix)}
            aria-label={t("shell.settings")}
            aria-current={isInSettings ? "page" : undefined}
            onClick={closeDrawer}
            className="touch-area grid size-7 shrink-0 place-items-center rounded-m text-text-3 hover:bg-surface-3/70 hover:text-text aria-[current=page]:bg-surface-3/80 aria-[current=page]:text-text pointer-coarse:size-11"
          >
            <Settings size={16} />
          </Link>
        </Tooltip>
      </div>
    </div>
  );
}
