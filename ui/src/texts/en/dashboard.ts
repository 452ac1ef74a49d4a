// The texts of the page `dashboard`.
export const dashboard = {
  title: "Dashboard",
} as const;
