// Dialogs and the question before what cannot be undone.
import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { type ReactNode, useState } from "react";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "./button";
import { cx } from "./class-names";
import { TextField } from "./field";

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the bottom, the main one last. */
  footer?: ReactNode;
  size?: "s" | "m" | "l";
  /** Hides the title from sight where the content says it; it is still read out. */
  isTitleHidden?: boolean;
  children: ReactNode;
}

const WIDTH = { s: "md:max-w-[420px]", m: "md:max-w-[640px]", l: "md:max-w-[880px]" };

export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  footer,
  size = "m",
  isTitleHidden,
  children,
}: DialogProps) {
  const t = useT();
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fading fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className={cx(
            "fixed z-40 flex w-full flex-col bg-overlay shadow-l outline-none",
            "inset-x-0 bottom-0 max-h-[94dvh] rounded-t-l pb-[env(safe-area-inset-bottom)] max-md:sliding-up",
            "md:rising md:inset-auto md:top-[12vh] md:left-1/2 md:-ml-[min(50vw,calc(var(--dialog)/2))] md:max-h-[80vh] md:rounded-l md:border md:border-line",
            WIDTH[size],
          )}
          style={{ "--dialog": { s: "420px", m: "640px", l: "880px" }[size] } as React.CSSProperties}
        >
          <div className={cx("flex items-start gap-3 px-4 pt-3.5", isTitleHidden && "sr-only")}>
            <div className="min-w-0 grow">
              <Radix.Title className="font-semibold text-md">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-0.5 text-text-2">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton
                label={t("common.close")}
                icon={<X size={16} />}
                className="-mr-1.5"
                hasTooltip={false}
              />
            </Radix.Close>
          </div>
          <div className="min-h-0 grow overflow-y-auto px-4 py-3">{children}</div>
          {footer && (
            <div className="flex items-center justify-end gap-2 border-line border-t px-4 py-3">{footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface ConfirmProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What happens, in a sentence that names the thing. */
  children: ReactNode;
  /** The verb: "Delete company". */
  action: string;
  onConfirm: () => void;
  isBusy?: boolean;
  /** Must be typed first, for what is lost for good. */
  typedName?: string;
  typedLabel?: string;
}

/** Asks before what cannot be undone. */
export function Confirm(props: ConfirmProps) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const isReady = !props.typedName || typed.trim() === props.typedName;
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      size="s"
      footer={
        <>
          <Button onClick={props.onClose}>{t("common.cancel")}</Button>
          <Button tone="danger" disabled={!isReady} isBusy={props.isBusy} onClick={props.onConfirm}>
            {props.action}
          </Button>
        </>
      }
    >
      <div className="text-text-2">{props.children}</div>
      {props.typedName && (
        <TextField
          className="mt-3"
          label={props.typedLabel ?? props.typedName}
          value={typed}
          onValue={setTyped}
          autoComplete="off"
        />
      )}
    </Dialog>
  );
}
