// The German texts of control over an issue and all below it.

import type { LikePage } from "../catalogue";
import type { tree as english } from "../en/tree";

export const tree: LikePage<typeof english> = {
  pause: "Mit allem darunter anhalten",
  resume: "Mit allem darunter fortsetzen",
  cancel: "Mit allem darunter abbrechen",
  restore: "Darunter Abgebrochenes wiederherstellen",
  pauseTitle: "{name} und alles darunter anhalten?",
  resumeTitle: "{name} und alles darunter fortsetzen?",
  cancelTitle: "{name} und alles darunter abbrechen?",
  restoreTitle: "{name} und das damit Abgebrochene wiederherstellen?",
  pauseWhy:
    "Läufe werden gestoppt, und nichts beginnt, bis es jemand fortsetzt. Was inzwischen anfällt, wartet.",
  resumeWhy: "Was wartet, geht weiter.",
  cancelWhy:
    "Läufe werden gestoppt und offene Aufgaben abgebrochen. Wiederherstellen bringt zurück, was niemand seither bewegt hat.",
  restoreWhy: "Was seit dem Abbruch niemand bewegt hat, steht wieder, wo es stand.",
  issues: { one: "Es betrifft {count} Aufgabe.", other: "Es betrifft {count} Aufgaben." },
  runs: { one: "{count} Lauf wird gestoppt.", other: "{count} Läufe werden gestoppt." },
  failed: "Das ging nicht",
  held: "Sie ist angehalten, oder eine Aufgabe über ihr.",
  heldMore: "Nichts beginnt daran, bis das fortgesetzt wird.",
  resumeNow: "Fortsetzen",
};
