// The German texts of the page `org`.

import type { LikePage } from "../catalogue";
import type { org as english } from "../en/org";

export const org: LikePage<typeof english> = {
  title: "Organigramm",
  chart: "Diagramm",
  empty: "Das Organigramm zeigt, wer wem untersteht und wer gerade arbeitet.",
  fold: "Einklappen, was unter {name} ist",
  unfold: "Zeigen, was unter {name} ist",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  fit: "Alles zeigen",
  picture: "Bild",
};
