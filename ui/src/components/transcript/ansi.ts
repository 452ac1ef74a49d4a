// Text of a terminal as pieces with a look. Pure; makes no HTML, so nothing has to be cleaned.

export interface Piece {
  text: string;
  /** Class names of its look; empty for plain text. */
  look: string;
}

// The eight colours of terminals by the roles that our tokens have; bright ones look the same.
const COLOURS = [
  "text-text-3",
  "text-bad-ink",
  "text-good-ink",
  "text-working-ink",
  "text-accent-ink",
  "text-person-ink",
  "text-waiting-ink",
  "text-text",
];

/** What of a terminal's state is shown. */
export interface Look {
  colour: string;
  isBold: boolean;
  isFaint: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
}

export const PLAIN: Look = {
  colour: "",
  isBold: false,
  isFaint: false,
  isItalic: false,
  isUnderlined: false,
};

function classesOf(look: Look): string {
  return [
    look.isFaint && !look.colour ? "text-text-3" : look.colour,
    look.isBold && "font-semibold",
    look.isItalic && "italic",
    look.isUnderlined && "underline",
  ]
    .filter(Boolean)
    .join(" ");
}

function changed(look: Look, codes: readonly number[]): Look {
  let next = look;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 0) next = PLAIN;
    else if (code === 1) next = { ...next, isBold: true };
    else if (code === 2) next = { ...next, isFaint: true };
    else if (code === 3) next = { ...next, isItalic: true };
    else if (code === 4) next = { ...next, isUnderlined: true };
    else if (code === 22) next = { ...next, isBold: false, isFaint: false };
    else if (code === 23) next = { ...next, isItalic: false };
    else if (code === 24) next = { ...next, isUnderlined: false };
    else if (code >= 30 && code <= 37) next = { ...next, colour: COLOURS[code - 30] ?? "" };
    else if (code >= 90 && code <= 97) next = { ...next, colour: COLOURS[code - 90] ?? "" };
    else if (code === 39) next = { ...next, colour: "" };
    else if (code === 38 || code === 48) {
      // A colour out of a palette or as a mixture: only the first sixteen have a role here.
      const kind = codes[at + 1];
      const index = codes[at + 2] ?? 0;
      if (code === 38 && kind === 5 && index < 16) next = { ...next, colour: COLOURS[index % 8] ?? "" };
      at += kind === 5 ? 2 : 4;
    }
  }
  return next;
}

const ESC = String.fromCharCode(27);
const BELL = String.fromCharCode(7);

/** Codes for looks, moves of the cursor, titles of the window, and sets of characters. */
const ESCAPES = new RegExp(
  [
    `${ESC}\\[([0-9;:?]*)([A-Za-z])`,
    `${ESC}\\][^${BELL}${ESC}]*(?:${BELL}|${ESC}\\\\)`,
    `${ESC}[()][A-Z0-9]`,
  ].join("|"),
  "g",
);

const between = (from: number, to: number) => `${String.fromCharCode(from)}-${String.fromCharCode(to)}`;

/** What is left of codes and is not for people; tabs and returns stay. */
const CONTROLS = new RegExp(
  `[${between(0, 8)}${between(10, 12)}${between(14, 31)}${String.fromCharCode(127)}]`,
  "g",
);
const withoutControls = (text: string): string => text.replace(CONTROLS, "");

/** What a line shows after it was written over itself, as progress bars do. */
const lastWritten = (line: string): string => {
  const text = line.replace(/\r+$/, "");
  return text.slice(text.lastIndexOf("\r") + 1);
};

/** The pieces of a line, and the look that the next line begins with. */
export function piecesOf(line: string, begun: Look = PLAIN): { pieces: Piece[]; look: Look } {
  const text = lastWritten(line);
  const pieces: Piece[] = [];
  let look = begun;
  let from = 0;
  const add = (part: string) => {
    const plain = withoutControls(part);
    if (plain) pieces.push({ text: plain, look: classesOf(look) });
  };
  for (const match of text.matchAll(ESCAPES)) {
    add(text.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[2] === "m") look = changed(look, (match[1] || "0").split(/[;:]/).map(Number));
  }
  add(text.slice(from));
  return { pieces, look };
}

/** The text alone, as it is searched and copied. */
export const plainOf = (line: string): string => withoutControls(lastWritten(line).replace(ESCAPES, ""));
