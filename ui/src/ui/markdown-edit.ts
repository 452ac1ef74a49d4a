// What the toolbar of a Markdown field does to its text. Pure: text and selection in, both out.

export interface Edit {
  text: string;
  start: number;
  end: number;
}

/** Puts a mark around the selection, or takes it away. */
export function wrap({ text, start, end }: Edit, mark: string): Edit {
  const size = mark.length;
  const isWrapped = text.slice(start - size, start) === mark && text.slice(end, end + size) === mark;
  if (isWrapped) {
    const plain = text.slice(0, start - size) + text.slice(start, end) + text.slice(end + size);
    return { text: plain, start: start - size, end: end - size };
  }
  const wrapped = text.slice(0, start) + mark + text.slice(start, end) + mark + text.slice(end);
  return { text: wrapped, start: start + size, end: end + size };
}

/** Puts a mark before each selected line, or takes it away from all. */
export function prefixLines({ text, start, end }: Edit, mark: string): Edit {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const isMarked = lines.every((line) => line.startsWith(mark));
  const changed = lines.map((line) => (isMarked ? line.slice(mark.length) : mark + line)).join("\n");
  return {
    text: text.slice(0, from) + changed + text.slice(to),
    start: Math.max(from, start + (isMarked ? -mark.length : mark.length)),
    end: from + changed.length,
  };
}

export function link({ text, start, end }: Edit): Edit {
  const label = text.slice(start, end);
  const made = `[${label}](https://)`;
  const at = start + label.length + 3;
  return { text: text.slice(0, start) + made + text.slice(end), start: at, end: at + 8 };
}

const LIST_ITEM = /^(\s*)([-*+] (?:\[[ xX]\] )?|(\d+)\. )(.*)$/;

/** What Enter does in a list: goes on with it, or leaves it where the item is empty. */
export function continueList({ text, start, end }: Edit): Edit | undefined {
  if (start !== end) return undefined;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const match = LIST_ITEM.exec(text.slice(from, start));
  if (!match) return undefined;
  const [, indent = "", mark = "", number, content] = match;
  if (!content) return { text: text.slice(0, from) + text.slice(start), start: from, end: from };
  const next = number ? `${Number(number) + 1}. ` : mark.replace(/\[[xX]\]/, "[ ]");
  const added = `\n${indent}${next}`;
  return {
    text: text.slice(0, start) + added + text.slice(start),
    start: start + added.length,
    end: start + added.length,
  };
}

/** The word that is being typed after an `@`, with where it begins. */
export function mentionAt(text: string, caret: number): { from: number; typed: string } | undefined {
  const match = /(?:^|[\s(])@([\p{L}\p{N}_.-]{0,40})$/u.exec(text.slice(0, caret));
  if (!match) return undefined;
  const typed = match[1] ?? "";
  return { from: caret - typed.length - 1, typed };
}

const TASK = /^(\s*(?:[-*+]|\d+[.)]) \[)([ xX])(\])/;

/** Ticks a box of a checklist, counted from 0, or takes the tick away. Boxes in code are none. */
export function tick(text: string, wanted: number): string {
  let at = -1;
  let isCode = false;
  return text
    .split("\n")
    .map((line) => {
      if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
      if (isCode || !TASK.test(line)) return line;
      at += 1;
      if (at !== wanted) return line;
      return line.replace(TASK, (_, before, mark, after) => `${before}${mark === " " ? "x" : " "}${after}`);
    })
    .join("\n");
}
