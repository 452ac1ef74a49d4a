// Issues: lists by filter, one issue, and changes that show at once in every list that has it.
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useT } from "@/texts/locale";
import { toast } from "@/ui/toast";
import { api, unwrap } from "./client";
import { ApiError, sayError } from "./error";
import { keys } from "./keys";
import { type ListTotals, readCounts } from "./list-counts";
import { patchCached, type Rollback, together, useOptimistic } from "./optimistic";
import { queryClient } from "./queryClient";
import type { IssueChange, IssueDetail, IssuePage, IssueRow, NewIssue } from "./types";

/** How many rows are asked for at once. */
const PAGE = 200;

/** What the server can filter and order by. */
export interface IssueQuery {
  status?: string[];
  assigneeAgentId?: string;
  assigneeUserId?: string;
  projectId?: string;
  labelId?: string;
  parentId?: string;
  q?: string;
  sortField?: "updated" | "id";
  sortDir?: "asc" | "desc";
}

// Older servers know no rows; what they have instead is close.
let view: "row" | "compact" = "row";

async function listRows(company: string, query: IssueQuery, offset: number): Promise<IssueRow[]> {
  try {
    const asked = { ...query, view, limit: PAGE, ...(offset > 0 ? { offset } : {}) };
    const answer = api.GET("/companies/{companyId}/issues", {
      // Older descriptions of the API do not name the parameters of this list.
      params: { path: { companyId: company }, query: asked as never },
    });
    const rows = (await unwrap(answer)) as IssueRow[];
    const counts = readCounts((await answer).response.headers);
    if (counts) queryClient.setQueryData<ListTotals>(keys.issueCount(company, query), counts);
    return rows;
  } catch (error) {
    const isOlder = error instanceof ApiError && (error.status === 400 || error.status === 422);
    if (view !== "row" || !isOlder) throw error;
    view = "compact";
    return listRows(company, query, offset);
  }
}

export const issueListQuery = (company: string, query: IssueQuery) =>
  infiniteQueryOptions({
    queryKey: keys.issueList(company, query),
    queryFn: ({ pageParam }) => listRows(company, query, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
  });

export const useIssueList = (company: string, query: IssueQuery) =>
  useInfiniteQuery(issueListQuery(company, query));

/** How much a list holds in all; undefined where the server does not count. */
export const useListTotals = (company: string, query: IssueQuery) =>
  useQuery<ListTotals>({
    queryKey: keys.issueCount(company, query),
    // The list brings it along.
    queryFn: skipToken,
  }).data;

/** An issue by id or identifier. */
export const issueQuery = (company: string, issue: string) =>
  queryOptions({
    queryKey: keys.issue(company, issue),
    queryFn: () => unwrap(api.GET("/issues/{issueId}", { params: { path: { issueId: issue } } })),
  });

/** The whole page of an issue in one answer. */
export const issuePageQuery = (company: string, issue: string) =>
  queryOptions({
    queryKey: keys.issue(company, issue, "page"),
    queryFn: () => unwrap(api.GET("/issues/{issueId}/page", { params: { path: { issueId: issue } } })),
  });

export const useIssue = (company: string, issue: string) => useQuery(issueQuery(company, issue));
export const useIssuePage = (company: string, issue: string) => useQuery(issuePageQuery(company, issue));

type Pages = InfiniteData<IssueRow[], number>;

/** Changes an issue in every cached answer that shows it. */
export function patchIssue(
  client: QueryClient,
  company: string,
  id: string,
  patch: Partial<IssueRow>,
): Rollback {
  const lists = patchCached<Pages>(client, keys.issueLists(company), (old) => {
    if (!old.pages?.some((page) => page.some((row) => row.id === id))) return old;
    const change = (row: IssueRow) => (row.id === id ? { ...row, ...patch } : row);
    return { ...old, pages: old.pages.map((page) => page.map(change)) };
  });
  const single = client
    .getQueryCache()
    .findAll({ queryKey: keys.anyIssues(company) })
    .filter((query) => query.queryKey[3] === "detail" || query.queryKey[3] === "page")
    .map((query) =>
      patchCached<IssueDetail | IssuePage>(client, query.queryKey, (old) => {
        if ("issue" in old) return old.issue.id === id ? { ...old, issue: { ...old.issue, ...patch } } : old;
        return old.id === id ? { ...old, ...patch } : old;
      }),
    );
  return together([lists, ...single]);
}

export interface ChangedIssue {
  issue: Pick<IssueRow, "id" | "identifier"> & Partial<IssueRow>;
  change: IssueChange;
  /** What the toast says; nothing for changes that are seen anyway. */
  said?: string;
}

function refresh(client: QueryClient, company: string, issue: { id: string; identifier: string }) {
  client.invalidateQueries({ queryKey: keys.anyIssue(company, issue.id) });
  client.invalidateQueries({ queryKey: keys.anyIssue(company, issue.identifier) });
}

/** Change an issue: shown at once, rolled back with the reason if refused, undone from the toast. */
export function useChangeIssue(company: string) {
  return useOptimistic<ChangedIssue, unknown>({
    send: ({ issue, change }) =>
      unwrap(
        api.PATCH("/issues/{issueId}", { params: { path: { issueId: issue.id } }, body: change as never }),
      ),
    patch: ({ issue, change }, client) => {
      client.cancelQueries({ queryKey: keys.issueLists(company) });
      return patchIssue(client, company, issue.id, change as Partial<IssueRow>);
    },
    what: ({ issue }) => issue.identifier,
    done: ({ said }) => said,
    inverse: ({ issue, change }) => {
      const before = Object.keys(change).map((field) => [field, issue[field as keyof IssueRow] ?? null]);
      return { issue: { ...issue, ...(change as Partial<IssueRow>) }, change: Object.fromEntries(before) };
    },
    settle: (_answer, { issue }, client) => refresh(client, company, issue),
    // Somebody may have been faster.
    refused: ({ issue }, client) => {
      refresh(client, company, issue);
      client.invalidateQueries({ queryKey: keys.issueLists(company), refetchType: "active" });
    },
  });
}

export function useCreateIssue(company: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: NewIssue) =>
      unwrap(
        api.POST("/companies/{companyId}/issues", {
          params: { path: { companyId: company } },
          // Wire: the description nests the fields; the server reads them flat.
          body: fields as never,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.issueLists(company) }),
  });
}

export function useDeleteIssue(company: string) {
  const client = useQueryClient();
  const t = useT();
  return useMutation({
    mutationFn: (issue: string) =>
      unwrap(api.DELETE("/issues/{issueId}", { params: { path: { issueId: issue } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.issueLists(company) }),
    onError: (error) =>
      toast.failed(t("errors.changeFailed", { what: t("issues.issue") }), sayError(error, t)),
  });
}
