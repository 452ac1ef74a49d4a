// Adapters: the form of their settings, their models, and a try of settings on the server's machine.
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { ApiError } from "./error";
import { keys } from "./keys";
import type { AdapterCheck } from "./types";

/** The fields that an adapter describes; none if it has no form. */
export const adapterFormQuery = (adapter: string) =>
  queryOptions({
    queryKey: [...keys.adapters, adapter, "form"],
    queryFn: async (): Promise<unknown> => {
      try {
        const path = { adapterType: adapter };
        return (await unwrap(api.GET("/adapters/{adapterType}/config-schema", { params: { path } }))).fields;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return [];
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const modelsQuery = (company: string, adapter: string) =>
  queryOptions({
    queryKey: [company, "adapters", adapter, "models"],
    queryFn: () =>
      unwrap(
        api.GET("/companies/{companyId}/adapters/{adapterType}/models", {
          params: { path: { companyId: company, adapterType: adapter } },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useAdapterForm = (adapter: string) => useQuery(adapterFormQuery(adapter));
export const useModels = (company: string, adapter: string) => useQuery(modelsQuery(company, adapter));

export interface SettingsToTry {
  adapterType: string;
  adapterConfig: Record<string, unknown>;
  environmentId: string | null;
}

/** What a run with these settings would need, tried by the server; nothing is started. */
export function useTrySettings(company: string) {
  return useMutation({
    mutationFn: ({ adapterType, ...body }: SettingsToTry): Promise<AdapterCheck> =>
      unwrap(
        api.POST("/companies/{companyId}/adapters/{adapterType}/test-environment", {
          params: { path: { companyId: company, adapterType } },
          body,
        }),
      ),
  });
}
