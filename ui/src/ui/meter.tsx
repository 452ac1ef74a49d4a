// How much of a limit is used, with a mark where it becomes a warning.
import { cx } from "./class-names";

export interface MeterProps {
  label: string;
  /** 0 to 1 and beyond. */
  share: number;
  /** From where on it warns. */
  warnsAt?: number;
  className?: string;
  /** Full is what is wanted, as with progress. */
  isGoal?: boolean;
}

export function Meter({ label, share, warnsAt = 0.8, className, isGoal }: MeterProps) {
  const limit = share >= 1 ? "bg-bad" : share >= warnsAt ? "bg-working" : "bg-accent";
  const colour = isGoal ? "bg-good" : limit;
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, Math.round(share * 100))}
      className={cx("relative h-1.5 w-full overflow-hidden rounded-full bg-surface-3", className)}
    >
      <div
        className={cx("h-full rounded-full transition-[width]", colour)}
        style={{ width: `${Math.min(100, share * 100)}%` }}
      />
      {warnsAt < 1 && !isGoal && (
        <div className="absolute inset-y-0 w-px bg-line-strong" style={{ left: `${warnsAt * 100}%` }} />
      )}
    </div>
  );
}
