// The texts of files on the page of an issue.
export const files = {
  title: "Files",
  file: "File",
  add: "Attach a file",
  drop: "Drop files here",
  bringing: "Bringing {name}…",
  failed: "{name} was not kept",
  tooLarge: "It is larger than 10 MB.",
  keep: "Download {name}",
  remove: "Remove {name}",
  removeTitle: "Remove “{name}”?",
  removeWhy: "The file goes for good.",
  removeAction: "Remove file",
} as const;
