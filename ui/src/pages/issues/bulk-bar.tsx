// What can be done with the selected issues, above the end of the list.
import { X } from "lucide-react";
import type { IssueRow } from "@/api/types";
import { AssigneePicker, PriorityPicker, ProjectPicker, StatusPicker } from "@/components/issue-pickers";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import type { PickerName } from "./issue-row";
import type { IssueChanges } from "./use-issue-changes";

export interface BulkBarProps {
  issues: readonly IssueRow[];
  changes: IssueChanges;
  /** The picker that a key opened. */
  openPicker: PickerName | undefined;
  onPicker: (picker: PickerName | undefined) => void;
  onClear: () => void;
}

export function BulkBar({ issues, changes, openPicker, onPicker, onClear }: BulkBarProps) {
  const t = useT();
  const [first] = issues;
  if (!first) return null;
  const button = (label: string) => (
    <Button tone="quiet" size="s">
      {label}
    </Button>
  );
  const opened = (name: PickerName) => ({
    isOpen: openPicker === name,
    onOpen: (isOpen: boolean) => onPicker(isOpen ? name : undefined),
  });
  return (
    <div
      role="toolbar"
      aria-label={t("common.countSelected", { count: issues.length })}
      className="rising absolute bottom-4 left-1/2 z-20 flex max-w-[calc(100%-16px)] -translate-x-1/2 items-center gap-1 overflow-x-auto rounded-l border border-line bg-overlay py-1.5 pr-1.5 pl-3 shadow-l"
    >
      <span className="tabular shrink-0 pr-2 font-medium">
        {t("common.countSelected", { count: issues.length })}
      </span>
      <StatusPicker
        {...opened("status")}
        value={first.status}
        onValue={(status) => changes.many(issues, { status })}
        trigger={button(t("issues.status"))}
      />
      <PriorityPicker
        {...opened("priority")}
        value={first.priority}
        onValue={(priority) => changes.many(issues, { priority })}
        trigger={button(t("issues.priority"))}
      />
      <AssigneePicker
        {...opened("assignee")}
        value={{}}
        onValue={(to) => changes.many(issues, { ...to })}
        trigger={button(t("issues.assignee"))}
      />
      <ProjectPicker
        value={first.projectId ?? null}
        onValue={(projectId) => changes.many(issues, { projectId })}
        trigger={button(t("issues.project"))}
      />
      <IconButton label={t("issues.clearSelection")} keys="Escape" icon={<X size={15} />} onClick={onClear} />
    </div>
  );
}
