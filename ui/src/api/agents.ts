// Agents: the list that everything takes names from, and one agent's parts.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { byId } from "./by-id";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import { patchCached, together, useOptimistic } from "./optimistic";
import { putAnswer } from "./put-answer";
import { KEPT_TRUE_BY_FEED } from "./queryClient";
import type { components } from "./schema";
import type { Agent } from "./types";

export const agentsQuery = (company: string) =>
  queryOptions({
    queryKey: keys.agents(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/agents", { params: { path: { companyId: company } } })),
    staleTime: KEPT_TRUE_BY_FEED,
  });

export const agentQuery = (company: string, agent: string) =>
  queryOptions({
    queryKey: keys.agent(company, agent),
    queryFn: () => unwrap(api.GET("/agents/{agentId}", { params: { path: { agentId: agent } } })),
  });

export const useAgents = (company: string) => useQuery(agentsQuery(company));
export const useAgent = (company: string, agent: string) => useQuery(agentQuery(company, agent));

/** Agents by id, for names and avatars; undefined until they are known. */
export function useAgentsById(company: string): ReadonlyMap<string, Agent> | undefined {
  const { data } = useAgents(company);
  return data && byId(data);
}

/** Adapters with what the server knows of them. */
export const useAdapters = () =>
  useQuery({ queryKey: keys.adapters, queryFn: () => unwrap(api.GET("/adapters", {})) });

/** Asks the board for an agent, where it wants to be asked. */
export function useHireAgent(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: components["schemas"]["CreateAgentRequest"] & { idempotencyKey: string }) =>
      unwrap(
        api.POST("/companies/{companyId}/agent-hires", {
          params: { path: { companyId: company } },
          body: body as never,
          headers: { "idempotency-key": idempotencyKey },
        }),
      ),
    onSuccess: () => {
      for (const queryKey of [keys.anyAgents(company), keys.anyApprovals(company), keys.badges(company)])
        client.invalidateQueries({ queryKey });
    },
  });
}

export function useCreateAgent(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: components["schemas"]["CreateAgentRequest"] & { idempotencyKey: string }) =>
      unwrap(
        api.POST("/companies/{companyId}/agents", {
          params: { path: { companyId: company } },
          body,
          headers: { "idempotency-key": idempotencyKey },
        }),
      ),
    onSuccess: (agent) => {
      putAnswer<Agent[]>(client, keys.agents(company), (all) => [
        ...(all ?? []).filter((other) => other.id !== agent.id),
        agent,
      ]);
    },
  });
}

export function useUpdateAgent(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      agent,
      ...body
    }: Partial<components["schemas"]["UpdateAgentRequest"]> & { agent: string }) =>
      unwrap(api.PATCH("/agents/{agentId}", { params: { path: { agentId: agent } }, body: body as never })),
    onSuccess: (agent) => {
      putAnswer<Agent[]>(client, keys.agents(company), (all) =>
        all?.map((other) => (other.id === agent.id ? { ...other, ...agent } : other)),
      );
      client.invalidateQueries({ queryKey: keys.anyAgent(company, agent.id) });
    },
  });
}

type AgentVerb = "pause" | "resume" | "terminate" | "clear-error";

/** Pause, resume, terminate, clear an error: the server answers with the agent as it is then. */
export function useAgentVerb(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ agent, verb }: { agent: string; verb: AgentVerb }) =>
      unwrap(api.POST(`/agents/{agentId}/${verb}`, { params: { path: { agentId: agent } } })),
    onSuccess: (agent) => {
      putAnswer<Agent[]>(client, keys.agents(company), (all) =>
        all?.map((other) => (other.id === agent.id ? { ...other, ...agent } : other)),
      );
      client.invalidateQueries({ queryKey: keys.anyAgent(company, agent.id) });
    },
  });
}

export interface Paused {
  agent: Agent;
  isPaused: boolean;
  /** What the toast says. */
  said: string;
}

/** Pause an agent or let it go on: shown at once, and undone from the toast. */
export function usePauseAgent(company: string) {
  return useOptimistic<Paused, Agent>({
    send: ({ agent, isPaused }) =>
      unwrap(
        api.POST(isPaused ? "/agents/{agentId}/pause" : "/agents/{agentId}/resume", {
          params: { path: { agentId: agent.id } },
        }),
      ),
    patch: ({ agent, isPaused }, client) => {
      const change = <A extends Agent>(one: A): A =>
        one.id === agent.id
          ? { ...one, status: isPaused ? "paused" : "idle", pauseReason: isPaused ? "manual" : null }
          : one;
      return together([
        patchCached<Agent[]>(client, keys.agents(company), (all) => all.map(change)),
        patchCached<Agent>(client, keys.agent(company, agent.id), change),
      ]);
    },
    what: ({ agent }) => agent.name,
    done: ({ said }) => said,
    inverse: ({ agent, isPaused, said }) => ({ agent, isPaused: !isPaused, said }),
    settle: (answer, { agent }, client) => {
      putAnswer<Agent[]>(client, keys.agents(company), (all) =>
        all?.map((other) => (other.id === agent.id ? { ...other, ...answer } : other)),
      );
      // Those below it have a manager who is paused, or no longer.
      client.invalidateQueries({ queryKey: keys.anyAgents(company) });
    },
  });
}
