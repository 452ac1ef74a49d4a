// The German texts of the page `runs`.

import type { LikePage } from "../catalogue";
import type { runs as english } from "../en/runs";

export const runs: LikePage<typeof english> = {
  title: "Läufe",
  notRepeated: "Der Lauf wurde nicht wiederholt",
  notWoken: "Der Agent wurde nicht geweckt",
  notStopped: "Der Lauf wurde nicht angehalten",
};
