// The German texts for reading and writing Markdown.

import type { LikePage } from "../catalogue";
import type { editor as english } from "../en/editor";

export const editor: LikePage<typeof english> = {
  toolbar: "Formatierung",
  bold: "Fett",
  italic: "Kursiv",
  code: "Code",
  link: "Link",
  list: "Liste",
  tasks: "Checkliste",
  quote: "Zitat",
  mention: "Jemanden erwähnen",
  write: "Schreiben",
  preview: "Vorschau",
  nothing: "Nichts anzusehen",
  draftOlder: "Dieser Entwurf ist älter als der jetzige Text.",
  conflict: "Inzwischen hat jemand anderes das geändert: {what}",
  conflictWhy: "Noch ist nichts gespeichert. Wähle, welcher Text gelten soll.",
  mine: "Deiner",
  theirs: "Der andere",
  keepMine: "Meinen behalten",
  takeTheirs: "Den anderen nehmen",
  noText: "Kein Text",
};
