// The German texts of the page `project`.

import type { LikePage } from "../catalogue";
import type { project as english } from "../en/project";

export const project: LikePage<typeof english> = {
  title: "Projekt",
  one: "Projekt",
  tab_overview: "Überblick",
  tab_issues: "Aufgaben",
  tab_budget: "Kosten",
  tab_configuration: "Einstellungen",
  progress: "Fortschritt",
  doneOf: {
    one: "{done} von {count} Aufgabe erledigt, {share}",
    other: "{done} von {count} Aufgaben erledigt, {share}",
  },
  noIssues: "Noch keine Aufgaben.",
  stuck: "Hängt",
  lately: "Zuletzt",
  repository: "Repository",
  away: "Weglegen",
  archive: "Projekt archivieren",
  archived: "{name} ist archiviert",
  archiveWhy: "Ein archiviertes Projekt steht nicht mehr in den Listen. Seine Aufgaben bleiben, wo sie sind.",
  bringBack: "Zurückholen",
  broughtBack: "{name} ist wieder da",
  delete: "Projekt löschen",
  deleteTitle: "{name} löschen?",
  deleteWhy: "Das Projekt verschwindet für immer. Seine Aufgaben bleiben, ohne Projekt.",
};
