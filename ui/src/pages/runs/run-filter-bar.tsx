// The filter of the list of runs as chips; all of it is in the address.
import { useAgents } from "@/api/agents";
import { useCompany } from "@/company";
import { type TextKey, useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import type { Option } from "@/ui/combobox";
import { FilterChips, FixedChip } from "@/ui/filter-chips";
import { StatusIcon } from "@/ui/status";
import { isRunFiltered, RUN_FIELDS, RUN_STATUSES, type RunField, type RunFilter, SOURCES } from "./filter";

const FIELD: Record<RunField, TextKey> = {
  status: "issues.status",
  agent: "run.agent",
  source: "runs.trigger",
};

function useOptions(): Record<RunField, Option[]> {
  const t = useT();
  const { data: agents = [] } = useAgents(useCompany().id);
  return {
    status: RUN_STATUSES.map((status) => ({
      value: status,
      label: t(`words.${status}`),
      icon: <StatusIcon status={status} isDecoration />,
    })),
    agent: agents.map((agent) => ({
      value: agent.id,
      label: agent.name,
      icon: <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={18} />,
    })),
    source: SOURCES.map((source) => ({ value: source, label: t(`words.${source}`) })),
  };
}

export interface RunFilterBarProps {
  filter: RunFilter;
  onFilter: (change: Record<string, string | undefined>) => void;
  openField: RunField | undefined;
  onOpenField: (field: RunField | undefined) => void;
  /** How the issue is named whose runs are listed. */
  issueName: string | undefined;
}

export function RunFilterBar({ filter, onFilter, openField, onOpenField, issueName }: RunFilterBarProps) {
  const t = useT();
  const options = useOptions();
  const views: Array<{ label: TextKey; status: string | undefined }> = [
    { label: "runs.all", status: undefined },
    { label: "runs.live", status: "running,queued,scheduled_retry" },
    { label: "runs.failed", status: "failed,timed_out,interrupted" },
  ];
  const current = filter.status.join(",");

  return (
    <div className="flex items-center gap-1.5 overflow-x-auto pb-2 [scrollbar-width:none]">
      {views.map((view) => (
        <Button
          key={view.label}
          tone="quiet"
          aria-pressed={current === (view.status ?? "")}
          className="text-xs aria-pressed:bg-surface-3/70 aria-pressed:text-text"
          onClick={() => onFilter({ status: view.status })}
        >
          {t(view.label)}
        </Button>
      ))}
      <span aria-hidden="true" className="mx-1 h-4 w-px shrink-0 bg-line" />
      <FilterChips
        fields={RUN_FIELDS.map((id) => ({
          id,
          label: t(FIELD[id]),
          options: options[id],
          values: filter[id],
        }))}
        onValues={(field, values) => onFilter({ [field]: values.join(",") || undefined })}
        openField={openField}
        onOpenField={onOpenField}
        isFiltered={isRunFiltered(filter)}
        onClear={() => onFilter({ status: undefined, agent: undefined, source: undefined, issue: undefined })}
      >
        {filter.issue && (
          <FixedChip
            label={issueName ?? t("issues.issue")}
            field={t("issues.issue")}
            onRemove={() => onFilter({ issue: undefined })}
          />
        )}
      </FilterChips>
    </div>
  );
}
