// The name of an issue that is known by its id alone: from what the board has read already, else asked for.
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { issueQuery } from "@/api/issues";
import { keys } from "@/api/keys";
import type { ActivityEntry, IssueRow } from "@/api/types";
import { useCompany } from "@/company";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Link } from "@/ui/link";

interface Named {
  identifier: string;
  title?: string | undefined;
}

/** Looks through lists of issues, and through what logs tell of it elsewhere. */
export function knownIssue(client: QueryClient, company: string, id: string): Named | undefined {
  for (const [, list] of client.getQueriesData<{ pages?: IssueRow[][] }>({
    queryKey: keys.issueLists(company),
  }))
    for (const row of list?.pages?.flat() ?? []) if (row.id === id) return row;
  for (const [, log] of client.getQueriesData<ActivityEntry[] | { pages: ActivityEntry[][] }>({
    queryKey: keys.anyActivity(company),
  }))
    for (const entry of Array.isArray(log) ? log : (log?.pages.flat() ?? [])) {
      const details = entry.details as { identifier?: unknown; title?: unknown; issueTitle?: unknown } | null;
      if (entry.entityType !== "issue" || entry.entityId !== id) continue;
      if (typeof details?.identifier !== "string") continue;
      const title = details.issueTitle ?? details.title;
      return { identifier: details.identifier, title: typeof title === "string" ? title : undefined };
    }
  return undefined;
}

export function IssueName({ id, className }: { id: string; className?: string }) {
  const t = useT();
  const client = useQueryClient();
  const { id: company, issuePrefix } = useCompany();
  const known = knownIssue(client, company, id);
  const { data } = useQuery({ ...issueQuery(company, id), enabled: !known, retry: false });
  const issue = known ?? data;
  if (!issue) return t("deeds.anIssue");
  return (
    <Link to={paths.issue(issuePrefix, issue.identifier)} className={className}>
      {issue.title ? `${issue.identifier} ${issue.title}` : issue.identifier}
    </Link>
  );
}
