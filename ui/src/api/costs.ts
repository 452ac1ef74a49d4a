// What work costs: sums over a stretch of time, by who caused them and by who sends the bill.
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type SummedCosts = Schemas["SummedCosts"];
export type PlanCosts = Schemas["PlanCosts"];
export type CostByAgentModel = Schemas["CostByAgentModel"];
export type CostByProvider = Schemas["CostByProvider"];
export type WindowSpend = Schemas["WindowSpend"];
export type FinanceEvent = Schemas["FinanceEvent"];
export type FinanceEventKind = Schemas["FinanceEventKind"];
export type NewFinanceEvent = Schemas["CreateFinanceEventRequest"];

/** Both ends belong to it; without one it is open there. */
export interface Span {
  from?: string;
  to?: string;
}

const within = (company: string, span: Span) => ({
  params: { path: { companyId: company }, query: span },
});

/** While another stretch of time is on its way, the last one stays in sight. */
const kept = { placeholderData: keepPreviousData };

export const useCostSummary = (company: string, span: Span) =>
  useQuery({
    queryKey: keys.costs(company, "summary", span),
    queryFn: () => unwrap(api.GET("/companies/{companyId}/costs/summary", within(company, span))),
    ...kept,
  });

export const useCostsByAgent = (company: string, span: Span, isWanted = true) =>
  useQuery({
    queryKey: keys.costs(company, "by-agent", span),
    queryFn: () => unwrap(api.GET("/companies/{companyId}/costs/by-agent", within(company, span))),
    enabled: isWanted,
    ...kept,
  });

export const useCostsByAgentModel = (company: string, span: Span) =>
  useQuery({
    queryKey: keys.costs(company, "by-agent-model", span),
    queryFn: () => unwrap(api.GET("/companies/{companyId}/costs/by-agent-model", within(company, span))),
    ...kept,
  });

export const useCostsByProvider = (company: string, span: Span, isWanted = true) =>
  useQuery({
    queryKey: keys.costs(company, "by-provider", span),
    queryFn: () => unwrap(api.GET("/companies/{companyId}/costs/by-provider", within(company, span))),
    enabled: isWanted,
    ...kept,
  });

export const useCostsByBiller = (company: string, span: Span, isWanted = true) =>
  useQuery({
    queryKey: keys.costs(company, "by-biller", span),
    queryFn: () => unwrap(api.GET("/companies/{companyId}/costs/by-biller", within(company, span))),
    enabled: isWanted,
    ...kept,
  });

export const useCostsByProject = (company: string, span: Span, isWanted = true) =>
  useQuery({
    queryKey: keys.costs(company, "by-project", span),
    queryFn: () => unwrap(api.GET("/companies/{companyId}/costs/by-project", within(company, span))),
    enabled: isWanted,
    ...kept,
  });

/** What was spent in the last hours and days, by provider: plans begin anew after such windows. */
export const useWindowSpend = (company: string) =>
  useQuery({
    queryKey: keys.costs(company, "window-spend", {}),
    queryFn: () =>
      unwrap(
        api.GET("/companies/{companyId}/costs/window-spend", { params: { path: { companyId: company } } }),
      ),
  });

/** What an issue cost, with all below it or only what is below it. */
export const issueCostsQuery = (company: string, issue: string, isBelow: boolean) =>
  queryOptions({
    queryKey: keys.costs(company, "issue", { issue, isBelow }),
    queryFn: () =>
      unwrap(
        api.GET("/issues/{issueId}/cost-summary", {
          params: { path: { issueId: issue }, query: isBelow ? { excludeRoot: true } : {} },
        }),
      ),
  });

export const useIssueCosts = (company: string, issue: string, isBelow: boolean) =>
  useQuery(issueCostsQuery(company, issue, isBelow));

const MOST_BOOKINGS = 500;

export const useFinanceEvents = (company: string, span: Span) =>
  useQuery({
    queryKey: keys.costs(company, "finance-events", span),
    queryFn: () =>
      unwrap(
        api.GET("/companies/{companyId}/costs/finance-events", {
          params: { path: { companyId: company }, query: { ...span, limit: String(MOST_BOOKINGS) } },
        }),
      ),
    ...kept,
  });

export const useFinanceSummary = (company: string, span: Span) =>
  useQuery({
    queryKey: keys.costs(company, "finance-summary", span),
    queryFn: () => unwrap(api.GET("/companies/{companyId}/costs/finance-summary", within(company, span))),
    ...kept,
  });

/** Books money that is no cost of a model: a bill, a credit, a correction. */
export function useBookFinance(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewFinanceEvent) =>
      unwrap(
        api.POST("/companies/{companyId}/finance-events", {
          params: { path: { companyId: company } },
          body,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.anyCosts(company) }),
  });
}
