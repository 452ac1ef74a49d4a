// The chart is tidy: nothing overlaps, managers stand over the middle of their reports.
import { describe, expect, it } from "vitest";
import { edgeOf, layOut, NODE_WIDTH, neighbour, type TreeNode } from "./layout";

const node = (id: string, ...reports: TreeNode[]): TreeNode => ({ id, reports });
const company = [
  node("ceo", node("cto", node("a"), node("b"), node("c")), node("cmo", node("d")), node("cfo")),
  node("guest"),
];
const NONE = new Set<string>();

describe("the chart", () => {
  it("has no two agents in one place", () => {
    const { nodes } = layOut(company, NONE);
    for (const one of nodes)
      for (const other of nodes.filter((each) => each !== one && each.depth === one.depth))
        expect(Math.abs(one.x - other.x)).toBeGreaterThanOrEqual(NODE_WIDTH);
    expect(Math.min(...nodes.map((one) => one.x))).toBe(0);
  });

  it("puts a manager over the middle of its reports", () => {
    const { nodes } = layOut(company, NONE);
    const at = (id: string) => nodes.find((one) => one.id === id)?.x ?? Number.NaN;
    expect(at("cto")).toBe(at("b"));
    expect(at("ceo")).toBe((at("cto") + at("cfo")) / 2);
  });

  it("leaves out what is folded, and says how much that is", () => {
    const { nodes } = layOut(company, new Set(["cto"]));
    expect(nodes.map((one) => one.id)).not.toContain("a");
    expect(nodes.find((one) => one.id === "cto")).toMatchObject({ below: 3, isFolded: true });
  });

  it("is nothing for nobody", () => {
    expect(layOut([], NONE)).toEqual({ nodes: [], width: 0, height: 0 });
  });

  it("is walked with the arrows", () => {
    const { nodes } = layOut(company, NONE);
    expect(neighbour(nodes, "cto", "up")).toBe("ceo");
    expect(neighbour(nodes, "ceo", "down")).toBe("cto");
    expect(neighbour(nodes, "cto", "right")).toBe("cmo");
    expect(neighbour(nodes, "c", "right")).toBe("d");
    expect(neighbour(nodes, "ceo", "left")).toBeUndefined();
  });

  it("draws a straight line straight down", () => {
    const { nodes } = layOut([node("x", node("y"))], NONE);
    const [x, y] = nodes;
    expect(x && y && edgeOf(x, y)).toMatch(/^M[\d.]+ [\d.]+V[\d.]+$/);
  });
});
