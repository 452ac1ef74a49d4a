// The company that the board shows. The list of the others is loaded when it is opened first.
import { ChevronsUpDown } from "lucide-react";
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { useCompany } from "@/company";
import { useT } from "@/texts/locale";
import { cx } from "@/ui/class-names";
import { CompanyMark } from "@/ui/company-mark";

const load = () => import("./company-switcher");
const Switcher = lazy(load);

export function CompanyButton({ isNarrow, ...rest }: ComponentProps<"button"> & { isNarrow: boolean }) {
  const t = useT();
  const company = useCompany();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={isNarrow ? t("shell.switchCompany") : undefined}
      title={t("shell.switchCompany")}
      {...rest}
      className={cx(
        "flex h-8 min-w-0 items-center gap-2 rounded-m px-1.5 transition-colors hover:bg-surface-3/60 data-[state=open]:bg-surface-3/60 pointer-coarse:h-11",
        isNarrow ? "justify-center" : "grow",
      )}
    >
      <CompanyMark company={company} size={22} />
      {!isNarrow && (
        <>
          <span className="min-w-0 truncate font-semibold">{company.name}</span>
          <ChevronsUpDown size={13} className="shrink-0 text-text-3" />
        </>
      )}
    </button>
  );
}

export function CompanyChoice({ isNarrow }: { isNarrow: boolean }) {
  const [isWanted, setWanted] = useState(false);
  const button = <CompanyButton isNarrow={isNarrow} onMouseEnter={load} onClick={() => setWanted(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <Switcher isNarrow={isNarrow} />
    </Suspense>
  );
}
