// Runs: the filter in the address, live ones first, days after, totals without those that were stopped.
import { expect, it } from "vitest";
import type { Run } from "@/api/types";
import { arrangeRuns, readRunFilter, runQueryOf, totalsOf } from "./filter";

const run = (id: string, status: string, at: string, more: Partial<Run> = {}) =>
  ({ id, status, createdAt: at, agentId: "a", invocationSource: "timer", ...more }) as Run;
const ALL = readRunFilter({});

it("words that nobody knows are left out, and one value is left to the server", () => {
  expect(readRunFilter({ status: "failed,lost", source: "moon" })).toEqual({
    status: ["failed"],
    agent: [],
    source: [],
    issue: undefined,
  });
  expect(runQueryOf(readRunFilter({ status: "failed", agent: "a,b" }), 50)).toEqual({
    limit: 50,
    status: "failed",
  });
});

it("live ones come first, then day by day", () => {
  const groups = arrangeRuns(
    [
      run("1", "failed", "2026-01-01T12:00:00Z"),
      run("2", "succeeded", "2026-01-03T12:00:00Z"),
      run("3", "running", "2026-01-02T12:00:00Z"),
    ],
    ALL,
  );
  expect(groups.map((group) => group.runs.map((one) => one.id))).toEqual([["3"], ["2"], ["1"]]);
  expect(groups[0]?.day).toBe("live");
});

it("totals do not count what was stopped as failed", () => {
  const times = { startedAt: "2026-01-01T12:00:00Z", finishedAt: "2026-01-01T12:00:30Z" };
  const totals = totalsOf(
    arrangeRuns(
      [
        run("1", "succeeded", "2026-01-01T12:00:00Z", times),
        run("2", "failed", "2026-01-01T12:00:00Z"),
        run("3", "cancelled", "2026-01-01T12:00:00Z"),
      ],
      ALL,
    ),
  );
  expect(totals).toEqual({ count: 3, successShare: 0.5, worked: 30_000 });
  expect(totalsOf([]).successShare).toBeUndefined();
});
