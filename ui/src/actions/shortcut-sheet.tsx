// The sheet of shortcuts, made of the same registry as the keys.
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type TextKey, useT } from "@/texts/locale";
import { Dialog } from "@/ui/dialog";
import { inputClass } from "@/ui/field";
import { Kbd } from "@/ui/kbd";
import { type ActionGroup, currentActions, useRegistry } from "./registry";

const GROUPS: Array<[ActionGroup, TextKey]> = [
  ["general", "shell.groupGeneral"],
  ["navigation", "shell.groupNavigation"],
  ["list", "shell.groupList"],
  ["page", "shell.groupPage"],
];

export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The dialog gives the focus to its first button; here one wants to type.
  useEffect(() => field.current?.focus(), []);
  const actions = currentActions(useRegistry((state) => state.actions)).filter(
    (action) => action.keys && t(action.label, action.values).toLowerCase().includes(typed.toLowerCase()),
  );
  return (
    <Dialog isOpen onClose={onClose} title={t("shell.shortcuts")} size="l">
      <div className="relative mb-4">
        <Search size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-text-3" />
        <input
          ref={field}
          aria-label={t("shell.findShortcut")}
          placeholder={t("shell.findShortcut")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`${inputClass} h-8 pl-8`}
        />
      </div>
      <div className="gap-x-8 md:columns-2">
        {GROUPS.map(([group, label]) => {
          const ofGroup = actions.filter((action) => action.group === group);
          if (ofGroup.length === 0) return null;
          return (
            <section key={group} className="mb-5 break-inside-avoid">
              <h3 className="mb-1 font-medium text-text-3 text-xs">{t(label)}</h3>
              <ul>
                {ofGroup.map((action) => (
                  <li key={action.id} className="flex min-h-7 items-center justify-between gap-4">
                    <span>{t(action.label, action.values)}</span>
                    <span className="flex gap-1.5">
                      {action.keys
                        ?.split("|")
                        .filter((keys) => keys !== "Shift+?")
                        .map((keys) => (
                          <Kbd key={keys} keys={keys} />
                        ))}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
