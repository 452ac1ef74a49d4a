// The German texts of the page `projects`.

import type { LikePage } from "../catalogue";
import type { projects as english } from "../en/projects";

export const projects: LikePage<typeof english> = {
  title: "Projekte",
  new: "Neues Projekt",
  create: "Projekt anlegen",
  seeAll: "Alle Projekte",
  emptyTitle: "Keine Projekte",
  empty: "Ein Projekt hält Aufgaben zusammen, mit jemandem, der es leitet, und einem Ziel, dem es dient.",
  description: "Beschreibung",
  target: "Zieltermin",
  lead: "Leitung",
  goal: "Ziel",
  showArchived: "Archivierte",
  showCurrent: "Laufende",
};
