// The routes that all others hang on, and what makes a page of a file.

import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import { companiesFor, companyBy } from "./api/bootstrap";
import { companiesQuery } from "./api/companies";
import { lastCompany } from "./company";
import { UnknownPage } from "./pages/lost/unknown-page";
import { isArea, redirectOf } from "./redirects";
import { readSearch } from "./search-params";
import { Shell } from "./shell/shell";

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: UnknownPage,
});

/** Everything inside a company. */
export const companyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "$company",
  beforeLoad: async ({ context, params, location }) => {
    const prefix = params.company;
    const client = context.queryClient;
    // The name of an area stands where a prefix does, in an address that names no company.
    const companies = await (isArea(prefix)
      ? client.ensureQueryData(companiesQuery)
      : companiesFor(client, prefix));
    const company = companyBy(companies, prefix);
    const rest = location.pathname.split("/").slice(2).join("/");
    const search = readSearch(location.searchStr);

    if (!company && isArea(prefix)) {
      // An address without a company means the one that was looked at last.
      const last = companies.find((one) => one.issuePrefix === lastCompany()) ?? companies[0];
      const to = last ? `/${last.issuePrefix}${location.pathname}` : "/onboarding";
      throw redirect({ to, search, hash: location.hash, replace: true } as never);
    }
    if (!company) return { company: undefined };

    const target = redirectOf(rest);
    if (target || prefix !== company.issuePrefix) {
      const to = `/${company.issuePrefix}/${target?.path ?? rest}`;
      throw redirect({
        to,
        search: { ...search, ...target?.search },
        hash: location.hash,
        replace: true,
      } as never);
    }
    return { company };
  },
  component: Shell,
  notFoundComponent: UnknownPage,
});

/** A page inside a company, with its code loaded when it is opened. */
export function page<P extends string>(path: P, load: () => Promise<{ default: ComponentType }>) {
  return createRoute({ getParentRoute: () => companyRoute, path, component: lazyRouteComponent(load) });
}
