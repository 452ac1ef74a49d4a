// The list that somebody came from: its address and the order of its issues, to go on to the next one and back.

interface Place {
  address: string;
  /** Identifiers, in the order in which they were seen. */
  issues: readonly string[];
}

let place: Place | undefined;

export function rememberPlace(address: string, issues: readonly string[]) {
  place = { address, issues };
}

/** The issue before or behind another in that list. */
export function neighbourOf(identifier: string, by: 1 | -1): string | undefined {
  const at = place?.issues.indexOf(identifier) ?? -1;
  return at === -1 ? undefined : place?.issues[at + by];
}

/** The address of that list, if the issue is in it. */
export const listOf = (identifier: string): string | undefined =>
  place?.issues.includes(identifier) ? place.address : undefined;
