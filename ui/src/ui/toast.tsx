// What happened, in the corner: done with Undo for eight seconds, failed until it is closed.
import { lazy, Suspense } from "react";
import { translate } from "@/texts/locale";

const SHOWN_FOR = 8000;

const view = () => import("./toast-view");
const View = lazy(view);

/** The last change that can be taken back, for the shortcut. */
let lastUndo: (() => void) | undefined;

export async function undoLast() {
  const undo = lastUndo;
  lastUndo = undefined;
  if (!undo) return;
  undo();
  const { show } = await view();
  show.dismiss();
  show(translate("common.undone"), { duration: 2000 });
}

export const toast = {
  /** Returns how to take the sentence back, where it turns out not to be true. */
  done(sentence: string, undo?: () => void): () => void {
    lastUndo = undo ?? lastUndo;
    const shown = view().then(({ show }) =>
      show(sentence, {
        duration: undo ? SHOWN_FOR : 3500,
        ...(undo ? { action: { label: translate("common.undo"), onClick: undoLast } } : {}),
      }),
    );
    return () => {
      if (undo && lastUndo === undo) lastUndo = undefined;
      Promise.all([view(), shown]).then(([{ show }, id]) => show.dismiss(id));
    };
  },
  async failed(sentence: string, why: string) {
    const { show } = await view();
    show.error(sentence, { description: why, duration: Number.POSITIVE_INFINITY, closeButton: true });
  },
  /** For what the user asked for and may want to open. */
  async made(sentence: string, action: { label: string; onClick: () => void }) {
    const { show } = await view();
    show(sentence, { duration: SHOWN_FOR, action });
  },
};

export const Toasts = () => (
  <Suspense>
    <View />
  </Suspense>
);
