// Amounts as people type them, and as the API takes them.

/** Cents as dollars in a field; nothing for no limit. */
export function dollarsOf(cents: number): string {
  if (cents === 0) return "";
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** Dollars as cents; undefined if it is no amount. */
export function centsOf(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^\$\s*/, "")
    .replace(",", ".");
  if (plain === "") return 0;
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined;
}
