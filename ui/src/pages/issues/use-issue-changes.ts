// The changes that a list offers on one issue and on many, each with its sentence and Undo.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "@/api/client";
import { sayError } from "@/api/error";
import { patchIssue, useChangeIssue } from "@/api/issues";
import { keys } from "@/api/keys";
import { together } from "@/api/optimistic";
import type { IssueChange, IssuePriority, IssueRow, IssueStatus } from "@/api/types";
import { useCompany } from "@/company";
import type { Assignment } from "@/components/issue-pickers";
import { useT } from "@/texts/locale";
import { toast } from "@/ui/toast";

const AT_ONCE = 6;

export interface IssueChanges {
  setStatus: (issue: IssueRow, status: IssueStatus) => void;
  setPriority: (issue: IssueRow, priority: IssuePriority) => void;
  assign: (issue: IssueRow, to: Assignment, name: string) => void;
  move: (issue: IssueRow, project: string | null, name: string) => void;
  /** Any change of one issue, named after the field that changes. */
  change: (
    issue: IssueRow,
    change: IssueChange,
    field: "status" | "priority" | "assignee" | "project",
  ) => void;
  many: (issues: readonly IssueRow[], change: IssueChange) => Promise<void>;
}

/** Runs tasks, a few at a time, and returns what went wrong. */
async function aFewAtATime(tasks: ReadonlyArray<() => Promise<unknown>>): Promise<unknown[]> {
  const queue = [...tasks];
  const faults: unknown[] = [];
  async function work() {
    for (let task = queue.shift(); task; task = queue.shift()) {
      try {
        await task();
      } catch (error) {
        faults.push(error);
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return faults;
}

export function useIssueChanges(): IssueChanges {
  const t = useT();
  const client = useQueryClient();
  const { id: company } = useCompany();
  const { mutate } = useChangeIssue(company);

  return useMemo(() => {
    const send = (issue: IssueRow, change: IssueChange) =>
      unwrap(
        api.PATCH("/issues/{issueId}", { params: { path: { issueId: issue.id } }, body: change as never }),
      );

    async function many(issues: readonly IssueRow[], change: IssueChange) {
      const fields = Object.keys(change) as Array<keyof IssueRow>;
      const back = issues.map((issue) => ({
        issue,
        change: Object.fromEntries(fields.map((field) => [field, issue[field] ?? null])) as IssueChange,
      }));
      const sent = apply(issues.map((issue) => ({ issue, change })));
      // What is still on its way would come after what takes it back.
      const undo = () => sent.then(() => apply(back));
      const withdraw = toast.done(t("issues.manyChanged", { count: issues.length }), undo);
      if ((await sent) > 0) withdraw();
    }

    /** Changes issues at once, and says what the server refused of it. Returns how much that was. */
    async function apply(all: ReadonlyArray<{ issue: IssueRow; change: IssueChange }>): Promise<number> {
      const rollback = together(
        all.map(({ issue, change }) => patchIssue(client, company, issue.id, change as Partial<IssueRow>)),
      );
      const faults = await aFewAtATime(
        all.map(
          ({ issue, change }) =>
            () =>
              send(issue, change),
        ),
      );
      if (faults.length > 0) {
        rollback();
        toast.failed(t("issues.manyFailed", { count: faults.length }), sayError(faults[0], t));
      }
      client.invalidateQueries({ queryKey: keys.anyIssues(company), refetchType: "active" });
      return faults.length;
    }

    return {
      setStatus: (issue, status) =>
        mutate({
          issue,
          change: { status },
          said: t("issues.statusChanged", { name: issue.identifier, value: t(`words.${status}`) }),
        }),
      setPriority: (issue, priority) =>
        mutate({
          issue,
          change: { priority },
          said: t("issues.priorityChanged", { name: issue.identifier, value: t(`words.${priority}`) }),
        }),
      assign: (issue, to, name) =>
        mutate({
          issue,
          change: { ...to },
          said: t("issues.assigneeChanged", { name: issue.identifier, value: name }),
        }),
      move: (issue, projectId, name) =>
        mutate({
          issue,
          change: { projectId },
          said: t("issues.projectChanged", { name: issue.identifier, value: name }),
        }),
      change: (issue, change, field) => {
        const sentences = {
          status: t("issues.statusChanged", {
            name: issue.identifier,
            value: t(`words.${change.status ?? issue.status}`),
          }),
          priority: t("issues.priorityChanged", {
            name: issue.identifier,
            value: t(`words.${change.priority ?? issue.priority}`),
          }),
          assignee: t("issues.wasReassigned", { name: issue.identifier }),
          project: t("issues.wasMoved", { name: issue.identifier }),
        };
        mutate({ issue, change, said: sentences[field] });
      },
      many,
    };
  }, [client, company, mutate, t]);
}
