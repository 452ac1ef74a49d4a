// Limits of what may be spent, and what happened at them.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { components } from "./schema";

type Schemas = components["schemas"];

/** A limit, and how spending stands to it. Amounts are cents; zero is no limit. */
export type BudgetPolicy = Schemas["BudgetPolicy"];
/** What happened at a limit. */
export type BudgetIncident = Schemas["BudgetIncident"];
export type BudgetScope = BudgetPolicy["scopeType"];
export type BudgetMetric = BudgetPolicy["metric"];
export type BudgetWindow = BudgetPolicy["windowKind"];

export type BudgetChange = Pick<BudgetPolicy, "scopeType" | "scopeId" | "amount"> &
  Partial<Pick<BudgetPolicy, "metric" | "windowKind" | "warnPercent" | "hardStopEnabled" | "allowUnpriced">>;

export type Resolution =
  | { action: "raise_budget_and_resume"; amount: number; decisionNote?: string }
  | { action: "keep_paused"; decisionNote?: string };

export const useBudgets = (company: string) =>
  useQuery({
    queryKey: keys.budgets(company),
    queryFn: () =>
      unwrap(
        api.GET("/companies/{companyId}/budgets/overview", { params: { path: { companyId: company } } }),
      ),
  });

/** What a limit touches: who is paused, what waits for a decision, what may be spent. */
function useRefresh(company: string) {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [
      keys.budgets(company),
      keys.anyCosts(company),
      keys.anyAgents(company),
      keys.anyProjects(company),
      keys.anyApprovals(company),
      keys.company(company),
      keys.badges(company),
      keys.dashboard(company),
    ])
      client.invalidateQueries({ queryKey });
  };
}

export function useSetLimit(company: string) {
  const refresh = useRefresh(company);
  return useMutation({
    mutationFn: (change: BudgetChange) =>
      unwrap(
        api.POST("/companies/{companyId}/budgets/policies", {
          params: { path: { companyId: company } },
          body: change,
        }),
      ),
    onSuccess: refresh,
  });
}

export function useResolveIncident(company: string) {
  const refresh = useRefresh(company);
  return useMutation({
    mutationFn: ({ incident, ...resolution }: Resolution & { incident: string }) =>
      unwrap(
        api.POST("/companies/{companyId}/budget-incidents/{incidentId}/resolve", {
          params: { path: { companyId: company, incidentId: incident } },
          body: resolution,
        }),
      ),
    onSettled: refresh,
  });
}
