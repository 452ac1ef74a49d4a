// The inbox of a person: what waits for them, other issues that may concern them, and what takes
// something out and brings it back.
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useIdle } from "@/ui/idle";
import { api, unwrap } from "./client";
import { useBadges } from "./companies";
import { keys } from "./keys";
import { readCounts } from "./list-counts";
import { patchCached, type Rollback, together, useOptimistic } from "./optimistic";
import { KEPT_TRUE_BY_FEED } from "./queryClient";
import type { Inbox, InboxIssue } from "./types";

const LIMIT = 200;

const OPEN = "backlog,todo,in_progress,in_review,blocked";
const KEPT = { inboxArchivedByUserId: "me" } as const;

export interface InboxQuery {
  touchedByUserId?: "me";
  unreadForUserId?: "me";
  /** Those that the person has not put away. */
  inboxArchivedByUserId?: "me";
  assigneeUserId?: "me";
  attention?: "blocked";
  status?: string;
}

/** The issues among what waits for the person: what they have, and what somebody has to look at. */
const MY_OWN: InboxQuery = { ...KEPT, assigneeUserId: "me", status: OPEN };
const REVIEWS: InboxQuery = { ...KEPT, status: "in_review" };

/** What waits for the person, and was not put away. */
export const useInbox = (company: string) =>
  useQuery({
    queryKey: keys.inbox(company, "mine"),
    queryFn: (): Promise<Inbox> =>
      unwrap(api.GET("/companies/{companyId}/inbox", { params: { path: { companyId: company } } })),
  });

/** Issues by a filter, the latest first. */
export const useInboxIssues = (company: string, query: InboxQuery, isWanted = true) =>
  useQuery({
    queryKey: [...keys.inbox(company, "issues"), query],
    queryFn: async () =>
      (await unwrap(
        api.GET("/companies/{companyId}/issues", {
          params: {
            path: { companyId: company },
            // The description of the API does not name the parameters of this list.
            query: {
              ...query,
              view: "compact",
              sortField: "updated",
              sortDir: "desc",
              limit: LIMIT,
            } as never,
          },
        }),
      )) as InboxIssue[],
    enabled: isWanted,
  });

/** How many issues a filter finds, and how many of them are in review; no row of them is sent. */
async function countIssues(company: string, query: InboxQuery) {
  const answer = api.GET("/companies/{companyId}/issues", {
    params: { path: { companyId: company }, query: { ...query, view: "row", limit: 1 } as never },
  });
  const rows = await unwrap(answer);
  const counts = readCounts((await answer).response.headers);
  return counts ?? { total: (rows as unknown[]).length, byStatus: {} };
}

/** How much waits for the person: the number of items on the first page of the inbox, and beside its name. */
export function useInboxCount(company: string): number | undefined {
  const { data: badges } = useBadges(company);
  const isIdle = useIdle();
  const { data: issues } = useQuery({
    queryKey: [...keys.badges(company), "issues"],
    queryFn: async () => {
      const [own, reviews] = await Promise.all([countIssues(company, MY_OWN), countIssues(company, REVIEWS)]);
      // Those that the person has and that are in review are in both.
      return own.total + reviews.total - (own.byStatus.in_review ?? 0);
    },
    staleTime: KEPT_TRUE_BY_FEED,
    // No page waits for the number.
    enabled: isIdle && company !== "",
  });
  return badges && issues !== undefined ? badges.failedRuns + badges.approvals + issues : undefined;
}

function patchIssues(client: QueryClient, company: string, change: (rows: InboxIssue[]) => InboxIssue[]) {
  return together([
    patchCached<InboxIssue[]>(client, keys.inbox(company, "issues"), change),
    patchCached<Inbox>(client, keys.inbox(company, "mine"), (all) => ({
      ...all,
      issues: change(all.issues),
    })),
  ]);
}

function refresh(client: QueryClient, company: string) {
  client.invalidateQueries({ queryKey: keys.anyInbox(company) });
  client.invalidateQueries({ queryKey: keys.badges(company) });
}

export interface PutAway {
  kind: "issue" | "run";
  id: string;
  name: string;
  /** Brings it back instead. */
  isBack?: boolean;
  /** Only until then; runs alone can be put off. */
  until?: string;
  said: string;
}

/** Takes something out of the inbox: gone at once, back from the toast. */
export function usePutAway(company: string) {
  const params = { path: { companyId: company } };
  return useOptimistic<PutAway, unknown>({
    send: ({ kind, id, isBack, until }) => {
      if (kind === "issue") {
        const of = { params: { path: { issueId: id } } };
        return isBack
          ? unwrap(api.DELETE("/issues/{issueId}/inbox-archive", of))
          : unwrap(api.POST("/issues/{issueId}/inbox-archive", of));
      }
      const itemKey = `run:${id}`;
      if (isBack)
        return unwrap(
          api.DELETE("/companies/{companyId}/inbox-dismissals/{itemKey}", {
            params: { path: { companyId: company, itemKey } },
          }),
        );
      const body = until ? { itemKey, kind: "snooze" as const, snoozedUntil: until } : { itemKey };
      return unwrap(api.POST("/companies/{companyId}/inbox-dismissals", { params, body }));
    },
    patch: ({ kind, id, isBack }, client): Rollback => {
      client.cancelQueries({ queryKey: keys.anyInbox(company) });
      if (kind === "issue")
        return isBack
          ? together([])
          : patchIssues(client, company, (rows) => rows.filter((row) => row.id !== id));
      if (isBack) return together([]);
      return patchCached<Inbox>(client, keys.inbox(company, "mine"), (all) => ({
        ...all,
        failedRuns: all.failedRuns.filter((run) => run.id !== id),
      }));
    },
    what: ({ name }) => name,
    done: ({ said }) => said,
    inverse: (item) => ({ ...item, isBack: !item.isBack }),
    settle: (_answer, _item, client) => refresh(client, company),
  });
}

export interface MarkedRead {
  issue: InboxIssue;
  isRead: boolean;
}

export function useMarkRead(company: string) {
  return useOptimistic<MarkedRead, unknown>({
    send: ({ issue, isRead }) => {
      const of = { params: { path: { issueId: issue.id } } };
      return isRead
        ? unwrap(api.POST("/issues/{issueId}/read", of))
        : unwrap(api.DELETE("/issues/{issueId}/read", of));
    },
    patch: ({ issue, isRead }, client) =>
      patchIssues(client, company, (rows) =>
        rows.map((row) => (row.id === issue.id ? { ...row, isUnreadForMe: !isRead } : row)),
      ),
    what: ({ issue }) => issue.identifier,
    settle: (_answer, _marked, client) =>
      client.invalidateQueries({ queryKey: keys.anyInbox(company), refetchType: "none" }),
  });
}
