// Issues as columns of cards: dragged, moved by menu or by keys.
import { ArrowRight, ExternalLink } from "lucide-react";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { useActions } from "@/actions/registry";
import { useLiveRunByIssue } from "@/api/runs";
import type { IssueRow } from "@/api/types";
import { useCompany } from "@/company";
import { useWho } from "@/components/who";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { useIsPhone } from "@/ui/media";
import type { MenuEntry } from "@/ui/menu";
import { StatusIcon } from "@/ui/status";
import type { VirtualListHandle } from "@/ui/virtual-list";
import { boardField, changeTo, columnOf, columnsOf, wakesAt } from "./board";
import { BoardCard } from "./board-card";
import { BoardColumn } from "./board-column";
import type { IssueFilter, IssueGroup } from "./filter";
import { GroupName } from "./group-head";
import type { PickerName } from "./issue-row";
import { useIssueChanges } from "./use-issue-changes";

const BlockIssue = lazy(() => import("@/forms/block-issue"));

export interface IssueBoardProps {
  filter: IssueFilter;
  groups: readonly IssueGroup[];
  onEnd: () => void;
  onFilterOpen: () => void;
  onSearch: () => void;
}

export default function IssueBoard({ filter, groups, onEnd, onFilterOpen, onSearch }: IssueBoardProps) {
  const t = useT();
  const go = useGo();
  const who = useWho();
  const isPhone = useIsPhone();
  const { id: company, issuePrefix } = useCompany();
  const changes = useIssueChanges();
  const runs = useLiveRunByIssue(company);
  const field = boardField(filter);
  const columns = useMemo(() => columnsOf(groups, filter), [groups, filter]);
  const byId = useMemo(
    () => new Map(columns.flatMap((column) => column.rows).map((issue) => [issue.id, issue])),
    [columns],
  );
  const [active, setActive] = useState<string>();
  const [picker, setPicker] = useState<{ issue: string; name: PickerName }>();
  const [blocked, setBlocked] = useState<IssueRow>();
  const lists = useRef(new Map<string, VirtualListHandle>());
  const scroller = useRef<HTMLDivElement>(null);

  function move(id: string, value: string) {
    const issue = byId.get(id);
    if (!issue || columnOf(issue, field) === value) return;
    // The server takes no bare "blocked": nobody would know what to do.
    if (field === "status" && value === "blocked") setBlocked(issue);
    else changes.change(issue, changeTo(field, value), field);
  }

  function hintOf(id: string, value: string): string | undefined {
    const issue = byId.get(id);
    if (!issue) return undefined;
    if (field === "status" && value === "blocked") return t("issues.dropAsks");
    if (!wakesAt(issue, field, value)) return undefined;
    return t("issues.dropWakes", { name: who("agent", issue.assigneeAgentId ?? "")?.name ?? "…" });
  }

  const movesOf = (issue: IssueRow): MenuEntry[] => [
    {
      id: "open",
      label: t("issues.open"),
      icon: <ExternalLink size={14} />,
      keys: "Enter",
      onSelect: () => go(paths.issue(issuePrefix, issue.identifier)),
    },
    { kind: "separator", id: "line" },
    { kind: "label", id: "move", label: t("issues.moveTo") },
    ...columns.map((column) => ({
      id: `move-${column.value}`,
      label: (
        <span className="flex items-center gap-2">
          <GroupName group={field} value={column.value} />
        </span>
      ),
      isChecked: columnOf(issue, field) === column.value,
      onSelect: () => move(issue.id, column.value),
    })),
  ];

  function activate(id: string | undefined) {
    if (!id) return;
    setActive(id);
    const issue = byId.get(id);
    const column = columns.find((one) => issue && one.value === columnOf(issue, field));
    if (!column) return;
    lists.current.get(column.value)?.scrollTo(column.rows.findIndex((row) => row.id === id));
    scroller.current
      ?.querySelector(`[data-column="${CSS.escape(column.value)}"]`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  function step(down: number, right: number) {
    const issue = byId.get(active ?? "");
    const filled = columns.filter((column) => column.rows.length > 0);
    const at = filled.findIndex((column) => issue && column.value === columnOf(issue, field));
    const row = filled[at]?.rows.findIndex((one) => one.id === active) ?? 0;
    const column = filled[Math.min(filled.length - 1, Math.max(0, at === -1 ? 0 : at + right))];
    activate(column?.rows[Math.min(column.rows.length - 1, Math.max(0, at === -1 ? 0 : row + down))]?.id);
  }
  /** Moves the card in focus a column on. */
  function shift(by: number) {
    const issue = byId.get(active ?? "");
    const at = columns.findIndex((column) => issue && column.value === columnOf(issue, field));
    const next = columns[at + by];
    if (issue && next) move(issue.id, next.value);
  }

  const open = (name: PickerName) => () => active && setPicker({ issue: active, name });
  const group = "list" as const;
  useActions([
    {
      id: "row-next",
      label: "issues.nextRow",
      group,
      keys: "j|ArrowDown",
      isKeyOnly: true,
      run: () => step(1, 0),
    },
    {
      id: "row-previous",
      label: "issues.previousRow",
      group,
      keys: "k|ArrowUp",
      isKeyOnly: true,
      run: () => step(-1, 0),
    },
    {
      id: "column-next",
      label: "issues.nextColumn",
      group,
      keys: "ArrowRight",
      isKeyOnly: true,
      run: () => step(0, 1),
    },
    {
      id: "column-previous",
      label: "issues.previousColumn",
      group,
      keys: "ArrowLeft",
      isKeyOnly: true,
      run: () => step(0, -1),
    },
    {
      id: "card-on",
      label: "issues.moveOn",
      group,
      keys: "Shift+ArrowRight",
      icon: ArrowRight,
      isKeyOnly: true,
      run: () => shift(1),
    },
    {
      id: "card-back",
      label: "issues.moveBack",
      group,
      keys: "Shift+ArrowLeft",
      isKeyOnly: true,
      run: () => shift(-1),
    },
    {
      id: "row-open",
      label: "issues.open",
      group,
      keys: "Enter|o",
      isKeyOnly: true,
      run: () => {
        const issue = byId.get(active ?? "");
        if (issue) go(paths.issue(issuePrefix, issue.identifier));
      },
    },
    {
      id: "row-priority",
      label: "issues.setPriority",
      group,
      keys: "p",
      isKeyOnly: true,
      run: open("priority"),
    },
    {
      id: "row-assignee",
      label: "issues.setAssignee",
      group,
      keys: "a",
      isKeyOnly: true,
      run: open("assignee"),
    },
    { id: "filter", label: "common.filter", group, keys: "f", run: onFilterOpen },
    { id: "search-page", label: "issues.searchHint", group, keys: "/", run: onSearch },
  ]);

  return (
    <div className="flex min-h-0 grow flex-col">
      {isPhone && (
        <nav
          aria-label={t("issues.columns")}
          className="flex shrink-0 gap-1 overflow-x-auto px-3 pt-2 [scrollbar-width:none]"
        >
          {columns.map((column) => (
            <button
              key={column.value}
              type="button"
              onClick={() =>
                scroller.current
                  ?.querySelector(`[data-column="${CSS.escape(column.value)}"]`)
                  ?.scrollIntoView({ block: "nearest", inline: "center" })
              }
              className="flex h-9 shrink-0 items-center gap-1.5 rounded-m bg-surface-2 px-2.5 text-xs"
            >
              {field === "status" ? (
                <StatusIcon status={column.value} />
              ) : (
                <GroupName group={field} value={column.value} />
              )}
              <span className="tabular text-text-2">{column.rows.length}</span>
            </button>
          ))}
        </nav>
      )}
      <div
        ref={scroller}
        className="flex min-h-0 grow gap-2 overflow-x-auto overscroll-contain p-3 max-md:snap-x max-md:snap-mandatory max-md:px-6"
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.value}
            field={field}
            column={column}
            takes={(id) => {
              const issue = byId.get(id);
              return !!issue && columnOf(issue, field) !== column.value;
            }}
            hintOf={(id) => hintOf(id, column.value)}
            onDrop={(id) => move(id, column.value)}
            onEnd={onEnd}
            list={(handle) => {
              if (handle) lists.current.set(column.value, handle);
              else lists.current.delete(column.value);
            }}
            render={(issue) => (
              <BoardCard
                issue={issue}
                run={runs.get(issue.id)}
                changes={changes}
                isActive={issue.id === active}
                onActive={() => setActive(issue.id)}
                moves={movesOf(issue)}
                hasStatus={field !== "status"}
                openPicker={picker?.issue === issue.id ? picker.name : undefined}
                onPicker={(name) => setPicker(name && { issue: issue.id, name })}
              />
            )}
          />
        ))}
      </div>
      {blocked && (
        <Suspense>
          <BlockIssue
            issue={blocked}
            onClose={() => setBlocked(undefined)}
            onBlock={(change) => changes.change(blocked, change, "status")}
          />
        </Suspense>
      )}
    </div>
  );
}
