// The texts of the page `runs`.
export const runs = {
  title: "Runs",
} as const;
