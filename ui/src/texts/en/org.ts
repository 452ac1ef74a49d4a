// The texts of the page `org`.
export const org = {
  title: "Org chart",
} as const;
