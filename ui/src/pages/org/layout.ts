// Where each agent stands on the org chart: a tidy tree, managers in the middle above their reports.

export interface TreeNode {
  id: string;
  reports: readonly TreeNode[];
}

export interface Placed {
  id: string;
  parent: string | undefined;
  depth: number;
  x: number;
  y: number;
  /** How many are below it, shown or not. */
  below: number;
  isFolded: boolean;
}

export interface Chart {
  nodes: Placed[];
  width: number;
  height: number;
}

export const NODE_WIDTH = 200;
export const NODE_HEIGHT = 68;
const GAP_X = 24;
const GAP_Y = 56;
const GAP_TREES = 56;

const countBelow = (node: TreeNode): number =>
  node.reports.reduce((sum, one) => sum + 1 + countBelow(one), 0);

/** Subtrees side by side, as close as their outlines allow; each manager over the middle of its reports. */
export function layOut(roots: readonly TreeNode[], folded: ReadonlySet<string>): Chart {
  const nodes: Placed[] = [];

  interface Laid {
    nodes: Placed[];
    /** The outermost places of each level, relative to the root of the subtree. */
    left: number[];
    right: number[];
  }

  function lay(node: TreeNode, depth: number, parent: string | undefined): Laid {
    const isFolded = folded.has(node.id) && node.reports.length > 0;
    const self: Placed = {
      id: node.id,
      parent,
      depth,
      x: 0,
      y: depth * (NODE_HEIGHT + GAP_Y),
      below: countBelow(node),
      isFolded,
    };
    if (isFolded || node.reports.length === 0) return { nodes: [self], left: [0], right: [NODE_WIDTH] };

    const children = node.reports.map((one) => lay(one, depth + 1, node.id));
    const left: number[] = [];
    const right: number[] = [];
    const shifts: number[] = [];
    for (const child of children) {
      let shift = 0;
      child.left.forEach((edge, level) => {
        const outer = right[level];
        if (outer !== undefined) shift = Math.max(shift, outer + GAP_X - edge);
      });
      shifts.push(shift);
      child.left.forEach((edge, level) => {
        left[level] = Math.min(left[level] ?? Number.POSITIVE_INFINITY, edge + shift);
        right[level] = Math.max(
          right[level] ?? Number.NEGATIVE_INFINITY,
          (child.right[level] ?? NODE_WIDTH) + shift,
        );
      });
    }
    const middle = ((shifts[0] ?? 0) + (shifts.at(-1) ?? 0)) / 2;
    const moved = children.flatMap((child, at) =>
      child.nodes.map((one) => ({ ...one, x: one.x + (shifts[at] ?? 0) - middle })),
    );
    return {
      nodes: [self, ...moved],
      left: [0, ...left.map((edge) => edge - middle)],
      right: [NODE_WIDTH, ...right.map((edge) => edge - middle)],
    };
  }

  let from = 0;
  for (const root of roots) {
    const laid = lay(root, 0, undefined);
    const shift = from - Math.min(...laid.left);
    nodes.push(...laid.nodes.map((one) => ({ ...one, x: one.x + shift })));
    from = Math.max(...laid.right) + shift + GAP_TREES;
  }
  return {
    nodes,
    width: Math.max(0, ...nodes.map((one) => one.x + NODE_WIDTH)),
    height: Math.max(0, ...nodes.map((one) => one.y + NODE_HEIGHT)),
  };
}

/** The line from a manager to a report, with soft corners. */
export function edgeOf(from: Placed, to: Placed): string {
  const x = from.x + NODE_WIDTH / 2;
  const y = from.y + NODE_HEIGHT;
  const endX = to.x + NODE_WIDTH / 2;
  const half = (to.y - y) / 2;
  if (Math.abs(endX - x) < 1) return `M${x} ${y}V${to.y}`;
  const side = Math.sign(endX - x);
  const soft = Math.min(8, Math.abs(endX - x) / 2, half);
  return [
    `M${x} ${y}V${y + half - soft}`,
    `Q${x} ${y + half} ${x + side * soft} ${y + half}`,
    `H${endX - side * soft}`,
    `Q${endX} ${y + half} ${endX} ${y + half + soft}`,
    `V${to.y}`,
  ].join("");
}

export type Arrow = "up" | "down" | "left" | "right";

/** Where an arrow leads from an agent. */
export function neighbour(nodes: readonly Placed[], id: string, arrow: Arrow): string | undefined {
  const here = nodes.find((one) => one.id === id);
  if (!here) return nodes[0]?.id;
  if (arrow === "up") return here.parent;
  if (arrow === "down") return nodes.find((one) => one.parent === id)?.id;
  const level = nodes.filter((one) => one.depth === here.depth).sort((one, other) => one.x - other.x);
  return level[level.indexOf(here) + (arrow === "right" ? 1 : -1)]?.id;
}
