// The German texts of the page `inbox`.

import type { LikePage } from "../catalogue";
import type { inbox as english } from "../en/inbox";

export const inbox: LikePage<typeof english> = {
  title: "Eingang",
  tab_mine: "Für mich",
  tab_unread: "Ungelesen",
  tab_recent: "Zuletzt",
  tab_blocked: "Blockiert",
  tab_all: "Alle",
  today: "Heute",
  week: "Diese Woche",
  older: "Älter",
  run: "Der Lauf",
  runFailed: "Ein Lauf von {name} ist gescheitert",
  isUnread: "Ungelesen",
  markRead: "Als gelesen markieren",
  markUnread: "Als ungelesen markieren",
  toggleUnread: "Gelesen oder ungelesen",
  archive: "Archivieren",
  archived: "{name} archiviert",
  snooze: "Bis morgen",
  snoozed: "Kommt morgen wieder",
  why_recovery: "Hängt: braucht eine Entscheidung",
  why_review: "Wartet auf eine Prüfung",
  why_blocked: "Blockiert",
  why_assigned: "Dir zugewiesen",
  why_unread: "Etwas Neues",
  why_touched: "Du warst beteiligt",
  empty_mine: "Nichts braucht dich",
  empty_unread: "Alles ist gelesen",
  empty_recent: "Noch nichts",
  empty_blocked: "Nichts ist blockiert",
  empty_all: "Der Eingang ist leer",
  emptyWhy: "Was eine Entscheidung braucht, schiefging oder dir gegeben wurde, kommt hierher.",
  meanwhile: { one: "{count} Lauf arbeitet inzwischen.", other: "{count} Läufe arbeiten inzwischen." },
};
