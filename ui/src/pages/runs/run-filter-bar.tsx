// The filter of the list of runs as chips; all of it is in the address.
import { ListFilter, X } from "lucide-react";
import { useAgents } from "@/api/agents";
import { useCompany } from "@/company";
import { type TextKey, useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Combobox, type Option } from "@/ui/combobox";
import { Menu } from "@/ui/menu";
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
  const chip =
    "control-height flex shrink-0 items-center overflow-hidden rounded-m border border-line text-text-2 text-xs";
  const close = "grid h-full w-6 place-items-center text-text-3 hover:bg-surface-2 hover:text-text";

  function toggle(field: RunField, value: string) {
    const taken = filter[field];
    const next = taken.includes(value) ? taken.filter((one) => one !== value) : [...taken, value];
    onFilter({ [field]: next.join(",") || undefined });
  }

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
      {RUN_FIELDS.filter((field) => filter[field].length > 0 || openField === field).map((field) => {
        const taken = options[field].filter((option) => filter[field].includes(option.value));
        return (
          <span key={field} className={chip}>
            <span className="pr-1 pl-2 text-text-3">{t(FIELD[field])}</span>
            <Combobox
              label={t(FIELD[field])}
              options={options[field]}
              value={filter[field]}
              isMultiple
              onPick={(value) => toggle(field, value)}
              isOpen={openField === field}
              onOpen={(isOpen) => onOpenField(isOpen ? field : undefined)}
              trigger={
                <button
                  type="button"
                  className="flex h-full items-center gap-1 px-1 text-text hover:bg-surface-2"
                >
                  {taken.length === 1 ? (
                    <>
                      {taken[0]?.icon}
                      {taken[0]?.label}
                    </>
                  ) : (
                    <span className="tabular">{taken.length}</span>
                  )}
                </button>
              }
            />
            <button
              type="button"
              aria-label={t("issues.removeFilter", { field: t(FIELD[field]) })}
              onClick={() => onFilter({ [field]: undefined })}
              className={close}
            >
              <X size={12} />
            </button>
          </span>
        );
      })}
      {filter.issue && (
        <span className={chip}>
          <span className="px-2 text-text">{issueName ?? t("issues.issue")}</span>
          <button
            type="button"
            aria-label={t("issues.removeFilter", { field: t("issues.issue") })}
            onClick={() => onFilter({ issue: undefined })}
            className={close}
          >
            <X size={12} />
          </button>
        </span>
      )}
      <Menu
        entries={RUN_FIELDS.map((field) => ({
          id: field,
          label: t(FIELD[field]),
          onSelect: () => {
            // The menu has to be gone before the picker opens.
            setTimeout(() => onOpenField(field), 60);
          },
        }))}
      >
        <Button tone="quiet" icon={<ListFilter size={14} />} className="text-xs">
          {t("issues.addFilter")}
        </Button>
      </Menu>
      {isRunFiltered(filter) && (
        <Button
          tone="quiet"
          className="text-xs"
          onClick={() =>
            onFilter({ status: undefined, agent: undefined, source: undefined, issue: undefined })
          }
        >
          {t("common.clear")}
        </Button>
      )}
    </div>
  );
}
