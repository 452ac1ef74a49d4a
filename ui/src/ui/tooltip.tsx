// A name that shows on hover and focus, with its shortcut.
import * as Radix from "radix-ui/tooltip";
import type { ReactNode } from "react";
import { Kbd } from "./kbd";

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={450} skipDelayDuration={200}>
    {children}
  </Radix.Provider>
);

export interface TooltipProps {
  text: ReactNode;
  keys?: string | undefined;
  side?: "top" | "bottom" | "left" | "right";
  children: ReactNode;
}

export function Tooltip({ text, keys, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="rising z-50 flex max-w-72 items-center gap-2 rounded-m border border-line bg-overlay px-2 py-1 text-xs text-text shadow-m"
        >
          {text}
          {keys && <Kbd keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
