// The texts of the page `environments`.
export const environments = {
  title: "Environments",
} as const;
