// Hiring an agent.
import { NotBuilt } from "@/pages/lost/not-built";

export default function NewAgentPage() {
  return <NotBuilt title="agents.title" />;
}
