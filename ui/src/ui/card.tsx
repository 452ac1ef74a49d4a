// A part of a page with its heading, and the quiet frame around things that belong together.
import { type ReactNode, useId } from "react";
import { cx } from "./class-names";

export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx("min-w-0 overflow-clip rounded-l border border-line bg-surface", className)}>
      {children}
    </div>
  );
}

export interface SectionProps {
  title: string;
  count?: number | undefined;
  /** What it is, in a sentence. */
  why?: ReactNode;
  /** Right of the heading: a link to all, or a button. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Section({ title, count, why, aside, children, className }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx("min-w-0", className)}>
      <header className="mb-2 flex h-7 items-center gap-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {count !== undefined && <span className="tabular text-text-3">{count}</span>}
        <span className="grow" />
        {aside}
      </header>
      {why && <p className="-mt-2 mb-3 text-text-3">{why}</p>}
      {children}
    </section>
  );
}
