// The texts of the page `project`.
export const project = {
  title: "Project",
} as const;
