// The issues that somebody looked at last, in the sidebar; one that is worked on breathes.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { keys } from "@/api/keys";
import { useLiveRunByIssue } from "@/api/runs";
import type { IssueDetail, IssuePage } from "@/api/types";
import { useCompany } from "@/company";
import { setDraft, useDraft } from "@/drafts";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { cx } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { closeDrawer } from "./shell-state";

interface Recent {
  id: string;
  identifier: string;
  title: string;
}

const MOST = 5;
const NONE: Recent[] = [];

/** What the cache knows of an issue, by the name in its address. */
function known(client: QueryClient, company: string, name: string): Recent | undefined {
  const page = client.getQueryData<IssuePage>(keys.issue(company, name, "page"));
  const issue = page?.issue ?? client.getQueryData<IssueDetail>(keys.issue(company, name));
  return issue && { id: issue.id, identifier: issue.identifier, title: issue.title };
}

/** Remembers which issues are opened. */
export function useRecentIssues() {
  const client = useQueryClient();
  const { id: company } = useCompany();
  const name = useLocation({
    select: ({ pathname }) => /^\/[^/]+\/issues\/([^/]+)$/.exec(pathname)?.[1],
  });
  const place = `recent/${company}`;
  const recent = useDraft<Recent[]>(place)?.value ?? NONE;

  useEffect(() => {
    if (!name) return;
    function note(issue: Recent | undefined) {
      if (!issue) return false;
      if (recent[0]?.id === issue.id && recent[0].title === issue.title) return true;
      setDraft(place, [issue, ...recent.filter((one) => one.id !== issue.id)].slice(0, MOST));
      return true;
    }
    if (note(known(client, company, name))) return;
    // The page is still asking for it.
    return client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success" && event.query.queryKey[2] === name)
        note(known(client, company, name));
    });
  }, [client, company, name, place, recent]);
}

export function RecentIssues() {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const recent = useDraft<Recent[]>(`recent/${company}`)?.value ?? NONE;
  const runs = useLiveRunByIssue(company);
  const path = useLocation({ select: (location) => location.pathname });
  if (recent.length === 0) return null;
  return (
    <div>
      <h2 className="flex h-6 items-center px-2 text-text-3 text-xs">{t("shell.recent")}</h2>
      <ul className="flex flex-col gap-px">
        {recent.map((issue) => {
          const to = paths.issue(issuePrefix, issue.identifier);
          return (
            <li key={issue.id}>
              <Link
                to={to}
                onClick={closeDrawer}
                aria-current={path === to ? "page" : undefined}
                className={cx(
                  "flex h-7 items-center gap-2 rounded-m px-2 text-text-2 transition-colors hover:bg-surface-3/60 hover:text-text pointer-coarse:h-11",
                  path === to && "bg-surface-3/80 text-text",
                )}
              >
                <span className="shrink-0 font-mono text-text-3 text-xs">{issue.identifier}</span>
                <span className="min-w-0 grow truncate">{issue.title}</span>
                {runs.get(issue.id)?.status === "running" && (
                  <span className="breathing size-1.5 shrink-0 rounded-full bg-working" />
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
