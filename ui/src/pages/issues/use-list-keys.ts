// The keyboard of a list of issues: move, open, select, and open the pickers of the row in focus.
import { ArrowDown, ArrowUp, CircleDot, Eye, Filter, ListChecks, Search } from "lucide-react";
import { useActions } from "@/actions/registry";
import type { IssueRow } from "@/api/types";
import type { PickerName } from "./issue-row";

export interface ListKeys {
  rows: readonly IssueRow[];
  active: string | undefined;
  onActive: (id: string) => void;
  selected: ReadonlySet<string>;
  onSelected: (selected: ReadonlySet<string>) => void;
  onOpen: (issue: IssueRow) => void;
  onPicker: (picker: PickerName) => void;
  onFilter: () => void;
  onSearch: () => void;
  onPeek: () => void;
  onEscape: () => void;
}

export function useListKeys(list: ListKeys) {
  const { rows, active, selected, onActive, onSelected } = list;
  const at = rows.findIndex((row) => row.id === active);

  function step(by: number, isExtending = false) {
    const next = rows[Math.min(rows.length - 1, Math.max(0, at === -1 ? 0 : at + by))];
    if (!next) return;
    if (isExtending) onSelected(new Set([...selected, ...(active ? [active] : []), next.id]));
    onActive(next.id);
  }

  function toggle() {
    if (!active) return;
    const next = new Set(selected);
    if (!next.delete(active)) next.add(active);
    onSelected(next);
  }

  const pick = (picker: PickerName) => () => active && list.onPicker(picker);
  const open = () => {
    const row = rows[at];
    if (row) list.onOpen(row);
  };

  useActions([
    {
      id: "row-next",
      label: "issues.nextRow",
      group: "list",
      keys: "j|ArrowDown",
      icon: ArrowDown,
      isKeyOnly: true,
      run: () => step(1),
    },
    {
      id: "row-previous",
      label: "issues.previousRow",
      group: "list",
      keys: "k|ArrowUp",
      icon: ArrowUp,
      isKeyOnly: true,
      run: () => step(-1),
    },
    {
      id: "row-extend-down",
      label: "issues.extendSelect",
      group: "list",
      keys: "Shift+ArrowDown",
      isKeyOnly: true,
      run: () => step(1, true),
    },
    {
      id: "row-extend-up",
      label: "issues.extendSelect",
      group: "list",
      keys: "Shift+ArrowUp",
      isKeyOnly: true,
      run: () => step(-1, true),
    },
    { id: "row-open", label: "issues.open", group: "list", keys: "Enter|o", isKeyOnly: true, run: open },
    {
      id: "row-peek",
      label: "issues.openPeek",
      group: "list",
      keys: "Space",
      icon: Eye,
      isKeyOnly: true,
      run: list.onPeek,
    },
    {
      id: "row-select",
      label: "issues.toggleSelect",
      group: "list",
      keys: "x",
      icon: ListChecks,
      isKeyOnly: true,
      run: toggle,
    },
    {
      id: "row-all",
      label: "issues.selectAll",
      group: "list",
      keys: "$mod+a",
      icon: ListChecks,
      run: () => onSelected(new Set(rows.map((row) => row.id))),
    },
    {
      id: "row-none",
      label: "issues.clearSelection",
      group: "list",
      keys: "Escape",
      isKeyOnly: true,
      run: list.onEscape,
    },
    {
      id: "row-status",
      label: "issues.setStatus",
      group: "list",
      keys: "s",
      icon: CircleDot,
      isKeyOnly: true,
      run: pick("status"),
    },
    {
      id: "row-priority",
      label: "issues.setPriority",
      group: "list",
      keys: "p",
      isKeyOnly: true,
      run: pick("priority"),
    },
    {
      id: "row-assignee",
      label: "issues.setAssignee",
      group: "list",
      keys: "a",
      isKeyOnly: true,
      run: pick("assignee"),
    },
    { id: "filter", label: "common.filter", group: "list", keys: "f", icon: Filter, run: list.onFilter },
    {
      id: "search-page",
      label: "issues.searchHint",
      group: "list",
      keys: "/",
      icon: Search,
      run: list.onSearch,
    },
  ]);
}
