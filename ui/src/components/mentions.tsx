// Who and what can be mentioned with `@`.
import { useMemo } from "react";
import { useAgents } from "@/api/agents";
import { useCompany } from "@/company";
import { Avatar } from "@/ui/avatar";
import type { Mention } from "@/ui/composer";

export function useMentions(): readonly Mention[] {
  const { data: agents } = useAgents(useCompany().id);
  return useMemo(
    () =>
      (agents ?? [])
        .filter((agent) => agent.status !== "terminated")
        .map((agent) => ({
          id: agent.id,
          label: agent.name,
          // Wire: only a link of this form wakes the agent; a bare name is text.
          text: `[@${agent.name}](agent://${agent.id})`,
          icon: <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={18} />,
        })),
    [agents],
  );
}
