// Tabs that are links: each has an address, so Back, reload and bookmarks work. The current one is in sight.
import { useEffect, useRef } from "react";
import { cx } from "./class-names";
import { Link } from "./link";

export interface Tab {
  id: string;
  label: string;
  to: string;
  count?: number | undefined;
}

export function Tabs({ tabs, current, label }: { tabs: Tab[]; current: string; label: string }) {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const mark = strip.current?.querySelector<HTMLElement>(`[data-tab="${current}"]`);
    if (!strip.current || !mark) return;
    strip.current.scrollLeft = mark.offsetLeft - (strip.current.clientWidth - mark.offsetWidth) / 2;
  }, [current]);
  return (
    <nav
      ref={strip}
      aria-label={label}
      className="relative -mb-px flex gap-1 overflow-x-auto [scrollbar-width:none]"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to={tab.to}
          data-tab={tab.id}
          aria-current={tab.id === current ? "page" : undefined}
          className={cx(
            "flex h-9 shrink-0 items-center gap-1.5 border-b-2 px-2 font-medium transition-colors",
            tab.id === current ? "border-accent text-text" : "border-transparent text-text-3 hover:text-text",
          )}
        >
          {tab.label}
          {tab.count !== undefined && <span className="tabular text-text-3 text-xs">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
