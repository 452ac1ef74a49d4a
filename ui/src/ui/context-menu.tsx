// The entries of a menu on a right click or a long press.
import * as Context from "radix-ui/context-menu";
import { Entries, floating, type MenuParts, type MenuProps } from "./menu";

export function ContextMenu({ children, entries }: Pick<MenuProps, "children" | "entries">) {
  return (
    <Context.Root modal={false}>
      <Context.Trigger asChild>{children}</Context.Trigger>
      <Context.Portal>
        <Context.Content className={floating} collisionPadding={8}>
          <Entries entries={entries} parts={Context as unknown as MenuParts} />
        </Context.Content>
      </Context.Portal>
    </Context.Root>
  );
}
