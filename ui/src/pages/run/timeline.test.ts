// The moments of a run, how its program was called, and what it used.
import { expect, it } from "vitest";
import type { RunEvent } from "@/api/types";
import { invocationOf, momentsOf, usageOf } from "./timeline";

const BEGIN = Date.parse("2026-01-01T00:00:00Z");
const event = (seq: number, after: number, more: Partial<RunEvent> = {}) =>
  ({ seq, createdAt: new Date(BEGIN + after).toISOString(), eventType: "lifecycle", ...more }) as RunEvent;

it("moments share the time of the run", () => {
  const moments = momentsOf([event(2, 1000), event(1, 0), event(3, 3000)], BEGIN + 4000);
  expect(moments.map((one) => one.after)).toEqual([0, 1000, 3000]);
  expect(moments.map((one) => one.share)).toEqual([0.25, 0.5, 0.25]);
  expect(momentsOf([], BEGIN)).toEqual([]);
});

it("the last call of a program counts", () => {
  const call = (command: string) =>
    event(1, 0, { eventType: "adapter.invoke", payload: { command } as never });
  expect(invocationOf([call("first"), call("second")])?.command).toBe("second");
  expect(invocationOf([event(1, 0)])).toBeUndefined();
});

it("nothing used is nothing told", () => {
  expect(usageOf(null)).toBeUndefined();
  expect(usageOf({ inputTokens: 0 })).toBeUndefined();
  expect(usageOf({ inputTokens: 5, outputTokens: 2 })).toEqual({
    input: 5,
    cached: 0,
    output: 2,
    model: undefined,
  });
});
