// What the board decides about: what was asked, what was said about it, and the decision.
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useT } from "@/texts/locale";
import { toast } from "@/ui/toast";
import { api, unwrap } from "./client";
import { sayError } from "./error";
import { keys } from "./keys";
import { putAnswer } from "./put-answer";
import type { components } from "./schema";

export type Approval = components["schemas"]["Approval"];
export type Decision = "approve" | "reject" | "request-revision";

/** In which states the board can decide. */
export const isOpen = (approval: Pick<Approval, "status">) =>
  approval.status === "pending" || approval.status === "revision_requested";

const of = (approval: string) => ({ params: { path: { approvalId: approval } } });

export const approvalsQuery = (company: string) =>
  queryOptions({
    queryKey: keys.approvals(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/approvals", { params: { path: { companyId: company } } })),
  });

export const useApprovals = (company: string, isWanted = true) =>
  useQuery({ ...approvalsQuery(company), enabled: isWanted });

export const useApproval = (company: string, approval: string) =>
  useQuery({
    queryKey: keys.approval(company, approval),
    queryFn: () => unwrap(api.GET("/approvals/{approvalId}", of(approval))),
  });

export const useApprovalIssues = (company: string, approval: string) =>
  useQuery({
    queryKey: keys.approval(company, approval, "issues"),
    queryFn: () => unwrap(api.GET("/approvals/{approvalId}/issues", of(approval))),
  });

export const useApprovalComments = (company: string, approval: string) =>
  useQuery({
    queryKey: keys.approval(company, approval, "comments"),
    queryFn: () => unwrap(api.GET("/approvals/{approvalId}/comments", of(approval))),
  });

function refresh(client: QueryClient, company: string) {
  for (const queryKey of [
    keys.anyApprovals(company),
    keys.badges(company),
    keys.anyAgents(company),
    keys.dashboard(company),
  ])
    client.invalidateQueries({ queryKey });
}

/** Decides. What somebody else decided meanwhile is asked for and shown. */
export function useDecide(company: string, approval: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ verdict, note }: { verdict: Decision; note: string }) => {
      const options = { ...of(approval), body: note ? { decisionNote: note } : {} };
      if (verdict === "approve") return unwrap(api.POST("/approvals/{approvalId}/approve", options));
      if (verdict === "reject") return unwrap(api.POST("/approvals/{approvalId}/reject", options));
      return unwrap(api.POST("/approvals/{approvalId}/request-revision", options));
    },
    onSuccess: (decided) => putAnswer(client, keys.approval(company, approval), decided),
    onSettled: () => refresh(client, company),
  });
}

export function useCommentOnApproval(company: string, approval: string) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: (body: string) =>
      unwrap(api.POST("/approvals/{approvalId}/comments", { ...of(approval), body: { body } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.approval(company, approval, "comments") }),
    onError: (error) => toast.failed(t("issue.commentFailed"), sayError(error, t)),
  });
}
