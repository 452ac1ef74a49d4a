// On or off, with its label and what it does.
import * as Radix from "radix-ui/switch";
import { type ReactNode, useId } from "react";

export interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}

export function Switch({ label, hint, isOn, onChange, isDisabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-4 py-1">
      <label htmlFor={id} className="min-w-0 grow">
        <span className="block font-medium">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-text-3">
            {hint}
          </span>
        )}
      </label>
      <Radix.Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        disabled={isDisabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="touch-area mt-0.5 h-[18px] w-8 shrink-0 rounded-full bg-line-strong transition-colors data-[state=checked]:bg-accent disabled:opacity-45"
      >
        <Radix.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-accent-text shadow-s transition-transform data-[state=checked]:translate-x-4" />
      </Radix.Root>
    </div>
  );
}
