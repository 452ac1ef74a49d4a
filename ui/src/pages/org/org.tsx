// The company as a picture, or the same as a list.
import { Download, List, Network, Plus } from "lucide-react";
import { lazy, Suspense, useMemo } from "react";
import { useActions } from "@/actions/registry";
import { useAgents, useAgentsById } from "@/api/agents";
import { useLiveRuns } from "@/api/runs";
import { useCompany } from "@/company";
import { useAgentMenu } from "@/components/agent/agent-menu";
import { useGo, useSearch } from "@/navigation";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { useIsPhone } from "@/ui/media";
import { Segmented } from "@/ui/segmented";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import OrgList from "./org-list";
import { treeOf } from "./tree";

const OrgChart = lazy(() => import("./org-chart"));

export default function OrgPage() {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const isPhone = useIsPhone();
  const [search, setSearch] = useSearch();
  const list = useAgents(company);
  const agents = useAgentsById(company);
  const { data: live } = useLiveRuns(company);
  const menu = useAgentMenu();
  const tree = useMemo(() => treeOf(list.data ?? []), [list.data]);
  const runs = useMemo(
    () =>
      new Map(
        // One that works goes before one that waits.
        [...(live ?? [])]
          .sort((one, other) => Number(one.status === "running") - Number(other.status === "running"))
          .map((run) => [run.agentId as string, run]),
      ),
    [live],
  );
  const view = search.view === "list" || search.view === "chart" ? search.view : isPhone ? "list" : "chart";

  useActions([
    {
      id: "view",
      label: "issues.view",
      group: "page",
      keys: "v",
      icon: Network,
      run: () => setSearch({ view: view === "list" ? "chart" : "list" }, true),
    },
  ]);

  return (
    <Page
      title={t("org.title")}
      isFlush
      actions={
        <>
          <Segmented
            label={t("issues.view")}
            isIconsOnly
            value={view}
            onValue={(next) => setSearch({ view: next }, true)}
            options={[
              { value: "chart", label: t("org.chart"), icon: <Network size={14} /> },
              { value: "list", label: t("issues.list"), icon: <List size={14} /> },
            ]}
          />
          <Button
            className="max-md:hidden"
            icon={<Download size={14} />}
            onClick={() => open(`/api/companies/${company}/org.svg`, "_blank", "noopener")}
          >
            {t("org.picture")}
          </Button>
        </>
      }
    >
      {list.isPending || !agents ? (
        <SkeletonRows />
      ) : list.isError && !list.data ? (
        <Failed error={list.error} what={t("org.title")} onRetry={() => list.refetch()} />
      ) : tree.length === 0 ? (
        <Empty
          icon={<Network size={20} />}
          title={t("agents.emptyTitle")}
          action={
            <Button tone="primary" icon={<Plus size={14} />} onClick={() => go(paths.newAgent(issuePrefix))}>
              {t("agents.new")}
            </Button>
          }
        >
          {t("org.empty")}
        </Empty>
      ) : view === "list" ? (
        <OrgList tree={tree} agents={agents} runs={runs} />
      ) : (
        <Suspense fallback={<SkeletonRows />}>
          <OrgChart tree={tree} agents={agents} runs={runs} menu={menu} />
        </Suspense>
      )}
      {menu.questions}
    </Page>
  );
}
