// The German texts of the page `runs`.

import type { LikePage } from "../catalogue";
import type { runs as english } from "../en/runs";

export const runs: LikePage<typeof english> = {
  title: "Läufe",
  notRepeated: "Der Lauf wurde nicht wiederholt",
  notWoken: "Der Agent wurde nicht geweckt",
  notStopped: "Der Lauf wurde nicht angehalten",
  all: "Alle Läufe",
  live: "Jetzt",
  failed: "Fehlgeschlagen",
  now: "Jetzt",
  trigger: "Anlass",
  count: { one: "{count} Lauf", other: "{count} Läufe" },
  succeeded: "{share} gelungen",
  worked: "{time} Arbeit",
  emptyTitle: "Noch keine Läufe",
  empty: "Ein Lauf ist ein Stück Arbeit eines Agenten. Der erste beginnt, wenn eine Aufgabe zugeteilt wird.",
  emptyFilter: "Kein Lauf passt zu diesem Filter",
};
