// One project: how it is doing, its issues, its settings.

import { useParams } from "@tanstack/react-router";
import { Folder, SquarePen } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { useProjects } from "@/api/projects";
import type { ListedProject } from "@/api/types";
import { useCompany } from "@/company";
import { StarButton } from "@/components/stars";
import { useGo, useParam } from "@/navigation";
import { Issues } from "@/pages/issues/issues";
import { UnknownEntity } from "@/pages/lost/unknown-entity";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { openNewIssue } from "@/shell/shell-state";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Failed, SkeletonRows } from "@/ui/states";
import { StatusChip } from "@/ui/status";
import { Tabs } from "@/ui/tabs";
import { Configuration } from "./configuration";
import { ProjectOverview } from "./project-overview";

const ProjectCosts = lazy(() => import("./costs"));

const TABS = ["overview", "issues", "budget", "configuration"] as const;
type Tab = (typeof TABS)[number];

function ProjectPage({ project, tab }: { project: ListedProject; tab: Tab }) {
  const t = useT();
  const { issuePrefix } = useCompany();
  const frame = {
    title: project.name,
    heading: (
      <span className="flex min-w-0 items-center gap-2">
        <Folder size={16} className="shrink-0 text-text-3" />
        <span className="truncate">{project.name}</span>
        <StatusChip status={project.archivedAt ? "archived" : project.status} className="font-normal" />
      </span>
    ),
    crumbs: [{ label: t("projects.title"), to: paths.projects(issuePrefix) }],
    below: (
      <Tabs
        label={t("project.title")}
        current={tab}
        tabs={TABS.map((id) => ({
          id,
          label: t(`project.tab_${id}`),
          to: paths.project(issuePrefix, project.urlKey, id),
        }))}
      />
    ),
  };
  const star = (
    <StarButton
      star={{
        kind: "project",
        id: project.id,
        name: project.name,
        to: paths.project(issuePrefix, project.urlKey),
      }}
    />
  );
  if (tab === "issues")
    return (
      <Issues
        fixed={{ project: [project.id] }}
        frame={{ ...frame, actions: star }}
        start={{ projectId: project.id }}
      />
    );
  return (
    <Page
      {...frame}
      actions={
        <>
          {star}
          <Button
            tone="primary"
            icon={<SquarePen size={14} />}
            className="max-md:hidden"
            onClick={() => openNewIssue({ projectId: project.id })}
          >
            {t("shell.newIssue")}
          </Button>
        </>
      }
    >
      {tab === "overview" ? (
        <ProjectOverview project={project} />
      ) : tab === "budget" ? (
        <Suspense fallback={<SkeletonRows />}>
          <ProjectCosts project={project} />
        </Suspense>
      ) : (
        <Configuration project={project} />
      )}
    </Page>
  );
}

export default function ProjectByAddress() {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const word = useParam("project");
  // An address below `issues` names a filter and no tab.
  const params = useParams({ strict: false }) as { tab?: string };
  const section = params.tab ?? "issues";
  const list = useProjects(company);
  const project = list.data?.find((one) => one.urlKey === word || one.id === word);
  const tab = TABS.find((one) => one === section) ?? "overview";

  useEffect(() => {
    if (project && word !== project.urlKey)
      go(paths.project(issuePrefix, project.urlKey, tab), { replace: true });
  }, [project, word, tab, go, issuePrefix]);

  if (project) return <ProjectPage key={project.id} project={project} tab={tab} />;
  return (
    <Page
      title={t("project.title")}
      crumbs={[{ label: t("projects.title"), to: paths.projects(issuePrefix) }]}
    >
      {list.isPending ? (
        <SkeletonRows />
      ) : list.isError && !list.data ? (
        <Failed error={list.error} what={t("project.title")} onRetry={() => list.refetch()} />
      ) : (
        <UnknownEntity
          what={t("project.one")}
          name={word}
          list={{ label: t("projects.seeAll"), to: paths.projects(issuePrefix) }}
        />
      )}
    </Page>
  );
}
