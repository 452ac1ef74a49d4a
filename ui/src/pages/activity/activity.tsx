// Who did what, and when. The filter is in the address.
import { Activity as ActivityIcon } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useActions } from "@/actions/registry";
import { useAgents } from "@/api/agents";
import type { ActivityEntry } from "@/api/types";
import { useCompany } from "@/company";
import { ActivityLog } from "@/components/activity/activity-log";
import { useSearch } from "@/navigation";
import { Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Combobox, type Option } from "@/ui/combobox";

const ANY = "any";
const KINDS = ["issue", "agent", "project", "goal", "environment", "heartbeat_run", "company"] as const;
const ACTORS = { people: "user", agents: "agent", system: "system" } as const;
type Actor = keyof typeof ACTORS;
const ACTOR_LABEL = {
  people: "activity.byPeople",
  agents: "activity.byAgents",
  system: "activity.bySystem",
} as const;

function Choice({
  label,
  value,
  options,
  onPick,
}: {
  label: string;
  value: string;
  options: readonly Option[];
  onPick: (value: string | undefined) => void;
}) {
  const picked = options.find((option) => option.value === value);
  return (
    <Combobox
      label={label}
      value={[value]}
      options={options}
      onPick={(next) => onPick(next === ANY ? undefined : next)}
      trigger={
        <Button size="s" tone={value === ANY ? "quiet" : "secondary"} icon={picked?.icon}>
          <span className="text-text-3">{label}</span>
          {picked?.label}
        </Button>
      }
    />
  );
}

export default function ActivityPage() {
  const t = useT();
  const { id: company } = useCompany();
  const [search, setSearch] = useSearch();
  const { data: agents = [] } = useAgents(company);
  // Older addresses ask for what agents did with a word of their own.
  const actor = (search.mode === "agents" ? "agents" : search.by) as Actor | undefined;
  const actorType = actor && ACTORS[actor];
  const hasTechnical = search.technical === "true";
  const query = useMemo(
    () => ({
      ...(search.agentId ? { agentId: search.agentId } : {}),
      ...(search.entityType ? { entityType: search.entityType } : {}),
      ...(search.entityId ? { entityId: search.entityId } : {}),
    }),
    [search.agentId, search.entityType, search.entityId],
  );
  const fits = useCallback(
    (entry: ActivityEntry) => !actorType || entry.actorType === actorType,
    [actorType],
  );
  const isFiltered = Object.keys(query).length > 0 || !!actor;
  const clear = () =>
    setSearch({
      agentId: undefined,
      entityType: undefined,
      entityId: undefined,
      by: undefined,
      mode: undefined,
    });
  useActions([
    {
      id: "technical",
      label: "activity.technical",
      group: "page",
      icon: ActivityIcon,
      run: () => setSearch({ technical: hasTechnical ? undefined : "true" }),
    },
  ]);

  return (
    <Page
      title={t("activity.title")}
      isFlush
      below={
        <div className="flex items-center gap-1.5 overflow-x-auto pb-2 [scrollbar-width:none]">
          <Choice
            label={t("activity.actor")}
            value={actor ?? ANY}
            onPick={(by) => setSearch({ by, mode: undefined }, true)}
            options={[
              { value: ANY, label: t("activity.anyActor") },
              ...(Object.keys(ACTORS) as Actor[]).map((one) => ({ value: one, label: t(ACTOR_LABEL[one]) })),
            ]}
          />
          <Choice
            label={t("activity.agent")}
            value={search.agentId ?? ANY}
            onPick={(agentId) => setSearch({ agentId }, true)}
            options={[
              { value: ANY, label: t("activity.anyAgent") },
              ...agents.map((agent) => ({
                value: agent.id as string,
                label: agent.name,
                icon: <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={16} />,
              })),
            ]}
          />
          <Choice
            label={t("activity.kind")}
            value={search.entityType ?? ANY}
            onPick={(entityType) => setSearch({ entityType, entityId: undefined }, true)}
            options={[
              { value: ANY, label: t("activity.anyKind") },
              ...KINDS.map((kind) => ({ value: kind as string, label: t(`activity.of_${kind}`) })),
            ]}
          />
          {isFiltered && (
            <Button size="s" tone="quiet" onClick={clear}>
              {t("common.clearFilter")}
            </Button>
          )}
          <span className="grow" />
          <span className="shrink-0 pr-1 text-text-2 text-xs">
            <Checkbox
              label={t("activity.technical")}
              value={hasTechnical}
              onValue={(value) => setSearch({ technical: value ? "true" : undefined })}
              hasLabel
            />
          </span>
        </div>
      }
    >
      <ActivityLog
        key={JSON.stringify(query)}
        query={query}
        hasTechnical={hasTechnical}
        {...(actorType ? { fits } : {})}
      />
    </Page>
  );
}
