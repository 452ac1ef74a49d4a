// The texts of the page `agent`.
export const agent = {
  title: "Agent",
} as const;
