// A list of any length of which only what is seen is in the page.
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { cx } from "./class-names";

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
  /** Below the last item. */
  footer?: ReactNode;
}

const AHEAD = 12;

export function VirtualList<T>(props: VirtualListProps<T>) {
  const {
    items,
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
  } = props;
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
    scrollTo: (index) => virtual.scrollToIndex(index, { align: "auto" }),
  }));

  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length > 0 && last >= items.length - AHEAD) onEnd?.();
  }, [last, items.length, onEnd]);

  return (
    <div ref={scroller} className={cx("min-h-0 grow overflow-y-auto overscroll-contain", className)}>
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
}
