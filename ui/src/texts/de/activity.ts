// The German texts of the page `activity`.

import type { LikePage } from "../catalogue";
import type { activity as english } from "../en/activity";

export const activity: LikePage<typeof english> = {
  title: "Aktivität",
  empty: "Noch nichts hier",
  emptyWhy: "Was Menschen und Agenten tun, wird hier aufgeschrieben und bleibt.",
  times: { one: "einmal", other: "{count}-mal" },
  begins: "Hier beginnt das Protokoll.",
  older: {
    one: "Der letzte Eintrag wird gezeigt, {count}.",
    other: "Die letzten {count} Einträge werden gezeigt.",
  },
  technical: "Technische Einträge",
  agent: "Agent",
  anyAgent: "Jeder Agent",
  kind: "Über",
  anyKind: "Alles",
  of_issue: "Aufgaben",
  of_agent: "Agenten",
  of_project: "Projekte",
  of_goal: "Ziele",
  of_environment: "Umgebungen",
  of_company: "Das Unternehmen",
  of_heartbeat_run: "Läufe",
  actor: "Von",
  anyActor: "Irgendwem",
  byPeople: "Menschen",
  byAgents: "Agenten",
  bySystem: "Dem System",
};
