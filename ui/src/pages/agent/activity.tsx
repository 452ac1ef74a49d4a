// What one agent did.
import { ActivityLog } from "@/components/activity/activity-log";
import type { SectionProps } from "./agent";

export default function AgentActivity({ agent }: SectionProps) {
  return <ActivityLog query={{ agentId: agent.id }} />;
}
