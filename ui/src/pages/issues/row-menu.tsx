// What can be done with an issue of a list, on a right click or a long press: one menu for all rows.
import { CircleDot, Copy, ExternalLink, Link2, Signal, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { IssuePriority, IssueRow, IssueStatus } from "@/api/types";
import { useCompany } from "@/company";
import {
  assignmentOf,
  useAssigneeOptions,
  usePriorityOptions,
  useStatusOptions,
} from "@/components/issue-pickers";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import type { Option } from "@/ui/combobox";
import { ContextMenu } from "@/ui/context-menu";
import type { MenuEntry } from "@/ui/menu";
import { toast } from "@/ui/toast";
import { assigneeOf } from "./filter";
import type { IssueChanges } from "./use-issue-changes";

export interface RowMenuProps {
  issue: IssueRow | undefined;
  changes: IssueChanges;
  children: ReactNode;
}

export function RowMenu({ issue, changes, children }: RowMenuProps) {
  const t = useT();
  const go = useGo();
  const { issuePrefix } = useCompany();
  const statuses = useStatusOptions();
  const priorities = usePriorityOptions();
  const assignees = useAssigneeOptions();
  async function copy(text: string) {
    await navigator.clipboard.writeText(text);
    toast.done(t("common.copied"));
  }
  const choices = (options: Option[], taken: string, onPick: (option: Option) => void): MenuEntry[] =>
    options.map((option) => ({
      id: option.value,
      label: option.label,
      icon: option.icon,
      isChecked: option.value === taken,
      onSelect: () => onPick(option),
    }));

  function entriesOf(row: IssueRow): MenuEntry[] {
    const address = paths.issue(issuePrefix, row.identifier);
    return [
      {
        id: "open",
        label: t("issues.open"),
        icon: <ExternalLink size={14} />,
        keys: "Enter",
        onSelect: () => go(address),
      },
      { kind: "separator", id: "change" },
      {
        kind: "sub",
        id: "status",
        label: t("issues.status"),
        icon: <CircleDot size={14} />,
        entries: choices(statuses, row.status, ({ value }) => changes.setStatus(row, value as IssueStatus)),
      },
      {
        kind: "sub",
        id: "priority",
        label: t("issues.priority"),
        icon: <Signal size={14} />,
        entries: choices(priorities, row.priority, ({ value }) =>
          changes.setPriority(row, value as IssuePriority),
        ),
      },
      {
        kind: "sub",
        id: "assignee",
        label: t("issues.assignee"),
        icon: <UserRound size={14} />,
        entries: choices(assignees, assigneeOf(row), ({ value, label }) =>
          changes.assign(row, assignmentOf(value), label),
        ),
      },
      { kind: "separator", id: "copy" },
      {
        id: "copy-identifier",
        label: t("issues.copyIdentifier"),
        icon: <Copy size={14} />,
        onSelect: () => copy(row.identifier),
      },
      {
        id: "copy-link",
        label: t("issues.copyLink"),
        icon: <Link2 size={14} />,
        onSelect: () => copy(new URL(address, location.href).href),
      },
    ];
  }

  // The menu stays around the list also while it has nothing to say, so that the list stays.
  return <ContextMenu entries={issue ? entriesOf(issue) : []}>{children}</ContextMenu>;
}
