// A property of a thing: its name left, its value right, both always in the same place.
import type { ReactNode } from "react";

export function Property({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-start gap-2 pointer-coarse:min-h-11">
      <dt className="w-24 shrink-0 pt-1.5 text-text-3">{label}</dt>
      <dd className="flex min-h-8 min-w-0 grow flex-wrap items-center gap-1">{children}</dd>
    </div>
  );
}

export function Properties({ children, label }: { children: ReactNode; label: string }) {
  return (
    <dl aria-label={label} className="flex flex-col">
      {children}
    </dl>
  );
}
