// A choice of a short, known list. The browser's own: it is right on every device.
import { ChevronDown } from "lucide-react";
import { cx } from "./class-names";
import { Field, type FieldProps, inputClass } from "./field";

export interface SelectProps<T extends string> extends FieldProps {
  value: T;
  onValue: (value: T) => void;
  options: ReadonlyArray<{ value: T; label: string; isDisabled?: boolean }>;
}

export function Select<T extends string>({ value, onValue, options, ...field }: SelectProps<T>) {
  return (
    <Field {...field}>
      {({ id, describedBy, isInvalid }) => (
        <div className="relative">
          <select
            id={id}
            aria-describedby={describedBy}
            aria-invalid={isInvalid || undefined}
            value={value}
            onChange={(event) => onValue(event.target.value as T)}
            className={cx(inputClass, "h-8 appearance-none pr-8 pointer-coarse:h-11")}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={14}
            className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-text-3"
          />
        </div>
      )}
    </Field>
  );
}
