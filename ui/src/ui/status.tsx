// A state as a shape, and as a shape with its word. Shape and word carry the meaning; colour helps.
import { useT } from "@/texts/locale";
import { cx } from "./class-names";
import { GROUP_COLOUR, GROUP_INK, lookOf, type StatusShape } from "./status-table";

function Shape({ shape, isLive }: { shape: StatusShape; isLive: boolean }) {
  const ring = { cx: 8, cy: 8, r: 5.75, fill: "none", stroke: "currentColor", strokeWidth: 1.6 };
  switch (shape) {
    case "dashed":
      return <circle {...ring} strokeDasharray="2.2 2.31" />;
    case "ring":
      return <circle {...ring} />;
    case "threeQuarter":
      return isLive ? (
        <circle {...ring} strokeDasharray="27 9.2" strokeLinecap="round" className="turning" />
      ) : (
        <>
          <circle {...ring} />
          <path d="M8 8 V4.6 A3.4 3.4 0 1 1 4.6 8 Z" fill="currentColor" />
        </>
      );
    case "half":
      return (
        <>
          <circle {...ring} />
          <path d="M8 4.6 a3.4 3.4 0 0 1 0 6.8 Z" fill="currentColor" />
        </>
      );
    case "bar":
      return (
        <>
          <circle {...ring} />
          <rect x="4.8" y="7.1" width="6.4" height="1.8" rx="0.9" fill="currentColor" />
        </>
      );
    case "pause":
      return (
        <>
          <circle {...ring} />
          <rect x="5.7" y="5.4" width="1.6" height="5.2" rx="0.8" fill="currentColor" />
          <rect x="8.7" y="5.4" width="1.6" height="5.2" rx="0.8" fill="currentColor" />
        </>
      );
    case "check":
      return (
        <>
          <circle cx="8" cy="8" r="6.5" fill="currentColor" />
          <path
            d="M5.2 8.2 7.2 10.2 10.9 6.1"
            fill="none"
            stroke="var(--surface)"
            strokeWidth="1.6"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      );
    case "cross":
      return (
        <>
          <circle cx="8" cy="8" r="6.5" fill="currentColor" />
          <path
            d="M5.8 5.8 10.2 10.2 M10.2 5.8 5.8 10.2"
            stroke="var(--surface)"
            strokeWidth="1.6"
            strokeLinecap="round"
          />
        </>
      );
    case "struck":
      return (
        <>
          <circle {...ring} />
          <path d="M4.1 11.9 11.9 4.1" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
        </>
      );
  }
}

export interface StatusIconProps {
  status: string;
  /** Something works on it right now. */
  isLive?: boolean;
  size?: number;
  /** Where the word stands beside it anyway. */
  isDecoration?: boolean;
  className?: string;
}

export function StatusIcon({ status, isLive = false, size = 16, isDecoration, className }: StatusIconProps) {
  const t = useT();
  const look = lookOf(status);
  const name = isDecoration
    ? { "aria-hidden": true }
    : { role: "img", "aria-label": t(`words.${look.word}`) };
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      className={cx("shrink-0", GROUP_COLOUR[look.group], className)}
      {...name}
    >
      <Shape shape={look.shape} isLive={isLive} />
    </svg>
  );
}

/** The shape with its word. */
export function StatusChip({ status, isLive, className }: Omit<StatusIconProps, "size" | "isDecoration">) {
  const t = useT();
  const look = lookOf(status);
  return (
    <span
      className={cx("inline-flex items-center gap-1.5 whitespace-nowrap", GROUP_INK[look.group], className)}
    >
      <StatusIcon status={status} isLive={isLive} isDecoration />
      {t(`words.${look.word}`)}
    </span>
  );
}
