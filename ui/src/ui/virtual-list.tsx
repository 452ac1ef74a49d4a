// A list of any length of which only what is seen is in the page.
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowUp } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { useT } from "@/texts/locale";
import { cx } from "./class-names";
import { useHeldBack } from "./held-back";

export interface VirtualListHandle {
  scrollTo: (index: number) => void;
}

export interface VirtualListProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  /** The height of an item; with `isMeasured` only what is expected until it is shown. */
  heightOf: (item: T) => number;
  isMeasured?: boolean;
  render: (item: T, index: number) => ReactNode;
  label: string;
  /** Called when the end comes near. */
  onEnd?: () => void;
  className?: string;
  handle?: Ref<VirtualListHandle>;
  role?: "list" | "listbox" | "grid";
  /** What comes in above what is read waits behind a pill, as long as the list is the one of this name. */
  heldAs?: string;
  /** Below the last item. */
  footer?: ReactNode;
}

const AHEAD = 12;

export function VirtualList<T>(props: VirtualListProps<T>) {
  const {
    items: all,
    keyOf,
    heightOf,
    isMeasured = true,
    render,
    label,
    onEnd,
    className,
    handle,
    role = "list",
    footer,
    heldAs,
  } = props;
  const t = useT();
  const { shown: items, waiting, onScroll, release } = useHeldBack(all, keyOf, heldAs);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const item = items[index];
      return item === undefined ? 0 : heightOf(item);
    },
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: AHEAD,
    // Scrolling goes before drawing: a row may come a frame later.
    useFlushSync: false,
  });
  useImperativeHandle(handle, () => ({
    scrollTo: (index) => {
      const item = all[index];
      const at = item === undefined || waiting === 0 ? index : items.indexOf(item);
      if (at >= 0) virtual.scrollToIndex(at, { align: "auto" });
    },
  }));

  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length > 0 && last >= items.length - AHEAD) onEnd?.();
  }, [last, items.length, onEnd]);

  const list = (
    <div
      ref={scroller}
      onScroll={heldAs !== undefined ? (event) => onScroll(event.currentTarget.scrollTop) : undefined}
      className={cx("min-h-0 grow overflow-y-auto overscroll-contain", className)}
    >
      <div
        role={role}
        aria-label={label}
        className="relative w-full"
        style={{ height: virtual.getTotalSize() }}
      >
        {shown.map((place) => {
          const item = items[place.index];
          if (item === undefined) return null;
          return (
            <div
              key={place.key}
              ref={isMeasured ? virtual.measureElement : undefined}
              data-index={place.index}
              data-key={place.key}
              role={role === "list" ? "listitem" : "presentation"}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${place.start}px)` }}
            >
              {render(item, place.index)}
            </div>
          );
        })}
      </div>
      {footer}
    </div>
  );
  if (heldAs === undefined) return list;
  return (
    <div className="relative flex min-h-0 grow flex-col">
      {waiting > 0 && (
        <button
          type="button"
          onClick={() => {
            release();
            scroller.current?.scrollTo({ top: 0 });
          }}
          className="rising tabular absolute top-2 left-1/2 z-10 flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-3 font-medium text-accent-text text-xs shadow-l pointer-coarse:h-9"
        >
          <ArrowUp size={13} />
          {t("common.countNew", { count: waiting })}
        </button>
      )}
      {list}
    </div>
  );
}
