// The agents of a company: who is there, who works on what, who is stuck and why.
import { useLocation } from "@tanstack/react-router";
import { Bot, Plus } from "lucide-react";
import { useActions } from "@/actions/registry";
import { useAgents } from "@/api/agents";
import { useLiveRuns } from "@/api/runs";
import { useCompany } from "@/company";
import { useAgentMenu } from "@/components/agent/agent-menu";
import { AGENT_TABS, type AgentTab, isInTab } from "@/components/agent/standing";
import { useRowKeys } from "@/components/row-keys";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { Tabs } from "@/ui/tabs";
import { AgentRow } from "./agent-row";

export default function AgentsPage() {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const word = useLocation({ select: (location) => location.pathname.split("/")[3] });
  const tab: AgentTab = AGENT_TABS.find((one) => one === word) ?? "all";
  const agents = useAgents(company);
  const { data: runs = [] } = useLiveRuns(company);
  const menu = useAgentMenu();
  const all = agents.data ?? [];
  const shown = all
    .filter((agent) => isInTab(agent, tab))
    .sort((one, other) => one.name.localeCompare(other.name));
  const byId = new Map(all.map((agent) => [agent.id, agent]));
  const keys = useRowKeys({
    ids: shown.map((agent) => agent.id),
    onOpen: (id) => go(paths.agent(issuePrefix, byId.get(id)?.urlKey ?? id)),
  });
  useActions([
    {
      id: "new-agent",
      label: "agents.new",
      group: "page",
      keys: "n",
      icon: Plus,
      run: () => go(paths.newAgent(issuePrefix)),
    },
  ]);

  const tabs = AGENT_TABS.map((id) => ({
    id,
    label: t(`agents.tab_${id}`),
    to: paths.agents(issuePrefix, id),
    count: agents.data && all.filter((agent) => isInTab(agent, id)).length,
  }));
  const hire = (
    <Button tone="primary" icon={<Plus size={14} />} onClick={() => go(paths.newAgent(issuePrefix))}>
      {t("agents.new")}
    </Button>
  );

  return (
    <Page
      title={t("agents.title")}
      actions={hire}
      below={<Tabs tabs={tabs} current={tab} label={t("agents.title")} />}
    >
      {agents.isPending ? (
        <SkeletonRows />
      ) : agents.isError && !agents.data ? (
        <Failed error={agents.error} what={t("agents.title")} onRetry={() => agents.refetch()} />
      ) : all.length === 0 ? (
        <Empty icon={<Bot size={20} />} title={t("agents.emptyTitle")} action={hire}>
          {t("agents.empty")}
        </Empty>
      ) : shown.length === 0 ? (
        <Empty icon={<Bot size={20} />} title={t(`agents.none_${tab}`)} />
      ) : (
        <ul aria-label={t("agents.title")} className="py-1">
          {shown.map((agent) => (
            <li key={agent.id}>
              <AgentRow
                agent={agent}
                manager={byId.get(agent.reportsTo ?? "")}
                runs={runs.filter((run) => run.agentId === agent.id)}
                entries={menu.entriesOf(agent)}
                isActive={keys.active === agent.id}
                onActive={() => keys.setActive(agent.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {menu.questions}
    </Page>
  );
}
