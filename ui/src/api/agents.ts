// Agents: the list that everything takes names from, and one agent's parts.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { byId } from "./by-id";
import { api, unwrap } from "./client";
import { keys } from "./keys";
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
      client.setQueryData<Agent[]>(keys.agents(company), (all) => [
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
      client.setQueryData<Agent[]>(keys.agents(company), (all) =>
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
      client.setQueryData<Agent[]>(keys.agents(company), (all) =>
        all?.map((other) => (other.id === agent.id ? { ...other, ...agent } : other)),
      );
      client.invalidateQueries({ queryKey: keys.anyAgent(company, agent.id) });
    },
  });
}
