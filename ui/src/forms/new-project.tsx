// A new project.
import { useState } from "react";
import { sayError } from "@/api/error";
import { useCreateProject } from "@/api/projects";
import { useCompany } from "@/company";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { EMPTY_PROJECT, type ProjectDraft, ProjectFields, projectRequest } from "./project-fields";

export function NewProject({ goalId = null, onClose }: { goalId?: string | null; onClose: () => void }) {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const [draft, setDraft] = useState<ProjectDraft>({ ...EMPTY_PROJECT, goalId });
  const create = useCreateProject(company);

  function submit() {
    if (!draft.name.trim()) return;
    const { name, goalIds, ...rest } = projectRequest(draft);
    create.mutate(
      { ...rest, name: name ?? "", goalIds: (goalIds ?? []) as never },
      {
        onSuccess: (project) => {
          onClose();
          go(paths.project(issuePrefix, project.urlKey));
        },
      },
    );
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("projects.new")}
      footer={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button tone="primary" disabled={!draft.name.trim()} isBusy={create.isPending} onClick={submit}>
            {t("projects.create")}
          </Button>
        </>
      }
    >
      <ProjectFields draft={draft} change={(part) => setDraft((old) => ({ ...old, ...part }))} />
      {create.isError && (
        <p role="alert" className="mt-3 text-bad-ink">
          {sayError(create.error, t)}
        </p>
      )}
    </Dialog>
  );
}
