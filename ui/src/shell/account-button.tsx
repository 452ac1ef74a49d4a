// Who is here. Its menu is loaded when it is opened first.
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { usePeople } from "@/api/companies";
import { me, useCompany } from "@/company";
import { useT } from "@/texts/locale";
import { cx } from "@/ui/class-names";
import { PersonMark } from "@/ui/initials";

const load = () => import("./account-menu");
const Menu = lazy(load);

export function AccountButton({ isNarrow, ...rest }: ComponentProps<"button"> & { isNarrow: boolean }) {
  const t = useT();
  const name = usePeople(useCompany().id).get(me())?.name || t("shell.localBoard");
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={isNarrow ? t("shell.account") : undefined}
      title={t("shell.account")}
      {...rest}
      className={cx(
        "flex h-8 min-w-0 items-center gap-2 rounded-m px-1.5 transition-colors hover:bg-surface-3/60 data-[state=open]:bg-surface-3/60 pointer-coarse:h-11",
        !isNarrow && "grow",
      )}
    >
      <PersonMark id={me()} name={name} />
      {!isNarrow && <span className="truncate text-text-2">{name}</span>}
    </button>
  );
}

export function Account({ isNarrow }: { isNarrow: boolean }) {
  const [isWanted, setWanted] = useState(false);
  const button = <AccountButton isNarrow={isNarrow} onMouseEnter={load} onClick={() => setWanted(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <Menu isNarrow={isNarrow} />
    </Suspense>
  );
}
