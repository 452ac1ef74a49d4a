// Who did it or has it: names and pictures of agents and people, the same everywhere.
import { useCallback } from "react";
import { useAgentsById } from "@/api/agents";
import { usePeople } from "@/api/companies";
import { me, useCompany } from "@/company";
import { useT } from "@/texts/locale";
import { Avatar, NoAvatar } from "@/ui/avatar";
import { Skeleton } from "@/ui/states";

export interface Who {
  kind: "agent" | "person";
  id: string;
  name: string;
  icon?: string | null;
  isLive?: boolean;
}

/** Finds an agent or a person by id; undefined while names are on their way. */
export function useWho(): (kind: "agent" | "person", id: string) => Who | undefined {
  const t = useT();
  const { id: company } = useCompany();
  const agents = useAgentsById(company);
  const people = usePeople(company);
  return useCallback(
    (kind, id) => {
      if (kind === "person") {
        const name = id === me() ? t("common.you") : people.get(id)?.name;
        return { kind, id, name: name || t("common.unknownPerson") };
      }
      if (!agents) return undefined;
      const agent = agents.get(id);
      if (!agent) return { kind, id, name: t("common.unknownAgent") };
      return { kind, id, name: agent.name, icon: agent.icon, isLive: agent.status === "running" };
    },
    [agents, people, t],
  );
}

export interface Assigned {
  assigneeAgentId?: string | null;
  assigneeUserId?: string | null;
}

/** Whoever has an issue: `null` is nobody, undefined is not known yet. */
export function useAssignee({ assigneeAgentId, assigneeUserId }: Assigned): Who | null | undefined {
  const who = useWho();
  if (assigneeAgentId) return who("agent", assigneeAgentId);
  if (assigneeUserId) return who("person", assigneeUserId);
  return null;
}

/** A picture, with the name beside it if there is room. */
export function WhoMark({
  who,
  size = 20,
  hasName,
}: {
  who: Who | null | undefined;
  size?: number;
  hasName?: boolean;
}) {
  const t = useT();
  if (who === undefined) return <Skeleton className="size-5 rounded-full" />;
  const name = who?.name ?? t("common.unassigned");
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      {who ? <Avatar {...who} size={size} /> : <NoAvatar size={size} label={t("common.unassigned")} />}
      {hasName && <span className={who ? "truncate" : "truncate text-text-3"}>{name}</span>}
    </span>
  );
}
