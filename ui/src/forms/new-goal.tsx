// A new goal, alone or below another.
import { useState } from "react";
import { sayError } from "@/api/error";
import { useCreateGoal } from "@/api/projects";
import type { GoalLevel } from "@/api/types";
import { useCompany } from "@/company";
import { AgentPicker } from "@/components/agent/agent-picker";
import { GoalPicker } from "@/components/goal-picker";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea, TextField } from "@/ui/field";
import { Select } from "@/ui/select";

export const GOAL_LEVELS: readonly GoalLevel[] = ["company", "team", "agent", "task"];

export function NewGoal({ parentId = null, onClose }: { parentId?: string | null; onClose: () => void }) {
  const t = useT();
  const { id: company } = useCompany();
  const [title, setTitle] = useState("");
  const [description, setDescription] = useState("");
  const [level, setLevel] = useState<GoalLevel>(parentId ? "team" : "company");
  const [parent, setParent] = useState(parentId);
  const [owner, setOwner] = useState<string | null>(null);
  const create = useCreateGoal(company);

  function submit() {
    if (!title.trim()) return;
    create.mutate(
      {
        title: title.trim(),
        description: description.trim() || null,
        level,
        parentId: parent,
        ownerAgentId: owner,
      },
      { onSuccess: onClose },
    );
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("goals.new")}
      footer={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button tone="primary" disabled={!title.trim()} isBusy={create.isPending} onClick={submit}>
            {t("goals.create")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t("goals.what")}
          value={title}
          onValue={setTitle}
          autoFocus
          autoComplete="off"
          onKeyDown={(event) => event.key === "Enter" && submit()}
        />
        <TextArea label={t("projects.description")} isOptional value={description} onValue={setDescription} />
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            label={t("goals.level")}
            value={level}
            onValue={setLevel}
            options={GOAL_LEVELS.map((one) => ({ value: one, label: t(`words.${one}`) }))}
          />
          <AgentPicker isField label={t("goals.owner")} value={owner} onValue={setOwner} />
        </div>
        <GoalPicker isField label={t("goals.parent")} value={parent} onValue={setParent} />
        {create.isError && (
          <p role="alert" className="text-bad-ink">
            {sayError(create.error, t)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
