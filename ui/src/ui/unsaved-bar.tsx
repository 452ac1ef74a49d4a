// The bar at the bottom of a form that was changed: how much, Save, Discard.
import type { ReactNode } from "react";
import { useT } from "@/texts/locale";
import { Button } from "./button";

export interface UnsavedBarProps {
  /** What changed, by its name on the page. */
  changes: readonly string[];
  onSave: () => void;
  onDiscard: () => void;
  isBusy?: boolean;
  isDisabled?: boolean;
  /** What happens with the changes. */
  note?: ReactNode;
}

export function UnsavedBar({ changes, onSave, onDiscard, isBusy, isDisabled, note }: UnsavedBarProps) {
  const t = useT();
  if (changes.length === 0) return null;
  return (
    <div
      role="region"
      aria-label={t("common.unsaved", { count: changes.length })}
      className="rising sticky bottom-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-overlay px-4 py-2.5 md:px-8"
    >
      <span className="min-w-0 grow basis-40">
        <span className="block font-medium">{t("common.unsaved", { count: changes.length })}</span>
        <span className="block truncate text-text-3 text-xs">
          {changes.join(", ")}
          {note && <> · {note}</>}
        </span>
      </span>
      <Button onClick={onDiscard} disabled={isBusy}>
        {t("common.discard")}
      </Button>
      <Button tone="primary" isBusy={isBusy} disabled={isDisabled} onClick={onSave}>
        {t("common.saveChanges")}
      </Button>
    </div>
  );
}
