// The frame around all pages of a company: it fills the cache, listens, and holds what is everywhere.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet, useParams, useRouteContext } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { Keyboard } from "@/actions/keyboard";
import { bootstrap } from "@/api/bootstrap";
import { useCompanies } from "@/api/companies";
import { keys } from "@/api/keys";
import type { Company } from "@/api/types";
import { CompanyContext, ReadyContext, rememberCompany } from "@/company";
import { useLiveFeed } from "@/live/useLiveFeed";
import { UnknownCompany } from "@/pages/lost/unknown-company";
import { useT } from "@/texts/locale";
import { useIsPhone } from "@/ui/media";
import { Toasts } from "@/ui/toast";
import { TooltipProvider } from "@/ui/tooltip";
import { useGlobalActions } from "./global-actions";
import { HealthStrip } from "./health-strip";
import { useRecentIssues } from "./recent-issues";
import { closeNewIssue, customiseSidebar, showKeys, useShell } from "./shell-state";
import { Sidebar } from "./sidebar";
import { TabBar } from "./tab-bar";

const Drawer = lazy(() => import("./drawer"));
const Palette = lazy(() => import("./palette"));
const ShortcutSheet = lazy(() => import("@/actions/shortcut-sheet"));
const CustomiseSidebar = lazy(() => import("./customise-sidebar"));
const NewIssue = lazy(() => import("@/forms/new-issue"));

export function Shell() {
  const params = useParams({ strict: false }) as { company?: string };
  const context = useRouteContext({ strict: false }) as { company?: Company };
  const { data: companies } = useCompanies();
  // The list knows it as it is now, the route as it was when it was opened.
  const company = companies?.find((one) => one.id === context.company?.id) ?? context.company;
  if (!company) return <UnknownCompany prefix={params.company ?? ""} />;
  return (
    <CompanyContext.Provider value={company}>
      <TooltipProvider>
        <Frame key={company.id} company={company} />
        <Toasts />
      </TooltipProvider>
    </CompanyContext.Provider>
  );
}

function Frame({ company }: { company: Company }) {
  const t = useT();
  const isPhone = useIsPhone();
  const client = useQueryClient();
  const { data: position, isFetched } = useQuery({
    queryKey: keys.bootstrap(company.id),
    queryFn: async () => (await bootstrap(client, company.id)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isKept: false },
  });
  // What was kept from the last visit is shown at once, and the rest follows.
  const isKnown = isFetched || client.getQueryData(keys.agents(company.id)) !== undefined;

  useEffect(() => rememberCompany(company), [company]);
  useLiveFeed(company.id, position ?? undefined, isFetched);
  useGlobalActions();
  useRecentIssues();

  return (
    <ReadyContext value={isKnown}>
      <div className="flex h-full flex-col">
        <a
          href="#content"
          className="absolute z-50 m-2 rounded-m bg-accent px-3 py-1.5 text-accent-text not-focus:sr-only"
        >
          {t("shell.skip")}
        </a>
        <HealthStrip />
        <div className="flex min-h-0 grow">
          {!isPhone && (
            <aside aria-label={t("shell.navigation")} className="shrink-0">
              <Sidebar />
            </aside>
          )}
          <main className="flex min-h-0 min-w-0 grow flex-col overflow-hidden border-line md:my-2 md:mr-2 md:rounded-l md:border md:shadow-s">
            {isKnown && <Outlet />}
          </main>
        </div>
        {isPhone && <TabBar />}
        <Layers />
        <Keyboard />
      </div>
    </ReadyContext>
  );
}

/** What opens above the page, loaded when it first opens. */
function Layers() {
  const { isDrawerOpen, isPaletteOpen, isSheetOfKeysOpen, isCustomising, newIssue } = useShell();
  return (
    <Suspense>
      {isDrawerOpen && <Drawer />}
      {isPaletteOpen && <Palette />}
      {isSheetOfKeysOpen && <ShortcutSheet onClose={() => showKeys(false)} />}
      {isCustomising && <CustomiseSidebar onClose={() => customiseSidebar(false)} />}
      {newIssue && <NewIssue start={newIssue} onClose={closeNewIssue} />}
    </Suspense>
  );
}
