// The sidebar on a phone. Loaded when it is opened first.
import * as Radix from "radix-ui/dialog";
import { useT } from "@/texts/locale";
import { closeDrawer, useShell } from "./shell-state";
import { Sidebar } from "./sidebar";

export default function Drawer() {
  const t = useT();
  const isOpen = useShell((shell) => shell.isDrawerOpen);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && closeDrawer()}>
      <Radix.Portal>
        <Radix.Overlay className="fading fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className="sliding-left fixed inset-y-0 left-0 z-40 w-[min(300px,85vw)] bg-bg pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] shadow-l outline-none"
        >
          <Radix.Title className="sr-only">{t("shell.navigation")}</Radix.Title>
          <Sidebar isDrawer />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
