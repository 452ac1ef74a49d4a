// The look of what stands in front of the board: one column, and nothing beside it.
import { type ReactNode, useEffect } from "react";
import { Toasts } from "@/ui/toast";
import { TooltipProvider } from "@/ui/tooltip";
import { Wordmark } from "@/ui/wordmark";

export function Frame({ title, why, children }: { title: string; why?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Wireclip`;
  }, [title]);
  return (
    <TooltipProvider>
      <div className="flex h-full flex-col overflow-y-auto bg-bg">
        <header className="flex h-14 shrink-0 items-center px-4">
          <Wordmark />
        </header>
        <main className="mx-auto w-full max-w-[420px] grow px-4 pt-4 pb-16 md:pt-[10vh]">
          <div className="flex flex-col gap-5 rounded-l border border-line bg-surface p-5 shadow-m md:p-7">
            <header>
              <h1 className="text-balance font-semibold text-xl">{title}</h1>
              {why && <p className="mt-1 text-pretty text-md text-text-2">{why}</p>}
            </header>
            {children}
          </div>
        </main>
        <Toasts />
      </div>
    </TooltipProvider>
  );
}

/** What keeps one from going on. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-m bg-bad-soft px-3 py-2 text-bad-ink">
      {children}
    </p>
  );
}
