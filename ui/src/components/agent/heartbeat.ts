// The heartbeat settings of an agent, as its runtime settings have them.

export interface Heartbeat {
  /** The timer wakes it. */
  isOn: boolean;
  intervalSec: number | undefined;
  /** Anything but the timer wakes it. */
  wakesOnDemand: boolean;
  maxConcurrentRuns: number | undefined;
  /** The timer leaves a beat out when no issue waits. */
  skipsWithoutWork: boolean;
  maxDailyRuns: number | undefined;
}

type Json = Record<string, unknown>;
const objectOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

export function heartbeatOf(runtimeConfig: unknown): Heartbeat {
  const set = objectOf(objectOf(runtimeConfig).heartbeat);
  return {
    isOn: set.enabled === true,
    intervalSec: numberOf(set.intervalSec),
    wakesOnDemand: set.wakeOnDemand !== false,
    maxConcurrentRuns: numberOf(set.maxConcurrentRuns),
    skipsWithoutWork: set.skipTimerWhenNoActionableWork !== false,
    maxDailyRuns: numberOf(set.maxDailyRuns),
  };
}

/** The runtime settings with another heartbeat in them; what we do not know stays. */
export function withHeartbeat(runtimeConfig: unknown, heartbeat: Heartbeat): Json {
  const all = objectOf(runtimeConfig);
  const set = {
    ...objectOf(all.heartbeat),
    enabled: heartbeat.isOn,
    intervalSec: heartbeat.intervalSec,
    wakeOnDemand: heartbeat.wakesOnDemand,
    maxConcurrentRuns: heartbeat.maxConcurrentRuns,
    skipTimerWhenNoActionableWork: heartbeat.skipsWithoutWork,
    maxDailyRuns: heartbeat.maxDailyRuns,
  };
  return { ...all, heartbeat: JSON.parse(JSON.stringify(set)) };
}
