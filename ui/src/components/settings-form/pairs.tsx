// Names bound to values, one on each line. Values that the server keeps secret are shown as such.
import { KeyRound, Plus, X } from "lucide-react";
import { useState } from "react";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { inputClass } from "@/ui/field";
import { isKeptSecret } from "./fields";

interface Pair {
  id: string;
  name: string;
  value: unknown;
}

const textOf = (value: unknown): string => {
  if (typeof value === "object" && value !== null && "value" in value) return String(value.value ?? "");
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
};

export interface PairsProps {
  label: string;
  value: Readonly<Record<string, unknown>>;
  onValue: (value: Record<string, unknown>) => void;
}

export function Pairs({ label, value, onValue }: PairsProps) {
  const t = useT();
  // Held apart from the value: two lines may have one name while somebody types.
  const [pairs, setPairs] = useState<readonly Pair[]>(() =>
    Object.entries(value).map(([name, one]) => ({ id: name, name, value: one })),
  );

  function change(next: readonly Pair[]) {
    setPairs(next);
    const named = next.filter((pair) => pair.name.trim());
    onValue(Object.fromEntries(named.map((pair) => [pair.name.trim(), pair.value])));
  }

  const set = (id: string, part: Partial<Pair>) =>
    change(pairs.map((pair) => (pair.id === id ? { ...pair, ...part } : pair)));

  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">{label}</legend>
      {pairs.map((pair) => (
        <div key={pair.id} className="flex items-center gap-1.5">
          <input
            aria-label={t("common.name")}
            value={pair.name}
            onChange={(event) => set(pair.id, { name: event.target.value })}
            spellCheck={false}
            className={cx(inputClass, "h-8 basis-2/5 font-mono text-xs pointer-coarse:h-11")}
          />
          {isKeptSecret(pair.value) ? (
            <span className="flex h-8 min-w-0 grow items-center gap-1.5 px-2 text-text-3">
              <KeyRound size={13} className="shrink-0" />
              <span className="min-w-0 grow truncate">{t("common.keptSecret")}</span>
              <Button size="s" tone="quiet" onClick={() => set(pair.id, { value: "" })}>
                {t("common.replace")}
              </Button>
            </span>
          ) : (
            <input
              aria-label={t("common.value")}
              value={textOf(pair.value)}
              onChange={(event) => set(pair.id, { value: event.target.value })}
              spellCheck={false}
              className={cx(inputClass, "h-8 grow font-mono text-xs pointer-coarse:h-11")}
            />
          )}
          <IconButton
            label={t("common.removeName", { name: pair.name })}
            icon={<X size={14} />}
            onClick={() => change(pairs.filter((one) => one.id !== pair.id))}
          />
        </div>
      ))}
      <span>
        <Button
          tone="quiet"
          size="s"
          icon={<Plus size={12} />}
          onClick={() => setPairs([...pairs, { id: crypto.randomUUID(), name: "", value: "" }])}
        >
          {t("common.add")}
        </Button>
      </span>
    </fieldset>
  );
}
