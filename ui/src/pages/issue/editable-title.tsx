// The title of an issue, which is a field that looks like a title.
import { type Ref, useRef, useState } from "react";
import { TextConflict } from "@/components/text-conflict";
import { useT } from "@/texts/locale";

export interface EditableTitleProps {
  title: string;
  onTitle: (title: string) => void;
  field: Ref<HTMLTextAreaElement>;
}

export function EditableTitle({ title, onTitle, field }: EditableTitleProps) {
  const t = useT();
  const [typed, setTyped] = useState<string>();
  // What the title was when somebody began to type.
  const base = useRef(title);
  const [mine, setMine] = useState<string>();

  function type(text: string) {
    if (typed === undefined) base.current = title;
    setTyped(text);
  }
  function save() {
    const next = typed?.trim().replaceAll("\n", " ");
    setTyped(undefined);
    // A title is never saved empty over one that says something.
    if (!next || next === title) return;
    if (title === base.current) onTitle(next);
    else setMine(next);
  }
  const settle = (then?: () => void) => () => {
    setMine(undefined);
    then?.();
  };

  return (
    <h2 className="font-semibold text-xl">
      <textarea
        ref={field}
        rows={1}
        aria-label={t("issue.titleLabel")}
        value={typed ?? mine ?? title}
        onChange={(event) => type(event.target.value)}
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
      {mine !== undefined && (
        <TextConflict
          what={t("issue.titleLabel")}
          mine={mine}
          theirs={title}
          onMine={settle(() => onTitle(mine))}
          onTheirs={settle()}
          onClose={settle()}
        />
      )}
    </h2>
  );
}
