// The one row of every list: same height, same padding, same marks for focus and selection.
import type { ComponentProps } from "react";
import { cx } from "./class-names";

export interface RowProps extends ComponentProps<"div"> {
  isSelected?: boolean;
  isActive?: boolean;
}

export function Row({ isSelected, isActive, className, ...rest }: RowProps) {
  return (
    <div
      data-row
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      {...rest}
      className={cx(
        "group row-height flex w-full items-center gap-2 px-4 outline-none transition-colors",
        isSelected ? "bg-accent-soft" : isActive ? "bg-surface-2" : "hover:bg-surface-2/70",
        className,
      )}
    />
  );
}

/** The head of a group of rows. */
export function RowGroup({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      {...rest}
      className={cx("row-height flex w-full items-center gap-2 bg-surface-2 px-4 font-medium", className)}
    />
  );
}
