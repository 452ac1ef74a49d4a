// The texts of the page `run`, and of what runs print wherever it is shown.
export const run = {
  title: "Run",
  open: "Open run",
  openInFull: "Open the run in full",
  stop: "Stop",
  repeat: "Repeat run",
  output: "Output",
  nothingYet: "It has printed nothing yet.",
  printedNothing: "It printed nothing.",
} as const;
