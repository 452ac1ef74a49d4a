// The inbox of a person: failed runs that were not put away, issues that ask for somebody, and what
// takes them out and brings them back.
import { infiniteQueryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import { patchCached, useOptimistic } from "./optimistic";
import type { InboxDismissal, InboxIssue, Run } from "./types";

const LIMIT = 200;

export interface InboxQuery {
  touchedByUserId?: "me";
  unreadForUserId?: "me";
  inboxArchivedByUserId?: "me";
  assigneeUserId?: "me";
  attention?: "blocked";
  status?: string;
}

/** Issues of the inbox by a filter, the latest first. */
export const inboxIssuesQuery = (company: string, query: InboxQuery) => ({
  queryKey: [...keys.inbox(company, "issues"), query],
  queryFn: async () =>
    (await unwrap(
      api.GET("/companies/{companyId}/issues", {
        params: {
          path: { companyId: company },
          query: { ...query, view: "compact", sortField: "updated", sortDir: "desc", limit: LIMIT } as never,
        },
      }),
    )) as InboxIssue[],
});

export const useInboxIssues = (company: string, query: InboxQuery, isWanted = true) =>
  useQuery({ ...inboxIssuesQuery(company, query), enabled: isWanted });

export const useDismissals = (company: string) =>
  useQuery({
    queryKey: keys.inbox(company, "dismissals"),
    queryFn: (): Promise<InboxDismissal[]> =>
      unwrap(
        api.GET("/companies/{companyId}/inbox-dismissals", { params: { path: { companyId: company } } }),
      ),
  });

/** The last runs, of which those count that were the last of their agent. */
export const useLastRuns = (company: string) =>
  useQuery({
    queryKey: keys.runList(company, { limit: LIMIT }),
    queryFn: (): Promise<Run[]> =>
      unwrap(
        api.GET("/companies/{companyId}/heartbeat-runs", {
          params: { path: { companyId: company }, query: { limit: LIMIT } as never },
        }),
      ),
  });
