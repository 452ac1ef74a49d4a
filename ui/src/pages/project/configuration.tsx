// The settings of a project, putting it away, and removing it.
import { useState } from "react";
import { sayError } from "@/api/error";
import { useChangeProject, useDeleteProject } from "@/api/projects";
import type { ListedProject } from "@/api/types";
import { useCompany } from "@/company";
import { difference } from "@/components/settings-form/fields";
import { type ProjectDraft, ProjectFields, projectDraftOf, projectRequest } from "@/forms/project-fields";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { Column } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card, Section } from "@/ui/card";
import { Confirm } from "@/ui/dialog";
import { toast } from "@/ui/toast";
import { UnsavedBar } from "@/ui/unsaved-bar";

const LABEL = {
  name: "common.name",
  description: "projects.description",
  status: "issues.status",
  leadAgentId: "projects.lead",
  goalId: "projects.goal",
  targetDate: "projects.target",
} as const satisfies Record<keyof ProjectDraft, string>;

export function Configuration({ project }: { project: ListedProject }) {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const [draft, setDraft] = useState(() => projectDraftOf(project));
  const [isAsked, setAsked] = useState(false);
  const change = useChangeProject(company);
  const remove = useDeleteProject(company);
  const changed = difference({ ...projectDraftOf(project) }, { ...draft });
  const names = Object.keys(changed) as Array<keyof ProjectDraft>;
  const isArchived = !!project.archivedAt;

  function save() {
    const part = Object.fromEntries(names.map((name) => [name, draft[name]]));
    change.mutate({
      project,
      change: projectRequest(part) as never,
      said: t("agent.saved", { name: draft.name }),
    });
  }

  function archive() {
    change.mutate({
      project,
      change: { archivedAt: isArchived ? null : new Date().toISOString() },
      said: t(isArchived ? "project.broughtBack" : "project.archived", { name: project.name }),
    });
  }

  return (
    <>
      <div className="grow">
        <Column>
          <div className="flex flex-col gap-10">
            <ProjectFields draft={draft} change={(part) => setDraft((old) => ({ ...old, ...part }))} />
            <Section title={t("project.away")}>
              <Card className="divide-y divide-line">
                <div className="flex items-center gap-4 px-4 py-3">
                  <p className="min-w-0 grow text-text-2">{t("project.archiveWhy")}</p>
                  <Button onClick={archive}>{t(isArchived ? "project.bringBack" : "project.archive")}</Button>
                </div>
                <div className="flex items-center gap-4 px-4 py-3">
                  <p className="min-w-0 grow text-text-2">{t("project.deleteWhy")}</p>
                  <Button tone="danger" onClick={() => setAsked(true)}>
                    {t("project.delete")}
                  </Button>
                </div>
              </Card>
            </Section>
          </div>
        </Column>
      </div>
      <UnsavedBar
        changes={names.map((name) => t(LABEL[name]))}
        isBusy={change.isPending}
        isDisabled={!draft.name.trim()}
        onSave={save}
        onDiscard={() => setDraft(projectDraftOf(project))}
      />
      {isAsked && (
        <Confirm
          isOpen
          onClose={() => setAsked(false)}
          title={t("project.deleteTitle", { name: project.name })}
          action={t("project.delete")}
          typedName={project.name}
          typedLabel={t("agents.typeName", { name: project.name })}
          isBusy={remove.isPending}
          onConfirm={() =>
            remove.mutate(project.id, {
              onSuccess: () => go(paths.projects(issuePrefix)),
              onError: (error) =>
                toast.failed(t("errors.changeFailed", { what: project.name }), sayError(error, t)),
            })
          }
        >
          {t("project.deleteWhy")}
        </Confirm>
      )}
    </>
  );
}
