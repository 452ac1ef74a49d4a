// What a form makes of an agent: its fields as they are typed, and the request that they come to.
import type { Agent, AgentRole } from "@/api/types";
import { type Heartbeat, heartbeatOf, withHeartbeat } from "@/components/agent/heartbeat";
import { difference, isSame, type Settings, setOnly } from "@/components/settings-form/fields";

export const ROLES: readonly AgentRole[] = [
  "general",
  "ceo",
  "cto",
  "engineer",
  "designer",
  "pm",
  "qa",
  "devops",
  "researcher",
  "security",
  "cmo",
  "cfo",
];

export interface AgentDraft {
  name: string;
  role: AgentRole;
  title: string;
  icon: string | null;
  reportsTo: string | null;
  capabilities: string;
  adapterType: string;
  adapterConfig: Settings;
  defaultEnvironmentId: string | null;
  heartbeat: Heartbeat;
}

export const emptyDraft = (start: Partial<AgentDraft> = {}): AgentDraft => ({
  name: "",
  role: "general",
  title: "",
  icon: null,
  reportsTo: null,
  capabilities: "",
  adapterType: "process",
  adapterConfig: {},
  defaultEnvironmentId: null,
  heartbeat: heartbeatOf(undefined),
  ...start,
});

export const draftOf = (agent: Agent): AgentDraft => ({
  name: agent.name,
  role: agent.role,
  title: agent.title ?? "",
  icon: agent.icon ?? null,
  reportsTo: agent.reportsTo ?? null,
  capabilities: agent.capabilities ?? "",
  adapterType: agent.adapterType,
  adapterConfig: setOnly(agent.adapterConfig),
  defaultEnvironmentId: agent.defaultEnvironmentId ?? null,
  heartbeat: heartbeatOf(agent.runtimeConfig),
});

const orNull = (text: string): string | null => text.trim() || null;

/** A new agent, as the server takes it. */
export function createOf(draft: AgentDraft) {
  const { heartbeat, title, capabilities, name, ...rest } = draft;
  return {
    ...rest,
    name: name.trim(),
    title: orNull(title),
    capabilities: orNull(capabilities),
    ...(isSame(heartbeat, heartbeatOf(undefined)) ? {} : { runtimeConfig: withHeartbeat({}, heartbeat) }),
  };
}

/** The fields of a draft that differ from the agent. */
export function changedFields(agent: Agent, draft: AgentDraft): Array<keyof AgentDraft> {
  const before = draftOf(agent);
  return (Object.keys(draft) as Array<keyof AgentDraft>).filter(
    (field) => !isSame(before[field], draft[field]),
  );
}

/** What changed, as the server takes it; settings of another adapter take the place of the old ones. */
export function changeOf(agent: Agent, draft: AgentDraft): Record<string, unknown> {
  const before = draftOf(agent);
  const request: Record<string, unknown> = {};
  for (const field of changedFields(agent, draft)) {
    if (field === "heartbeat") request.runtimeConfig = withHeartbeat(agent.runtimeConfig, draft.heartbeat);
    else if (field === "adapterConfig") {
      const isOther = draft.adapterType !== agent.adapterType;
      request.adapterConfig = isOther
        ? draft.adapterConfig
        : difference(before.adapterConfig, draft.adapterConfig);
      if (isOther) request.replaceAdapterConfig = true;
    } else if (field === "title" || field === "capabilities") request[field] = orNull(draft[field]);
    else request[field] = draft[field];
  }
  return request;
}
