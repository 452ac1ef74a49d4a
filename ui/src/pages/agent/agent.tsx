// One agent and its sections.
import { NotBuilt } from "@/pages/lost/not-built";

export default function AgentPage() {
  return <NotBuilt title="agent.title" />;
}
