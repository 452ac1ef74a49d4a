// The limits of one agent, and what happened at them.
import { Limits } from "@/pages/budgets/limits";
import { Column } from "@/shell/page";
import type { SectionProps } from "./agent";

export default function AgentBudgets({ agent }: SectionProps) {
  return (
    <Column isWide>
      <Limits scope={{ type: "agent", id: agent.id }} />
    </Column>
  );
}
