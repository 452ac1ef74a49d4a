// The texts of the page `inbox`.
export const inbox = {
  title: "Inbox",
} as const;
