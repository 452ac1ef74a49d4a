// The filter as chips, text search in front, grouping and order behind. All of it is in the address.
import { ListFilter, Search, SlidersHorizontal, X } from "lucide-react";
import { type Ref, useEffect, useState } from "react";
import {
  useAssigneeOptions,
  useLabelOptions,
  usePriorityOptions,
  useProjectOptions,
  useStatusOptions,
} from "@/components/issue-pickers";
import { type TextKey, useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { Combobox, type Option } from "@/ui/combobox";
import { Menu, type MenuEntry } from "@/ui/menu";
import {
  FILTER_FIELDS,
  type FilterField,
  type GroupField,
  type IssueFilter,
  isFiltered,
  type SortField,
} from "./filter";

const FIELD: Record<FilterField, TextKey> = {
  status: "issues.status",
  priority: "issues.priority",
  assignee: "issues.assignee",
  project: "issues.project",
  label: "issues.label",
};
const GROUPS: Array<[GroupField, TextKey]> = [
  ["status", "issues.status"],
  ["assignee", "issues.assignee"],
  ["priority", "issues.priority"],
  ["project", "issues.project"],
  ["none", "issues.noGroup"],
];
const SORTS: Array<[SortField, TextKey]> = [
  ["priority", "issues.priority"],
  ["updated", "issues.updated"],
  ["created", "issues.created"],
  ["number", "issues.number"],
];
const SEARCH_AFTER = 200;

function useOptions(): Record<FilterField, Option[]> {
  return {
    status: useStatusOptions(),
    priority: usePriorityOptions(),
    assignee: useAssigneeOptions(),
    project: useProjectOptions(),
    label: useLabelOptions(),
  };
}

export interface FilterBarProps {
  filter: IssueFilter;
  onFilter: (change: Partial<IssueFilter>) => void;
  isFilterOpen: boolean;
  onFilterOpen: (isOpen: boolean) => void;
  searchField: Ref<HTMLInputElement>;
}

export function FilterBar({ filter, onFilter, isFilterOpen, onFilterOpen, searchField }: FilterBarProps) {
  const t = useT();
  const options = useOptions();
  const [typed, setTyped] = useState(filter.q);
  const [field, setField] = useState<FilterField>();

  useEffect(() => setTyped(filter.q), [filter.q]);
  useEffect(() => {
    if (typed === filter.q) return;
    const timer = setTimeout(() => onFilter({ q: typed }), SEARCH_AFTER);
    return () => clearTimeout(timer);
  }, [typed, filter.q, onFilter]);

  function toggle(of: FilterField, value: string) {
    const taken = filter[of];
    onFilter({ [of]: taken.includes(value) ? taken.filter((one) => one !== value) : [...taken, value] });
  }

  const chips = FILTER_FIELDS.filter((one) => filter[one].length > 0 || (field === one && isFilterOpen));
  const display: MenuEntry[] = [
    { kind: "label", id: "group", label: t("issues.group") },
    ...GROUPS.map(([group, label]) => ({
      id: `group-${group}`,
      label: t(label),
      isChecked: filter.group === group,
      onSelect: () => onFilter({ group }),
    })),
    { kind: "separator", id: "line" },
    { kind: "label", id: "sort", label: t("issues.sort") },
    ...SORTS.map(([sort, label]) => ({
      id: `sort-${sort}`,
      label: t(label),
      isChecked: filter.sort === sort,
      onSelect: () => onFilter({ sort }),
    })),
  ];

  return (
    <div className="flex items-center gap-1.5 pb-2">
      <div className="flex min-w-0 grow items-center gap-1.5 overflow-x-auto py-px [scrollbar-width:none]">
        <div className="relative w-44 shrink-0 max-md:w-36">
          <Search
            size={14}
            className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-text-3"
          />
          <input
            ref={searchField}
            type="search"
            aria-label={t("issues.searchHint")}
            placeholder={t("issues.searchHint")}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
            className="control-height w-full rounded-m border border-transparent bg-surface-2 pr-2 pl-7 outline-none transition-colors hover:border-line focus:border-accent focus:bg-surface [&::-webkit-search-cancel-button]:hidden"
          />
        </div>
        {chips.map((one) => {
          const taken = options[one].filter((option) => filter[one].includes(option.value));
          return (
            <span
              key={one}
              className="control-height flex shrink-0 items-center overflow-hidden rounded-m border border-line text-text-2 text-xs"
            >
              <span className="pr-1 pl-2 text-text-3">{t(FIELD[one])}</span>
              <Combobox
                label={t(FIELD[one])}
                options={options[one]}
                value={filter[one]}
                isMultiple
                onPick={(value) => toggle(one, value)}
                isOpen={isFilterOpen && field === one}
                onOpen={(isOpen) => {
                  setField(isOpen ? one : undefined);
                  onFilterOpen(isOpen);
                }}
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
                      <span className="tabular">{filter[one].length}</span>
                    )}
                  </button>
                }
              />
              <button
                type="button"
                aria-label={t("issues.removeFilter", { field: t(FIELD[one]) })}
                onClick={() => onFilter({ [one]: [] })}
                className="grid h-full w-6 place-items-center text-text-3 hover:bg-surface-2 hover:text-text"
              >
                <X size={12} />
              </button>
            </span>
          );
        })}
        <Menu
          entries={FILTER_FIELDS.map((one) => ({
            id: one,
            label: t(FIELD[one]),
            onSelect: () => {
              setField(one);
              // The menu has to be gone before the picker opens.
              setTimeout(() => onFilterOpen(true), 60);
            },
          }))}
        >
          <Button tone="quiet" size="m" icon={<ListFilter size={14} />} className="text-xs">
            {t("issues.addFilter")}
          </Button>
        </Menu>
        {isFiltered(filter) && (
          <Button
            tone="quiet"
            className="text-xs"
            onClick={() =>
              onFilter({ q: "", status: [], priority: [], assignee: [], project: [], label: [] })
            }
          >
            {t("common.clear")}
          </Button>
        )}
      </div>
      <Menu entries={display} align="end">
        <IconButton label={t("issues.display")} icon={<SlidersHorizontal size={15} />} hasTooltip={false} />
      </Menu>
    </div>
  );
}
