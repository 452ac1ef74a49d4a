// Buttons. One primary at most in sight; the rest are quiet.
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names";
import { Kbd } from "./kbd";
import { Tooltip } from "./tooltip";

const button = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-m font-medium transition-colors disabled:pointer-events-none disabled:opacity-45 aria-disabled:opacity-45",
  {
    variants: {
      tone: {
        primary: "bg-accent text-accent-text shadow-s hover:bg-accent-hover",
        secondary:
          "border border-line-strong/70 bg-surface text-text shadow-s hover:bg-surface-2 dark:bg-surface-2",
        quiet:
          "text-text-2 hover:bg-surface-3/70 hover:text-text data-[state=open]:bg-surface-3/70 data-[state=open]:text-text",
        danger: "border border-line-strong/70 bg-surface text-bad-ink shadow-s hover:bg-bad-soft",
      },
      size: {
        s: "h-6 px-2 text-xs pointer-coarse:h-9",
        m: "control-height px-2.5",
        l: "h-9 px-4 text-md",
      },
    },
    defaultVariants: { tone: "secondary", size: "m" },
  },
);

export interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof button> {
  icon?: ReactNode;
  /** The shortcut that does the same, as it is pressed: `$mod+Enter`. */
  keys?: string;
  isBusy?: boolean;
}

export function Button({ tone, size, icon, keys, isBusy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={isBusy || undefined}
      {...rest}
      disabled={rest.disabled || isBusy}
      className={cx(button({ tone, size }), className)}
    >
      {icon}
      {children}
      {keys && <Kbd keys={keys} isOnColour={tone === "primary"} />}
    </button>
  );
}

export interface IconButtonProps extends ComponentProps<"button"> {
  /** Its name, for everybody who does not see the icon, and in the tooltip. */
  label: string;
  icon: ReactNode;
  keys?: string;
  hasTooltip?: boolean;
}

export function IconButton({ label, icon, keys, hasTooltip = true, className, ...rest }: IconButtonProps) {
  const control = (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={cx(
        "touch-area grid size-7 shrink-0 place-items-center rounded-m text-text-3 transition-colors hover:bg-surface-3/70 hover:text-text disabled:opacity-45 data-[state=open]:bg-surface-3/70 data-[state=open]:text-text pointer-coarse:size-9",
        className,
      )}
    >
      {icon}
    </button>
  );
  return hasTooltip ? (
    <Tooltip text={label} keys={keys}>
      {control}
    </Tooltip>
  ) : (
    control
  );
}
