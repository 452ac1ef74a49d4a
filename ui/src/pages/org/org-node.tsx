// One agent on the chart: who, how it stands, what it does.
import { ChevronDown } from "lucide-react";
import type { Agent, NamedRun } from "@/api/types";
import { useCompany } from "@/company";
import { standingOf } from "@/components/agent/standing";
import { useProgress } from "@/live/progress";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { cx } from "@/ui/class-names";
import { ContextMenu } from "@/ui/context-menu";
import { Link } from "@/ui/link";
import type { MenuEntry } from "@/ui/menu";
import { StatusIcon } from "@/ui/status";
import { GROUP_INK, lookOf } from "@/ui/status-table";
import { NODE_HEIGHT, NODE_WIDTH, type Placed } from "./layout";

export interface OrgNodeProps {
  agent: Agent;
  place: Placed;
  run: NamedRun | undefined;
  entries: MenuEntry[];
  isActive: boolean;
  onActive: () => void;
  onFold: () => void;
}

/** What is said under the name: what it does, or what is wrong. */
export function useLine(agent: Agent, run: NamedRun | undefined): string {
  const t = useT();
  const progress = useProgress(run?.id);
  if (run?.status === "running") return progress?.line ?? t("agents.isWorking");
  if (run) return t("agents.waitsForTurn");
  const standing = standingOf(agent);
  if (standing) return t(standing.text, standing.values);
  return t(`words.${lookOf(agent.status).word}`);
}

export function OrgNode({ agent, place, run, entries, isActive, onActive, onFold }: OrgNodeProps) {
  const t = useT();
  const { issuePrefix } = useCompany();
  const line = useLine(agent, run);
  const isLive = agent.status === "running";
  const isBroken = standingOf(agent)?.tone === "bad";
  return (
    <div
      role="treeitem"
      aria-level={place.depth + 1}
      aria-selected={isActive}
      aria-expanded={place.below > 0 ? !place.isFolded : undefined}
      tabIndex={-1}
      className="absolute"
      style={{ left: place.x, top: place.y, width: NODE_WIDTH, height: NODE_HEIGHT }}
    >
      <ContextMenu entries={entries}>
        <Link
          to={paths.agent(issuePrefix, agent.urlKey)}
          id={`org-${agent.id}`}
          tabIndex={isActive ? 0 : -1}
          onFocus={onActive}
          draggable={false}
          className={cx(
            "flex h-full items-center gap-3 rounded-l border bg-surface px-3 shadow-s transition-colors hover:bg-surface-2",
            isBroken ? "border-bad" : isLive ? "border-working" : "border-line-strong/70",
            isActive && "ring-2 ring-accent/40",
          )}
        >
          <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={34} isLive={isLive} />
          <span className="min-w-0 grow">
            <span className="flex items-center gap-1.5">
              <span className="truncate font-semibold">{agent.name}</span>
              <span className="grow" />
              <StatusIcon status={agent.status} isLive={isLive} size={14} />
            </span>
            <span className="block truncate text-text-3 text-xs">
              {agent.title ?? t(`words.${agent.role}`)}
            </span>
            <span className={cx("block truncate text-xs", GROUP_INK[lookOf(agent.status).group])}>
              {line}
            </span>
          </span>
        </Link>
      </ContextMenu>
      {place.below > 0 && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(place.isFolded ? "org.unfold" : "org.fold", { name: agent.name })}
          onClick={onFold}
          className="touch-area absolute -bottom-2.5 left-1/2 flex h-5 min-w-5 -translate-x-1/2 items-center justify-center rounded-full border border-line-strong bg-surface px-1 text-text-3 text-xs hover:text-text"
        >
          {place.isFolded ? `+${place.below}` : <ChevronDown size={12} />}
        </button>
      )}
    </div>
  );
}
