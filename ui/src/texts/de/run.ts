// The German texts of the page `run`.

import type { LikePage } from "../catalogue";
import type { run as english } from "../en/run";

export const run: LikePage<typeof english> = {
  title: "Lauf",
  open: "Lauf öffnen",
  openInFull: "Den ganzen Lauf öffnen",
  stop: "Anhalten",
  repeat: "Lauf wiederholen",
  output: "Ausgabe",
  nothingYet: "Er hat noch nichts ausgegeben.",
  printedNothing: "Er hat nichts ausgegeben.",
};
