// Menus: from a button, and inside each other. `context-menu.tsx` has the same entries on a right click.
import { Check, ChevronRight } from "lucide-react";
import * as Radix from "radix-ui/dropdown-menu";
import type { ReactNode } from "react";
import { cx } from "./class-names";
import { Kbd } from "./kbd";

export const floating =
  "rising z-50 min-w-44 overflow-y-auto rounded-l border border-line bg-overlay p-1 text-text shadow-l max-h-(--radix-popper-available-height)";
const line =
  "relative flex min-h-7 cursor-default select-none items-center gap-2 rounded-m px-2 py-1 outline-none data-[highlighted]:bg-surface-3/80 data-[disabled]:opacity-45 pointer-coarse:min-h-11";

export interface MenuItemSpec {
  kind?: "item";
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  keys?: string | undefined;
  isDanger?: boolean;
  isDisabled?: boolean;
  isChecked?: boolean;
  onSelect: () => void;
}

export type MenuEntry =
  | MenuItemSpec
  | { kind: "separator"; id: string }
  | { kind: "label"; id: string; label: ReactNode }
  | { kind: "sub"; id: string; label: ReactNode; icon?: ReactNode; entries: MenuEntry[] };

export type MenuParts = Pick<
  typeof Radix,
  "Item" | "Separator" | "Label" | "Sub" | "SubTrigger" | "SubContent" | "Portal"
>;

export function Entries({ entries, parts }: { entries: MenuEntry[]; parts: MenuParts }) {
  return entries.map((entry) => {
    if (entry.kind === "separator")
      return <parts.Separator key={entry.id} className="-mx-1 my-1 h-px bg-line" />;
    if (entry.kind === "label")
      return (
        <parts.Label key={entry.id} className="px-2 pt-1.5 pb-1 text-xs text-text-3">
          {entry.label}
        </parts.Label>
      );
    if (entry.kind === "sub")
      return (
        <parts.Sub key={entry.id}>
          <parts.SubTrigger className={cx(line, "data-[state=open]:bg-surface-3/80")}>
            <span className="grid w-4 place-items-center text-text-3">{entry.icon}</span>
            <span className="grow">{entry.label}</span>
            <ChevronRight size={14} className="text-text-3" />
          </parts.SubTrigger>
          <parts.Portal>
            <parts.SubContent className={floating} sideOffset={4} collisionPadding={8}>
              <Entries entries={entry.entries} parts={parts} />
            </parts.SubContent>
          </parts.Portal>
        </parts.Sub>
      );
    return (
      <parts.Item
        key={entry.id}
        disabled={entry.isDisabled}
        onSelect={entry.onSelect}
        className={cx(line, entry.isDanger && "text-bad-ink")}
      >
        {entry.icon !== undefined && (
          <span className={cx("grid w-4 place-items-center", !entry.isDanger && "text-text-3")}>
            {entry.icon}
          </span>
        )}
        <span className="min-w-0 grow truncate">{entry.label}</span>
        {entry.isChecked && <Check size={14} className="text-accent-ink" />}
        {entry.keys && <Kbd keys={entry.keys} />}
      </parts.Item>
    );
  });
}

export interface MenuProps {
  /** The control that opens it. */
  children: ReactNode;
  entries: MenuEntry[];
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  className?: string;
  /** Opens at once: it was asked for before it was there. */
  isOpenAtFirst?: boolean;
  /** When it has closed; `true` says that the focus went elsewhere and is not to go back to the control. */
  onClosed?: () => boolean;
}

export function Menu({
  children,
  entries,
  align = "start",
  side = "bottom",
  className,
  isOpenAtFirst = false,
  onClosed,
}: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={isOpenAtFirst}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (onClosed?.()) event.preventDefault();
          }}
          className={cx(floating, className)}
        >
          <Entries entries={entries} parts={Radix} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
