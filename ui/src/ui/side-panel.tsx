// The panel right of the page; below 1024 px a sheet from the bottom.
import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { useT } from "@/texts/locale";
import { IconButton } from "./button";
import { useMedia } from "./media";

export interface SidePanelProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

export function SidePanel({ isOpen, onClose, title, children }: SidePanelProps) {
  const t = useT();
  const isWide = useMedia("(min-width: 1024px)");
  if (isWide)
    return isOpen ? (
      <aside
        aria-label={title}
        className="w-(--panel-width) shrink-0 overflow-y-auto border-line border-l bg-surface"
      >
        {children}
      </aside>
    ) : null;
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fading fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className="sliding-up fixed inset-x-0 bottom-0 z-40 flex max-h-[85dvh] flex-col rounded-t-l bg-overlay pb-[env(safe-area-inset-bottom)] shadow-l outline-none"
        >
          <div className="flex h-11 shrink-0 items-center justify-between border-line border-b pr-2 pl-4">
            <Radix.Title className="font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t("common.close")} icon={<X size={16} />} hasTooltip={false} />
            </Radix.Close>
          </div>
          <div className="min-h-0 overflow-y-auto">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
