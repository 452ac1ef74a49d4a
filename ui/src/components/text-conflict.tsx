// Two people wrote the same text: both are shown, and whoever saves last chooses.
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

export interface TextConflictProps {
  /** What the text is: "description". */
  what: string;
  mine: string;
  theirs: string;
  onMine: () => void;
  onTheirs: () => void;
  /** Back to the field, with both still there. */
  onClose: () => void;
}

function Side({ title, text }: { title: string; text: string }) {
  const t = useT();
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <h3 className="font-medium text-text-3 text-xs">{title}</h3>
      <div className="max-h-72 min-h-20 overflow-y-auto whitespace-pre-wrap break-words rounded-m border border-line bg-surface px-3 py-2">
        {text || <span className="text-text-3">{t("editor.noText")}</span>}
      </div>
    </section>
  );
}

export function TextConflict({ what, mine, theirs, onMine, onTheirs, onClose }: TextConflictProps) {
  const t = useT();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="l"
      title={t("editor.conflict", { what })}
      description={t("editor.conflictWhy")}
      footer={
        <>
          <Button onClick={onTheirs}>{t("editor.takeTheirs")}</Button>
          <Button tone="primary" onClick={onMine}>
            {t("editor.keepMine")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-2">
        <Side title={t("editor.mine")} text={mine} />
        <Side title={t("editor.theirs")} text={theirs} />
      </div>
    </Dialog>
  );
}
