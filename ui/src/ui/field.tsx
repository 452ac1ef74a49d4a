// Fields of forms: a visible label, a hint, and an error that is tied to the field.
import { type ComponentProps, type ReactNode, useId } from "react";
import { useT } from "@/texts/locale";
import { cx } from "./class-names";

export const inputClass =
  "w-full rounded-m border border-line-strong/80 bg-surface px-2.5 text-text shadow-s outline-none transition-colors hover:border-line-strong focus:border-accent focus:ring-2 focus:ring-accent/25 disabled:opacity-60 aria-[invalid=true]:border-bad";

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  isOptional?: boolean;
  className?: string;
}

/** A label above a control, with hint and error below it. */
export function Field({
  label,
  hint,
  error,
  isOptional,
  className,
  children,
}: FieldProps & {
  children: (ids: { id: string; describedBy: string | undefined; isInvalid: boolean }) => ReactNode;
}) {
  const t = useT();
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={cx("flex flex-col gap-1", className)}>
      <label htmlFor={id} className="font-medium text-text">
        {label}
        {isOptional && <span className="ml-1.5 font-normal text-text-3">{t("common.optional")}</span>}
      </label>
      {children({ id, describedBy: error || hint ? noteId : undefined, isInvalid: !!error })}
      {(error || hint) && (
        <p
          id={noteId}
          className={cx("text-xs", error ? "text-bad-ink" : "text-text-3")}
          role={error ? "alert" : undefined}
        >
          {error || hint}
        </p>
      )}
    </div>
  );
}

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<"input">, "onChange" | "className"> {
  value: string;
  onValue: (value: string) => void;
}

export function TextField({ label, hint, error, isOptional, className, onValue, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, isOptional, className }}>
      {({ id, describedBy, isInvalid }) => (
        <input
          id={id}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          {...input}
          onChange={(event) => onValue(event.target.value)}
          className={cx(inputClass, "h-8 pointer-coarse:h-11")}
        />
      )}
    </Field>
  );
}

export interface TextAreaProps
  extends FieldProps,
    Omit<ComponentProps<"textarea">, "onChange" | "className"> {
  value: string;
  onValue: (value: string) => void;
  isCode?: boolean;
}

export function TextArea({
  label,
  hint,
  error,
  isOptional,
  className,
  onValue,
  isCode,
  ...area
}: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, isOptional, className }}>
      {({ id, describedBy, isInvalid }) => (
        <textarea
          id={id}
          rows={3}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          {...area}
          onChange={(event) => onValue(event.target.value)}
          className={cx(
            inputClass,
            "field-sizing-content max-h-96 min-h-16 py-1.5",
            isCode && "font-mono text-xs",
          )}
        />
      )}
    </Field>
  );
}
