// The texts of the page `palette`.
export const palette = {
  title: "Search",
  found: "Found",
} as const;
