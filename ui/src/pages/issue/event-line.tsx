// One change of an issue as a quiet line: who, what, when.
import { useState } from "react";
import type { ActivityEntry } from "@/api/types";
import { useCompany } from "@/company";
import { changeOf, DeedMark, deedOf, useActor } from "@/components/deed";
import { useWho } from "@/components/who";
import { paths } from "@/paths";
import { fillNodes } from "@/texts/fill";
import { type TextKey, useT } from "@/texts/locale";
import { Link } from "@/ui/link";
import { lookOf } from "@/ui/status-table";
import { Time } from "@/ui/time";

interface Named {
  id: string;
  identifier: string;
}

/** Sentences of the log that say on the page of the issue what the issue would be named for elsewhere. */
const SENTENCES: Partial<Record<ReturnType<typeof deedOf>, TextKey>> = {
  issue_created: "issue.didCreate",
  issue_child_created: "issue.didAddChild",
  issue_status: "issue.didMove",
  issue_assigned: "issue.didAssign",
  issue_unassigned: "issue.didUnassign",
  issue_priority: "issue.didPrioritise",
  issue_renamed: "issue.didRename",
  issue_execution_recovery_settled: "issue.didStop",
  issue_recovery_action_resolved: "issue.didSettle",
  issue_queued_comment_discarded: "issue.didWithdraw",
};

function Names({ issues }: { issues: readonly Named[] }) {
  const { issuePrefix } = useCompany();
  return issues.map((issue, at) => (
    <span key={issue.id}>
      {at > 0 && ", "}
      <Link to={paths.issue(issuePrefix, issue.identifier)} className="font-medium text-text hover:underline">
        {issue.identifier}
      </Link>
    </span>
  ));
}

/** The fields that an entry changed, in words. */
function useFields() {
  const t = useT();
  return (entry: ActivityEntry): string => {
    const { changes = {} } = (entry.details ?? {}) as { changes?: Record<string, unknown> };
    const words: Partial<Record<string, TextKey>> = {
      description: "issue.description",
      projectId: "issues.project",
      goalId: "issues.goal",
      parentId: "issues.parent",
      labelIds: "issues.labels",
      title: "issue.titleLabel",
    };
    const named = Object.keys(changes).flatMap((field) => {
      const key = words[field];
      return key ? [t(key)] : [];
    });
    return named.join(", ") || t("issue.something");
  };
}

export function EventLine({ entry }: { entry: ActivityEntry }) {
  const t = useT();
  const who = useWho();
  const actor = useActor();
  const fieldsOf = useFields();
  const deed = deedOf(entry);
  const details = (entry.details ?? {}) as Record<string, unknown>;
  const added = (details.addedBlockedByIssues ?? []) as Named[];
  const removed = (details.removedBlockedByIssues ?? []) as Named[];

  function sentence(): TextKey {
    if (deed === "issue_blockers_updated") return added.length > 0 ? "issue.didBlock" : "issue.didUnblock";
    return SENTENCES[deed] ?? (deed === "issue_updated" ? "issue.didChange" : "issue.didOther");
  }
  function value() {
    if (deed === "issue_blockers_updated") return <Names issues={added.length > 0 ? added : removed} />;
    const status = changeOf(entry, "status")?.to;
    if (typeof status === "string") return t(`words.${lookOf(status).word}`);
    const agent = changeOf(entry, "assigneeAgentId")?.to;
    if (typeof agent === "string") return who("agent", agent)?.name ?? "…";
    const person = changeOf(entry, "assigneeUserId")?.to;
    if (typeof person === "string") return who("person", person)?.name ?? "…";
    const priority = changeOf(entry, "priority")?.to;
    if (typeof priority === "string") return t(`words.${priority}` as TextKey);
    return fieldsOf(entry);
  }

  return (
    <div className="flex min-h-6 items-center gap-2 py-0.5 pl-1 text-text-3 text-xs">
      <span className="grid w-5 place-items-center">
        <DeedMark entry={entry} size={16} />
      </span>
      <span className="min-w-0 grow">
        {fillNodes(t(sentence()), {
          who: <span className="font-medium text-text-2">{actor(entry)?.name ?? "…"}</span>,
          value: <span className="font-medium text-text-2">{value()}</span>,
        })}
        <span aria-hidden="true"> · </span>
        <Time at={entry.createdAt} />
      </span>
    </div>
  );
}

/** Several changes in a row behind one line. */
export function EventRow({ entries }: { entries: readonly ActivityEntry[] }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return entries.map((entry) => <EventLine key={entry.id} entry={entry} />);
  return (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className="touch-area ml-7 self-start rounded-s text-text-3 text-xs hover:text-text"
    >
      {t("issue.showChanges", { count: entries.length })}
    </button>
  );
}
