// The picture of the company: agents over lines, moved and zoomed, walked with the arrows.
import { Maximize2, Minus, Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { Agent, NamedRun } from "@/api/types";
import { useCompany } from "@/company";
import type { AgentMenu } from "@/components/agent/agent-menu";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { type Arrow, edgeOf, layOut, NODE_HEIGHT, NODE_WIDTH, neighbour, type TreeNode } from "./layout";
import { OrgNode } from "./org-node";
import { useCanvas } from "./use-canvas";

const ARROWS: Readonly<Record<string, Arrow>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

export interface OrgChartProps {
  tree: readonly TreeNode[];
  agents: ReadonlyMap<string, Agent>;
  runs: ReadonlyMap<string, NamedRun>;
  menu: AgentMenu;
}

export default function OrgChart({ tree, agents, runs, menu }: OrgChartProps) {
  const t = useT();
  const go = useGo();
  const { issuePrefix } = useCompany();
  const frame = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | undefined>(tree[0]?.id);
  const chart = useMemo(() => layOut(tree, folded), [tree, folded]);
  const places = useMemo(() => new Map(chart.nodes.map((one) => [one.id, one])), [chart]);
  const { view, showAll, zoomBy, reveal, handlers } = useCanvas(frame, chart);

  function fold(id: string) {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  }

  function onKeyDown(event: React.KeyboardEvent) {
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      event.stopPropagation();
      const next = active ? neighbour(chart.nodes, active, arrow) : chart.nodes[0]?.id;
      const place = next && places.get(next);
      if (!next || !place) return;
      setActive(next);
      reveal(place.x + NODE_WIDTH / 2, place.y + NODE_HEIGHT / 2);
      document.getElementById(`org-${next}`)?.focus({ preventScroll: true });
    } else if (event.key === " " && active) {
      event.preventDefault();
      fold(active);
    } else if (event.key === "+" || event.key === "=") zoomBy(1.25);
    else if (event.key === "-") zoomBy(0.8);
    else if (event.key === "0") showAll();
    else if (event.key === "Enter" && active) {
      const agent = agents.get(active);
      if (agent) go(paths.agent(issuePrefix, agent.urlKey));
    }
  }

  return (
    <div className="relative min-h-0 grow overflow-hidden bg-surface-2">
      <div
        ref={frame}
        role="tree"
        aria-label={t("org.title")}
        onKeyDown={onKeyDown}
        {...handlers}
        className="absolute inset-0 touch-none select-none overflow-hidden active:cursor-grabbing"
      >
        <div
          role="none"
          className="absolute top-0 left-0 origin-top-left"
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}
        >
          <svg
            width={chart.width}
            height={chart.height}
            className="pointer-events-none absolute top-0 left-0 overflow-visible"
            aria-hidden="true"
          >
            {chart.nodes.map((place) => {
              const above = place.parent ? places.get(place.parent) : undefined;
              if (!above) return null;
              const isLive = runs.get(place.id)?.status === "running";
              return (
                <path
                  key={place.id}
                  d={edgeOf(above, place)}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth={isLive ? 2 : 1.5}
                  className={cx(isLive ? "breathing text-working" : "text-line-strong")}
                />
              );
            })}
          </svg>
          {chart.nodes.map((place) => {
            const agent = agents.get(place.id);
            return (
              agent && (
                <OrgNode
                  key={place.id}
                  agent={agent}
                  place={place}
                  run={runs.get(place.id)}
                  entries={menu.entriesOf(agent)}
                  isActive={active === place.id}
                  onActive={() => setActive(place.id)}
                  onFold={() => fold(place.id)}
                />
              )
            );
          })}
        </div>
      </div>
      <div className="absolute right-3 bottom-3 flex flex-col rounded-m border border-line bg-overlay shadow-m">
        <IconButton label={t("org.zoomIn")} keys="+" icon={<Plus size={16} />} onClick={() => zoomBy(1.25)} />
        <IconButton
          label={t("org.zoomOut")}
          keys="-"
          icon={<Minus size={16} />}
          onClick={() => zoomBy(0.8)}
        />
        <IconButton label={t("org.fit")} keys="0" icon={<Maximize2 size={14} />} onClick={showAll} />
      </div>
    </div>
  );
}
