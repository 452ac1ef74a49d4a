// The texts of the page `goals`.
export const goals = {
  title: "Goals",
} as const;
