// Issues as a list of any length, in groups, with focus and selection.
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from "react";
import { useLiveRunByIssue } from "@/api/runs";
import type { IssueRow as Issue } from "@/api/types";
import { useCompany } from "@/company";
import { useLook } from "@/look";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { useIsPhone, useMedia } from "@/ui/media";
import { VirtualList, type VirtualListHandle } from "@/ui/virtual-list";
import { BulkBar } from "./bulk-bar";
import type { IssueFilter, IssueGroup } from "./filter";
import { GroupHead } from "./group-head";
import { IssueRow, type PickerName } from "./issue-row";
import { RowMenu } from "./row-menu";
import { useIssueChanges } from "./use-issue-changes";
import { useListKeys } from "./use-list-keys";

const Peek = lazy(() => import("./peek").then(({ Peek }) => ({ default: Peek })));

type Line = { kind: "head"; group: IssueGroup } | { kind: "row"; issue: Issue };

/** While an issue is peeked at, the pointer leaves the focus where it is. */
const stay = () => undefined;

export interface IssueListProps {
  filter: IssueFilter;
  groups: readonly IssueGroup[];
  /** How many a group has, as it is written. */
  countOf: (group: IssueGroup) => string;
  onEnd: () => void;
  onFilterOpen: () => void;
  onSearch: () => void;
}

export default function IssueList({
  filter,
  groups,
  countOf,
  onEnd,
  onFilterOpen,
  onSearch,
}: IssueListProps) {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const isPhone = useIsPhone();
  const isTouch = useMedia("(pointer: coarse)");
  const density = useLook((look) => look.density);
  const changes = useIssueChanges();
  const runs = useLiveRunByIssue(company);
  const list = useRef<VirtualListHandle>(null);
  const [active, setActive] = useState<string>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isPeeking, setPeeking] = useState(false);
  const [picker, setPicker] = useState<{ issue: string; name: PickerName }>();
  const [bulkPicker, setBulkPicker] = useState<PickerName>();

  const lines = useMemo(
    () =>
      groups.flatMap((group): Line[] => [
        ...(filter.group === "none" ? [] : [{ kind: "head" as const, group }]),
        ...group.rows.map((issue) => ({ kind: "row" as const, issue })),
      ]),
    [groups, filter.group],
  );
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);

  const activate = useCallback(
    (id: string) => {
      setActive(id);
      list.current?.scrollTo(lines.findIndex((line) => line.kind === "row" && line.issue.id === id));
    },
    [lines],
  );

  // Rows keep what they are given, so that one that changes does not draw the others again.
  const latest = useRef({ rows, active });
  latest.current = { rows, active };
  const select = useCallback((id: string, isRange: boolean) => {
    const { rows: all, active: last } = latest.current;
    const from = all.findIndex((row) => row.id === last);
    const to = all.findIndex((row) => row.id === id);
    setSelected((old) => {
      const next = new Set(old);
      if (isRange && from >= 0) {
        for (const row of all.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(row.id);
      } else if (!next.delete(id)) next.add(id);
      return next;
    });
    setActive(id);
  }, []);
  const openPicker = useCallback(
    (issue: string, name: PickerName | undefined) => setPicker(name && { issue, name }),
    [],
  );

  useListKeys({
    rows,
    active,
    onActive: activate,
    selected,
    onSelected: setSelected,
    onOpen: (issue) => go(paths.issue(issuePrefix, issue.identifier)),
    // With a selection the keys are about all of it.
    onPicker: (name) => {
      if (selected.size > 0) setBulkPicker(name);
      else if (active) setPicker({ issue: active, name });
    },
    onFilter: onFilterOpen,
    onSearch,
    onPeek: () => {
      if (!active && rows[0]) activate(rows[0].id);
      setPeeking(!isPeeking);
    },
    // What opened last closes first.
    onEscape: () => (isPeeking ? setPeeking(false) : setSelected(new Set())),
  });
  const peeked = isPeeking ? rows.find((row) => row.id === active) : undefined;

  const rowHeight = isTouch ? 44 : density === "compact" ? 28 : 36;
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <RowMenu issue={rows.find((row) => row.id === active)} changes={changes}>
        <div
          className="flex min-h-0 grow flex-col"
          onContextMenuCapture={(event) => {
            const key = (event.target as Element).closest("[data-key]")?.getAttribute("data-key");
            const issue = rows.find((row) => row.id === key);
            if (issue) setActive(issue.id);
            else event.stopPropagation();
          }}
        >
          <VirtualList
            heldAs={JSON.stringify(filter)}
            label={t("issues.title")}
            handle={list}
            items={lines}
            keyOf={(line) => (line.kind === "head" ? `head-${line.group.value}` : line.issue.id)}
            heightOf={(line) => (line.kind === "row" && isPhone ? 61 : rowHeight)}
            onEnd={onEnd}
            isMeasured={isPhone}
            footer={<div className="h-16" />}
            render={(line) =>
              line.kind === "head" ? (
                <GroupHead group={filter.group} value={line.group.value} count={countOf(line.group)} />
              ) : (
                <IssueRow
                  issue={line.issue}
                  run={runs.get(line.issue.id)}
                  changes={changes}
                  isActive={line.issue.id === active}
                  isSelected={selected.has(line.issue.id)}
                  openPicker={picker?.issue === line.issue.id ? picker.name : undefined}
                  onPicker={openPicker}
                  onSelect={select}
                  onActive={isPeeking ? stay : setActive}
                />
              )
            }
          />
        </div>
      </RowMenu>
      {peeked && (
        <Suspense>
          <Peek issue={peeked} run={runs.get(peeked.id)} onClose={() => setPeeking(false)} />
        </Suspense>
      )}
      {selected.size > 0 && (
        <BulkBar
          issues={rows.filter((row) => selected.has(row.id))}
          changes={changes}
          openPicker={bulkPicker}
          onPicker={setBulkPicker}
          onClear={() => setSelected(new Set())}
        />
      )}
    </div>
  );
}
