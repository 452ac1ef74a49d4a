// The German texts for what went wrong, why, and what to do.

import type { LikePage } from "../catalogue";
import type { errors as english } from "../en/errors";

export const errors: LikePage<typeof english> = {
  network: "Der Server ist nicht erreichbar. Sieh nach, ob er läuft und ob du verbunden bist.",
  starting: "Der Server startet gerade. Das dauert einen Moment.",
  unauthorized: "Du bist abgemeldet. Melde dich an und versuch es noch einmal.",
  forbidden: "Das darfst du nicht. Frag jemanden, dem das Unternehmen gehört.",
  notFound: "Das gibt es nicht, oder du darfst es nicht sehen.",
  conflict: "Jemand hat das inzwischen geändert. Lade neu und versuch es noch einmal.",
  tooLarge: "Das ist größer, als der Server annimmt.",
  tooMany: "Zu viele Anfragen auf einmal. Warte einen Moment.",
  server: "Der Server ist daran gescheitert. Sein Protokoll sagt, warum.",
  notBuilt: "Das kann dieser Server noch nicht.",
  loadFailed: "{what}: Laden fehlgeschlagen",
  changeFailed: "{what}: nicht geändert",
  pageBroke: "Diese Seite ist abgestürzt",
  pageBrokeWhy: "Ein Teil davon ließ sich nicht zeichnen. Der Rest funktioniert.",
  newVersion: "Es gibt eine neue Fassung. Lade neu, um weiterzumachen.",
  reload: "Neu laden",
  unknownCompany: "Es gibt kein Unternehmen {name}",
  unknownCompanyWhy: "Vielleicht hat es ein anderes Kürzel, oder du gehörst nicht dazu.",
  unknownPage: "Diese Seite gibt es nicht",
  unknownPageWhy:
    "Die Adresse hat einen Fehler, oder die Seite gehört zu einem Teil, den dieser Server nicht hat.",
  unknownEntity: "{what} {name} gibt es nicht",
  unknownEntityWhy: "Es wurde gelöscht oder gehört zu einem anderen Unternehmen.",
  goDashboard: "Zur Übersicht",
  goCompanies: "Alle Unternehmen ansehen",
  goIssues: "Alle Aufgaben ansehen",
  goBack: "Zurück",
  notJson: "Das ist noch kein JSON.",
};
