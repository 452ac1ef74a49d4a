// How a project is doing: what it is, how far it is, who works on it right now, what happened last.
import { Target } from "lucide-react";
import { useAgentsById } from "@/api/agents";
import { useIssueList } from "@/api/issues";
import { useProjectProgress } from "@/api/projects";
import { useLiveRunByIssue } from "@/api/runs";
import type { IssueRow, ListedProject } from "@/api/types";
import { useCompany } from "@/company";
import { useAssignee, WhoMark } from "@/components/who";
import { paths } from "@/paths";
import { Column } from "@/shell/page";
import { useFormats, useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { Card, Section } from "@/ui/card";
import { Link } from "@/ui/link";
import { Markdown } from "@/ui/markdown";
import { Properties, Property } from "@/ui/property";
import { Failed, Skeleton } from "@/ui/states";
import { StatusChip, StatusIcon } from "@/ui/status";
import { Time } from "@/ui/time";

const SHOWN = 8;

function Progress({ project }: { project: ListedProject }) {
  const t = useT();
  const formats = useFormats();
  const { id } = useCompany();
  const progress = useProjectProgress(id, project.id);
  if (progress.isPending) return <Skeleton className="h-10 w-full" />;
  if (progress.isError && !progress.data)
    return (
      <Failed
        isInline
        error={progress.error}
        what={t("project.progress")}
        onRetry={() => progress.refetch()}
      />
    );
  const { total, done } = progress.data;
  const share = total > 0 ? done / total : 0;
  return (
    <div>
      <div
        role="progressbar"
        aria-label={t("project.progress")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-2 overflow-hidden rounded-full bg-surface-3"
      >
        <div className="h-full rounded-full bg-good" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mt-2 text-text-2">
        {total === 0
          ? t("project.noIssues")
          : t("project.doneOf", { done: formats.number(done), count: total, share: formats.percent(share) })}
      </p>
    </div>
  );
}

function IssueLine({ issue, isLive }: { issue: IssueRow; isLive: boolean }) {
  const { issuePrefix } = useCompany();
  const assignee = useAssignee(issue);
  return (
    <Link
      to={paths.issue(issuePrefix, issue.identifier)}
      className="row-height flex items-center gap-2.5 px-4 outline-offset-[-2px] hover:bg-surface-2/70"
    >
      <StatusIcon status={issue.status} isLive={isLive} />
      <span className="shrink-0 font-mono text-text-3 text-xs">{issue.identifier}</span>
      <span className="min-w-0 grow truncate">{issue.title}</span>
      <WhoMark who={assignee} size={18} />
      <Time at={issue.updatedAt} className="w-20 shrink-0 text-right text-text-3 text-xs" />
    </Link>
  );
}

export function ProjectOverview({ project }: { project: ListedProject }) {
  const t = useT();
  const formats = useFormats();
  const { id: company, issuePrefix } = useCompany();
  const lead = useAgentsById(company)?.get(project.leadAgentId ?? "");
  const runs = useLiveRunByIssue(company);
  const issues = useIssueList(company, { projectId: project.id, sortField: "updated", sortDir: "desc" });
  const rows = issues.data?.pages.flat() ?? [];
  const stuck = rows.filter((row) => row.status === "blocked");
  const last = rows.filter((row) => row.status !== "blocked").slice(0, SHOWN);

  const list = (shown: readonly IssueRow[]) => (
    <Card>
      <ul className="divide-y divide-line">
        {shown.map((row) => (
          <li key={row.id}>
            <IssueLine issue={row} isLive={runs.get(row.id)?.status === "running"} />
          </li>
        ))}
      </ul>
    </Card>
  );

  return (
    <Column isWide>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_280px]">
        <div className="flex min-w-0 flex-col gap-8">
          {project.description && <Markdown text={project.description} />}
          <Section title={t("project.progress")}>
            <Progress project={project} />
          </Section>
          {stuck.length > 0 && (
            <Section title={t("project.stuck")} count={stuck.length}>
              {list(stuck.slice(0, SHOWN))}
            </Section>
          )}
          <Section
            title={t("project.lately")}
            aside={
              <Link
                to={paths.project(issuePrefix, project.urlKey, "issues")}
                className="text-accent-ink hover:underline"
              >
                {t("agent.allIssues")}
              </Link>
            }
          >
            {issues.isPending ? (
              <Skeleton className="h-24 w-full" />
            ) : issues.isError && !issues.data ? (
              <Failed
                isInline
                error={issues.error}
                what={t("issues.title")}
                onRetry={() => issues.refetch()}
              />
            ) : last.length === 0 ? (
              <p className="text-text-2">{t("project.noIssues")}</p>
            ) : (
              list(last)
            )}
          </Section>
        </div>
        <aside aria-label={t("agent.facts")}>
          <Properties label={t("agent.facts")}>
            <Property label={t("issues.status")}>
              <StatusChip status={project.status} />
            </Property>
            <Property label={t("projects.lead")}>
              {lead ? (
                <Link
                  to={paths.agent(issuePrefix, lead.urlKey)}
                  className="inline-flex max-w-full items-center gap-1.5 rounded-s hover:underline"
                >
                  <Avatar kind="agent" id={lead.id} name={lead.name} icon={lead.icon} size={18} />
                  <span className="truncate">{lead.name}</span>
                </Link>
              ) : (
                <span className="text-text-3">{t("common.nobody")}</span>
              )}
            </Property>
            <Property label={t("projects.goal")}>
              {project.goals.length === 0 && <span className="text-text-3">{t("common.noGoal")}</span>}
              {project.goals.map((goal) => (
                <Link
                  key={goal.id}
                  to={paths.goal(issuePrefix, goal.id)}
                  className="inline-flex max-w-full items-center gap-1.5 rounded-s hover:underline"
                >
                  <Target size={13} className="shrink-0 text-text-3" />
                  <span className="truncate">{goal.title}</span>
                </Link>
              ))}
            </Property>
            {project.targetDate && (
              <Property label={t("projects.target")}>{formats.date(project.targetDate)}</Property>
            )}
            {project.codebase.repoUrl && (
              <Property label={t("project.repository")}>
                <span className="break-all font-mono text-xs">{project.codebase.repoUrl}</span>
              </Property>
            )}
            <Property label={t("issues.created")}>
              <Time at={project.createdAt} />
            </Property>
          </Properties>
        </aside>
      </div>
    </Column>
  );
}
