// One goal: what it is, where it stands, what serves it. Everything is changed in place.
import { Ellipsis, Folder, Plus, SquarePen, Trash2 } from "lucide-react";
import { useState } from "react";
import { sayError } from "@/api/error";
import { useChangeGoal, useDeleteGoal, useGoals, useProjects } from "@/api/projects";
import type { Goal, GoalStatus } from "@/api/types";
import { useCompany } from "@/company";
import { AgentPicker } from "@/components/agent/agent-picker";
import { GoalPicker } from "@/components/goal-picker";
import { StarButton } from "@/components/stars";
import { GOAL_LEVELS, NewGoal } from "@/forms/new-goal";
import { NewProject } from "@/forms/new-project";
import { useGo, useParam } from "@/navigation";
import { UnknownEntity } from "@/pages/lost/unknown-entity";
import { paths } from "@/paths";
import { Column, Page } from "@/shell/page";
import { openNewIssue } from "@/shell/shell-state";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { Card, Section } from "@/ui/card";
import { Combobox, PickerButton } from "@/ui/combobox";
import { Confirm } from "@/ui/dialog";
import { Link } from "@/ui/link";
import { Menu } from "@/ui/menu";
import { Properties, Property } from "@/ui/property";
import { Failed, SkeletonRows } from "@/ui/states";
import { StatusChip, StatusIcon } from "@/ui/status";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";
import { GoalText } from "./goal-text";
import { projectsOf, withBelow } from "./goal-tree";

const STATUSES: readonly GoalStatus[] = ["planned", "active", "achieved", "cancelled"];

function GoalPage({ goal, goals }: { goal: Goal; goals: readonly Goal[] }) {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const { data: projects = [] } = useProjects(company);
  const change = useChangeGoal(company);
  const remove = useDeleteGoal(company);
  const [opened, setOpened] = useState<"goal" | "project" | "delete">();
  const close = () => setOpened(undefined);
  const children = goals.filter((one) => one.parentId === goal.id);
  const serving = projectsOf(goals, projects, goal.id);
  const parent = goals.find((one) => one.id === goal.parentId);
  const set = (part: Partial<Goal>) =>
    change.mutate({ goal, change: part as never, said: t("goals.changed", { name: goal.title }) });

  return (
    <Page
      title={goal.title}
      crumbs={[
        { label: t("goals.title"), to: paths.goals(issuePrefix) },
        ...(parent ? [{ label: parent.title, to: paths.goal(issuePrefix, parent.id) }] : []),
      ]}
      actions={
        <>
          <StarButton
            star={{ kind: "goal", id: goal.id, name: goal.title, to: paths.goal(issuePrefix, goal.id) }}
          />
          <Button
            tone="primary"
            icon={<SquarePen size={14} />}
            className="max-md:hidden"
            onClick={() => openNewIssue({ goalId: goal.id })}
          >
            {t("shell.newIssue")}
          </Button>
          <Menu
            align="end"
            entries={[
              {
                id: "below",
                label: t("goals.newBelowThis"),
                icon: <Plus size={14} />,
                onSelect: () => setOpened("goal"),
              },
              {
                id: "project",
                label: t("projects.new"),
                icon: <Folder size={14} />,
                onSelect: () => setOpened("project"),
              },
              { kind: "separator", id: "line" },
              {
                id: "delete",
                label: t("goals.delete"),
                icon: <Trash2 size={14} />,
                isDanger: true,
                onSelect: () => setOpened("delete"),
              },
            ]}
          >
            <IconButton label={t("common.more")} icon={<Ellipsis size={16} />} />
          </Menu>
        </>
      }
    >
      <Column isWide>
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_280px]">
          <div className="flex min-w-0 flex-col gap-8">
            <GoalText goal={goal} onChange={set} />
            <Section
              title={t("goals.below")}
              count={children.length}
              aside={
                <IconButton
                  label={t("goals.newBelowThis")}
                  icon={<Plus size={14} />}
                  onClick={() => setOpened("goal")}
                />
              }
            >
              {children.length === 0 ? (
                <p className="text-text-3">{t("goals.noneBelow")}</p>
              ) : (
                <Card>
                  <ul className="divide-y divide-line">
                    {children.map((one) => (
                      <li key={one.id}>
                        <Link
                          to={paths.goal(issuePrefix, one.id)}
                          className="row-height flex items-center gap-2.5 px-4 outline-offset-[-2px] hover:bg-surface-2/70"
                        >
                          <StatusIcon status={one.status} />
                          <span className="min-w-0 grow truncate">{one.title}</span>
                          <span className="text-text-3 text-xs">{t(`words.${one.level}`)}</span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                </Card>
              )}
            </Section>
            <Section title={t("projects.title")} count={serving.length} why={t("goals.projectsWhy")}>
              {serving.length === 0 ? (
                <p className="text-text-3">{t("goals.noProjects")}</p>
              ) : (
                <Card>
                  <ul className="divide-y divide-line">
                    {serving.map((project) => (
                      <li key={project.id}>
                        <Link
                          to={paths.project(issuePrefix, project.urlKey)}
                          className="row-height flex items-center gap-2.5 px-4 outline-offset-[-2px] hover:bg-surface-2/70"
                        >
                          <Folder size={14} className="shrink-0 text-text-3" />
                          <span className="min-w-0 grow truncate">{project.name}</span>
                          <span className="text-text-3 text-xs max-md:hidden">
                            {t("issues.count", { count: project.taskCount })}
                          </span>
                          <StatusChip status={project.status} />
                        </Link>
                      </li>
                    ))}
                  </ul>
                </Card>
              )}
            </Section>
          </div>
          <aside aria-label={t("agent.facts")}>
            <Properties label={t("agent.facts")}>
              <Property label={t("issues.status")}>
                <Combobox
                  label={t("issues.setStatus")}
                  value={[goal.status]}
                  options={STATUSES.map((status) => ({
                    value: status,
                    label: t(`words.${status}`),
                    icon: <StatusIcon status={status} isDecoration />,
                  }))}
                  onPick={(status) => set({ status: status as GoalStatus })}
                  trigger={
                    <PickerButton aria-label={`${t("issues.status")}: ${t(`words.${goal.status}`)}`}>
                      <StatusChip status={goal.status} />
                    </PickerButton>
                  }
                />
              </Property>
              <Property label={t("goals.level")}>
                <Combobox
                  label={t("goals.level")}
                  value={[goal.level]}
                  options={GOAL_LEVELS.map((level) => ({ value: level, label: t(`words.${level}`) }))}
                  onPick={(level) => set({ level: level as Goal["level"] })}
                  trigger={<PickerButton>{t(`words.${goal.level}`)}</PickerButton>}
                />
              </Property>
              <Property label={t("goals.owner")}>
                <AgentPicker
                  label={t("goals.owner")}
                  value={goal.ownerAgentId ?? null}
                  onValue={(ownerAgentId) => set({ ownerAgentId })}
                />
              </Property>
              <Property label={t("goals.parent")}>
                <GoalPicker
                  label={t("goals.parent")}
                  value={goal.parentId ?? null}
                  onValue={(parentId) => set({ parentId })}
                  without={withBelow(goals, goal.id)}
                />
              </Property>
              <Property label={t("issues.created")}>
                <Time at={goal.createdAt} />
              </Property>
            </Properties>
          </aside>
        </div>
      </Column>
      {opened === "goal" && <NewGoal parentId={goal.id} onClose={close} />}
      {opened === "project" && <NewProject goalId={goal.id} onClose={close} />}
      {opened === "delete" && (
        <Confirm
          isOpen
          onClose={close}
          title={t("goals.deleteTitle", { name: goal.title })}
          action={t("goals.delete")}
          isBusy={remove.isPending}
          onConfirm={() =>
            remove.mutate(goal.id, {
              onSuccess: () => go(paths.goals(issuePrefix)),
              onError: (error) =>
                toast.failed(t("errors.changeFailed", { what: goal.title }), sayError(error, t)),
            })
          }
        >
          {t("goals.deleteWhy")}
        </Confirm>
      )}
    </Page>
  );
}

export default function GoalByAddress() {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const word = useParam("goal");
  const list = useGoals(company);
  const goal = list.data?.find((one) => one.id === word);
  if (goal && list.data) return <GoalPage key={goal.id} goal={goal} goals={list.data} />;
  return (
    <Page title={t("goals.one")} crumbs={[{ label: t("goals.title"), to: paths.goals(issuePrefix) }]}>
      {list.isPending ? (
        <SkeletonRows />
      ) : list.isError && !list.data ? (
        <Failed error={list.error} what={t("goals.one")} onRetry={() => list.refetch()} />
      ) : (
        <UnknownEntity
          what={t("goals.one")}
          name={word}
          list={{ label: t("goals.seeAll"), to: paths.goals(issuePrefix) }}
        />
      )}
    </Page>
  );
}
