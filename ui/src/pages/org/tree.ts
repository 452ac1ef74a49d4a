// The tree of agents out of the list, so that what is live in the list is live here.
import type { Agent } from "@/api/types";
import type { TreeNode } from "./layout";

/** Agents whose manager is not there stand at the top; circles are cut where they close. */
export function treeOf(agents: readonly Agent[]): TreeNode[] {
  const there = agents.filter((agent) => agent.status !== "terminated");
  const ids = new Set(there.map((agent) => agent.id));
  const below = (id: string, above: ReadonlySet<string>): TreeNode => ({
    id,
    reports: there
      .filter((agent) => agent.reportsTo === id && !above.has(agent.id))
      .sort((one, other) => one.createdAt.localeCompare(other.createdAt))
      .map((agent) => below(agent.id, new Set([...above, agent.id]))),
  });
  const roots = there.filter((agent) => !agent.reportsTo || !ids.has(agent.reportsTo));
  const trees = roots.map((agent) => below(agent.id, new Set([agent.id])));
  const placed = new Set<string>();
  const note = (node: TreeNode) => {
    placed.add(node.id);
    node.reports.forEach(note);
  };
  trees.forEach(note);
  // Those who manage each other in a circle hang on nobody; the first of them is where it begins.
  for (const agent of there) {
    if (placed.has(agent.id)) continue;
    const tree = below(agent.id, new Set([agent.id]));
    note(tree);
    trees.push(tree);
  }
  return trees;
}
