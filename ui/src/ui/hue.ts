// A hue for a name or an id, always the same one.

/** 0 to 359. */
export function hueOf(text: string): number {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  }
  // Twelve steps are far enough apart to be told from each other.
  return ((hash >>> 0) % 12) * 30 + 10;
}

/** For the `style` of an element with the class `hued`. */
export const hued = (text: string): React.CSSProperties => ({ "--hue": hueOf(text) }) as React.CSSProperties;
