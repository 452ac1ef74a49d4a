// The texts of the page `projects`.
export const projects = {
  title: "Projects",
} as const;
