// The texts of the page `run`.
export const run = {
  title: "Run",
} as const;
