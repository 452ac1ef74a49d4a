// The parts of one agent that only its own page shows, and what can be done there.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import { putAnswer } from "./put-answer";
import type { components } from "./schema";
import type { Agent, AgentKey, AgentRevision, NoRun, Run } from "./types";

const of = (agent: string) => ({ params: { path: { agentId: agent } } });

export const agentKeysQuery = (company: string, agent: string) =>
  queryOptions({
    queryKey: keys.agent(company, agent, "keys"),
    queryFn: (): Promise<AgentKey[]> => unwrap(api.GET("/agents/{agentId}/keys", of(agent))),
    meta: { isKept: false },
  });

export const revisionsQuery = (company: string, agent: string) =>
  queryOptions({
    queryKey: keys.agent(company, agent, "revisions"),
    queryFn: (): Promise<AgentRevision[]> => unwrap(api.GET("/agents/{agentId}/config-revisions", of(agent))),
    meta: { isKept: false },
  });

export const wakesQuery = (company: string, agent: string) =>
  queryOptions({
    queryKey: keys.agent(company, agent, "wakes"),
    queryFn: () => unwrap(api.GET("/agents/{agentId}/diagnostics/wakes", of(agent))),
  });

export const runtimeStateQuery = (company: string, agent: string) =>
  queryOptions({
    queryKey: keys.agent(company, agent, "state"),
    queryFn: () => unwrap(api.GET("/agents/{agentId}/runtime-state", of(agent))),
  });

export const useAgentKeys = (company: string, agent: string) => useQuery(agentKeysQuery(company, agent));
export const useRevisions = (company: string, agent: string) => useQuery(revisionsQuery(company, agent));
export const useWakes = (company: string, agent: string) => useQuery(wakesQuery(company, agent));
export const useRuntimeState = (company: string, agent: string) =>
  useQuery(runtimeStateQuery(company, agent));

/** Wakes an agent by hand. The answer is its run, or why there is none. */
export function useInvoke(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (agent: string): Promise<Run | NoRun> =>
      unwrap(api.POST("/agents/{agentId}/heartbeat/invoke", of(agent))),
    onSuccess: (_answer, agent) => {
      client.invalidateQueries({ queryKey: keys.liveRuns(company) });
      client.invalidateQueries({ queryKey: keys.agent(company, agent, "wakes") });
    },
  });
}

export function useDeleteAgent(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (agent: string) => unwrap(api.DELETE("/agents/{agentId}", of(agent))),
    onSuccess: (_answer, agent) => {
      putAnswer<Agent[]>(client, keys.agents(company), (all) => all?.filter((one) => one.id !== agent));
    },
  });
}

export function useSetPermissions(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ agent, ...body }: components["schemas"]["UpdatePermissionsRequest"] & { agent: string }) =>
      unwrap(api.PATCH("/agents/{agentId}/permissions", { ...of(agent), body })),
    onSuccess: (agent) => {
      putAnswer(client, keys.agent(company, agent.id), agent);
      client.invalidateQueries({ queryKey: keys.agents(company) });
    },
  });
}

export function useCreateKey(company: string, agent: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      unwrap(api.POST("/agents/{agentId}/keys", { ...of(agent), body: { name } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.agent(company, agent, "keys") }),
  });
}

export function useRevokeKey(company: string, agent: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) =>
      unwrap(
        api.DELETE("/agents/{agentId}/keys/{keyId}", { params: { path: { agentId: agent, keyId: key } } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.agent(company, agent, "keys") }),
  });
}

export function useRollback(company: string, agent: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (revision: string) =>
      unwrap(
        api.POST("/agents/{agentId}/config-revisions/{revisionId}/rollback", {
          params: { path: { agentId: agent, revisionId: revision } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.anyAgents(company) }),
  });
}

/** The conversation that an agent goes on with; without it the next run begins anew. */
export function useResetSession(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (agent: string) =>
      unwrap(api.POST("/agents/{agentId}/runtime-state/reset-session", { ...of(agent), body: {} })),
    onSuccess: (_answer, agent) => client.invalidateQueries({ queryKey: keys.anyAgent(company, agent) }),
  });
}
