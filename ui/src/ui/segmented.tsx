// A few choices side by side, one of them taken.
import * as Radix from "radix-ui/toggle-group";
import type { ReactNode } from "react";

export interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  onValue: (value: T) => void;
  options: ReadonlyArray<{ value: T; label: string; icon?: ReactNode }>;
  /** Shows only the icons; the words are their names. */
  isIconsOnly?: boolean;
}

export function Segmented<T extends string>({
  label,
  value,
  onValue,
  options,
  isIconsOnly,
}: SegmentedProps<T>) {
  return (
    <Radix.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => next && onValue(next as T)}
      className="inline-flex shrink-0 rounded-m bg-surface-3/70 p-0.5"
    >
      {options.map((option) => (
        <Radix.Item
          key={option.value}
          value={option.value}
          aria-label={isIconsOnly ? option.label : undefined}
          className="flex h-6 shrink-0 items-center gap-1.5 rounded-[6px] px-2 whitespace-nowrap font-medium text-text-2 text-xs transition-colors hover:text-text data-[state=on]:bg-surface data-[state=on]:text-text data-[state=on]:shadow-s pointer-coarse:h-9"
        >
          {option.icon}
          {!isIconsOnly && option.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
