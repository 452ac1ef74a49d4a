// How an agent stands: in which list it is, and in one sentence why it does nothing.
import type { Agent } from "@/api/types";
import type { TextKey } from "@/texts/locale";

export const AGENT_TABS = ["all", "active", "paused", "error"] as const;
export type AgentTab = (typeof AGENT_TABS)[number];

export function isInTab(agent: Agent, tab: AgentTab): boolean {
  switch (tab) {
    case "active":
      return agent.status === "active" || agent.status === "idle" || agent.status === "running";
    case "paused":
      return agent.status === "paused";
    case "error":
      return agent.status === "error" || agent.orgChainHealth.status !== "healthy";
    default:
      return true;
  }
}

export interface Standing {
  /** How bad it is. */
  tone: "bad" | "person" | "quiet";
  text: TextKey;
  values?: Record<string, string>;
  /** What the server says of it, in its own words. */
  detail?: string | undefined;
}

const BY_PAUSE: Record<string, TextKey> = {
  manual: "agents.pausedByHand",
  budget: "agents.pausedByBudget",
  system: "agents.pausedBySystem",
  company_archived: "agents.pausedByArchive",
  import: "agents.pausedAfterImport",
};

/** What keeps an agent from working, the weightiest first; undefined if nothing does. */
export function standingOf(agent: Agent): Standing | undefined {
  const chain = agent.orgChainHealth;
  if (agent.status === "terminated") return { tone: "quiet", text: "agents.isTerminated" };
  if (chain.status !== "healthy" && chain.firstInvalidAncestor)
    return {
      tone: "bad",
      text: "agents.chainBroken",
      values: { name: chain.firstInvalidAncestor.name },
      detail: chain.repairGuidance ?? undefined,
    };
  if (agent.status === "error")
    return { tone: "bad", text: "agents.hasError", detail: agent.errorReason ?? undefined };
  if (agent.status === "pending_approval") return { tone: "person", text: "agents.waitsForApproval" };
  if (agent.status === "paused")
    return { tone: "person", text: BY_PAUSE[agent.pauseReason ?? "manual"] ?? "agents.pausedByHand" };
  if (chain.status !== "healthy")
    return { tone: "bad", text: "agents.chainUnhealthy", detail: chain.repairGuidance ?? undefined };
  const [paused] = chain.pausedAncestors;
  if (paused)
    return {
      tone: "quiet",
      text: "agents.managerPaused",
      values: { name: paused.name },
      detail: chain.escalationWarning ?? undefined,
    };
  return undefined;
}
