// The filter as chips, text search in front, grouping and order behind. All of it is in the address.
import { Search, SlidersHorizontal } from "lucide-react";
import { type Ref, useEffect, useState } from "react";
import {
  useAssigneeOptions,
  useLabelOptions,
  usePriorityOptions,
  useProjectOptions,
  useStatusOptions,
} from "@/components/issue-pickers";
import { type TextKey, useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";
import type { Option } from "@/ui/combobox";
import { FilterChips } from "@/ui/filter-chips";
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
  openField: FilterField | undefined;
  onOpenField: (field: FilterField | undefined) => void;
  searchField: Ref<HTMLInputElement>;
}

export function FilterBar({ filter, onFilter, openField, onOpenField, searchField }: FilterBarProps) {
  const t = useT();
  const options = useOptions();
  const [typed, setTyped] = useState(filter.q);

  useEffect(() => setTyped(filter.q), [filter.q]);
  useEffect(() => {
    if (typed === filter.q) return;
    const timer = setTimeout(() => onFilter({ q: typed }), SEARCH_AFTER);
    return () => clearTimeout(timer);
  }, [typed, filter.q, onFilter]);

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
            onKeyDown={(event) => {
              if (event.key !== "Escape" && event.key !== "Enter") return;
              // Browsers empty a search field at Escape; here it only leaves it.
              event.preventDefault();
              event.currentTarget.blur();
            }}
            className="control-height w-full rounded-m border border-transparent bg-surface-2 pr-2 pl-7 outline-none transition-colors hover:border-line focus:border-accent focus:bg-surface [&::-webkit-search-cancel-button]:hidden"
          />
        </div>
        <FilterChips
          fields={FILTER_FIELDS.map((id) => ({
            id,
            label: t(FIELD[id]),
            options: options[id],
            values: filter[id],
          }))}
          onValues={(of, values) => onFilter({ [of]: values })}
          openField={openField}
          onOpenField={onOpenField}
          isFiltered={isFiltered(filter)}
          onClear={() => onFilter({ q: "", status: [], priority: [], assignee: [], project: [], label: [] })}
        />
      </div>
      <Menu entries={display} align="end">
        <IconButton label={t("issues.display")} icon={<SlidersHorizontal size={15} />} hasTooltip={false} />
      </Menu>
    </div>
  );
}
