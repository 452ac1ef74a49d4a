// What comes in above what somebody reads waits until they ask for it: nothing moves under the pointer.
import { useCallback, useMemo, useRef, useState } from "react";

/** How far a list has to be scrolled for its top to be out of sight. */
const AWAY = 48;

export interface HeldBack<T> {
  shown: readonly T[];
  /** How many wait. */
  waiting: number;
  onScroll: (top: number) => void;
  release: () => void;
}

/** Sorts out the items that are new and stand above one that was there; none while the top is in sight. */
export function splitNew<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  known: ReadonlySet<string>,
): { shown: readonly T[]; waiting: number } {
  const last = items.findLastIndex((item) => known.has(keyOf(item)));
  const shown = items.filter((item, at) => at > last || known.has(keyOf(item)));
  return { shown, waiting: items.length - shown.length };
}

/** `of` names the list that it is; nothing is held back of another one, nor without a name. */
export function useHeldBack<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  of: string | undefined,
): HeldBack<T> {
  const [isAway, setAway] = useState(false);
  const known = useRef<ReadonlySet<string>>(new Set());
  const last = useRef(of);
  const keys = useRef(keyOf);
  keys.current = keyOf;

  return {
    ...useMemo(() => {
      const isHolding = of !== undefined && of === last.current && isAway && known.current.size > 0;
      last.current = of;
      const split = isHolding ? splitNew(items, keys.current, known.current) : { shown: items, waiting: 0 };
      known.current = new Set(split.shown.map(keys.current));
      return split;
    }, [items, of, isAway]),
    onScroll: useCallback((top: number) => setAway(top > AWAY), []),
    release: useCallback(() => setAway(false), []),
  };
}
