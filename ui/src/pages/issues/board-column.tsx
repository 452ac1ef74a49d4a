// A column of the board: takes cards that are dropped on it, and says what that does before it is done.
import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { Plus } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import type { IssueRow } from "@/api/types";
import { openNewIssue } from "@/shell/shell-state";
import { useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { useIsPhone } from "@/ui/media";
import { VirtualList, type VirtualListHandle } from "@/ui/virtual-list";
import type { BoardField } from "./board";
import { type IssueGroup, startOf } from "./filter";
import { GroupName } from "./group-head";

const CARD = 104;

export interface BoardColumnProps {
  field: BoardField;
  column: IssueGroup;
  /** What is said while a card is above it. */
  hintOf: (issueId: string) => string | undefined;
  /** Whether a card that is dragged comes from elsewhere. */
  takes: (issueId: string) => boolean;
  onDrop: (issueId: string) => void;
  onEnd: () => void;
  render: (issue: IssueRow) => ReactNode;
  list: Ref<VirtualListHandle>;
}

const idOf = (data: Record<string | symbol, unknown>) => (typeof data.issue === "string" ? data.issue : "");

export function BoardColumn(props: BoardColumnProps) {
  const { field, column, onEnd, render, list } = props;
  const t = useT();
  const box = useRef<HTMLElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [over, setOver] = useState<string>();
  const isPhone = useIsPhone();
  const isEmpty = column.rows.length === 0;
  // A column without cards is a rail until a card comes over it.
  const isRail = isEmpty && !isPhone && !over;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => latest.current.takes(idOf(source.data)),
      onDragEnter: ({ source }) => setOver(idOf(source.data)),
      onDragLeave: () => setOver(undefined),
      onDrop: ({ source }) => {
        setOver(undefined);
        latest.current.onDrop(idOf(source.data));
      },
    });
  }, []);

  const hint = over ? props.hintOf(over) : undefined;
  return (
    <section
      ref={box}
      data-column={column.value}
      className={cx(
        "flex min-h-0 flex-col rounded-l transition-colors",
        "max-md:w-[calc(100vw-48px)] max-md:shrink-0 max-md:snap-center",
        isRail
          ? "w-11 shrink-0"
          : isEmpty
            ? "md:w-44 md:shrink-0"
            : "md:min-w-56 md:max-w-96 md:grow md:basis-0",
        over ? "bg-accent-soft" : "bg-bg",
      )}
    >
      <h2
        className={cx(
          "flex shrink-0 items-center gap-2 font-medium",
          isRail ? "self-center pt-3 [writing-mode:vertical-rl]" : "min-h-10 pr-1.5 pl-3",
        )}
      >
        <span className="flex min-w-0 items-center gap-2 whitespace-nowrap">
          <GroupName group={field} value={column.value} />
        </span>
        <span className="tabular font-normal text-text-3">{column.rows.length}</span>
        {!isRail && (
          <>
            <span className="grow" />
            <IconButton
              label={t("shell.newIssue")}
              icon={<Plus size={15} />}
              onClick={() => openNewIssue(startOf(field, column.value))}
            />
          </>
        )}
      </h2>
      {hint && <p className="px-3 pb-2 text-accent-ink text-xs">{hint}</p>}
      {!isEmpty && (
        <VirtualList
          label={t("issues.cards")}
          handle={list}
          items={column.rows}
          keyOf={(issue) => issue.id}
          heightOf={() => CARD}
          render={render}
          onEnd={onEnd}
        />
      )}
    </section>
  );
}
