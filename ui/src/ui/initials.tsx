// The initials of a name, and a person as a circle with them.
import { hued } from "./hue";

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => (word ? [...word][0] : ""))
    .join("")
    .toUpperCase();
}

export function PersonMark({ id, name, size = 20 }: { id: string; name: string; size?: number }) {
  return (
    <span
      aria-hidden="true"
      className="hued grid shrink-0 select-none place-items-center rounded-full bg-hued-soft font-semibold text-hued-ink"
      style={{ ...hued(id), width: size, height: size, fontSize: Math.max(9, Math.round(size * 0.44)) }}
    >
      {initialsOf(name)}
    </span>
  );
}
