// One agent in the list: who, how it stands, what it does or why it does nothing, and what can be done.
import { Ellipsis } from "lucide-react";
import type { Agent, NamedRun } from "@/api/types";
import { useCompany } from "@/company";
import { standingOf } from "@/components/agent/standing";
import { useProgress } from "@/live/progress";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { ContextMenu } from "@/ui/context-menu";
import { Link } from "@/ui/link";
import { useIsPhone } from "@/ui/media";
import { Menu, type MenuEntry } from "@/ui/menu";
import { Row } from "@/ui/row";
import { StatusChip } from "@/ui/status";
import { Time } from "@/ui/time";
import { Tooltip } from "@/ui/tooltip";

export interface AgentRowProps {
  agent: Agent;
  manager: Agent | undefined;
  runs: readonly NamedRun[];
  entries: MenuEntry[];
  isActive: boolean;
  onActive: () => void;
}

const INK = { bad: "text-bad-ink", person: "text-text-2", quiet: "text-text-3" } as const;

/** What a live run says of itself, or why there is none. */
export function Doing({ agent, runs }: Pick<AgentRowProps, "agent" | "runs">) {
  const t = useT();
  const run = runs.find((one) => one.status === "running") ?? runs[0];
  const progress = useProgress(run?.id);
  if (run)
    return (
      <span className="block truncate text-working-ink">
        {run.status === "queued" ? t("agents.waitsForTurn") : (progress?.line ?? t("agents.isWorking"))}
        {runs.length > 1 && ` · ${t("shell.liveRuns", { count: runs.length })}`}
      </span>
    );
  const standing = standingOf(agent);
  if (!standing) return null;
  const sentence = (
    <span className={cx("block truncate", INK[standing.tone])}>
      {standing.detail && standing.tone === "bad" && agent.status === "error"
        ? standing.detail
        : t(standing.text, standing.values)}
    </span>
  );
  return standing.detail ? <Tooltip text={standing.detail}>{sentence}</Tooltip> : sentence;
}

export function AgentRow({ agent, manager, runs, entries, isActive, onActive }: AgentRowProps) {
  const t = useT();
  const { issuePrefix } = useCompany();
  const isPhone = useIsPhone();
  const to = paths.agent(issuePrefix, agent.urlKey);
  const isLive = agent.status === "running";
  const more = (
    <Menu entries={entries} align="end">
      <IconButton label={t("agents.actionsFor", { name: agent.name })} icon={<Ellipsis size={16} />} />
    </Menu>
  );

  if (isPhone)
    return (
      <Row className="border-line border-b py-2.5 pr-2 pl-4">
        <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={32} isLive={isLive} />
        <Link to={to} className="min-w-0 grow">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{agent.name}</span>
            <span className="grow" />
            <StatusChip status={agent.status} isLive={isLive} className="text-xs" />
          </span>
          <span className="block truncate text-text-3 text-xs">
            {agent.title ?? t(`words.${agent.role}`)}
          </span>
          <span className="text-xs">
            <Doing agent={agent} runs={runs} />
          </span>
        </Link>
        {more}
      </Row>
    );

  return (
    <ContextMenu entries={entries}>
      <Row id={`row-${agent.id}`} isActive={isActive} onMouseEnter={onActive} className="h-11 gap-3">
        <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={26} isLive={isLive} />
        <Link
          to={to}
          tabIndex={isActive ? 0 : -1}
          className="flex min-w-0 shrink grow basis-56 items-baseline gap-2 outline-none"
        >
          <span className="truncate font-medium">{agent.name}</span>
          <span className="min-w-0 truncate text-text-3">{agent.title ?? t(`words.${agent.role}`)}</span>
        </Link>
        <span className="w-36 shrink-0">
          <StatusChip status={agent.status} isLive={isLive} />
        </span>
        <span className="min-w-0 shrink grow basis-64">
          <Doing agent={agent} runs={runs} />
        </span>
        <span className="hidden w-32 shrink-0 lg:block">
          {manager && (
            <Tooltip text={t("agents.reportsTo", { name: manager.name })}>
              <span className="inline-flex max-w-full items-center gap-1.5 text-text-2">
                <Avatar kind="agent" id={manager.id} name={manager.name} icon={manager.icon} size={18} />
                <span className="truncate">{manager.name}</span>
              </span>
            </Tooltip>
          )}
        </span>
        <span className="hidden w-24 shrink-0 truncate font-mono text-text-3 text-xs xl:block">
          {agent.adapterType}
        </span>
        <span className="w-24 shrink-0 whitespace-nowrap text-right text-text-3 text-xs">
          {agent.lastHeartbeatAt ? <Time at={agent.lastHeartbeatAt} /> : t("agents.neverRan")}
        </span>
        {more}
      </Row>
    </ContextMenu>
  );
}
