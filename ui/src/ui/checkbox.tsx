// A box to tick.
import { Check, Minus } from "lucide-react";
import * as Radix from "radix-ui/checkbox";
import { useId } from "react";
import { cx } from "./class-names";

export interface CheckboxProps {
  label: string;
  value: boolean | "some";
  onValue: (value: boolean) => void;
  className?: string;
  tabIndex?: number;
  /** Shows the label beside the box. */
  hasLabel?: boolean;
}

export function Checkbox({ label, value, onValue, className, tabIndex, hasLabel }: CheckboxProps) {
  const id = useId();
  const box = (
    <Radix.Root
      id={id}
      aria-label={hasLabel ? undefined : label}
      checked={value === "some" ? "indeterminate" : value}
      onCheckedChange={(next) => onValue(next === true)}
      tabIndex={tabIndex}
      className={cx(
        "touch-area grid size-4 shrink-0 place-items-center rounded-s border border-line-strong bg-surface text-accent-text transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
        className,
      )}
    >
      <Radix.Indicator>
        {value === "some" ? <Minus size={12} strokeWidth={3} /> : <Check size={12} strokeWidth={3} />}
      </Radix.Indicator>
    </Radix.Root>
  );
  if (!hasLabel) return box;
  return (
    <span className="inline-flex items-center gap-2">
      {box}
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
