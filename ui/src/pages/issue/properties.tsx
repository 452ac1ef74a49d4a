// What an issue is given, each with the picker that changes it.
import { CircleSlash, Folder, Plus, Target, X } from "lucide-react";
import { useCreateLabel, useLabels } from "@/api/companies";
import { useProjectsById } from "@/api/projects";
import type { IssueChange, IssueDetail } from "@/api/types";
import { useCompany } from "@/company";
import { IssuePicker } from "@/components/issue-picker";
import {
  AssigneePicker,
  LabelsPicker,
  NOTHING,
  PriorityPicker,
  ProjectPicker,
  StatusPicker,
} from "@/components/issue-pickers";
import { useAssignee, useWho, WhoMark } from "@/components/who";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";
import { PickerButton } from "@/ui/combobox";
import { LabelChip } from "@/ui/label-chip";
import { Link } from "@/ui/link";
import { PriorityIcon } from "@/ui/priority";
import { Properties, Property } from "@/ui/property";
import { StatusIcon } from "@/ui/status";
import { Time } from "@/ui/time";

export type IssuePickerName = "status" | "priority" | "assignee" | "labels" | "project";

export interface IssuePropertiesProps {
  issue: IssueDetail;
  onChange: (change: IssueChange) => void;
  onStatus: (status: IssueDetail["status"]) => void;
  isLive: boolean;
  /** The picker that a key opened. */
  openPicker: IssuePickerName | undefined;
  onPicker: (picker: IssuePickerName | undefined) => void;
}

interface Near {
  id: string;
  identifier: string;
  title: string;
  status: string;
}

/** Another issue in a line, with a way to let go of it. */
function NearIssue({ issue, onRemove, label }: { issue: Near; onRemove?: () => void; label?: string }) {
  const { issuePrefix } = useCompany();
  return (
    <span className="group flex w-full min-w-0 items-center gap-1.5">
      <Link
        to={paths.issue(issuePrefix, issue.identifier)}
        className="flex min-h-6 min-w-0 grow items-center gap-1.5 rounded-m px-1 hover:bg-surface-3/70"
      >
        <StatusIcon status={issue.status} size={14} />
        <span className="shrink-0 font-mono text-text-3 text-xs">{issue.identifier}</span>
        <span className="truncate">{issue.title}</span>
      </Link>
      {onRemove && label && (
        <IconButton label={label} icon={<X size={13} />} onClick={onRemove} className="size-6!" />
      )}
    </span>
  );
}

const add = "text-text-3 hover:text-text";

export function IssueProperties(props: IssuePropertiesProps) {
  const { issue, onChange, onStatus, isLive, openPicker, onPicker } = props;
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const who = useWho();
  const assignee = useAssignee(issue);
  const project = useProjectsById(company)?.get(issue.projectId ?? "");
  const { data: labels = [] } = useLabels(company);
  const createLabel = useCreateLabel(company);
  const [parent] = issue.ancestors;
  const blockers = issue.blockedBy.map((one) => one.id);
  const creator = issue.createdByAgentId
    ? who("agent", issue.createdByAgentId)
    : issue.createdByUserId
      ? who("person", issue.createdByUserId)
      : undefined;
  const pickerOf = (name: IssuePickerName) => ({
    isOpen: openPicker === name,
    onOpen: (isOpen: boolean) => onPicker(isOpen ? name : undefined),
  });

  return (
    <Properties label={t("issue.properties")}>
      <Property label={t("issues.status")}>
        <StatusPicker
          {...pickerOf("status")}
          value={issue.status}
          onValue={onStatus}
          trigger={
            <PickerButton>
              <StatusIcon status={issue.status} isLive={isLive} isDecoration />
              {t(`words.${issue.status}`)}
            </PickerButton>
          }
        />
      </Property>
      <Property label={t("issues.priority")}>
        <PriorityPicker
          {...pickerOf("priority")}
          value={issue.priority}
          onValue={(priority) => onChange({ priority })}
          trigger={
            <PickerButton>
              <PriorityIcon priority={issue.priority} isDecoration />
              {t(`words.${issue.priority}`)}
            </PickerButton>
          }
        />
      </Property>
      <Property label={t("issues.assignee")}>
        <AssigneePicker
          {...pickerOf("assignee")}
          value={{
            assigneeAgentId: issue.assigneeAgentId ?? null,
            assigneeUserId: issue.assigneeUserId ?? null,
          }}
          onValue={(to) => onChange({ ...to })}
          trigger={
            <PickerButton className="min-w-0">
              <WhoMark who={assignee} hasName />
            </PickerButton>
          }
        />
      </Property>
      <Property label={t("issues.labels")}>
        {labels
          .filter((label) => issue.labelIds.includes(label.id))
          .map((label) => (
            <LabelChip key={label.id} label={label} />
          ))}
        <LabelsPicker
          {...pickerOf("labels")}
          value={issue.labelIds}
          onValue={(labelIds) => onChange({ labelIds: [...labelIds] })}
          onCreate={(name) =>
            createLabel.mutate(name, {
              onSuccess: (label) => onChange({ labelIds: [...issue.labelIds, label.id] }),
            })
          }
          createLabel={(name) => t("issue.createLabel", { name })}
          trigger={
            <PickerButton
              className={add}
              aria-label={issue.labelIds.length > 0 ? t("issues.setLabels") : undefined}
            >
              <Plus size={14} />
              {issue.labelIds.length === 0 && t("issue.addLabel")}
            </PickerButton>
          }
        />
      </Property>
      <Property label={t("issues.project")}>
        <ProjectPicker
          {...pickerOf("project")}
          value={issue.projectId ?? null}
          onValue={(projectId) => onChange({ projectId })}
          trigger={
            <PickerButton className="min-w-0">
              <Folder size={14} className="shrink-0 text-text-3" />
              <span className={project ? "truncate" : "text-text-3"}>
                {project?.name ?? issue.project?.name ?? t("common.noProject")}
              </span>
            </PickerButton>
          }
        />
      </Property>
      {issue.goal && (
        <Property label={t("issues.goal")}>
          <Link
            to={paths.goal(issuePrefix, issue.goal.id)}
            className="flex min-h-6 min-w-0 items-center gap-1.5 rounded-m px-1 hover:bg-surface-3/70"
          >
            <Target size={14} className="shrink-0 text-text-3" />
            <span className="truncate">{issue.goal.title}</span>
          </Link>
        </Property>
      )}
      <Property label={t("issues.parent")}>
        {parent && <NearIssue issue={parent} />}
        <IssuePicker
          label={t("issues.parent")}
          value={issue.parentId ? [issue.parentId] : []}
          without={[issue.id]}
          onPick={(picked) => onChange({ parentId: picked.id })}
          nothing={{
            value: NOTHING,
            label: t("common.none"),
            icon: <CircleSlash size={14} className="text-text-3" />,
          }}
          onNothing={() => onChange({ parentId: null })}
          trigger={
            <PickerButton className={add}>{parent ? t("issue.change") : t("issue.setParent")}</PickerButton>
          }
        />
      </Property>
      <Property label={t("issue.blockedBy")}>
        {issue.blockedBy.map((one) => (
          <NearIssue
            key={one.id}
            issue={one}
            label={t("issue.removeBlocker", { name: one.identifier })}
            onRemove={() => onChange({ blockedByIssueIds: blockers.filter((id) => id !== one.id) })}
          />
        ))}
        <IssuePicker
          label={t("issue.addBlocker")}
          value={blockers}
          without={[issue.id, ...blockers]}
          onPick={(picked) => onChange({ blockedByIssueIds: [...blockers, picked.id] })}
          trigger={
            <PickerButton className={add}>
              <Plus size={14} />
              {t("issue.addBlocker")}
            </PickerButton>
          }
        />
      </Property>
      {issue.blocks.length > 0 && (
        <Property label={t("issue.blocks")}>
          {issue.blocks.map((one) => (
            <NearIssue key={one.id} issue={one} />
          ))}
        </Property>
      )}
      <Property label={t("issue.createdBy")}>
        <span className="px-1">
          <WhoMark
            who={creator ?? { kind: "person", id: "system", name: t("common.system") }}
            size={18}
            hasName
          />
        </span>
        <Time at={issue.createdAt} className="text-text-3 text-xs" />
      </Property>
      {issue.startedAt && (
        <Property label={t("issue.started")}>
          <Time at={issue.startedAt} className="px-1 text-text-2" />
        </Property>
      )}
      {issue.completedAt && (
        <Property label={t("issue.completed")}>
          <Time at={issue.completedAt} className="px-1 text-text-2" />
        </Property>
      )}
    </Properties>
  );
}
