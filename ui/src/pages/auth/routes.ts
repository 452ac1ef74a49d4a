// What is there for whoever is not signed in.
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { healthQuery } from "@/api/companies";
import { rootRoute } from "@/routing";

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "auth",
  beforeLoad: async ({ context }) => {
    // Whether the first is still missed may have changed since the last time.
    const health = await context.queryClient
      .fetchQuery({ ...healthQuery, staleTime: 0 })
      .catch(() => undefined);
    // In local mode nobody signs in.
    if (health?.deploymentMode === "local_trusted") throw redirect({ to: "/", replace: true });
  },
  component: lazyRouteComponent(() => import("./auth")),
});

const cliRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "cli-auth/$challenge",
  component: lazyRouteComponent(() => import("./cli-auth")),
});

const claimRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "board-claim/$token",
  component: lazyRouteComponent(() => import("./board-claim")),
});

export const authRoutes = [signInRoute, cliRoute, claimRoute];
