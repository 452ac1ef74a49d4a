// Nothing there, not there yet, and failed: three different pictures.
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { ApiError, sayError } from "@/api/error";
import { useT } from "@/texts/locale";
import { Button } from "./button";
import { cx } from "./class-names";

export interface EmptyProps {
  icon?: ReactNode;
  title: string;
  /** What the thing is for, in one sentence. */
  children?: ReactNode;
  action?: ReactNode;
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-6 py-16 text-center">
      {icon && (
        <div className="mb-3 grid size-11 place-items-center rounded-l border border-line bg-surface-2 text-text-3">
          {icon}
        </div>
      )}
      <h2 className="font-semibold text-md">{title}</h2>
      {children && <p className="mt-1 text-balance text-text-2">{children}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

export interface FailedProps {
  error: unknown;
  /** What could not be loaded. */
  what: string;
  onRetry?: () => void;
  /** In a part of a page, not instead of it. */
  isInline?: boolean;
}

export function Failed({ error, what, onRetry, isInline }: FailedProps) {
  const t = useT();
  const { reset } = useQueryErrorResetBoundary();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div
      role="alert"
      className={cx(
        "flex items-start gap-2.5",
        isInline ? "rounded-m border border-line bg-bad-soft px-3 py-2" : "mx-auto max-w-md px-6 py-16",
      )}
    >
      <CircleAlert size={16} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0 grow">
        <h2 className="font-semibold">{t("errors.loadFailed", { what })}</h2>
        <p className="text-text-2">{sayError(error, t)}</p>
        {requestId && (
          <details className="mt-1 text-text-3 text-xs">
            <summary>{t("common.details")}</summary>
            <span className="font-mono">{t("common.requestId", { id: requestId })}</span>
          </details>
        )}
        {onRetry && (
          <Button
            className="mt-3"
            size="s"
            onClick={() => {
              reset();
              onRetry();
            }}
          >
            {t("common.retry")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A grey bar in the place of what is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-pulse rounded-s bg-surface-3", className)} />;
}

/** Waits a moment before it shows a skeleton: most answers are quicker. */
export function Delayed({ after = 150, children }: { after?: number; children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return isDue ? children : null;
}

const WIDTHS = ["w-2/3", "w-1/2", "w-3/4", "w-3/5", "w-2/5"];

/** Rows that are on their way. */
export function SkeletonRows({ count = 8 }: { count?: number }) {
  const t = useT();
  return (
    <Delayed>
      <div role="status" aria-label={t("common.loading")}>
        {Array.from({ length: count }, (_, at) => at).map((at) => (
          <div key={at} className="row-height flex items-center gap-3 px-4">
            <Skeleton className="size-4 rounded-full" />
            <Skeleton className={cx("h-3", WIDTHS[at % WIDTHS.length])} />
            <span className="grow" />
            <Skeleton className="size-5 rounded-full" />
          </div>
        ))}
      </div>
    </Delayed>
  );
}
