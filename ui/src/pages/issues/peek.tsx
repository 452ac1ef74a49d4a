// A look at an issue beside the list, without leaving it: what it is about, how it stands, what was said last.
import { useQuery } from "@tanstack/react-query";
import { ExternalLink, X } from "lucide-react";
import { issuePageQuery } from "@/api/issues";
import type { Comment, IssueRow, NamedRun } from "@/api/types";
import { useCompany } from "@/company";
import { useAssignee, useWho, WhoMark } from "@/components/who";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";
import { LabelChip } from "@/ui/label-chip";
import { Link } from "@/ui/link";
import { Markdown } from "@/ui/markdown";
import { PriorityIcon } from "@/ui/priority";
import { Failed, Skeleton } from "@/ui/states";
import { StatusChip } from "@/ui/status";
import { Time } from "@/ui/time";
import { Marks } from "./issue-row";

/** How many of the last comments are shown. */
const SAID = 3;

export interface PeekProps {
  issue: IssueRow;
  run: NamedRun | undefined;
  onClose: () => void;
}

function Said({ comment }: { comment: Comment }) {
  const who = useWho();
  const by = comment.authorAgentId
    ? who("agent", comment.authorAgentId)
    : who("person", comment.authorUserId ?? "");
  return (
    <article className="flex flex-col gap-1">
      <p className="flex items-center gap-2 text-text-3 text-xs">
        <WhoMark who={by} size={18} hasName />
        <Time at={comment.createdAt} />
      </p>
      <div className="line-clamp-6 text-text-2">
        <Markdown text={comment.body} />
      </div>
    </article>
  );
}

export function Peek({ issue, run, onClose }: PeekProps) {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const { data, error, isError, refetch } = useQuery(issuePageQuery(company, issue.identifier));
  const assignee = useAssignee(issue);
  const said = (data?.comments ?? []).filter((comment) => comment.body).slice(0, SAID);
  const to = paths.issue(issuePrefix, issue.identifier);

  return (
    <aside
      aria-label={t("issues.peekAt", { name: issue.identifier })}
      className="rising absolute top-2 right-2 bottom-2 z-10 flex w-[min(440px,calc(100%-16px))] flex-col rounded-l border border-line bg-overlay shadow-l"
    >
      <header className="flex h-11 shrink-0 items-center gap-1 border-line border-b pr-2 pl-4">
        <span className="font-mono text-text-3 text-xs">{issue.identifier}</span>
        <span className="grow" />
        <Link
          to={to}
          aria-label={t("common.openIn", { name: issue.identifier })}
          className="touch-area grid size-7 place-items-center rounded-m text-text-3 hover:bg-surface-3/70 hover:text-text"
        >
          <ExternalLink size={15} />
        </Link>
        <IconButton label={t("common.close")} keys="Escape" icon={<X size={16} />} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <div tabIndex={0} className="flex min-h-0 grow flex-col gap-4 overflow-y-auto p-4 outline-none">
        <h2 className="font-semibold text-lg">{issue.title}</h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-text-2 text-xs">
          <StatusChip status={issue.status} isLive={run?.status === "running"} />
          <span className="inline-flex items-center gap-1">
            <PriorityIcon priority={issue.priority} isDecoration />
            {t(`words.${issue.priority}`)}
          </span>
          <WhoMark who={assignee} size={18} hasName />
          <Marks issue={issue} run={run} />
          {issue.labels.map((label) => (
            <LabelChip key={label.id} label={label} />
          ))}
        </div>
        {data ? (
          <>
            {data.issue.description ? (
              <div className="text-md">
                <Markdown text={data.issue.description} />
              </div>
            ) : (
              <p className="text-text-3">{t("issues.noDescription")}</p>
            )}
            {said.length > 0 && (
              <section className="flex flex-col gap-3 border-line border-t pt-4">
                <h3 className="font-medium text-text-3 text-xs">{t("issues.saidLast")}</h3>
                {said.map((comment) => (
                  <Said key={comment.id} comment={comment} />
                ))}
              </section>
            )}
          </>
        ) : isError ? (
          <Failed isInline error={error} what={issue.identifier} onRetry={() => refetch()} />
        ) : (
          <div className="flex flex-col gap-2" role="status" aria-label={t("common.loading")}>
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-4/5" />
          </div>
        )}
      </div>
    </aside>
  );
}
