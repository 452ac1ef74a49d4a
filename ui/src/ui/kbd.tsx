// A shortcut as the keys look on this machine.
import { Fragment } from "react";
import { cx } from "./class-names";

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

const SIGNS: Record<string, string> = {
  $mod: isApple ? "⌘" : "Ctrl",
  Shift: isApple ? "⇧" : "Shift",
  Alt: isApple ? "⌥" : "Alt",
  Enter: "↵",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Space: "Space",
};

/** The signs of each press: `$mod+k` is one press, `g i` are two. */
export function signsOf(keys: string): string[][] {
  return keys
    .split(" ")
    .map((press) =>
      press.split("+").map((key) => SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
    );
}

export function Kbd({ keys, isOnColour }: { keys: string; isOnColour?: boolean }) {
  const presses = signsOf(keys);
  return (
    <span className="inline-flex items-center gap-0.5 pointer-coarse:hidden" aria-hidden="true">
      {presses.map((press, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the presses of a shortcut stay where they are, and may be the same
        <Fragment key={at}>
          {press.map((sign) => (
            <kbd
              key={sign}
              className={cx(
                "grid h-[18px] min-w-[18px] place-items-center rounded-s px-1 font-sans text-[11px] leading-none",
                isOnColour ? "bg-accent-text/20 text-accent-text" : "bg-surface-3 text-text-3",
              )}
            >
              {sign}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
