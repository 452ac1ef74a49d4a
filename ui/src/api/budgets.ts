// Limits of what may be spent, and what happened at them.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { fetchJson } from "./client";
import { keys } from "./keys";

export type BudgetScope = "company" | "agent" | "project";
export type BudgetMetric = "billed_cents" | "list_price_cents";
export type BudgetWindow = "calendar_month_utc" | "lifetime";

interface OfScope {
  policyId: string;
  scopeType: BudgetScope;
  scopeId: string;
  scopeName: string;
  metric: BudgetMetric;
  windowKind: BudgetWindow;
  windowStart: string;
  windowEnd: string;
}

/** A limit, and how spending stands to it. Amounts are cents. */
export interface BudgetPolicy extends OfScope {
  /** Zero for no limit. */
  amount: number;
  observedAmount: number;
  remainingAmount: number;
  utilizationPercent: number;
  warnPercent: number;
  hardStopEnabled: boolean;
  notifyEnabled: boolean;
  allowUnpriced?: boolean;
  isActive: boolean;
  status: "ok" | "warning" | "hard_stop";
  paused: boolean;
  pauseReason: string | null;
}

/** What happened at a limit. */
export interface BudgetIncident extends OfScope {
  id: string;
  thresholdType: "soft" | "hard";
  amountLimit: number;
  amountObserved: number;
  /** Use without a price was the cause. */
  isUnpriced?: boolean;
  status: "open" | "resolved" | "dismissed";
  approvalId: string | null;
  createdAt: string;
}

export interface BudgetOverview {
  policies: BudgetPolicy[];
  activeIncidents: BudgetIncident[];
  pausedAgentCount: number;
  pausedProjectCount: number;
  pendingApprovalCount: number;
}

export type BudgetChange = Pick<BudgetPolicy, "scopeType" | "scopeId" | "amount"> &
  Partial<Pick<BudgetPolicy, "metric" | "windowKind" | "warnPercent" | "hardStopEnabled" | "allowUnpriced">>;

export type Resolution =
  | { action: "raise_budget_and_resume"; amount: number; decisionNote?: string }
  | { action: "keep_paused"; decisionNote?: string };

const send = <T>(path: string, body: object) =>
  fetchJson<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

export const useBudgets = (company: string) =>
  useQuery({
    queryKey: keys.budgets(company),
    queryFn: () => fetchJson<BudgetOverview>(`/companies/${company}/budgets/overview`),
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
      send<BudgetPolicy>(`/companies/${company}/budgets/policies`, change),
    onSuccess: refresh,
  });
}

export function useResolveIncident(company: string) {
  const refresh = useRefresh(company);
  return useMutation({
    mutationFn: ({ incident, ...resolution }: Resolution & { incident: string }) =>
      send<BudgetIncident>(`/companies/${company}/budget-incidents/${incident}/resolve`, resolution),
    onSettled: refresh,
  });
}
