// The look of one step: what it asks, why, the fields, and the way on.
import { CircleAlert } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { sayError } from "@/api/error";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";

export interface StepFrameProps {
  title: string;
  why: string;
  action: string;
  onSubmit: () => void;
  isBusy?: boolean;
  error?: unknown;
  onBack?: (() => void) | undefined;
  aside?: ReactNode;
  children: ReactNode;
}

export function StepFrame({
  title,
  why,
  action,
  onSubmit,
  isBusy,
  error,
  onBack,
  aside,
  children,
}: StepFrameProps) {
  const t = useT();
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form onSubmit={submit} noValidate className="rising flex flex-col gap-5">
      <header>
        <h1 className="font-semibold text-xl">{title}</h1>
        <p className="mt-1 text-pretty text-md text-text-2">{why}</p>
      </header>
      {children}
      {!!error && (
        <p role="alert" className="flex items-start gap-2 rounded-m bg-bad-soft px-3 py-2 text-bad-ink">
          <CircleAlert size={14} className="mt-0.5 shrink-0" />
          {sayError(error, t)}
        </p>
      )}
      <footer className="flex flex-wrap items-center gap-2 pt-1">
        <Button type="submit" tone="primary" size="l" isBusy={isBusy}>
          {action}
        </Button>
        {onBack && (
          <Button tone="quiet" size="l" onClick={onBack}>
            {t("common.back")}
          </Button>
        )}
        <span className="grow" />
        {aside}
      </footer>
    </form>
  );
}
