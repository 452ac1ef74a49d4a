// One line of output, with the colours that a terminal would give it.
import { Fragment, useMemo } from "react";
import { cx } from "@/ui/class-names";
import { piecesOf } from "./ansi";
import type { Line } from "./lines";

export function OutputLine({ line, className }: { line: Line; className?: string }) {
  const pieces = useMemo(() => piecesOf(line.text).pieces, [line.text]);
  const tone = { stdout: "text-text", stderr: "text-bad-ink", system: "text-text-3" }[line.stream];
  return (
    <span className={cx("whitespace-pre-wrap break-words", tone, className)}>
      {pieces.length === 0
        ? "\u00a0"
        : pieces.map((piece, at) =>
            piece.look ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line stay where they are
              <span key={at} className={piece.look}>
                {piece.text}
              </span>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line stay where they are
              <Fragment key={at}>{piece.text}</Fragment>
            ),
          )}
    </span>
  );
}
