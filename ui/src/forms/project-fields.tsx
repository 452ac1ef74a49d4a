// What a project is given: name, what it is, where it stands, who leads it, what it is for, until when.
import type { ListedProject, ProjectStatus } from "@/api/types";
import { AgentPicker } from "@/components/agent/agent-picker";
import { GoalPicker } from "@/components/goal-picker";
import { useT } from "@/texts/locale";
import { TextArea, TextField } from "@/ui/field";
import { Select } from "@/ui/select";

export const PROJECT_STATUSES: readonly ProjectStatus[] = [
  "backlog",
  "planned",
  "in_progress",
  "completed",
  "cancelled",
];

export interface ProjectDraft {
  name: string;
  description: string;
  status: ProjectStatus;
  leadAgentId: string | null;
  goalId: string | null;
  targetDate: string;
}

export const EMPTY_PROJECT: ProjectDraft = {
  name: "",
  description: "",
  status: "backlog",
  leadAgentId: null,
  goalId: null,
  targetDate: "",
};

export const projectDraftOf = (project: ListedProject): ProjectDraft => ({
  name: project.name,
  description: project.description ?? "",
  status: project.status,
  leadAgentId: project.leadAgentId ?? null,
  goalId: project.goalIds[0] ?? null,
  targetDate: project.targetDate ?? "",
});

/** The fields of a draft as the server takes them. */
export function projectRequest(draft: Partial<ProjectDraft>) {
  const { goalId, description, targetDate, name, ...rest } = draft;
  return {
    ...rest,
    ...(name !== undefined ? { name: name.trim() } : {}),
    ...(description !== undefined ? { description: description.trim() || null } : {}),
    ...(targetDate !== undefined ? { targetDate: targetDate || null } : {}),
    ...(goalId !== undefined ? { goalIds: goalId ? [goalId] : [] } : {}),
  };
}

export function ProjectFields({
  draft,
  change,
}: {
  draft: ProjectDraft;
  change: (part: Partial<ProjectDraft>) => void;
}) {
  const t = useT();
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={t("common.name")}
        value={draft.name}
        onValue={(name) => change({ name })}
        autoComplete="off"
      />
      <TextArea
        label={t("projects.description")}
        isOptional
        value={draft.description}
        onValue={(description) => change({ description })}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          label={t("issues.status")}
          value={draft.status}
          onValue={(status) => change({ status })}
          options={PROJECT_STATUSES.map((status) => ({ value: status, label: t(`words.${status}`) }))}
        />
        <TextField
          label={t("projects.target")}
          isOptional
          type="date"
          value={draft.targetDate}
          onValue={(targetDate) => change({ targetDate })}
        />
        <AgentPicker
          isField
          label={t("projects.lead")}
          value={draft.leadAgentId}
          onValue={(leadAgentId) => change({ leadAgentId })}
        />
        <GoalPicker
          isField
          label={t("projects.goal")}
          value={draft.goalId}
          onValue={(goalId) => change({ goalId })}
        />
      </div>
    </div>
  );
}
