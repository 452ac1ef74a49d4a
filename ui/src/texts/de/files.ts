// The German texts of files on the page of an issue.

import type { LikePage } from "../catalogue";
import type { files as english } from "../en/files";

export const files: LikePage<typeof english> = {
  title: "Dateien",
  file: "Datei",
  add: "Datei anhängen",
  drop: "Dateien hier ablegen",
  bringing: "{name} wird hochgeladen …",
  failed: "{name} wurde nicht behalten",
  tooLarge: "Sie ist größer als 10 MB.",
  keep: "{name} herunterladen",
  remove: "{name} entfernen",
  removeTitle: "„{name}“ entfernen?",
  removeWhy: "Die Datei geht für immer.",
  removeAction: "Datei entfernen",
};
