// The corner where toasts stand. Loaded after the first paint.
import { Toaster as Sonner } from "sonner";

export { toast as show } from "sonner";

export default function Toasts() {
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={3}
      offset={16}
      mobileOffset={{ bottom: "calc(var(--tabbar-height) + env(safe-area-inset-bottom) + 8px)" }}
      gap={8}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-[356px] max-w-full items-center gap-2 rounded-l border border-line bg-overlay px-3 py-2.5 text-base text-text shadow-l font-sans",
          content: "min-w-0 grow",
          title: "font-medium",
          description: "text-text-2 mt-0.5",
          icon: "text-bad shrink-0 self-start mt-0.5",
          actionButton:
            "shrink-0 rounded-m px-2 py-1 text-accent-ink font-medium hover:bg-surface-3 bg-transparent",
          closeButton:
            "order-last shrink-0 self-start rounded-m p-1 text-text-3 hover:bg-surface-3 static transform-none border-0 bg-transparent",
        },
      }}
    />
  );
}
