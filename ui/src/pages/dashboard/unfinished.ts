// The issues that are worked on, by which the live runs are named.
import { useInfiniteQuery } from "@tanstack/react-query";
import { issueListQuery } from "@/api/issues";
import type { IssueRow } from "@/api/types";

const UNFINISHED = {
  status: ["in_review", "blocked", "in_progress"],
  sortField: "updated" as const,
  sortDir: "desc" as const,
};

export function useUnfinished(company: string, isWanted: boolean) {
  const list = useInfiniteQuery({ ...issueListQuery(company, UNFINISHED), enabled: isWanted });
  const issues: IssueRow[] = list.data?.pages.flat() ?? [];
  return { list, issues };
}
