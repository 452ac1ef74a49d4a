// One issue on the board: dragged, opened, and moved by its menu as well.
import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { Ellipsis } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { IssueRow as Issue, NamedRun } from "@/api/types";
import { useCompany } from "@/company";
import { AssigneePicker, PriorityPicker } from "@/components/issue-pickers";
import { useAssignee, WhoMark } from "@/components/who";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { PickerButton } from "@/ui/combobox";
import { ContextMenu } from "@/ui/context-menu";
import { LabelChip } from "@/ui/label-chip";
import { Link } from "@/ui/link";
import { Menu, type MenuEntry } from "@/ui/menu";
import { PriorityIcon } from "@/ui/priority";
import { StatusIcon } from "@/ui/status";
import { Marks, type PickerName } from "./issue-row";
import type { IssueChanges } from "./use-issue-changes";

export interface BoardCardProps {
  issue: Issue;
  run: NamedRun | undefined;
  changes: IssueChanges;
  isActive: boolean;
  onActive: () => void;
  /** Where it can go, as the menu says it. */
  moves: MenuEntry[];
  hasStatus: boolean;
  openPicker: PickerName | undefined;
  onPicker: (picker: PickerName | undefined) => void;
}

export function BoardCard(props: BoardCardProps) {
  const { issue, run, changes, isActive, onActive, moves, hasStatus, openPicker, onPicker } = props;
  const t = useT();
  const { issuePrefix } = useCompany();
  const card = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  const assignee = useAssignee(issue);

  useEffect(() => {
    const element = card.current;
    if (!element) return;
    return draggable({
      element,
      getInitialData: () => ({ issue: issue.id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [issue.id]);

  const pickerOf = (name: PickerName) => ({
    isOpen: openPicker === name,
    onOpen: (isOpen: boolean) => onPicker(isOpen ? name : undefined),
  });

  return (
    <div className="px-2 pb-2">
      <ContextMenu entries={moves}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer only marks what keys act on */}
        <div
          ref={card}
          data-active={isActive || undefined}
          onMouseEnter={onActive}
          className={cx(
            "group relative flex flex-col gap-1.5 rounded-m border bg-surface px-3 pt-2 pb-1.5 shadow-s transition-colors dark:bg-surface-2",
            isActive ? "border-line-strong" : "border-line hover:border-line-strong",
            isDragged && "opacity-40",
          )}
        >
          <div className="-mb-1 flex min-h-5 items-center gap-1.5">
            {hasStatus && <StatusIcon status={issue.status} isLive={run?.status === "running"} size={14} />}
            <span className="font-mono text-text-3 text-xs">{issue.identifier}</span>
            <span className="min-w-0 grow" />
            <Menu entries={moves} align="end">
              <IconButton
                label={t("issues.moveOf", { name: issue.identifier })}
                icon={<Ellipsis size={15} />}
                hasTooltip={false}
                tabIndex={isActive ? 0 : -1}
                className="z-10 -mr-1.5 size-6! opacity-0 focus-visible:opacity-100 group-hover:opacity-100 group-data-active:opacity-100 data-[state=open]:opacity-100 pointer-coarse:size-9! pointer-coarse:opacity-100"
              />
            </Menu>
          </div>
          <Link
            to={paths.issue(issuePrefix, issue.identifier)}
            draggable={false}
            tabIndex={isActive ? 0 : -1}
            className="line-clamp-3 font-medium outline-none before:absolute before:inset-0 before:rounded-m focus-visible:before:outline-2 focus-visible:before:outline-focus"
          >
            {issue.title}
          </Link>
          <Marks issue={issue} run={run} />
          {issue.labels.length > 0 && (
            <span className="flex flex-wrap gap-1">
              {issue.labels.slice(0, 3).map((label) => (
                <LabelChip key={label.id} label={label} />
              ))}
            </span>
          )}
          <div className="-mx-1 flex items-center justify-between">
            <PriorityPicker
              {...pickerOf("priority")}
              value={issue.priority}
              onValue={(value) => changes.setPriority(issue, value)}
              trigger={
                <PickerButton
                  aria-label={`${t("issues.priority")}: ${t(`words.${issue.priority}`)}`}
                  tabIndex={-1}
                  className="z-10"
                >
                  <PriorityIcon priority={issue.priority} isDecoration />
                </PickerButton>
              }
            />
            <AssigneePicker
              {...pickerOf("assignee")}
              align="end"
              value={{
                assigneeAgentId: issue.assigneeAgentId ?? null,
                assigneeUserId: issue.assigneeUserId ?? null,
              }}
              onValue={(value, name) => changes.assign(issue, value, name)}
              trigger={
                <PickerButton
                  aria-label={`${t("issues.assignee")}: ${assignee?.name ?? t("common.unassigned")}`}
                  tabIndex={-1}
                  className="z-10"
                >
                  <WhoMark who={assignee} />
                </PickerButton>
              }
            />
          </div>
        </div>
      </ContextMenu>
    </div>
  );
}
