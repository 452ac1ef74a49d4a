// The issues below this one, how far they are, and a new one among them.
import { ChevronRight, Plus } from "lucide-react";
import { useState } from "react";
import { useIssueList } from "@/api/issues";
import type { IssueRow } from "@/api/types";
import { useCompany } from "@/company";
import { useAssignee, WhoMark } from "@/components/who";
import { paths } from "@/paths";
import { openNewIssue } from "@/shell/shell-state";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { Meter } from "@/ui/meter";
import { Failed } from "@/ui/states";
import { StatusIcon } from "@/ui/status";

function SubIssue({ issue }: { issue: IssueRow }) {
  const { issuePrefix } = useCompany();
  const assignee = useAssignee(issue);
  return (
    <li>
      <Link
        to={paths.issue(issuePrefix, issue.identifier)}
        className="row-height flex items-center gap-2 rounded-m px-2 hover:bg-surface-2"
      >
        <StatusIcon status={issue.status} />
        <span className="w-14 shrink-0 truncate font-mono text-text-3 text-xs">{issue.identifier}</span>
        <span
          className={cx("min-w-0 grow truncate", issue.status === "cancelled" && "text-text-3 line-through")}
        >
          {issue.title}
        </span>
        <WhoMark who={assignee} size={18} />
      </Link>
    </li>
  );
}

export function SubIssues({
  issue,
}: {
  issue: { id: string; identifier: string; projectId?: string | null };
}) {
  const t = useT();
  const { id: company } = useCompany();
  const list = useIssueList(company, { parentId: issue.id });
  const [isOpen, setOpen] = useState(true);
  // In the order in which they were made, which is mostly that in which they are done.
  const children = (list.data?.pages.flat() ?? []).sort((one, other) =>
    one.createdAt.localeCompare(other.createdAt),
  );
  const done = children.filter((child) => child.status === "done").length;
  const isCounted = children.filter((child) => child.status !== "cancelled").length;
  const start = () =>
    openNewIssue({
      parentId: issue.id,
      parentName: issue.identifier,
      ...(issue.projectId ? { projectId: issue.projectId } : {}),
    });

  if (list.isError && !list.data)
    return <Failed isInline error={list.error} what={t("issue.subIssues")} onRetry={() => list.refetch()} />;
  if (children.length === 0)
    return (
      <Button
        tone="quiet"
        size="s"
        icon={<Plus size={14} />}
        onClick={start}
        className="-ml-2 self-start text-text-3"
      >
        {t("issue.addSubIssue")}
      </Button>
    );
  return (
    <section aria-label={t("issue.subIssues")} className="w-full">
      <div className="flex min-h-8 items-center gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="touch-area -ml-1 flex items-center gap-1 whitespace-nowrap rounded-m font-semibold"
        >
          <ChevronRight size={14} className={cx("text-text-3 transition-transform", isOpen && "rotate-90")} />
          {t("issue.subIssues")}
        </button>
        <span className="tabular whitespace-nowrap text-text-3 text-xs">
          {t("issue.doneOf", { done, all: isCounted })}
        </span>
        <span className="w-20">
          <Meter
            label={t("issue.doneOf", { done, all: isCounted })}
            share={isCounted > 0 ? done / isCounted : 0}
            isGoal
          />
        </span>
        <span className="grow" />
        <IconButton label={t("issue.addSubIssue")} icon={<Plus size={15} />} onClick={start} />
      </div>
      {isOpen && (
        <ul className="-mx-2">
          {children.map((child) => (
            <SubIssue key={child.id} issue={child} />
          ))}
        </ul>
      )}
    </section>
  );
}
