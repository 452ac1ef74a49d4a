// The description of an issue: Markdown that is read, and edited in its place.
import { Pencil } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { IssueDetail } from "@/api/types";
import { useMentions } from "@/components/mentions";
import { TextConflict } from "@/components/text-conflict";
import { setDraft, useDraft } from "@/drafts";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Composer, type ComposerHandle } from "@/ui/composer";
import { Markdown } from "@/ui/markdown";
import { tick } from "@/ui/markdown-edit";

/** What is higher than this is folded. */
const FOLDED = 280;

export interface DescriptionProps {
  issue: IssueDetail;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  onSave: (description: string | null) => void;
}

/** A text that is being changed. */
interface Changed {
  text: string;
  base: string;
}

function Editor({ issue, onEditing, onSave }: Omit<DescriptionProps, "isEditing">) {
  const t = useT();
  const mentions = useMentions();
  const place = `issue/${issue.id}/description`;
  const draft = useDraft<Changed>(place);
  // What the text was when it was begun to be changed; a draft of an earlier visit knows it.
  const base = useRef(draft?.value.base ?? issue.description ?? "");
  const text = draft?.value.text ?? base.current;
  const field = useRef<ComposerHandle>(null);
  const [isInConflict, setInConflict] = useState(false);
  const isOlder = draft !== undefined && draft.at < new Date(issue.updatedAt).getTime() - 1000;
  useEffect(() => field.current?.focus(), []);

  function close() {
    setDraft(place, undefined);
    onEditing(false);
  }
  function save() {
    const now = issue.description ?? "";
    if (now !== base.current && now.trim() !== text.trim()) setInConflict(true);
    else keep();
  }
  function keep() {
    if (text.trim() !== (issue.description ?? "").trim()) onSave(text.trim() || null);
    close();
  }

  return (
    <div>
      <Composer
        handle={field}
        label={t("issue.description")}
        value={text}
        onValue={(text) => setDraft<Changed>(place, { text, base: base.current })}
        onSubmit={save}
        onCancel={close}
        mentions={mentions}
        minRows={5}
        actions={
          <span className="flex gap-1.5">
            <Button size="s" tone="quiet" onClick={close}>
              {t("common.cancel")}
            </Button>
            <Button size="s" tone="primary" keys="$mod+Enter" onClick={save}>
              {t("common.save")}
            </Button>
          </span>
        }
      />
      {isInConflict && (
        <TextConflict
          what={t("issue.description")}
          mine={text}
          theirs={issue.description ?? ""}
          onMine={keep}
          onTheirs={close}
          onClose={() => setInConflict(false)}
        />
      )}
      {isOlder && <p className="mt-1 text-person-ink text-xs">{t("editor.draftOlder")}</p>}
    </div>
  );
}

export function Description({ issue, isEditing, onEditing, onSave }: DescriptionProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const text = issue.description ?? "";

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useLayoutEffect(() => {
    const el = box.current;
    if (!el) return;
    const watcher = new ResizeObserver(() => setLong(el.scrollHeight > FOLDED + 40));
    for (const child of el.children) watcher.observe(child);
    return () => watcher.disconnect();
  }, [text, isEditing]);

  if (isEditing) return <Editor issue={issue} onEditing={onEditing} onSave={onSave} />;
  if (!text)
    return (
      <button
        type="button"
        onClick={() => onEditing(true)}
        className="-mx-1.5 rounded-m px-1.5 py-1 text-left text-text-3 hover:bg-surface-2 hover:text-text-2"
      >
        {t("issues.descriptionHint")}
      </button>
    );
  return (
    <section aria-label={t("issue.description")} className="group relative">
      <div
        ref={box}
        className={cx("overflow-hidden text-md pointer-coarse:pr-10", isLong && !isOpen && "mask-b-from-70%")}
        style={isLong && !isOpen ? { maxHeight: FOLDED } : undefined}
      >
        <Markdown text={text} onTick={(box) => onSave(tick(text, box))} />
      </div>
      {isLong && (
        <Button tone="quiet" size="s" className="mt-1 -ml-2" onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? "issue.showLess" : "issue.showAll")}
        </Button>
      )}
      <IconButton
        label={t("issue.editDescription")}
        icon={<Pencil size={14} />}
        onClick={() => onEditing(true)}
        className="absolute! -top-1 -right-1 bg-surface opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
      />
    </section>
  );
}
