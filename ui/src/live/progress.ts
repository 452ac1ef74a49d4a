// The one line that says what a live run does right now.
import { create } from "zustand";
import type { RunEventPayload } from "./messages";

export interface Progress {
  line: string;
  at: string;
}

interface ProgressState {
  byRun: Readonly<Record<string, Progress>>;
}

const useProgressStore = create<ProgressState>()(() => ({ byRun: {} }));

export function noteProgress(event: RunEventPayload) {
  // What a run says about its own start and end is no progress.
  const line = event.currentToolName ?? event.lastAssistantSnippet;
  if (!line) return;
  const progress = { line, at: event.lastEventAt };
  useProgressStore.setState(({ byRun }) => ({ byRun: { ...byRun, [event.runId]: progress } }));
}

export function forgetProgress(run: string) {
  useProgressStore.setState(({ byRun }) => {
    const { [run]: _gone, ...rest } = byRun;
    return { byRun: rest };
  });
}

/** What a run does, if it said so. */
export const useProgress = (run: string | undefined): Progress | undefined =>
  useProgressStore((state) => (run ? state.byRun[run] : undefined));
