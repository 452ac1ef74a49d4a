// Environments: where runs execute, who holds a place there, and trying whether it can be reached.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { components } from "./schema";
import type { Environment, Lease, Probe } from "./types";

type Create = components["schemas"]["CreateEnvironmentRequest"];
type Update = components["schemas"]["UpdateEnvironmentRequest"];
type ToProbe = components["schemas"]["ProbeConfigRequest"];

const of = (environment: string) => ({ params: { path: { environmentId: environment } } });

export const environmentsQuery = (company: string) =>
  queryOptions({
    queryKey: keys.environments(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/environments", { params: { path: { companyId: company } } })),
  });

export const useEnvironments = (company: string) => useQuery(environmentsQuery(company));

export const useCapabilities = (company: string) =>
  useQuery({
    queryKey: keys.environment(company, "all", "capabilities"),
    queryFn: () =>
      unwrap(
        api.GET("/companies/{companyId}/environments/capabilities", {
          params: { path: { companyId: company } },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useLeases = (company: string, environment: string) =>
  useQuery({
    queryKey: keys.environment(company, environment, "leases"),
    queryFn: (): Promise<Lease[]> => unwrap(api.GET("/environments/{environmentId}/leases", of(environment))),
  });

/** What deleting an environment would do. */
export const useBlastRadius = (company: string, environment: string) =>
  useQuery({
    queryKey: keys.environment(company, environment, "radius"),
    queryFn: () => unwrap(api.GET("/environments/{environmentId}/delete-blast-radius", of(environment))),
    staleTime: 0,
  });

/** Tries whether an environment can be reached, in the name of the company that is looked at. */
export const useProbe = (company: string) =>
  useMutation({
    mutationFn: (environment: string): Promise<Probe> =>
      unwrap(
        api.POST("/environments/{environmentId}/probe", {
          params: { path: { environmentId: environment }, query: { companyId: company } as never },
        }),
      ),
  });

/** The same with settings that are not saved. */
export const useProbeSettings = (company: string) =>
  useMutation({
    mutationFn: (body: ToProbe): Promise<Probe> =>
      unwrap(
        api.POST("/companies/{companyId}/environments/probe-config", {
          params: { path: { companyId: company } },
          body,
        }),
      ),
  });

export function useSaveEnvironment(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id?: string; body: Create & Update }): Promise<Environment> =>
      id
        ? unwrap(
            api.PATCH("/environments/{environmentId}", {
              // Secrets that are pasted belong to a company.
              params: { path: { environmentId: id }, query: { companyId: company } as never },
              body,
            }),
          )
        : unwrap(
            api.POST("/companies/{companyId}/environments", {
              params: { path: { companyId: company } },
              body,
            }),
          ),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.anyEnvironments(company) }),
  });
}

export function useDeleteEnvironment(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isDestroying }: { id: string; isDestroying: boolean }) =>
      unwrap(
        api.DELETE("/environments/{environmentId}", {
          params: {
            path: { environmentId: id },
            query: (isDestroying ? { destroyReusableSandboxLeases: true } : {}) as never,
          },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.anyEnvironments(company) }),
  });
}

/** Gives up a place that was kept. */
export function useLetGo(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (lease: string) =>
      unwrap(api.POST("/environment-leases/{leaseId}/let-go", { params: { path: { leaseId: lease } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.anyEnvironments(company) }),
  });
}
