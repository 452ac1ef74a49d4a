// The German texts of documents on the page of an issue.

import type { LikePage } from "../catalogue";
import type { documents as english } from "../en/documents";

export const documents: LikePage<typeof english> = {
  title: "Dokumente",
  document: "Dokument",
  add: "Neues Dokument",
  name: "Name",
  nameHint: "Kleinbuchstaben, Ziffern, - und _. Agenten kennen es unter diesem Namen: „plan“ ist der Plan.",
  nameTaken: "Ein Dokument dieses Namens gibt es schon.",
  titleLabel: "Titel",
  text: "Text",
  summary: "Was neu ist",
  summaryHint: "In einer Zeile, für den Verlauf",
  revision: "Fassung {number}",
  locked: "Gesperrt",
  lockedWhy: "Niemand ändert es. Was ein Agent schreibt, wird als anderes Dokument daneben behalten.",
  lock: "Sperren",
  unlock: "Entsperren",
  edit: "Bearbeiten",
  read: "Lesen",
  history: "Verlauf",
  noText: "Es hat noch keinen Text.",
  restore: "Wiederherstellen",
  restored: "Fassung {number} ist wieder die neueste.",
  latest: "Neueste",
  showText: "Text zeigen",
  older: "Ältere Fassungen gibt es auch noch: Die API hat sie alle.",
  delete: "Dokument löschen",
  deleteTitle: "„{name}“ löschen?",
  deleteWhy: "Es geht mit all seinen Fassungen. Das lässt sich nicht rückgängig machen.",
  notSaved: "Es wurde nicht gespeichert. Der Text steht noch hier.",
};
