// What the server finds for the words in the palette, below what was known already.

export interface PaletteResultsProps {
  words: string;
  /** Ids that are shown above. */
  known: readonly string[];
}

export function PaletteResults(_props: PaletteResultsProps) {
  return null;
}
