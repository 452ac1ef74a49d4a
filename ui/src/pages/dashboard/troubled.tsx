// Agents that do nothing although they could: in error or paused, why, and what gets them going again.
import { useAgents, useAgentVerb } from "@/api/agents";
import type { Agent } from "@/api/types";
import { useCompany } from "@/company";
import { paths } from "@/paths";
import { type TextKey, useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Link } from "@/ui/link";
import { StatusIcon } from "@/ui/status";

const MOST = 4;

function Troubled({ agent }: { agent: Agent }) {
  const t = useT();
  const { id, issuePrefix } = useCompany();
  const verb = useAgentVerb(id);
  const isError = agent.status === "error";
  return (
    <li className="flex min-h-11 items-center gap-3 border-line px-4 py-1.5 not-first:border-t">
      <Link to={paths.agent(issuePrefix, agent.urlKey)} className="flex min-w-0 grow items-center gap-3">
        <StatusIcon status={agent.status} />
        <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={20} />
        <span className="min-w-0 grow truncate">
          <span className="font-medium">{agent.name}</span>{" "}
          <span className="text-text-3" title={agent.errorReason ?? undefined}>
            {isError
              ? t("dashboard.agentError")
              : t("dashboard.agentPaused", {
                  reason: t(`words.${agent.pauseReason ?? "manual"}` as TextKey),
                })}
          </span>
        </span>
      </Link>
      <Button
        size="s"
        isBusy={verb.isPending}
        onClick={() => verb.mutate({ agent: agent.id, verb: isError ? "clear-error" : "resume" })}
      >
        {t(isError ? "dashboard.clearError" : "dashboard.resume")}
      </Button>
    </li>
  );
}

export function TroubledAgents() {
  const t = useT();
  const { id, issuePrefix } = useCompany();
  const { data = [] } = useAgents(id);
  const troubled = data
    .filter((agent) => agent.status === "error" || agent.status === "paused")
    .sort((one, other) => one.status.localeCompare(other.status));
  if (troubled.length === 0) return null;
  return (
    <Card className="mt-3">
      <ul aria-label={t("dashboard.troubled")}>
        {troubled.slice(0, MOST).map((agent) => (
          <Troubled key={agent.id} agent={agent} />
        ))}
      </ul>
      {troubled.length > MOST && (
        <Link
          to={paths.agents(issuePrefix, troubled[0]?.status === "error" ? "error" : "paused")}
          className="block border-line border-t px-4 py-2 text-accent-ink text-xs hover:underline"
        >
          {t("dashboard.moreTroubled", { count: troubled.length - MOST })}
        </Link>
      )}
    </Card>
  );
}
