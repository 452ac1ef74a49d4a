// What a person said about agents and projects: which of them they starred.
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import { patchCached, useOptimistic } from "./optimistic";
import { KEPT_TRUE_BY_FEED } from "./queryClient";
import type { components } from "./schema";

type Memberships = components["schemas"]["ResourceMemberships"];

export const useMemberships = (company: string) =>
  useQuery({
    queryKey: keys.memberships(company),
    queryFn: () =>
      unwrap(
        api.GET("/companies/{companyId}/resource-memberships/me", {
          params: { path: { companyId: company } },
        }),
      ),
    staleTime: KEPT_TRUE_BY_FEED,
  });

export interface StarChange {
  kind: "agent" | "project";
  id: string;
  name: string;
  starred: boolean;
}

/** Stars an agent or a project, or takes the star away: shown at once. */
export const useStarOnServer = (company: string) =>
  useOptimistic<StarChange, unknown>({
    send: ({ kind, id, starred }) =>
      kind === "agent"
        ? unwrap(
            api.PUT("/companies/{companyId}/resource-memberships/me/agents/{agentId}", {
              params: { path: { companyId: company, agentId: id } },
              body: { starred },
            }),
          )
        : unwrap(
            api.PUT("/companies/{companyId}/resource-memberships/me/projects/{projectId}", {
              params: { path: { companyId: company, projectId: id } },
              body: { starred },
            }),
          ),
    patch: ({ kind, id, starred }, client) =>
      patchCached<Memberships>(client, keys.memberships(company), (old) => {
        const list = kind === "agent" ? "starredAgentIds" : "starredProjectIds";
        const others = old[list].filter((one) => one !== id);
        return { ...old, [list]: starred ? [id, ...others] : others };
      }),
    what: ({ name }) => name,
  });
