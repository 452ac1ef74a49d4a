// What keeps an issue from going on by itself, and how a person settles it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { components } from "./schema";

export type RecoveryAction = components["schemas"]["RecoveryAction"];
export type ExecutionBlocker = components["schemas"]["ExecutionBlocker"];
export type RecoveryRequest = components["schemas"]["ResolveRecoveryRequest"];
export type RunEffect = components["schemas"]["RunEffect"];

/** How long the word about a run has to be; the server says so. */
export const SHORTEST_EVIDENCE = 20;

export function useSettleRecovery(company: string, issue: { id: string; key: string }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RecoveryRequest) =>
      unwrap(
        api.POST("/issues/{issueId}/recovery-actions/resolve", {
          params: { path: { issueId: issue.id } },
          body,
        }),
      ),
    onSuccess: () => {
      client.invalidateQueries({ queryKey: keys.anyIssue(company, issue.key) });
      client.invalidateQueries({ queryKey: keys.issueLists(company) });
    },
  });
}
