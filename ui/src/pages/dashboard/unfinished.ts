// The issues that the dashboard is about: those that wait for somebody, and those that are worked on. One
// answer for both, since the live runs are about the latter.
import { useIssueList } from "@/api/issues";
import type { IssueRow } from "@/api/types";

const UNFINISHED = {
  status: ["in_review", "blocked", "in_progress"],
  sortField: "updated" as const,
  sortDir: "desc" as const,
};

export function useUnfinished(company: string) {
  const list = useIssueList(company, UNFINISHED);
  const issues: IssueRow[] = list.data?.pages.flat() ?? [];
  return { list, issues };
}
