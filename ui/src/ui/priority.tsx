// Priority as bars of four heights; critical has a mark of its own. Never colour alone.
import { useT } from "@/texts/locale";
import { cx } from "./class-names";

export type Priority = "critical" | "high" | "medium" | "low";
const FILLED: Record<Priority, number> = { critical: 4, high: 3, medium: 2, low: 1 };

export function PriorityIcon({ priority, isDecoration }: { priority: Priority; isDecoration?: boolean }) {
  const t = useT();
  const name = isDecoration ? { "aria-hidden": true } : { role: "img", "aria-label": t(`words.${priority}`) };
  if (priority === "critical")
    return (
      <svg width="16" height="16" viewBox="0 0 16 16" className="shrink-0 text-bad" {...name}>
        <rect x="1.5" y="1.5" width="13" height="13" rx="3" fill="currentColor" />
        <path d="M8 4.4V8.6" stroke="var(--surface)" strokeWidth="1.8" strokeLinecap="round" />
        <circle cx="8" cy="11.3" r="1.1" fill="var(--surface)" />
      </svg>
    );
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" className="shrink-0 text-text-2" {...name}>
      {[0, 1, 2, 3].map((bar) => (
        <rect
          key={bar}
          x={1.5 + bar * 3.5}
          y={10.5 - bar * 2.7}
          width="2.4"
          height={4 + bar * 2.7}
          rx="1.1"
          fill="currentColor"
          className={cx(bar >= FILLED[priority] && "opacity-25")}
        />
      ))}
    </svg>
  );
}
