// All routes together. Each area of the board has its own list in `pages/<area>/routes.ts`.
import { createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { companiesQuery } from "./api/companies";
import { queryClient } from "./api/queryClient";
import { lastCompany } from "./company";
import { activityRoutes } from "./pages/activity/routes";
import { agentsRoutes } from "./pages/agents/routes";
import { approvalsRoutes } from "./pages/approvals/routes";
import { authRoutes } from "./pages/auth/routes";
import { companiesRoutes } from "./pages/companies/routes";
import { dashboardRoutes } from "./pages/dashboard/routes";
import { environmentsRoutes } from "./pages/environments/routes";
import { goalsRoutes } from "./pages/goals/routes";
import { inboxRoutes } from "./pages/inbox/routes";
import { issuesRoutes } from "./pages/issues/routes";
import { BrokenPage } from "./pages/lost/broken-page";
import { lostRoutes } from "./pages/lost/routes";
import { Starting } from "./pages/lost/starting";
import { orgRoutes } from "./pages/org/routes";
import { projectsRoutes } from "./pages/projects/routes";
import { settingsRoutes } from "./pages/settings/routes";
import { companyRoute, rootRoute } from "./routing";
import { readSearch, writeSearch } from "./search-params";

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: async ({ context }) => {
    const kept = await context.queryClient.ensureQueryData(companiesQuery);
    // The first may have been made elsewhere since the list was kept.
    const companies =
      kept.length > 0 ? kept : await context.queryClient.fetchQuery({ ...companiesQuery, staleTime: 0 });
    const known = companies.filter((company) => company.status !== "archived");
    const last = known.find((company) => company.issuePrefix === lastCompany()) ?? known[0];
    throw redirect({ to: last ? `/${last.issuePrefix}/dashboard` : "/onboarding", replace: true });
  },
});

const onboardingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "onboarding",
  component: lazyRouteComponent(() => import("./pages/onboarding/onboarding")),
});

const routeTree = rootRoute.addChildren([
  startRoute,
  onboardingRoute,
  ...authRoutes,
  companyRoute.addChildren([
    ...activityRoutes,
    ...agentsRoutes,
    ...approvalsRoutes,
    ...companiesRoutes,
    ...dashboardRoutes,
    ...environmentsRoutes,
    ...goalsRoutes,
    ...inboxRoutes,
    ...issuesRoutes,
    ...orgRoutes,
    ...projectsRoutes,
    ...settingsRoutes,
    ...lostRoutes,
  ]),
]);

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPreload: "intent",
  defaultPreloadDelay: 80,
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultPendingComponent: Starting,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
});
