// Goals hang together, whatever is wrong with them, and count what is below.
import { expect, it } from "vitest";
import type { Goal, ListedProject } from "@/api/types";
import { goalTree, projectsOf, withBelow } from "./goal-tree";

const goal = (id: string, parentId: string | null = null) => ({ id, parentId }) as Goal;
const goals = [goal("a"), goal("b", "a"), goal("c", "b"), goal("d", "gone")];

it("makes a tree of the list", () => {
  const tree = goalTree(goals);
  expect(tree.map((node) => node.goal.id)).toEqual(["a", "d"]);
  expect(tree[0]?.children[0]?.children[0]?.goal.id).toBe("c");
});

it("shows goals in a circle once", () => {
  const circle = goalTree([goal("x", "y"), goal("y", "x")]);
  expect(circle).toHaveLength(1);
  expect(circle[0]?.children.map((node) => node.goal.id)).toEqual(["y"]);
});

it("counts the projects of all that is below", () => {
  const projects = [
    { id: "p", goalIds: ["c"] },
    { id: "q", goalIds: ["d"] },
  ] as unknown as ListedProject[];
  expect(withBelow(goals, "a").sort()).toEqual(["a", "b", "c"]);
  expect(projectsOf(goals, projects, "a").map((project) => project.id)).toEqual(["p"]);
});
