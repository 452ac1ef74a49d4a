// The keyboard of a plain list: next, previous, open. Lists with more keys add theirs.
import { useState } from "react";
import { type Action, useActions } from "@/actions/registry";

export interface RowKeys {
  active: string | undefined;
  setActive: (id: string | undefined) => void;
  /** The row after the active one, or before it at the end: where one goes when it leaves. */
  beside: (id: string) => string | undefined;
}

export interface RowKeysOptions {
  ids: readonly string[];
  onOpen: (id: string) => void;
  /** Brings a row into sight. */
  onActive?: (id: string) => void;
  more?: readonly Action[];
}

export function useRowKeys({ ids, onOpen, onActive, more = [] }: RowKeysOptions): RowKeys {
  const [active, setActive] = useState<string>();
  const at = active === undefined ? -1 : ids.indexOf(active);

  function step(by: number) {
    const next = ids[Math.min(ids.length - 1, Math.max(0, at === -1 ? 0 : at + by))];
    if (next === undefined) return;
    setActive(next);
    onActive?.(next);
    document.getElementById(`row-${next}`)?.scrollIntoView({ block: "nearest" });
  }

  useActions([
    {
      id: "row-next",
      label: "common.nextRow",
      group: "list",
      keys: "j|ArrowDown",
      isKeyOnly: true,
      run: () => step(1),
    },
    {
      id: "row-previous",
      label: "common.previousRow",
      group: "list",
      keys: "k|ArrowUp",
      isKeyOnly: true,
      run: () => step(-1),
    },
    {
      id: "row-open",
      label: "common.openRow",
      group: "list",
      keys: "Enter|o",
      isKeyOnly: true,
      run: () => {
        if (active !== undefined && at >= 0) onOpen(active);
      },
    },
    ...more,
  ]);

  const beside = (id: string) => {
    const place = ids.indexOf(id);
    return ids[place + 1] ?? ids[place - 1];
  };
  return { active: at >= 0 ? active : undefined, setActive, beside };
}
