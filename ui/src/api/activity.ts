// The activity log of a company.
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";

export interface ActivityQuery {
  agentId?: string;
  entityType?: string;
  entityId?: string;
  limit?: number;
}

export const activityQuery = (company: string, query: ActivityQuery) =>
  queryOptions({
    queryKey: keys.activity(company, query),
    queryFn: () =>
      unwrap(
        api.GET("/companies/{companyId}/activity", {
          params: { path: { companyId: company }, query: query as never },
        }),
      ),
    // A longer log begins like the one that is shown.
    placeholderData: keepPreviousData,
  });

export const useActivity = (company: string, query: ActivityQuery = {}) =>
  useQuery(activityQuery(company, query));
