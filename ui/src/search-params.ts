// What stands behind the question mark: plain words, with commas between several.

export type Search = Record<string, string>;

/** Reads the part of an address behind its path. */
export function readSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes it; what is empty is left out. */
export function writeSearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]): Array<[string, string]> => {
    if (value === undefined || value === null || value === "" || value === false) return [];
    return [[name, Array.isArray(value) ? value.join(",") : String(value)]];
  });
  const text = new URLSearchParams(pairs).toString().replaceAll("%2C", ",").replaceAll("+", "%20");
  return text ? `?${text}` : "";
}

/** The words of a list. */
export const wordsOf = (text: string | undefined): string[] => (text ? text.split(",").filter(Boolean) : []);
