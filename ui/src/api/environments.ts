// Environments: where runs execute.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";

export const environmentsQuery = (company: string) =>
  queryOptions({
    queryKey: keys.environments(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/environments", { params: { path: { companyId: company } } })),
  });

export const useEnvironments = (company: string) => useQuery(environmentsQuery(company));
