// Effects on the cache: patched at once, asked again once for many, harmless when repeated.
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keys } from "@/api/keys";
import type { ActivityEntry } from "@/api/types";
import { EffectApplier } from "./apply";

const C = "company-1";
let client: QueryClient;
let applier: EffectApplier;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  applier = new EffectApplier(client, C);
});

afterEach(() => {
  applier.stop();
  vi.useRealTimers();
});

it("patches an issue in every list and on its page", () => {
  const list = keys.issueList(C, { status: ["todo"] });
  client.setQueryData(list, {
    pages: [
      [
        { id: "1", status: "todo" },
        { id: "2", status: "todo" },
      ],
    ],
    pageParams: [0],
  });
  client.setQueryData(keys.issue(C, "ABC-1"), { id: "1", status: "todo" });
  client.setQueryData(keys.issue(C, "ABC-1", "page"), { issue: { id: "1", status: "todo" }, comments: [] });
  applier.apply([{ kind: "patchIssue", id: "1", patch: { status: "done" } }]);
  expect(client.getQueryData(list)).toMatchObject({ pages: [[{ status: "done" }, { status: "todo" }]] });
  expect(client.getQueryData(keys.issue(C, "ABC-1"))).toMatchObject({ status: "done" });
  expect(client.getQueryData(keys.issue(C, "ABC-1", "page"))).toMatchObject({ issue: { status: "done" } });
});

it("takes a run that ended out of the live ones, and leaves others alone", () => {
  client.setQueryData(keys.liveRuns(C), [
    { id: "a", status: "running" },
    { id: "b", status: "running" },
  ]);
  applier.apply([{ kind: "patchRun", id: "a", patch: { status: "succeeded" } }]);
  expect(client.getQueryData(keys.liveRuns(C))).toEqual([{ id: "b", status: "running" }]);
});

it("asks once for what many events made stale", () => {
  const asked = vi.spyOn(client, "invalidateQueries").mockResolvedValue();
  for (let time = 0; time < 20; time += 1) applier.apply([{ kind: "stale", key: keys.dashboard(C) }]);
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(asked).toHaveBeenCalledTimes(1);
});

it("puts an entry into the logs that it belongs to, once", () => {
  const entry = { id: "live-1", agentId: "a", entityType: "issue", entityId: "1" } as ActivityEntry;
  client.setQueryData(keys.activity(C, {}), []);
  client.setQueryData(keys.activity(C, { agentId: "b" }), []);
  applier.apply([
    { kind: "logged", entry },
    { kind: "logged", entry },
  ]);
  expect(client.getQueryData(keys.activity(C, {}))).toEqual([entry]);
  expect(client.getQueryData(keys.activity(C, { agentId: "b" }))).toEqual([]);
});

it("finds the page of an issue by whichever name it was asked for", async () => {
  client.setQueryData(keys.issue(C, "ABC-1", "page"), { issue: { id: "1" }, comments: [] });
  client.setQueryData(keys.issue(C, "ABC-2", "page"), { issue: { id: "2" }, comments: [] });
  applier.apply([{ kind: "staleIssue", id: "1" }]);
  await vi.advanceTimersByTimeAsync(100);
  expect(client.getQueryState(keys.issue(C, "ABC-1", "page"))?.isInvalidated).toBe(true);
  expect(client.getQueryState(keys.issue(C, "ABC-2", "page"))?.isInvalidated).toBe(false);
});

it("makes no old answer young by a change in it", async () => {
  const log = keys.activity(C, { limit: 2 });
  client.setQueryData(log, [{ id: "b" }, { id: "a" }], { updatedAt: 1000 });
  await client.invalidateQueries({ queryKey: log });
  applier.apply([{ kind: "logged", entry: { id: "c" } as ActivityEntry }]);
  expect(client.getQueryData(log)).toEqual([{ id: "c" }, { id: "b" }]);
  expect(client.getQueryState(log)).toMatchObject({ dataUpdatedAt: 1000, isInvalidated: true });
});

it("waits for the answers of a round before it asks again", async () => {
  let answer: () => void = () => undefined;
  const asked = vi
    .spyOn(client, "invalidateQueries")
    .mockReturnValue(new Promise((settled) => (answer = settled)));
  applier.apply([{ kind: "stale", key: keys.dashboard(C) }]);
  await vi.advanceTimersByTimeAsync(100);
  applier.apply([{ kind: "stale", key: keys.dashboard(C) }]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveBeenCalledTimes(1);
  answer();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveBeenCalledTimes(2);
});
