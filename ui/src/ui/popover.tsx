// A small pane beside the control that opened it.
import * as Radix from "radix-ui/popover";
import type { ReactNode } from "react";
import { cx } from "./class-names";

export interface PopoverProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The control that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "center" | "end";
  label?: string;
  className?: string;
  /** Where the focus goes when it opens; by default the first control inside. */
  onOpenAutoFocus?: (event: Event) => void;
}

export function Popover({
  isOpen,
  onOpen,
  trigger,
  children,
  align = "start",
  label,
  className,
  onOpenAutoFocus,
}: PopoverProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onOpenAutoFocus={onOpenAutoFocus}
          className={cx(
            "rising z-50 max-h-(--radix-popover-content-available-height) overflow-hidden rounded-l border border-line bg-overlay text-text shadow-l outline-none",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
