// One agent: who it is, how it stands, and its parts behind tabs.
import { CirclePlay, Ellipsis, Pause, Play, SquarePen } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { useActions } from "@/actions/registry";
import { useAgents } from "@/api/agents";
import type { Agent } from "@/api/types";
import { useCompany } from "@/company";
import { useAgentMenu } from "@/components/agent/agent-menu";
import { StarButton } from "@/components/stars";
import { useGo, useParam } from "@/navigation";
import { UnknownEntity } from "@/pages/lost/unknown-entity";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { openNewIssue } from "@/shell/shell-state";
import { useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { Button, IconButton } from "@/ui/button";
import { Menu } from "@/ui/menu";
import { Failed, SkeletonRows } from "@/ui/states";
import { StatusChip } from "@/ui/status";
import { Tabs } from "@/ui/tabs";
import Overview from "./overview";
import { StandingStrip } from "./standing-strip";

const SECTIONS = {
  overview: Overview,
  runtime: lazy(() => import("./runtime")),
  runs: lazy(() => import("./runs")),
  costs: lazy(() => import("./costs")),
  budgets: lazy(() => import("./budgets")),
  activity: lazy(() => import("./activity")),
  permissions: lazy(() => import("./permissions")),
  "api-keys": lazy(() => import("./api-keys")),
  revisions: lazy(() => import("./revisions")),
} as const;

type SectionName = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as SectionName[];

export interface SectionProps {
  agent: Agent;
}

function AgentHeading({ agent }: SectionProps) {
  const isLive = agent.status === "running";
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={22} isLive={isLive} />
      <span className="truncate">{agent.name}</span>
      <span className="truncate font-normal text-text-3 max-md:hidden">{agent.title}</span>
      <StatusChip status={agent.status} isLive={isLive} className="font-normal" />
    </span>
  );
}

function AgentPage({ agent, name }: SectionProps & { name: SectionName }) {
  const t = useT();
  const go = useGo();
  const { issuePrefix } = useCompany();
  const menu = useAgentMenu(() => go(paths.agents(issuePrefix)));
  const isGone = agent.status === "terminated";
  const isPaused = agent.status === "paused";
  const Section = SECTIONS[name];

  useActions(
    isGone
      ? []
      : [
          {
            id: "agent-run",
            label: "agents.runNow",
            group: "page",
            keys: "r",
            icon: CirclePlay,
            run: () => menu.runNow(agent),
          },
          {
            id: "agent-pause",
            label: isPaused ? "agents.resume" : "agents.pause",
            group: "page",
            icon: isPaused ? Play : Pause,
            run: () => menu.togglePause(agent),
          },
        ],
  );

  return (
    <Page
      title={agent.name}
      heading={<AgentHeading agent={agent} />}
      crumbs={[{ label: t("agents.title"), to: paths.agents(issuePrefix) }]}
      actions={
        <>
          {!isGone && (
            <>
              <Button
                className="max-md:hidden"
                icon={isPaused ? <Play size={14} /> : <Pause size={14} />}
                onClick={() => menu.togglePause(agent)}
              >
                {isPaused ? t("agents.resume") : t("agents.pause")}
              </Button>
              <Button
                className="max-md:hidden"
                icon={<CirclePlay size={14} />}
                onClick={() => menu.runNow(agent)}
              >
                {t("agents.runNow")}
              </Button>
              <Button
                className="max-md:hidden"
                tone="primary"
                icon={<SquarePen size={14} />}
                onClick={() => openNewIssue({ assigneeAgentId: agent.id })}
              >
                {t("agents.assign")}
              </Button>
            </>
          )}
          <StarButton
            star={{
              kind: "agent",
              id: agent.id,
              name: agent.name,
              to: paths.agent(issuePrefix, agent.urlKey),
            }}
          />
          <Menu entries={menu.entriesOf(agent)} align="end">
            <IconButton label={t("common.more")} icon={<Ellipsis size={16} />} />
          </Menu>
        </>
      }
      below={
        <Tabs
          label={t("agent.title")}
          current={name}
          tabs={NAMES.map((id) => ({
            id,
            label: t(`agent.tab_${id}`),
            to: paths.agent(issuePrefix, agent.urlKey, id),
          }))}
        />
      }
    >
      <StandingStrip agent={agent} menu={menu} />
      <Suspense fallback={<SkeletonRows />}>
        <Section key={agent.id} agent={agent} />
      </Suspense>
      {menu.questions}
    </Page>
  );
}

export default function AgentByAddress() {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const word = useParam("agent");
  const section = useParam("section");
  const agents = useAgents(company);
  const agent = agents.data?.find((one) => one.urlKey === word || one.id === word);
  const name = NAMES.find((one) => one === section);

  useEffect(() => {
    // An id becomes the readable form, an unknown part the first one.
    if (agent && (word !== agent.urlKey || !name))
      go(paths.agent(issuePrefix, agent.urlKey, name ?? "overview"), { replace: true });
  }, [agent, word, name, go, issuePrefix]);

  if (agent) return <AgentPage agent={agent} name={name ?? "overview"} />;
  return (
    <Page title={t("agent.title")} crumbs={[{ label: t("agents.title"), to: paths.agents(issuePrefix) }]}>
      {agents.isPending ? (
        <SkeletonRows />
      ) : agents.isError && !agents.data ? (
        <Failed error={agents.error} what={t("agent.title")} onRetry={() => agents.refetch()} />
      ) : (
        <UnknownEntity
          what={t("agent.one")}
          name={word}
          list={{ label: t("agents.seeAll"), to: paths.agents(issuePrefix) }}
        />
      )}
    </Page>
  );
}
