// The texts of the page `issue`.
export const issue = {
  title: "Issue",
} as const;
