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
};
