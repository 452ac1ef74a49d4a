// In which list an agent is, and what is said of one that does nothing.
import { describe, expect, it } from "vitest";
import type { Agent } from "@/api/types";
import { isInTab, standingOf } from "./standing";

const HEALTHY = {
  status: "healthy",
  reason: "healthy",
  fullChain: [],
  invalidAncestors: [],
  pausedAncestors: [],
  firstInvalidAncestor: null,
};
const agent = (change: object) =>
  ({ status: "idle", orgChainHealth: HEALTHY, ...change }) as unknown as Agent;
const above = { id: "m", name: "Mara", status: "terminated" };

describe("an agent", () => {
  it("that is well has nothing said of it", () => {
    expect(standingOf(agent({}))).toBeUndefined();
    expect(isInTab(agent({}), "active")).toBe(true);
    expect(isInTab(agent({}), "error")).toBe(false);
  });

  it("in error tells its reason", () => {
    const broken = agent({ status: "error", errorReason: "Process exited with code 1" });
    expect(standingOf(broken)).toMatchObject({ tone: "bad", detail: "Process exited with code 1" });
    expect(isInTab(broken, "error")).toBe(true);
    expect(isInTab(broken, "active")).toBe(false);
  });

  it("below a manager who is gone is broken, whatever else it is", () => {
    const chain = { ...HEALTHY, status: "invalid", firstInvalidAncestor: above, invalidAncestors: [above] };
    const orphan = agent({ status: "paused", orgChainHealth: chain });
    expect(standingOf(orphan)).toMatchObject({ text: "agents.chainBroken", values: { name: "Mara" } });
    expect(isInTab(orphan, "error")).toBe(true);
  });

  it("that is paused says by what", () => {
    expect(standingOf(agent({ status: "paused", pauseReason: "budget" }))?.text).toBe(
      "agents.pausedByBudget",
    );
    expect(standingOf(agent({ status: "paused", pauseReason: "moon" }))?.text).toBe("agents.pausedByHand");
  });

  it("below a manager who is paused still works", () => {
    const chain = { ...HEALTHY, pausedAncestors: [{ ...above, status: "paused" }] };
    expect(standingOf(agent({ orgChainHealth: chain }))).toMatchObject({ tone: "quiet" });
  });
});
