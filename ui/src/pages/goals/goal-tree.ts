// The tree of goals, what is below each, and which goals one may be moved under.
import type { Goal, ListedProject } from "@/api/types";

export interface GoalNode {
  goal: Goal;
  children: GoalNode[];
}

/** Goals whose parent is not there stand at the top; circles are cut where they close. */
export function goalTree(goals: readonly Goal[]): GoalNode[] {
  const ids = new Set(goals.map((goal) => goal.id));
  const placed = new Set<string>();
  const grow = (goal: Goal): GoalNode => {
    placed.add(goal.id);
    const children = goals.filter((one) => one.parentId === goal.id && !placed.has(one.id));
    return { goal, children: children.map(grow) };
  };
  const roots = goals.filter((goal) => !goal.parentId || !ids.has(goal.parentId)).map(grow);
  const rest = goals.filter((goal) => !placed.has(goal.id));
  return [...roots, ...rest.flatMap((goal) => (placed.has(goal.id) ? [] : [grow(goal)]))];
}

/** A goal and all below it. */
export function withBelow(goals: readonly Goal[], id: string): string[] {
  const found = new Set([id]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const goal of goals) if (goal.parentId && found.has(goal.parentId)) found.add(goal.id);
  }
  return [...found];
}

/** The projects of a goal and of all below it. */
export function projectsOf(
  goals: readonly Goal[],
  projects: readonly ListedProject[],
  id: string,
): ListedProject[] {
  const below = new Set(withBelow(goals, id));
  return projects.filter((project) => project.goalIds.some((goal) => below.has(goal)));
}
