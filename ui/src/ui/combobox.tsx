// A picker with a search field: one or several of a list, grouped, by mouse, finger or keys.
import { type ReactNode, useState } from "react";
import { cx } from "./class-names";
import OptionList from "./option-list";
import { Popover } from "./popover";

export interface Option {
  value: string;
  label: string;
  icon?: ReactNode;
  /** A quiet word behind the label. */
  hint?: ReactNode;
  group?: string;
  /** More words by which it is found. */
  keywords?: string[];
}

export interface ComboboxProps {
  /** What is picked, for its name and its search field. */
  label: string;
  options: readonly Option[];
  /** What is taken now. */
  value: readonly string[];
  /** Called with the option that was pressed. */
  onPick: (value: string) => void;
  /** Stays open and marks what is taken. */
  isMultiple?: boolean;
  trigger: ReactNode;
  align?: "start" | "end";
  /** For pickers that are opened by a key. */
  isOpen?: boolean;
  onOpen?: (isOpen: boolean) => void;
  /** Offers to make what was typed. */
  onCreate?: (text: string) => void;
  createLabel?: (text: string) => string;
}

export function Combobox({ trigger, align = "start", isOpen, onOpen, ...list }: ComboboxProps) {
  const [isOpenHere, setOpenHere] = useState(false);
  const open = isOpen ?? isOpenHere;
  const setOpen = onOpen ?? setOpenHere;
  return (
    <Popover isOpen={open} onOpen={setOpen} trigger={trigger} align={align} label={list.label}>
      <OptionList {...list} onDone={() => setOpen(false)} />
    </Popover>
  );
}

/** The quiet button that a property or a row shows for its value. */
export function PickerButton({ className, children, ...rest }: React.ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(
        "touch-area inline-flex min-h-6 min-w-6 items-center gap-1.5 rounded-m px-1 transition-colors hover:bg-surface-3/70 data-[state=open]:bg-surface-3/70",
        className,
      )}
    >
      {children}
    </button>
  );
}
