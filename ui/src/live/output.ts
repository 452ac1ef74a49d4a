// What runs print and note, for whoever shows a run. Nobody else hears of it.
import type { RunEventPayload, RunLogPayload } from "./messages";

export interface RunListener {
  log?: (chunk: RunLogPayload) => void;
  event?: (event: RunEventPayload) => void;
  /** Chunks may be missing: read the log again from where it was. */
  resync?: () => void;
}

const listeners = new Map<string, Set<RunListener>>();

/** Hear what one run prints from now on. Returns how to stop. */
export function listenToRun(run: string, listener: RunListener): () => void {
  const ofRun = listeners.get(run) ?? new Set();
  listeners.set(run, ofRun);
  ofRun.add(listener);
  return () => {
    ofRun.delete(listener);
    if (ofRun.size === 0) listeners.delete(run);
  };
}

export function tellLog(chunk: RunLogPayload) {
  for (const listener of listeners.get(chunk.runId) ?? []) listener.log?.(chunk);
}

export function tellEvent(event: RunEventPayload) {
  for (const listener of listeners.get(event.runId) ?? []) listener.event?.(event);
}

export function tellResync() {
  for (const ofRun of listeners.values()) for (const listener of ofRun) listener.resync?.();
}
