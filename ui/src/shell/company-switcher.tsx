// From one company to another, staying on the same kind of page.

import { useLocation } from "@tanstack/react-router";
import { Building2, ChevronsUpDown, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useCompanies } from "@/api/companies";
import { useCompany } from "@/company";
import { useGo } from "@/navigation";
import { paths, samePageIn } from "@/paths";
import { useT } from "@/texts/locale";
import { cx } from "@/ui/class-names";
import { CompanyMark } from "@/ui/company-mark";
import { Popover } from "@/ui/popover";
import { StatusIcon } from "@/ui/status";
import { closeDrawer } from "./shell-state";

const OptionList = lazy(() => import("@/ui/option-list"));

export function CompanySwitcher({ isNarrow }: { isNarrow: boolean }) {
  const t = useT();
  const go = useGo();
  const path = useLocation({ select: (location) => location.pathname });
  const company = useCompany();
  const { data: companies = [company] } = useCompanies();
  const [isOpen, setOpen] = useState(false);

  function leave(to: string) {
    setOpen(false);
    closeDrawer();
    go(to);
  }

  return (
    <Popover
      isOpen={isOpen}
      onOpen={setOpen}
      label={t("shell.switchCompany")}
      trigger={
        <button
          type="button"
          aria-label={isNarrow ? t("shell.switchCompany") : undefined}
          title={t("shell.switchCompany")}
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
      }
    >
      <Suspense fallback={<div className="h-40 w-60" />}>
        <OptionList
          label={t("shell.findCompany")}
          value={[company.id]}
          options={companies
            .filter((one) => one.status !== "archived" || one.id === company.id)
            .map((one) => ({
              value: one.id,
              label: one.name,
              keywords: [one.issuePrefix],
              icon: <CompanyMark company={one} size={18} />,
              hint: one.status === "active" ? one.issuePrefix : <StatusIcon status={one.status} />,
            }))}
          onPick={(id) => {
            const picked = companies.find((one) => one.id === id);
            if (picked) leave(samePageIn(path, picked.issuePrefix));
          }}
        />
      </Suspense>
      <div className="border-line border-t p-1">
        {[
          { id: "new", label: t("shell.newCompany"), icon: Plus, to: paths.onboarding() },
          {
            id: "all",
            label: t("shell.companies"),
            icon: Building2,
            to: paths.companies(company.issuePrefix),
          },
        ].map(({ id, label, icon: Icon, to }) => (
          <button
            key={id}
            type="button"
            onClick={() => leave(to)}
            className="flex h-7 w-full items-center gap-2 rounded-m px-2 hover:bg-surface-3/80 pointer-coarse:h-11"
          >
            <span className="grid w-5 place-items-center text-text-3">
              <Icon size={14} />
            </span>
            {label}
          </button>
        ))}
      </div>
    </Popover>
  );
}
