// The frame of every page: top bar with crumbs, title and actions, an optional second line, the
// content that scrolls, and an optional panel at the right.
import { ChevronRight, Menu as MenuIcon, PanelRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { useActions } from "@/actions/registry";
import { setLook, useLook } from "@/look";
import { useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { useMedia } from "@/ui/media";
import { SidePanel } from "@/ui/side-panel";
import { useDocumentTitle } from "./document-title";
import { openDrawer, setSheet, useShell } from "./shell-state";

export interface Crumb {
  label: string;
  to: string;
}

export interface PageProps {
  title: string;
  /** What stands in place of the title's text, such as a title that can be edited. */
  heading?: ReactNode;
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
  /** Under the top bar: tabs or a filter bar. */
  below?: ReactNode;
  panel?: ReactNode;
  panelTitle?: string;
  /** The content scrolls by itself, as lists and boards do. */
  isFlush?: boolean;
  children: ReactNode;
}

export function Page({
  title,
  heading,
  crumbs = [],
  actions,
  below,
  panel,
  panelTitle,
  isFlush,
  children,
}: PageProps) {
  const t = useT();
  const isPanelKept = useLook((look) => look.isPanelOpen);
  const isSheetOpen = useShell((shell) => shell.isSheetOpen);
  const isWide = useMedia("(min-width: 1024px)");
  const isPanelOpen = isWide ? isPanelKept : isSheetOpen;
  useDocumentTitle(title);

  function togglePanel() {
    if (isWide) setLook({ isPanelOpen: !isPanelKept });
    else setSheet(!isSheetOpen);
  }

  useActions(
    panel
      ? [
          {
            id: "panel",
            label: "shell.togglePanel",
            group: "page",
            keys: "]",
            icon: PanelRight,
            run: togglePanel,
          },
        ]
      : [],
  );

  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      <header className="shrink-0 border-line border-b">
        <div className="flex h-(--topbar-height) items-center gap-2 px-2 md:px-4">
          <IconButton
            label={t("shell.openNavigation")}
            icon={<MenuIcon size={18} />}
            onClick={openDrawer}
            className="md:hidden"
            hasTooltip={false}
          />
          <nav aria-label={t("shell.navigation")} className="contents">
            {crumbs.map((crumb) => (
              <Fragment key={crumb.to}>
                <Link to={crumb.to} className="shrink-0 rounded-s text-text-3 hover:text-text max-md:hidden">
                  {crumb.label}
                </Link>
                <ChevronRight size={14} className="shrink-0 text-text-3 max-md:hidden" />
              </Fragment>
            ))}
          </nav>
          <h1 className="min-w-0 truncate font-semibold">{heading ?? title}</h1>
          <span className="grow" />
          <div className="flex shrink-0 items-center gap-1.5">
            {actions}
            {panel && (
              <IconButton
                label={t("shell.togglePanel")}
                keys="]"
                icon={<PanelRight size={16} />}
                aria-pressed={isPanelOpen}
                onClick={togglePanel}
                className={cx(isPanelOpen && "text-text")}
              />
            )}
          </div>
        </div>
        {below && <div className="px-2 md:px-4">{below}</div>}
      </header>
      <div className="flex min-h-0 grow">
        <div
          id="content"
          tabIndex={-1}
          className={cx(
            "flex min-h-0 min-w-0 grow flex-col outline-none",
            !isFlush && "overflow-y-auto overscroll-contain [scrollbar-gutter:stable]",
          )}
        >
          {children}
        </div>
        {panel && (
          <SidePanel isOpen={isPanelOpen} onClose={togglePanel} title={panelTitle ?? t("shell.panel")}>
            {panel}
          </SidePanel>
        )}
      </div>
    </div>
  );
}

/** A column of readable width for forms and texts. */
export function Column({ children, isWide }: { children: ReactNode; isWide?: boolean }) {
  return (
    <div className={cx("mx-auto w-full px-4 py-6 md:px-8", isWide ? "max-w-[1120px]" : "max-w-[680px]")}>
      {children}
    </div>
  );
}
