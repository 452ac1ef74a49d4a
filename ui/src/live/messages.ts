// What the server tells over the socket.
import type { AgentStatus, RunStatus } from "@/api/types";

interface Envelope<T extends string, P> {
  id: number;
  companyId: string;
  type: T;
  createdAt: string;
  /** Its number among the company's stored events; the output of runs has none. */
  seq?: number;
  payload: P;
}

export interface ActivityPayload {
  actorType: "user" | "agent" | "system" | "plugin";
  actorId: string;
  action: string;
  entityType: string;
  entityId: string;
  agentId: string | null;
  runId: string | null;
  responsibleUserId: string | null;
  details: Record<string, unknown> | null;
}

export interface RunQueuedPayload {
  runId: string;
  agentId: string;
  invocationSource: string;
  triggerDetail: string | null;
  wakeupRequestId: string | null;
}

export interface RunStatusPayload {
  runId: string;
  agentId: string;
  issueId: string | null;
  status: RunStatus;
  invocationSource: string;
  triggerDetail: string | null;
  error: string | null;
  errorCode: string | null;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface RunEventPayload {
  runId: string;
  agentId: string;
  issueId: string | null;
  seq: number;
  eventType: string;
  stream: string | null;
  level: string | null;
  message: string | null;
  currentToolName: string | null;
  lastAssistantSnippet: string | null;
  lastEventAt: string;
  payload: unknown;
}

export interface RunLogPayload {
  runId: string;
  agentId: string;
  issueId: string | null;
  ts: string;
  seq: number;
  stream: "stdout" | "stderr" | "system";
  chunk: string;
  truncated: boolean;
}

export interface AgentStatusPayload {
  agentId: string;
  status: AgentStatus;
  lastHeartbeatAt: string | null;
  outcome: string | null;
}

export type LiveMessage =
  | Envelope<"activity.logged", ActivityPayload>
  | Envelope<"heartbeat.run.queued", RunQueuedPayload>
  | Envelope<"heartbeat.run.status", RunStatusPayload>
  | Envelope<"heartbeat.run.progress", RunEventPayload>
  | Envelope<"heartbeat.run.event", RunEventPayload>
  | Envelope<"heartbeat.run.log", RunLogPayload>
  | Envelope<"agent.status", AgentStatusPayload>
  | Envelope<"resync", unknown>;

/** Reads a message; what is no message of a company is nothing, such as a word that the line is alive. */
export function readMessage(text: string): LiveMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    const isMessage =
      typeof message === "object" && message !== null && "type" in message && "companyId" in message;
    return isMessage ? (message as LiveMessage) : undefined;
  } catch {
    return undefined;
  }
}
