// Documents of issues: one with its text, its history, and what can be done with it.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useT } from "@/texts/locale";
import { toast } from "@/ui/toast";
import { api, unwrap } from "./client";
import { sayError } from "./error";
import { keys } from "./keys";
import type { components } from "./schema";

export type IssueDocument = components["schemas"]["IssueDocument"];
export type DocumentSummary = components["schemas"]["DocumentSummary"];
export type DocumentRevision = components["schemas"]["DocumentRevision"];

/** An issue as pages name it: by its id, and by the name under which its answers are kept. */
export interface OfIssue {
  id: string;
  key: string;
}

export const documentQuery = (company: string, issue: OfIssue, name: string) =>
  queryOptions({
    queryKey: [...keys.issue(company, issue.key, "document"), name],
    queryFn: () =>
      unwrap(
        api.GET("/issues/{issueId}/documents/{documentKey}", {
          params: { path: { issueId: issue.id, documentKey: name } },
        }),
      ),
  });

/** The newest revisions, latest first: as many as the server tells at once. */
export const revisionsQuery = (company: string, issue: OfIssue, name: string) =>
  queryOptions({
    queryKey: [...keys.issue(company, issue.key, "document-revisions"), name],
    queryFn: () =>
      unwrap(
        api.GET("/issues/{issueId}/documents/{documentKey}/revisions", {
          params: { path: { issueId: issue.id, documentKey: name } },
        }),
      ),
  });

export interface NewText {
  name: string;
  title: string;
  body: string;
  changeSummary: string;
  /** The revision that it comes from; none for a new document. */
  base: string | undefined;
}

/** Writes a document. What the server refuses is the caller's to show: the text is still in the field. */
export function useWriteDocument(company: string, issue: OfIssue) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, title, body, changeSummary, base }: NewText) =>
      unwrap(
        api.PUT("/issues/{issueId}/documents/{documentKey}", {
          params: { path: { issueId: issue.id, documentKey: name } },
          body: {
            format: "markdown",
            body,
            title: title || null,
            ...(changeSummary ? { changeSummary } : {}),
            ...(base ? { baseRevisionId: base } : {}),
          } as never,
        }),
      ),
    onSuccess: (document) => {
      client.setQueryData(documentQuery(company, issue, document.key).queryKey, document);
      client.invalidateQueries({ queryKey: keys.anyIssue(company, issue.key) });
    },
  });
}

export type DocumentVerb =
  | { kind: "lock" | "unlock" | "delete"; name: string }
  | { kind: "restore"; name: string; revision: string };

function done(issue: OfIssue, verb: DocumentVerb): Promise<unknown> {
  const path = { issueId: issue.id, documentKey: verb.name };
  switch (verb.kind) {
    case "lock":
      return unwrap(api.POST("/issues/{issueId}/documents/{documentKey}/lock", { params: { path } }));
    case "unlock":
      return unwrap(api.POST("/issues/{issueId}/documents/{documentKey}/unlock", { params: { path } }));
    case "delete":
      return unwrap(api.DELETE("/issues/{issueId}/documents/{documentKey}", { params: { path } }));
    case "restore":
      return unwrap(
        api.POST("/issues/{issueId}/documents/{documentKey}/revisions/{revisionId}/restore", {
          params: { path: { ...path, revisionId: verb.revision } },
        }),
      );
  }
}

export function useDocumentVerb(company: string, issue: OfIssue) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: (verb: DocumentVerb) => done(issue, verb),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.anyIssue(company, issue.key) }),
    onError: (error) =>
      toast.failed(t("errors.changeFailed", { what: t("documents.document") }), sayError(error, t)),
  });
}
