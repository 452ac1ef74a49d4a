// Files of issues: bringing them, and taking them away.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useT } from "@/texts/locale";
import { toast } from "@/ui/toast";
import { api, unwrap } from "./client";
import type { OfIssue } from "./documents";
import { sayError } from "./error";
import { keys } from "./keys";
import type { components } from "./schema";

export type Attachment = components["schemas"]["Attachment"];

/** The largest file that the server keeps, in bytes. */
export const LARGEST = 10 * 1024 * 1024;

export function useAttach(company: string, issue: OfIssue) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append("file", file);
      return unwrap(
        api.POST("/companies/{companyId}/issues/{issueId}/attachments", {
          params: { path: { companyId: company, issueId: issue.id } },
          body: {} as never,
          bodySerializer: () => form,
        }),
      );
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.anyIssue(company, issue.key) }),
    onError: (error, file) => toast.failed(t("files.failed", { name: file.name }), sayError(error, t)),
  });
}

export function useDetach(company: string, issue: OfIssue) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: (attachment: string) =>
      unwrap(api.DELETE("/attachments/{attachmentId}", { params: { path: { attachmentId: attachment } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.anyIssue(company, issue.key) }),
    onError: (error) => toast.failed(t("errors.changeFailed", { what: t("files.file") }), sayError(error, t)),
  });
}
