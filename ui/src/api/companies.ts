// Companies: which there are, the one we are in, and what the shell needs of it.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import { KEPT_TRUE_BY_FEED } from "./queryClient";
import type { components } from "./schema";
import type { Company } from "./types";

export const companiesQuery = queryOptions({
  queryKey: keys.companies,
  queryFn: () => unwrap(api.GET("/companies", {})),
});

export const healthQuery = queryOptions({
  queryKey: keys.health,
  queryFn: () => unwrap(api.GET("/health", {})),
});

export const useCompanies = () => useQuery(companiesQuery);
export const useHealth = () => useQuery(healthQuery);
export const useCompanyStats = () =>
  useQuery({ queryKey: keys.companyStats, queryFn: () => unwrap(api.GET("/companies/stats", {})) });

export const useMembers = (company: string) =>
  useQuery({
    queryKey: keys.members(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/members", { params: { path: { companyId: company } } })),
    staleTime: KEPT_TRUE_BY_FEED,
  });

export const useBadges = (company: string) =>
  useQuery({
    queryKey: keys.badges(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/sidebar-badges", { params: { path: { companyId: company } } })),
    staleTime: KEPT_TRUE_BY_FEED,
  });

export const useDashboard = (company: string) =>
  useQuery({
    queryKey: keys.dashboard(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/dashboard", { params: { path: { companyId: company } } })),
  });

export const useLabels = (company: string) =>
  useQuery({
    queryKey: keys.labels(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/labels", { params: { path: { companyId: company } } })),
    staleTime: KEPT_TRUE_BY_FEED,
  });

export function useCreateCompany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: components["schemas"]["CreateCompanyRequest"] & { idempotencyKey: string }) =>
      unwrap(api.POST("/companies", { body, headers: { "idempotency-key": idempotencyKey } })),
    onSuccess: (company) => {
      client.setQueryData<Company[]>(keys.companies, (all) => [
        ...(all ?? []).filter((other) => other.id !== company.id),
        company,
      ]);
    },
  });
}

export function useUpdateCompany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: components["schemas"]["UpdateCompanyRequest"] & { id: string }) =>
      unwrap(api.PATCH("/companies/{companyId}", { params: { path: { companyId: id } }, body })),
    onSuccess: (company) => {
      client.setQueryData<Company[]>(keys.companies, (all) =>
        all?.map((other) => (other.id === company.id ? company : other)),
      );
      client.setQueryData(keys.company(company.id), company);
    },
  });
}
