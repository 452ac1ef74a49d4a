// The list of a picker: found by typing, grouped, picked by mouse, finger or keys.
import { Command, defaultFilter } from "cmdk";
import { Check } from "lucide-react";
import { useState } from "react";
import { useT } from "@/texts/locale";
import type { ComboboxProps } from "./combobox";

/** Ids are made of letters too: an option is found by its words alone. */
const byWords = (_value: string, typed: string, words?: string[]): number =>
  words?.length ? defaultFilter(words[0] ?? "", typed, words.slice(1)) : 0;

/** The list itself, for places that have a pane of their own. */
export default function OptionList(
  props: Omit<ComboboxProps, "trigger" | "isOpen" | "onOpen" | "align"> & { onDone?: () => void },
) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const groups = [...new Set(props.options.map((option) => option.group))];
  const isNumbered = props.options.length <= 9 && typed === "";

  function pick(value: string) {
    props.onPick(value);
    if (!props.isMultiple) props.onDone?.();
  }

  return (
    <Command
      label={props.label}
      filter={byWords}
      loop
      className="flex max-h-[min(360px,var(--radix-popover-content-available-height))] w-60 flex-col"
      onKeyDown={(event) => {
        // Digits pick from a short list, as long as nothing is being searched.
        const option =
          isNumbered && /^[1-9]$/.test(event.key) ? props.options[Number(event.key) - 1] : undefined;
        if (!option || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        pick(option.value);
      }}
    >
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder={`${props.label}…`}
        className="h-9 shrink-0 border-line border-b bg-transparent px-3 outline-none"
      />
      <Command.List className="min-h-0 grow overflow-y-auto p-1">
        <Command.Empty className="px-2 py-3 text-center text-text-3">{t("common.noMatch")}</Command.Empty>
        {groups.map((group) => (
          <Command.Group
            key={group ?? ""}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-text-3 [&_[cmdk-group-heading]]:text-xs"
          >
            {props.options
              .filter((option) => option.group === group)
              .map((option) => {
                const isTaken = props.value.includes(option.value);
                return (
                  <Command.Item
                    key={option.value}
                    value={option.value}
                    keywords={[option.label, ...(option.keywords ?? [])]}
                    onSelect={() => pick(option.value)}
                    aria-checked={isTaken}
                    className="flex min-h-7 select-none items-center gap-2 rounded-m px-2 py-1 data-[selected=true]:bg-surface-3/80 pointer-coarse:min-h-11"
                  >
                    {option.icon !== undefined && (
                      <span className="grid w-5 shrink-0 place-items-center">{option.icon}</span>
                    )}
                    <span className="min-w-0 grow truncate">{option.label}</span>
                    {isTaken && <Check size={14} className="shrink-0 text-accent-ink" />}
                    {option.hint && <span className="shrink-0 text-text-3 text-xs">{option.hint}</span>}
                    {isNumbered && !props.isMultiple && (
                      <span className="tabular shrink-0 text-text-3 text-xs pointer-coarse:hidden">
                        {props.options.indexOf(option) + 1}
                      </span>
                    )}
                  </Command.Item>
                );
              })}
          </Command.Group>
        ))}
        {props.onCreate && typed.trim() && (
          <Command.Item
            value={`create ${typed}`}
            keywords={[typed]}
            onSelect={() => {
              props.onCreate?.(typed.trim());
              setTyped("");
            }}
            className="flex min-h-7 items-center rounded-m px-2 py-1 data-[selected=true]:bg-surface-3/80"
          >
            {props.createLabel?.(typed.trim()) ?? typed.trim()}
          </Command.Item>
        )}
      </Command.List>
    </Command>
  );
}
