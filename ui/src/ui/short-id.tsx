// An id where it is of use: its first characters, and the whole of it at a press.
import { Check } from "lucide-react";
import { useState } from "react";
import { useT } from "@/texts/locale";
import { Tooltip } from "./tooltip";

export function ShortId({ id, shown = id.slice(0, 8) }: { id: string; shown?: string }) {
  const t = useT();
  const [isCopied, setCopied] = useState(false);
  return (
    <Tooltip text={isCopied ? t("common.copied") : t("common.copyId", { id })}>
      <button
        type="button"
        aria-label={t("common.copyId", { id })}
        className="touch-area inline-flex items-center gap-1 rounded-s px-0.5 font-mono text-text-3 text-xs hover:bg-surface-3 hover:text-text"
        onClick={async () => {
          await navigator.clipboard.writeText(id);
          setCopied(true);
          setTimeout(() => setCopied(false), 1500);
        }}
      >
        {shown}
        {isCopied && <Check size={12} />}
      </button>
    </Tooltip>
  );
}
