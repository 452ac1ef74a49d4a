// Companies: which there are, the one we are in, and what the shell needs of it.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import { putAnswer } from "./put-answer";
import { KEPT_TRUE_BY_FEED } from "./queryClient";
import type { components } from "./schema";
import type { Company, Label } from "./types";

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

/** A person of a company by what others may know of them. */
export interface Person {
  principalId: string;
  status: string;
  name?: string | null;
  image?: string | null;
}

/** The people of a company by id; none until they are known. */
export function usePeople(company: string): ReadonlyMap<string, Person> {
  const { data } = useQuery({
    queryKey: keys.people(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/members", { params: { path: { companyId: company } } })).then(
        ({ members }) => ({ members: members.map(({ user, ...member }) => ({ ...member, ...user })) }),
      ),
    select: mapped,
    staleTime: KEPT_TRUE_BY_FEED,
  });
  return data ?? NOBODY;
}

const NOBODY: ReadonlyMap<string, Person> = new Map();
const mapped = ({ members }: { members: Person[] }): ReadonlyMap<string, Person> =>
  new Map(members.map((member) => [member.principalId, member]));

export const useBadges = (company: string) =>
  useQuery({
    queryKey: keys.badges(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/sidebar-badges", { params: { path: { companyId: company } } })),
    staleTime: KEPT_TRUE_BY_FEED,
    enabled: company !== "",
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

/** A colour of the wheel as labels store it; each next label stands far from those before it. */
export function labelColour(place: number): string {
  const hue = (place * 137.5 + 230) % 360;
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    const share = 0.55 - 0.28 * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return ["#", channel(0), channel(8), channel(4)].join("");
}

export function useCreateLabel(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => {
      const known = client.getQueryData<Label[]>(keys.labels(company)) ?? [];
      const color = labelColour(known.length);
      return unwrap(
        api.POST("/companies/{companyId}/labels", {
          params: { path: { companyId: company } },
          body: { name, color },
        }),
      );
    },
    onSuccess: (label) => putAnswer<Label[]>(client, keys.labels(company), (all) => [...(all ?? []), label]),
  });
}

export function useCreateCompany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: components["schemas"]["CreateCompanyRequest"] & { idempotencyKey: string }) =>
      unwrap(api.POST("/companies", { body, headers: { "idempotency-key": idempotencyKey } })),
    onSuccess: (company) => {
      putAnswer<Company[]>(client, keys.companies, (all) => [
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
      putAnswer<Company[]>(client, keys.companies, (all) =>
        all?.map((other) => (other.id === company.id ? company : other)),
      );
      putAnswer(client, keys.company(company.id), company);
    },
  });
}
