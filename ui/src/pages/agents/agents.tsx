// The list of agents.
import { NotBuilt } from "@/pages/lost/not-built";

export default function AgentsPage() {
  return <NotBuilt title="agents.title" />;
}
