// The texts of the page `agents`.
export const agents = {
  title: "Agents",
} as const;
