// The title and the description of a goal, read and changed in the same place.
import { Pencil } from "lucide-react";
import { useState } from "react";
import type { Goal } from "@/api/types";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { TextArea, TextField } from "@/ui/field";
import { Markdown } from "@/ui/markdown";

export function GoalText({ goal, onChange }: { goal: Goal; onChange: (part: Partial<Goal>) => void }) {
  const t = useT();
  const [isEdited, setEdited] = useState(false);
  const [title, setTitle] = useState(goal.title);
  const [description, setDescription] = useState(goal.description ?? "");

  function begin() {
    setTitle(goal.title);
    setDescription(goal.description ?? "");
    setEdited(true);
  }

  function save() {
    if (!title.trim()) return;
    const part = {
      ...(title.trim() !== goal.title ? { title: title.trim() } : {}),
      ...(description !== (goal.description ?? "") ? { description: description.trim() || null } : {}),
    };
    if (Object.keys(part).length > 0) onChange(part);
    setEdited(false);
  }

  if (!isEdited)
    return (
      <div className="group min-w-0">
        <div className="flex items-start gap-3">
          <p className="min-w-0 grow text-balance font-semibold text-xl">{goal.title}</p>
          <Button size="s" icon={<Pencil size={12} />} onClick={begin}>
            {t("common.edit")}
          </Button>
        </div>
        {goal.description ? (
          <Markdown text={goal.description} className="mt-2" />
        ) : (
          <p className="mt-2 text-text-3">{t("goals.noDescription")}</p>
        )}
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <TextField label={t("goals.what")} value={title} onValue={setTitle} autoFocus autoComplete="off" />
      <TextArea
        label={t("projects.description")}
        isOptional
        value={description}
        onValue={setDescription}
        rows={5}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={() => setEdited(false)}>{t("common.cancel")}</Button>
        <Button tone="primary" disabled={!title.trim()} onClick={save}>
          {t("common.save")}
        </Button>
      </div>
    </div>
  );
}
