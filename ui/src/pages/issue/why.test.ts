// Why nothing happens: the server's reasons in the order of their weight.
import { expect, it } from "vitest";
import type { WakeEvent } from "@/api/thread";
import type { Agent, IssueDetail } from "@/api/types";
import { HELD, type Known, reasonsOf } from "./why";

const issue = (some: Partial<IssueDetail> = {}) =>
  ({
    status: "todo",
    assigneeAgentId: "a",
    blockerAttention: { unresolvedBlockerCount: 0 },
    reviewAttention: { state: "none" },
    ...some,
  }) as IssueDetail;
const kinds = (some: Partial<Known>) =>
  reasonsOf({
    issue: issue(),
    agent: undefined,
    isRunning: false,
    isQueued: false,
    wakes: undefined,
    ...some,
  }).map((reason) => reason.kind);
const wake = (status: string) => ({ agentId: "a", status }) as WakeEvent;
const blockers = { unresolvedBlockerCount: 1 } as IssueDetail["blockerAttention"];

it("there are none where somebody works, or work is over", () => {
  const waits = issue({ blockerAttention: blockers });
  expect(kinds({ issue: waits, isRunning: true })).toEqual([]);
  expect(kinds({ issue: issue({ blockerAttention: blockers, status: "done" }) })).toEqual([]);
});

it("a pause of it or of an issue above it is told, with the issue to resume", () => {
  const waitsFor = { reason: HELD, issueId: "above" } as IssueDetail["waitsFor"];
  const known = { agent: undefined, isRunning: false, isQueued: false, wakes: undefined };
  expect(reasonsOf({ ...known, issue: issue({ waitsFor }) })).toEqual([{ kind: "held", root: "above" }]);
});

it("all that the server has stored are told", () => {
  const agent = { status: "paused" } as Agent;
  const blocked = issue({
    status: "blocked",
    blockerAttention: blockers,
    executionBlocker: { cause: "x" } as IssueDetail["executionBlocker"],
    unblockDescriptor: { owner: "board", action: "Give me the key" } as never,
  });
  expect(kinds({ issue: blocked, agent })).toEqual(["untold", "agent", "blockers", "unblock"]);
});

it("otherwise the plain ones", () => {
  expect(kinds({ isQueued: true })).toEqual(["queued"]);
  expect(kinds({ issue: issue({ status: "backlog" }) })).toEqual(["parked"]);
  expect(kinds({ issue: issue({ assigneeAgentId: null }) })).toEqual(["unassigned"]);
  expect(kinds({ wakes: [wake("skipped"), wake("completed")] })).toEqual(["wake"]);
  expect(kinds({ wakes: [wake("completed"), wake("skipped")] })).toEqual([]);
});
