// The projects of a company.
import { Folder, Plus, Target } from "lucide-react";
import { useState } from "react";
import { useActions } from "@/actions/registry";
import { useAgentsById } from "@/api/agents";
import { useProjects } from "@/api/projects";
import type { ListedProject } from "@/api/types";
import { useCompany } from "@/company";
import { useRowKeys } from "@/components/row-keys";
import { NewProject } from "@/forms/new-project";
import { useGo, useSearch } from "@/navigation";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { useFormats, useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Row } from "@/ui/row";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { StatusChip } from "@/ui/status";

interface ProjectRowProps {
  project: ListedProject;
  isActive: boolean;
  onActive: () => void;
}

function ProjectRow({ project, isActive, onActive }: ProjectRowProps) {
  const t = useT();
  const formats = useFormats();
  const { id, issuePrefix } = useCompany();
  const lead = useAgentsById(id)?.get(project.leadAgentId ?? "");
  const [goal] = project.goals;
  return (
    <Row id={`row-${project.id}`} isActive={isActive} onMouseEnter={onActive} className="h-11 gap-3">
      <Folder size={16} className="shrink-0 text-text-3" />
      <Link
        to={paths.project(issuePrefix, project.urlKey)}
        tabIndex={isActive ? 0 : -1}
        className="flex min-w-0 grow items-baseline gap-2 outline-none"
      >
        <span className="truncate font-medium">{project.name}</span>
        <span className="min-w-0 truncate text-text-3 max-md:hidden">{project.description}</span>
      </Link>
      {goal && (
        <span className="hidden max-w-56 shrink-0 items-center gap-1.5 text-text-2 lg:flex">
          <Target size={13} className="shrink-0 text-text-3" />
          <span className="truncate">{goal.title}</span>
        </span>
      )}
      <span className="w-20 shrink-0 text-right text-text-3 text-xs max-md:hidden">
        {t("issues.count", { count: project.taskCount })}
      </span>
      <span className="w-20 shrink-0 text-right text-text-3 text-xs max-md:hidden">
        {project.targetDate && formats.date(project.targetDate)}
      </span>
      <span className="shrink-0 md:w-32">
        <StatusChip status={project.status} />
      </span>
      <span className="w-5 shrink-0">
        {lead && <Avatar kind="agent" id={lead.id} name={lead.name} icon={lead.icon} size={20} />}
      </span>
    </Row>
  );
}

export default function ProjectsPage() {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const [search, setSearch] = useSearch();
  const [isNew, setNew] = useState(false);
  const list = useProjects(company);
  const isArchived = search.archived === "true";
  const all = list.data ?? [];
  const shown = all.filter((project) => !!project.archivedAt === isArchived);
  const byId = new Map(all.map((project) => [project.id as string, project]));
  const keys = useRowKeys({
    ids: shown.map((project) => project.id),
    onOpen: (id) => go(paths.project(issuePrefix, byId.get(id)?.urlKey ?? id)),
  });
  useActions([
    {
      id: "new-project",
      label: "projects.new",
      group: "page",
      keys: "n",
      icon: Plus,
      run: () => setNew(true),
    },
  ]);
  const make = (
    <Button tone="primary" icon={<Plus size={14} />} onClick={() => setNew(true)}>
      {t("projects.new")}
    </Button>
  );

  return (
    <Page
      title={t("projects.title")}
      actions={
        <>
          {(isArchived || all.some((project) => project.archivedAt)) && (
            <Button
              tone="quiet"
              aria-pressed={isArchived}
              onClick={() => setSearch({ archived: isArchived ? undefined : "true" }, true)}
            >
              {t(isArchived ? "projects.showCurrent" : "projects.showArchived")}
            </Button>
          )}
          {make}
        </>
      }
    >
      {list.isPending ? (
        <SkeletonRows />
      ) : list.isError && !list.data ? (
        <Failed error={list.error} what={t("projects.title")} onRetry={() => list.refetch()} />
      ) : shown.length === 0 ? (
        <Empty icon={<Folder size={20} />} title={t("projects.emptyTitle")} action={make}>
          {t("projects.empty")}
        </Empty>
      ) : (
        <ul aria-label={t("projects.title")} className="py-1">
          {shown.map((project) => (
            <li key={project.id}>
              <ProjectRow
                project={project}
                isActive={keys.active === project.id}
                onActive={() => keys.setActive(project.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {isNew && <NewProject onClose={() => setNew(false)} />}
    </Page>
  );
}
