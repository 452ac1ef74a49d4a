// The title of an issue, which is a field that looks like a title.
import { type Ref, useEffect, useState } from "react";
import { useT } from "@/texts/locale";

export interface EditableTitleProps {
  title: string;
  onTitle: (title: string) => void;
  field: Ref<HTMLTextAreaElement>;
}

export function EditableTitle({ title, onTitle, field }: EditableTitleProps) {
  const t = useT();
  const [typed, setTyped] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: somebody else's title goes before what was typed
  useEffect(() => setTyped(undefined), [title]);

  function save() {
    const next = typed?.trim().replaceAll("\n", " ");
    // A title is never saved empty over one that says something.
    if (next && next !== title) onTitle(next);
    else setTyped(undefined);
  }

  return (
    <h2 className="font-semibold text-xl">
      <textarea
        ref={field}
        rows={1}
        aria-label={t("issue.titleLabel")}
        value={typed ?? title}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            event.currentTarget.blur();
          } else if (event.key === "Escape") {
            event.stopPropagation();
            setTyped(undefined);
            event.currentTarget.blur();
          }
        }}
        className="field-sizing-content -mx-1.5 block w-[calc(100%+12px)] resize-none rounded-m bg-transparent px-1.5 py-0.5 outline-none transition-colors hover:bg-surface-2/60 focus:bg-surface-2/60 pointer-coarse:text-xl!"
      />
    </h2>
  );
}
