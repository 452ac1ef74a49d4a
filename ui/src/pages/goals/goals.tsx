// What the company is for: goals as a tree, each with what serves it.
import { ChevronDown, ChevronRight, Folder, Plus, Target } from "lucide-react";
import { useState } from "react";
import { useActions } from "@/actions/registry";
import { useAgentsById } from "@/api/agents";
import { useGoals, useProjects } from "@/api/projects";
import { useCompany } from "@/company";
import { useRowKeys } from "@/components/row-keys";
import { NewGoal } from "@/forms/new-goal";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { Button, IconButton } from "@/ui/button";
import { Link } from "@/ui/link";
import { Row } from "@/ui/row";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { StatusChip } from "@/ui/status";
import { type GoalNode, goalTree, projectsOf } from "./goal-tree";

const INDENT = 22;

interface Line {
  node: GoalNode;
  depth: number;
}

const linesOf = (nodes: readonly GoalNode[], folded: ReadonlySet<string>, depth = 0): Line[] =>
  nodes.flatMap((node) => [
    { node, depth },
    ...(folded.has(node.goal.id) ? [] : linesOf(node.children, folded, depth + 1)),
  ]);

export default function GoalsPage() {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const list = useGoals(company);
  const { data: projects = [] } = useProjects(company);
  const agents = useAgentsById(company);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [below, setBelow] = useState<string | null>();
  const goals = list.data ?? [];
  const lines = linesOf(goalTree(goals), folded);
  const keys = useRowKeys({
    ids: lines.map((line) => line.node.goal.id),
    onOpen: (id) => go(paths.goal(issuePrefix, id)),
  });
  useActions([
    {
      id: "new-goal",
      label: "goals.new",
      group: "page",
      keys: "n",
      icon: Plus,
      run: () => setBelow(null),
    },
  ]);

  function fold(id: string) {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  }

  function row({ node: { goal, children }, depth }: Line) {
    const owner = agents?.get(goal.ownerAgentId ?? "");
    const serving = projectsOf(goals, projects, goal.id).length;
    const isFolded = folded.has(goal.id);
    const isActive = keys.active === goal.id;
    return (
      <Row id={`row-${goal.id}`} isActive={isActive} onMouseEnter={() => keys.setActive(goal.id)}>
        <span className="shrink-0" style={{ width: depth * INDENT }} />
        {children.length > 0 ? (
          <IconButton
            label={t(isFolded ? "org.unfold" : "org.fold", { name: goal.title })}
            icon={isFolded ? <ChevronRight size={14} /> : <ChevronDown size={14} />}
            onClick={() => fold(goal.id)}
            aria-expanded={!isFolded}
            hasTooltip={false}
          />
        ) : (
          <span className="w-7 shrink-0 pointer-coarse:w-9" />
        )}
        <Target size={15} className="shrink-0 text-text-3" />
        <Link
          to={paths.goal(issuePrefix, goal.id)}
          tabIndex={isActive ? 0 : -1}
          className="min-w-0 grow truncate font-medium outline-none"
        >
          {goal.title}
        </Link>
        <span className="opacity-0 focus-within:opacity-100 group-hover:opacity-100 max-md:hidden">
          <IconButton
            label={t("goals.newBelow", { name: goal.title })}
            icon={<Plus size={14} />}
            onClick={() => setBelow(goal.id)}
          />
        </span>
        {serving > 0 && (
          <span className="flex shrink-0 items-center gap-1.5 text-text-3 text-xs max-md:hidden">
            <Folder size={12} />
            {t("goals.projects", { count: serving })}
          </span>
        )}
        <span className="w-20 shrink-0 text-text-3 text-xs max-md:hidden">{t(`words.${goal.level}`)}</span>
        <span className="shrink-0 md:w-28">
          <StatusChip status={goal.status} />
        </span>
        <span className="w-5 shrink-0">
          {owner && <Avatar kind="agent" id={owner.id} name={owner.name} icon={owner.icon} size={20} />}
        </span>
      </Row>
    );
  }

  const make = (
    <Button tone="primary" icon={<Plus size={14} />} onClick={() => setBelow(null)}>
      {t("goals.new")}
    </Button>
  );
  return (
    <Page title={t("goals.title")} actions={make}>
      {list.isPending ? (
        <SkeletonRows />
      ) : list.isError && !list.data ? (
        <Failed error={list.error} what={t("goals.title")} onRetry={() => list.refetch()} />
      ) : lines.length === 0 ? (
        <Empty icon={<Target size={20} />} title={t("goals.emptyTitle")} action={make}>
          {t("goals.empty")}
        </Empty>
      ) : (
        <ul aria-label={t("goals.title")} className="py-1">
          {lines.map((line) => (
            <li key={line.node.goal.id}>{row(line)}</li>
          ))}
        </ul>
      )}
      {below !== undefined && <NewGoal parentId={below} onClose={() => setBelow(undefined)} />}
    </Page>
  );
}
