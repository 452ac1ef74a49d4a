// Who an agent is: its place in the company, how it works, what it used.

import { useRuntimeState } from "@/api/agent-parts";
import { useAgents } from "@/api/agents";
import { useEnvironments } from "@/api/environments";
import type { Agent } from "@/api/types";
import { useCompany } from "@/company";
import { heartbeatOf } from "@/components/agent/heartbeat";
import { paths } from "@/paths";
import { useFormats, useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { Link } from "@/ui/link";
import { Properties, Property } from "@/ui/property";
import { ShortId } from "@/ui/short-id";
import { Time } from "@/ui/time";

function AgentLink({ agent }: { agent: Agent }) {
  const { issuePrefix } = useCompany();
  return (
    <Link
      to={paths.agent(issuePrefix, agent.urlKey)}
      className="inline-flex max-w-full items-center gap-1.5 rounded-s hover:underline"
    >
      <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={18} />
      <span className="truncate">{agent.name}</span>
    </Link>
  );
}

export function Facts({ agent }: { agent: Agent }) {
  const t = useT();
  const formats = useFormats();
  const { id: company } = useCompany();
  const { data: agents = [] } = useAgents(company);
  const { data: environments } = useEnvironments(company);
  const { data: state } = useRuntimeState(company, agent.id);
  const manager = agents.find((one) => one.id === agent.reportsTo);
  const reports = agents.filter((one) => one.reportsTo === agent.id && one.status !== "terminated");
  const environment = environments?.find((one) => one.id === agent.defaultEnvironmentId);
  const beat = heartbeatOf(agent.runtimeConfig);

  return (
    <aside aria-label={t("agent.facts")} className="min-w-0">
      <Properties label={t("agent.facts")}>
        <Property label={t("agent.role")}>{t(`words.${agent.role}`)}</Property>
        {agent.title && <Property label={t("agent.jobTitle")}>{agent.title}</Property>}
        <Property label={t("agent.manager")}>
          {manager ? (
            <AgentLink agent={manager} />
          ) : (
            <span className="text-text-3">{t("agent.noManager")}</span>
          )}
        </Property>
        {reports.length > 0 && (
          <Property label={t("agent.reports")}>
            {reports.map((one) => (
              <AgentLink key={one.id} agent={one} />
            ))}
          </Property>
        )}
        <Property label={t("agent.adapter")}>
          <span className="font-mono text-xs">{agent.adapterType}</span>
        </Property>
        <Property label={t("agent.environment")}>
          {environment ? environment.name : <span className="text-text-3">{t("agent.standardPlace")}</span>}
        </Property>
        <Property label={t("agent.heartbeat")}>
          {beat.isOn && beat.intervalSec
            ? t("agent.every", { time: formats.duration(beat.intervalSec * 1000) })
            : t("agent.noTimer")}
        </Property>
        {agent.lastHeartbeatAt && (
          <Property label={t("agent.lastRun")}>
            <Time at={agent.lastHeartbeatAt} />
          </Property>
        )}
        {state && state.totalInputTokens + state.totalOutputTokens > 0 && (
          <Property label={t("agent.tokens")}>
            {t("agent.tokensInOut", {
              in: formats.compact(state.totalInputTokens),
              out: formats.compact(state.totalOutputTokens),
            })}
          </Property>
        )}
        <Property label={t("agent.hired")}>
          <Time at={agent.createdAt} />
        </Property>
        <Property label={t("agent.id")}>
          <ShortId id={agent.id} />
        </Property>
      </Properties>
      {agent.capabilities && (
        <div className="mt-3">
          <h3 className="text-text-3">{t("agent.capabilities")}</h3>
          <p className="whitespace-pre-wrap">{agent.capabilities}</p>
        </div>
      )}
    </aside>
  );
}
