// Runs: which are live, which there were, and how to stop one.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useT } from "@/texts/locale";
import { toast } from "@/ui/toast";
import { api, unwrap } from "./client";
import { ApiError, sayError } from "./error";
import { keys } from "./keys";
import { KEPT_TRUE_BY_FEED } from "./queryClient";
import type { components } from "./schema";
import type { NamedRun, RunStatus } from "./types";

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

/** A run. What its page shows besides comes along, and is kept in its own places. */
export const runQuery = (company: string, run: string) =>
  queryOptions({
    queryKey: keys.run(company, run),
    queryFn: async ({ client }) => {
      const page = await unwrap(
        api.GET("/heartbeat-runs/{runId}/page", { params: { path: { runId: run } } }),
      );
      client.setQueryData(runEventsQuery(company, run).queryKey, page.events);
      client.setQueryData(runIssuesQuery(company, run).queryKey, page.issues);
      return page.run;
    },
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

/** What a run noted of itself, in order. Output is not among it. */
export const runEventsQuery = (company: string, run: string) =>
  queryOptions({
    queryKey: keys.run(company, run, "events"),
    queryFn: () =>
      unwrap(
        api.GET("/heartbeat-runs/{runId}/events", {
          params: { path: { runId: run }, query: { limit: 1000 } },
        }),
      ),
    meta: { isKept: false },
  });

export const runIssuesQuery = (company: string, run: string) =>
  queryOptions({
    queryKey: keys.run(company, run, "issues"),
    queryFn: () => unwrap(api.GET("/heartbeat-runs/{runId}/issues", { params: { path: { runId: run } } })),
  });

export type RunLog = components["schemas"]["RunLog"];

/** A part of what a run printed, from a byte on. A run of which nothing was started printed nothing. */
export const readLog = (run: string, offset: number, limitBytes: number): Promise<RunLog> =>
  unwrap(
    api.GET("/heartbeat-runs/{runId}/log", {
      params: { path: { runId: run }, query: { offset, limitBytes } },
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return { content: "", logRef: "", runId: run, store: "" };
  });

/** The states whose runs can be repeated; the server takes no others. */
const REPEATABLE: readonly RunStatus[] = ["failed", "timed_out"];
export const canRepeat = (status: RunStatus): boolean => REPEATABLE.includes(status);
export const canStop = (status: RunStatus): boolean =>
  status === "running" || status === "queued" || status === "scheduled_retry";

/** Repeats a failed run with all of its context. */
export function useRepeatRun(company: string) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: ({ agent, run }: { agent: string; run: string }) =>
      unwrap(
        api.POST("/agents/{agentId}/wakeup", {
          params: { path: { agentId: agent } },
          body: {
            failedRunId: run,
            reason: "retry_failed_run",
            source: "on_demand",
            triggerDetail: "manual",
          } as never,
        }),
      ),
    onSuccess: (answer) => {
      if ("message" in answer && answer.message) toast.failed(t("runs.notRepeated"), answer.message);
      client.invalidateQueries({ queryKey: keys.anyRuns(company) });
      client.invalidateQueries({ queryKey: keys.anyIssues(company), refetchType: "active" });
    },
    onError: (error) => toast.failed(t("runs.notRepeated"), sayError(error, t)),
  });
}

/** Wakes an agent for an issue. */
export function useWakeAgent(company: string) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: ({ agent, issue }: { agent: string; issue: string }) =>
      unwrap(
        api.POST("/agents/{agentId}/wakeup", {
          params: { path: { agentId: agent } },
          body: { payload: { issueId: issue }, source: "on_demand", triggerDetail: "manual" } as never,
        }),
      ),
    onSuccess: (answer) => {
      if ("message" in answer && answer.message) toast.failed(t("runs.notWoken"), answer.message);
      client.invalidateQueries({ queryKey: keys.anyRuns(company) });
      client.invalidateQueries({ queryKey: keys.anyIssues(company), refetchType: "active" });
    },
    onError: (error) => toast.failed(t("runs.notWoken"), sayError(error, t)),
  });
}

export function useStopRun(company: string) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: (run: string) =>
      unwrap(api.POST("/heartbeat-runs/{runId}/cancel", { params: { path: { runId: run } } })),
    onSuccess: (run) => {
      client.invalidateQueries({ queryKey: keys.anyRun(company, run.id) });
      client.invalidateQueries({ queryKey: keys.liveRuns(company) });
    },
    onError: (error) => toast.failed(t("runs.notStopped"), sayError(error, t)),
  });
}
