// Control of an issue and all below it: paused, resumed, cancelled, restored, each looked at before.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useT } from "@/texts/locale";
import { toast } from "@/ui/toast";
import { api, unwrap } from "./client";
import { sayError } from "./error";
import { keys } from "./keys";

export type TreeMode = "pause" | "resume" | "cancel" | "restore";

/** What a control would do; asked for anew each time, for it is about now. */
export const useTreePreview = (company: string, issue: string, mode: TreeMode | undefined) =>
  useQuery({
    queryKey: [...keys.issue(company, issue, "tree-preview"), mode],
    enabled: mode !== undefined,
    staleTime: 0,
    gcTime: 0,
    queryFn: () =>
      unwrap(
        api.POST("/issues/{issueId}/tree-control/preview", {
          params: { path: { issueId: issue } },
          body: { mode: mode as TreeMode },
        }),
      ),
  });

export function useTreeControl(company: string) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: ({ issue, mode }: { issue: string; mode: TreeMode }) =>
      unwrap(
        api.POST("/issues/{issueId}/tree-holds", {
          params: { path: { issueId: issue } },
          body: { mode } as never,
        }),
      ),
    onSettled: () => {
      client.invalidateQueries({ queryKey: keys.anyIssues(company) });
      client.invalidateQueries({ queryKey: keys.anyRuns(company) });
    },
    onError: (error) => toast.failed(t("tree.failed"), sayError(error, t)),
  });
}
