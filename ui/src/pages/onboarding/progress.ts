// How far somebody has come, kept so that they can leave and go on, and go back without making
// anything twice.
import { useCallback, useState } from "react";
import { setDraft, useDraft } from "@/drafts";

export const STEPS = ["company", "agent", "check", "issue"] as const;
export type Step = (typeof STEPS)[number];
export type AgentKind = "example" | "process" | "http";

export interface Progress {
  step: Step;
  /** Under which the server knows a repetition. */
  key: string;
  companyId?: string;
  companyName: string;
  goal: string;
  goalId?: string;
  agentId?: string;
  kind: AgentKind;
  agentName: string;
  role: string;
  command: string;
  args: string;
  url: string;
  title?: string;
  description?: string;
}

const PLACE = "onboarding";

const fresh = (): Progress => ({
  step: "company",
  key: crypto.randomUUID(),
  companyName: "",
  goal: "",
  kind: "example",
  agentName: "Ada",
  role: "general",
  command: "",
  args: "",
  url: "",
});

export function useProgress() {
  const draft = useDraft<Progress>(PLACE);
  const [progress, setProgress] = useState<Progress>(() => draft?.value ?? fresh());
  const change = useCallback((values: Partial<Progress>) => {
    setProgress((old) => {
      const next = { ...old, ...values };
      setDraft(PLACE, next);
      return next;
    });
  }, []);
  const finish = useCallback(() => setDraft(PLACE, undefined), []);
  return { progress, change, finish };
}

/** What the agent's adapter is given. */
export function adapterOf(progress: Progress): { adapterType: string; config: Record<string, unknown> } {
  if (progress.kind === "http") return { adapterType: "http", config: { url: progress.url.trim() } };
  const args = progress.args.split("\n").filter((line) => line !== "");
  return { adapterType: "process", config: { command: progress.command.trim(), args } };
}
