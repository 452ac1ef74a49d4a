// What messages change: patches where the value came along, stale keys where it did not.
import { describe, expect, it } from "vitest";
import { keys } from "@/api/keys";
import { effectsOf } from "./effects";
import { waitBefore } from "./feed";
import { type LiveMessage, readMessage } from "./messages";

const C = "company-1";

function logged(action: string, entityType: string, details: Record<string, unknown> | null): LiveMessage {
  return {
    id: 7,
    seq: 70,
    companyId: C,
    type: "activity.logged",
    createdAt: "2026-01-02T00:00:00Z",
    payload: {
      actorType: "user",
      actorId: "ada",
      action,
      entityType,
      entityId: "entity-1",
      agentId: null,
      runId: null,
      responsibleUserId: null,
      details,
    },
  };
}

const staleKeys = (message: LiveMessage) =>
  effectsOf(message).flatMap((effect) => (effect.kind === "stale" ? [effect.key] : []));

describe("an issue that changed", () => {
  const message = logged("issue.updated", "issue", {
    identifier: "ABC-1",
    changes: { status: { from: "todo", to: "done" }, statusVersion: { from: 1, to: 2 } },
  });

  it("is patched with what the event carries, and nothing else", () => {
    expect(effectsOf(message)[0]).toEqual({
      kind: "patchIssue",
      id: "entity-1",
      patch: { status: "done", updatedAt: "2026-01-02T00:00:00Z" },
    });
  });

  it("makes its own page stale, and the counts", () => {
    expect(effectsOf(message)).toContainEqual({ kind: "staleIssue", id: "entity-1" });
    expect(staleKeys(message)).toEqual(expect.arrayContaining([keys.dashboard(C), keys.badges(C)]));
  });

  it("makes everything stale that may show it, where it is not told what changed", () => {
    const untold = logged("issue.updated", "issue", { identifier: "ABC-1", source: "comment" });
    expect(staleKeys(untold)).toEqual(
      expect.arrayContaining([keys.issueLists(C), keys.dashboard(C), keys.badges(C)]),
    );
  });
});

it("a comment touches the issue and the inbox, and no list", () => {
  const message = logged("issue.comment_added", "issue", { identifier: "ABC-1" });
  expect(effectsOf(message)).toContainEqual({ kind: "staleIssue", id: "entity-1" });
  expect(staleKeys(message)).toEqual([keys.anyInbox(C)]);
});

it("reading changes nothing but the log", () => {
  const effects = effectsOf(logged("issue.read_marked", "issue", null));
  expect(effects.map((effect) => effect.kind)).toEqual(["logged"]);
});

it("an entity that we do not know goes into the log only", () => {
  expect(effectsOf(logged("moon.rose", "moon", null)).map((effect) => effect.kind)).toEqual(["logged"]);
});

it("a run that ended is patched and counted", () => {
  const message: LiveMessage = {
    id: 8,
    companyId: C,
    type: "heartbeat.run.status",
    createdAt: "2026-01-02T00:00:00Z",
    payload: {
      runId: "run-1",
      agentId: "agent-1",
      issueId: "issue-1",
      status: "failed",
      invocationSource: "assignment",
      triggerDetail: null,
      error: "it broke",
      errorCode: "exit_code",
      startedAt: "2026-01-01T00:00:00Z",
      finishedAt: "2026-01-02T00:00:00Z",
    },
  };
  expect(effectsOf(message)[0]).toMatchObject({ kind: "patchRun", id: "run-1", patch: { status: "failed" } });
  expect(staleKeys(message)).toContainEqual(keys.dashboard(C));
  expect(effectsOf(message)).toContainEqual({ kind: "staleIssue", id: "issue-1" });
});

it("what is no message is nothing", () => {
  expect(readMessage("not json")).toBeUndefined();
  expect(readMessage("42")).toBeUndefined();
});

it("waits longer with every try, up to a limit, and never for nothing", () => {
  expect(waitBefore(0, 0)).toBe(1000);
  expect(waitBefore(2, 0)).toBe(4000);
  expect(waitBefore(20, 0)).toBe(15_000);
  expect(waitBefore(20, 1)).toBe(11_250);
});
