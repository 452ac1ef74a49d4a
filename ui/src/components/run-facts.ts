// What a run says of itself: why it started, and for which issue.
import type { NamedRun, Run } from "@/api/types";
import type { TextKey } from "@/texts/locale";

/** Why it started, in words: by hand is another thing than on demand of somebody else. */
export function triggerOf(run: Pick<Run, "invocationSource" | "triggerDetail">): TextKey {
  if (run.invocationSource === "on_demand" && run.triggerDetail !== "manual") return "words.automation";
  return `words.${run.invocationSource}`;
}

/** The issue that it works on. Lists tell it only in the circumstances of the run. */
export function issueIdOf(run: Run | NamedRun): string | undefined {
  if ("issueId" in run && run.issueId) return run.issueId;
  const context = run.contextSnapshot as { issueId?: unknown } | null | undefined;
  return typeof context?.issueId === "string" ? context.issueId : undefined;
}
