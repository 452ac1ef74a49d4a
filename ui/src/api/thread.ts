// What is said on an issue: comments, those that wait for the agent, and what became of wake-ups.
import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { me } from "@/company";
import { addToDraft, draftPlace } from "@/drafts";
import { useT } from "@/texts/locale";
import { toast } from "@/ui/toast";
import { api, fetchJson, unwrap } from "./client";
import { sayError } from "./error";
import { keys } from "./keys";
import type { components } from "./schema";
import type { Comment, IssuePage, IssueStatus } from "./types";

const OLDER = 100;

/** Comments before those that the page brought, a hundred at a time. */
export function useOlderComments(company: string, issue: string, after: string | null | undefined) {
  return useInfiniteQuery({
    queryKey: [...keys.issue(company, issue, "older-comments"), after ?? ""],
    enabled: false,
    queryFn: ({ pageParam }) =>
      fetchJson<Comment[]>(`/issues/${issue}/comments?order=desc&limit=${OLDER}&after=${pageParam}`),
    initialPageParam: after ?? "",
    getNextPageParam: (last) => (last.length < OLDER ? undefined : last.at(-1)?.id),
  });
}

export interface NewComment {
  body: string;
  /** Stops the run that works on the issue first. */
  interrupt?: boolean;
  reopen?: boolean;
  /** Says the state with it, so that the comment opens nothing and wakes nobody. */
  leaves?: IssueStatus;
  /** Makes a repetition recognisable, and names the comment while it is on its way. */
  requestId: string;
}

/** The marks of a comment that the server has not answered yet. */
const isOnItsWay = (comment: Comment) => comment.id === comment.clientRequestId;

export { isOnItsWay };

/** Says something: it stands in the thread at once, and leaves it again if the server refuses. */
export function useComment(company: string, issue: { id: string; key: string }) {
  const client = useQueryClient();
  const t = useT();
  const key = keys.issue(company, issue.key, "page");
  const change = (edit: (comments: Comment[]) => Comment[]) =>
    client.setQueryData<IssuePage>(key, (page) => page && { ...page, comments: edit(page.comments) });

  return useMutation({
    mutationFn: async ({ requestId, leaves, ...comment }: NewComment): Promise<Comment> => {
      const params = { path: { issueId: issue.id } };
      if (!leaves)
        return unwrap(
          api.POST("/issues/{issueId}/comments", {
            params,
            body: { ...comment, clientRequestId: requestId } as never,
          }),
        );
      const body = { status: leaves, comment: comment.body };
      const answer = await unwrap(api.PATCH("/issues/{issueId}", { params, body: body as never }));
      return (answer as { comment: Comment }).comment;
    },
    onMutate: async ({ body, requestId }) => {
      await client.cancelQueries({ queryKey: key });
      const now = new Date().toISOString();
      // What only the server knows of it comes with its answer.
      const sent = {
        id: requestId,
        clientRequestId: requestId,
        issueId: issue.id,
        companyId: company,
        authorType: "user",
        authorUserId: me(),
        body,
        createdAt: now,
        updatedAt: now,
      } as Comment;
      change((comments) => [sent, ...comments]);
    },
    onSuccess: (comment, { requestId }) => {
      change((comments) => [
        comment,
        ...comments.filter((other) => other.id !== requestId && other.id !== comment.id),
      ]);
      client.invalidateQueries({ queryKey: keys.issue(company, issue.key, "queue") });
    },
    onError: (error, { body, requestId }) => {
      change((comments) => comments.filter((other) => other.id !== requestId));
      // What could not be sent is not lost, wherever its writer is by now.
      addToDraft(draftPlace(issue.id), body);
      toast.failed(t("issue.commentFailed"), sayError(error, t));
    },
  });
}

export function useTakeBackComment(company: string, issue: { id: string; key: string }) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: (comment: string) =>
      unwrap(
        api.DELETE("/issues/{issueId}/comments/{commentId}", {
          params: { path: { issueId: issue.id, commentId: comment } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.anyIssue(company, issue.key) }),
    onError: (error) =>
      toast.failed(t("errors.changeFailed", { what: t("issue.comment") }), sayError(error, t)),
  });
}

/** Comments that the agent is told of when its next run starts. Asked for only while there may be some. */
export const useWaitingComments = (company: string, issue: string, isAsked: boolean) =>
  useQuery({
    queryKey: keys.issue(company, issue, "queue"),
    enabled: isAsked,
    queryFn: () =>
      unwrap(api.GET("/issues/{issueId}/queued-comments", { params: { path: { issueId: issue } } })),
  });

export function useWithdrawComment(company: string, issue: { id: string; key: string }) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: ({ comment, seen }: { comment: string; seen: components["schemas"]["SeenQueue"] }) =>
      unwrap(
        api.DELETE("/issues/{issueId}/queued-comments/{commentId}", {
          params: { path: { issueId: issue.id, commentId: comment } },
          body: seen,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.anyIssue(company, issue.key) }),
    onError: (error) =>
      toast.failed(t("errors.changeFailed", { what: t("issue.comment") }), sayError(error, t)),
  });
}

export type WakeEvent = components["schemas"]["WakeEvent"];

/** What became of the wake-ups for an issue, newest first. */
export const wakesQuery = (company: string, issue: string) =>
  queryOptions({
    queryKey: keys.issue(company, issue, "wakes"),
    queryFn: () =>
      unwrap(api.GET("/issues/{issueId}/diagnostics/wakes", { params: { path: { issueId: issue } } })),
  });

/** Marks an issue as read by whoever looks at the board. */
export const markRead = (issue: string) =>
  unwrap(api.POST("/issues/{issueId}/read", { params: { path: { issueId: issue } } }));
