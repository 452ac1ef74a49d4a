// The pickers for what an issue is given: the same in the list, the board, the dialog and its page.
import { CircleSlash, Folder } from "lucide-react";
import { useAgents } from "@/api/agents";
import { useLabels, usePeople } from "@/api/companies";
import { useProjects } from "@/api/projects";
import type { IssuePriority, IssueStatus } from "@/api/types";
import { me, useCompany } from "@/company";
import { useT } from "@/texts/locale";
import { Avatar, NoAvatar } from "@/ui/avatar";
import { Combobox, type ComboboxProps, type Option } from "@/ui/combobox";
import { LabelDot } from "@/ui/label-chip";
import { PriorityIcon } from "@/ui/priority";
import { StatusIcon } from "@/ui/status";
import { ISSUE_STATUSES, PRIORITIES } from "@/ui/status-table";

type Pick = Omit<ComboboxProps, "options" | "label" | "value" | "onPick">;

interface PickerProps<T> extends Pick {
  value: T;
  onValue: (value: T) => void;
  label?: string;
}

/** Nobody, or nothing, as an option. */
export const NOTHING = "none";

export function useStatusOptions(): Option[] {
  const t = useT();
  return ISSUE_STATUSES.map((status) => ({
    value: status,
    label: t(`words.${status}`),
    icon: <StatusIcon status={status} isDecoration />,
  }));
}

export function usePriorityOptions(): Option[] {
  const t = useT();
  return PRIORITIES.map((priority) => ({
    value: priority,
    label: t(`words.${priority}`),
    icon: <PriorityIcon priority={priority} isDecoration />,
  }));
}

/** Nobody, the person, then the agents; a person's value begins with `user:`. */
export function useAssigneeOptions(): Option[] {
  const t = useT();
  const { id: company } = useCompany();
  const { data: agents = [] } = useAgents(company);
  const people = usePeople(company);
  return [
    { value: NOTHING, label: t("common.unassigned"), icon: <NoAvatar size={18} /> },
    {
      value: `user:${me()}`,
      label: t("issues.assignToMe"),
      icon: <Avatar kind="person" id={me()} name={t("common.you")} size={18} />,
      group: t("issues.people"),
    },
    ...[...people.values()]
      .filter((person) => person.principalId !== me() && person.name && person.status === "active")
      .map((person) => ({
        value: `user:${person.principalId}`,
        label: person.name ?? "",
        icon: <Avatar kind="person" id={person.principalId} name={person.name ?? ""} size={18} />,
        group: t("issues.people"),
      })),
    ...agents
      .filter((agent) => agent.status !== "terminated")
      .map((agent) => ({
        value: agent.id,
        label: agent.name,
        icon: <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={18} />,
        hint:
          agent.status === "idle" || agent.status === "active" ? (
            agent.title
          ) : (
            <StatusIcon status={agent.status} />
          ),
        keywords: [agent.title ?? "", agent.role],
        group: t("issues.agents"),
      })),
  ];
}

export function useProjectOptions(): Option[] {
  const t = useT();
  const { data: projects = [] } = useProjects(useCompany().id);
  return [
    { value: NOTHING, label: t("common.noProject"), icon: <CircleSlash size={14} className="text-text-3" /> },
    ...projects.map((project) => ({
      value: project.id,
      label: project.name,
      icon: <Folder size={14} className="text-text-3" />,
    })),
  ];
}

export function useLabelOptions(): Option[] {
  const { data: labels = [] } = useLabels(useCompany().id);
  return labels.map((label) => ({
    value: label.id,
    label: label.name,
    icon: <LabelDot color={label.color} />,
  }));
}

export function StatusPicker({ value, onValue, label, ...rest }: PickerProps<IssueStatus>) {
  const t = useT();
  return (
    <Combobox
      {...rest}
      label={label ?? t("issues.setStatus")}
      options={useStatusOptions()}
      value={[value]}
      onPick={(status) => onValue(status as IssueStatus)}
    />
  );
}

export function PriorityPicker({ value, onValue, label, ...rest }: PickerProps<IssuePriority>) {
  const t = useT();
  return (
    <Combobox
      {...rest}
      label={label ?? t("issues.setPriority")}
      options={usePriorityOptions()}
      value={[value]}
      onPick={(priority) => onValue(priority as IssuePriority)}
    />
  );
}

export interface Assignment {
  assigneeAgentId: string | null;
  assigneeUserId: string | null;
}

/** A value of the assignee options as fields of an issue. */
export function assignmentOf(value: string): Assignment {
  const isPerson = value.startsWith("user:");
  return {
    assigneeAgentId: isPerson || value === NOTHING ? null : value,
    assigneeUserId: isPerson ? value.slice(5) : null,
  };
}

export function AssigneePicker({
  value,
  onValue,
  label,
  ...rest
}: Pick & {
  value: Partial<Assignment>;
  onValue: (value: Assignment, name: string) => void;
  label?: string;
}) {
  const t = useT();
  const options = useAssigneeOptions();
  const current = value.assigneeAgentId ?? (value.assigneeUserId ? `user:${value.assigneeUserId}` : NOTHING);
  return (
    <Combobox
      {...rest}
      label={label ?? t("issues.setAssignee")}
      options={options}
      value={[current]}
      onPick={(picked) =>
        onValue(assignmentOf(picked), options.find((option) => option.value === picked)?.label ?? "")
      }
    />
  );
}

export function ProjectPicker({
  value,
  onValue,
  label,
  ...rest
}: Pick & { value: string | null; onValue: (value: string | null, name: string) => void; label?: string }) {
  const t = useT();
  const options = useProjectOptions();
  return (
    <Combobox
      {...rest}
      label={label ?? t("issues.setProject")}
      options={options}
      value={[value ?? NOTHING]}
      onPick={(picked) =>
        onValue(
          picked === NOTHING ? null : picked,
          options.find((option) => option.value === picked)?.label ?? "",
        )
      }
    />
  );
}

export function LabelsPicker({ value, onValue, label, ...rest }: PickerProps<readonly string[]>) {
  const t = useT();
  return (
    <Combobox
      {...rest}
      isMultiple
      label={label ?? t("issues.setLabels")}
      options={useLabelOptions()}
      value={value}
      onPick={(picked) =>
        onValue(value.includes(picked) ? value.filter((one) => one !== picked) : [...value, picked])
      }
    />
  );
}
