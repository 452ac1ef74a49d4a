// Runs: which are live, which there were, and how to stop one.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import { KEPT_TRUE_BY_FEED } from "./queryClient";
import type { NamedRun } from "./types";

export interface RunQuery {
  agentId?: string;
  issueId?: string;
  status?: string;
  limit?: number;
}

export const liveRunsQuery = (company: string) =>
  queryOptions({
    queryKey: keys.liveRuns(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/live-runs", { params: { path: { companyId: company } } })),
    staleTime: KEPT_TRUE_BY_FEED,
  });

export const runListQuery = (company: string, query: RunQuery) =>
  queryOptions({
    queryKey: keys.runList(company, query),
    queryFn: () =>
      unwrap(
        api.GET("/companies/{companyId}/heartbeat-runs", {
          params: { path: { companyId: company }, query: query as never },
        }),
      ),
  });

export const runQuery = (company: string, run: string) =>
  queryOptions({
    queryKey: keys.run(company, run),
    queryFn: () => unwrap(api.GET("/heartbeat-runs/{runId}", { params: { path: { runId: run } } })),
  });

export const useLiveRuns = (company: string) => useQuery(liveRunsQuery(company));
export const useRunList = (company: string, query: RunQuery) => useQuery(runListQuery(company, query));
export const useRun = (company: string, run: string) => useQuery(runQuery(company, run));

const isLive = (run: NamedRun) => run.status === "running" || run.status === "queued";

/** The live run of each issue that has one; one that works goes before one that waits. */
export function useLiveRunByIssue(company: string): ReadonlyMap<string, NamedRun> {
  const { data } = useLiveRuns(company);
  return useMemo(() => {
    const byIssue = new Map<string, NamedRun>();
    for (const run of data ?? []) {
      if (!run.issueId || !isLive(run)) continue;
      if (byIssue.get(run.issueId)?.status !== "running") byIssue.set(run.issueId, run);
    }
    return byIssue;
  }, [data]);
}

export function useStopRun(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (run: string) =>
      unwrap(api.POST("/heartbeat-runs/{runId}/cancel", { params: { path: { runId: run } } })),
    onSuccess: (run) => {
      client.invalidateQueries({ queryKey: keys.anyRun(company, run.id) });
      client.invalidateQueries({ queryKey: keys.liveRuns(company) });
    },
  });
}
