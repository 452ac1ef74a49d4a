// The same tree as a list with folding, for small windows and for whoever prefers it.
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Agent, NamedRun } from "@/api/types";
import { useCompany } from "@/company";
import { useRowKeys } from "@/components/row-keys";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { IconButton } from "@/ui/button";
import { Link } from "@/ui/link";
import { Row } from "@/ui/row";
import { StatusChip } from "@/ui/status";
import type { TreeNode } from "./layout";
import type { OrgChartProps } from "./org-chart";
import { useLine } from "./org-node";

const INDENT = 22;

interface Line {
  node: TreeNode;
  depth: number;
}

function linesOf(nodes: readonly TreeNode[], folded: ReadonlySet<string>, depth = 0): Line[] {
  return nodes.flatMap((node) => [
    { node, depth },
    ...(folded.has(node.id) ? [] : linesOf(node.reports, folded, depth + 1)),
  ]);
}

function OrgRow({
  agent,
  run,
  line: { node, depth },
  isFolded,
  isActive,
  onActive,
  onFold,
}: {
  agent: Agent;
  run: NamedRun | undefined;
  line: Line;
  isFolded: boolean;
  isActive: boolean;
  onActive: () => void;
  onFold: () => void;
}) {
  const t = useT();
  const { issuePrefix } = useCompany();
  const line = useLine(agent, run);
  return (
    <Row id={`row-${agent.id}`} isActive={isActive} onMouseEnter={onActive}>
      <span className="shrink-0" style={{ width: depth * INDENT }} />
      {node.reports.length > 0 ? (
        <IconButton
          label={t(isFolded ? "org.unfold" : "org.fold", { name: agent.name })}
          icon={isFolded ? <ChevronRight size={14} /> : <ChevronDown size={14} />}
          onClick={onFold}
          aria-expanded={!isFolded}
          hasTooltip={false}
        />
      ) : (
        <span className="w-7 shrink-0 pointer-coarse:w-9" />
      )}
      <Avatar
        kind="agent"
        id={agent.id}
        name={agent.name}
        icon={agent.icon}
        size={22}
        isLive={agent.status === "running"}
      />
      <Link
        to={paths.agent(issuePrefix, agent.urlKey)}
        className="flex min-w-0 grow items-baseline gap-2 outline-none"
      >
        <span className="truncate font-medium">{agent.name}</span>
        <span className="min-w-0 truncate text-text-3">{agent.title ?? t(`words.${agent.role}`)}</span>
      </Link>
      {(run || agent.status === "error") && (
        <span className="min-w-0 max-w-64 truncate text-text-2 max-md:hidden">{line}</span>
      )}
      <span className="shrink-0 md:w-32">
        <StatusChip status={agent.status} isLive={agent.status === "running"} />
      </span>
    </Row>
  );
}

export default function OrgList({ tree, agents, runs }: Omit<OrgChartProps, "menu">) {
  const t = useT();
  const go = useGo();
  const { issuePrefix } = useCompany();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const lines = linesOf(tree, folded);
  const keys = useRowKeys({
    ids: lines.map((line) => line.node.id),
    onOpen: (id) => go(paths.agent(issuePrefix, agents.get(id)?.urlKey ?? id)),
  });
  function fold(id: string) {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  }
  return (
    <ul aria-label={t("org.title")} className="min-h-0 grow overflow-y-auto py-1">
      {lines.map((line) => {
        const agent = agents.get(line.node.id);
        return (
          agent && (
            <li key={agent.id}>
              <OrgRow
                agent={agent}
                run={runs.get(agent.id)}
                line={line}
                isFolded={folded.has(agent.id)}
                isActive={keys.active === agent.id}
                onActive={() => keys.setActive(agent.id)}
                onFold={() => fold(agent.id)}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}
