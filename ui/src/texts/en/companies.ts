// The texts of the page `companies`.
export const companies = {
  title: "Companies",
} as const;
