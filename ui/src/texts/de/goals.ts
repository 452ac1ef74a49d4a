// The German texts of the page `goals`.

import type { LikePage } from "../catalogue";
import type { goals as english } from "../en/goals";

export const goals: LikePage<typeof english> = {
  title: "Ziele",
  one: "Ziel",
  new: "Neues Ziel",
  create: "Ziel setzen",
  newBelow: "Neues Ziel unter {name}",
  newBelowThis: "Neues Ziel darunter",
  seeAll: "Alle Ziele",
  emptyTitle: "Noch keine Ziele",
  empty: "Ein Ziel sagt, wofür die Arbeit ist. Agenten sehen die Ziele über ihrer Aufgabe.",
  what: "Was erreicht werden soll",
  level: "Ebene",
  owner: "Verantwortlich",
  parent: "Dient",
  projects: { one: "{count} Projekt", other: "{count} Projekte" },
  projectsWhy: "Die der Ziele darunter gehören dazu.",
  noProjects: "Diesem Ziel dient kein Projekt.",
  below: "Ziele darunter",
  noneBelow: "Keine.",
  noDescription: "Keine Beschreibung.",
  changed: "{name} geändert",
  delete: "Ziel löschen",
  deleteTitle: "{name} löschen?",
  deleteWhy: "Das Ziel verschwindet für immer. Was ihm diente, bleibt, ohne dieses Ziel.",
};
