// Everything that can be done, said once: menus, palette, keys and the sheet of shortcuts read it here.
import type { LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { create } from "zustand";
import type { TextKey } from "@/texts/locale";

export type ActionGroup = "general" | "navigation" | "list" | "page";

export interface Action {
  /** Unique; the later one of two with the same name wins while it is there. */
  id: string;
  label: TextKey;
  /** Says more than the label where the palette lists it. */
  values?: Record<string, string>;
  group: ActionGroup;
  /** As tinykeys writes them; several ways with `|` between them. */
  keys?: string;
  icon?: LucideIcon;
  run: (event?: KeyboardEvent) => void;
  /** Keys only: the palette does not list what means nothing there, such as "next row". */
  isKeyOnly?: boolean;
  /** Runs while somebody types, too. */
  runsWhileTyping?: boolean;
}

interface RegistryState {
  actions: readonly Action[];
}

export const useRegistry = create<RegistryState>()(() => ({ actions: [] }));

/** Offers actions while a component is there. Their `run` may change with every render. */
export function useActions(actions: readonly Action[]) {
  const latest = useRef(actions);
  latest.current = actions;
  const shape = actions.map((action) => `${action.id} ${action.keys ?? ""}`).join("\n");

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` says when the set of actions is another
  useEffect(() => {
    const mine = latest.current.map((action, at) => ({
      ...action,
      run: (event?: KeyboardEvent) => latest.current[at]?.run(event),
    }));
    useRegistry.setState((state) => ({ actions: [...state.actions, ...mine] }));
    return () =>
      useRegistry.setState((state) => ({ actions: state.actions.filter((one) => !mine.includes(one)) }));
  }, [shape]);
}

/** The actions that are there; of two with one name the later. */
export function currentActions(actions: readonly Action[]): Action[] {
  return [...new Map(actions.map((action) => [action.id, action])).values()];
}

/** Runs an action by its name, from a menu. */
export function runAction(id: string) {
  currentActions(useRegistry.getState().actions)
    .find((action) => action.id === id)
    ?.run();
}
