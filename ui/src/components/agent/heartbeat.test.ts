// Heartbeat settings are read with the server's standards, and written without losing others.
import { expect, it } from "vitest";
import { heartbeatOf, withHeartbeat } from "./heartbeat";

it("says nothing that was not set", () => {
  expect(heartbeatOf(null)).toEqual({
    isOn: false,
    intervalSec: undefined,
    wakesOnDemand: true,
    maxConcurrentRuns: undefined,
    skipsWithoutWork: true,
    maxDailyRuns: undefined,
  });
});

it("keeps what it does not know", () => {
  const old = { other: 1, heartbeat: { enabled: false, maxTurnContinuation: { enabled: true } } };
  const next = withHeartbeat(old, { ...heartbeatOf(old), isOn: true, intervalSec: 60 });
  expect(next).toMatchObject({
    other: 1,
    heartbeat: { enabled: true, intervalSec: 60, maxTurnContinuation: { enabled: true } },
  });
  expect(JSON.stringify(next)).not.toContain("maxDailyRuns");
});
