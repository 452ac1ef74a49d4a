// The keys of all actions, bound once. Keys do nothing while somebody types, picks or answers.
import { useEffect } from "react";
import { tinykeys } from "tinykeys";
import { useLook } from "@/look";
import { type Action, currentActions, useRegistry } from "./registry";

const TYPING = "input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable=true]";
const LAYERS = "[role=dialog],[role=menu],[role=listbox][data-state=open]";

function isBusy(event: KeyboardEvent, action: Action): boolean {
  const target = event.target instanceof Element ? event.target : undefined;
  if (action.runsWhileTyping) return false;
  return !!target?.closest(TYPING) || !!target?.closest(LAYERS);
}

export function Keyboard() {
  const actions = useRegistry((state) => state.actions);
  const isOn = useLook((look) => look.hasShortcuts);

  useEffect(() => {
    const bindings: Record<string, (event: KeyboardEvent) => void> = {};
    for (const action of currentActions(actions)) {
      if (!action.keys) continue;
      // Without shortcuts only those with a modifier work; they cannot be hit by accident.
      for (const keys of action.keys.split("|")) {
        if (!isOn && !keys.includes("$mod")) continue;
        bindings[keys] = (event) => {
          if (event.defaultPrevented || isBusy(event, action)) return;
          event.preventDefault();
          action.run(event);
        };
      }
    }
    return tinykeys(window, bindings);
  }, [actions, isOn]);

  return null;
}
