// From one company to another, staying on the same kind of page. Loaded when it is opened first.
import { useLocation } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import { useState } from "react";
import { useCompanies } from "@/api/companies";
import { useCompany } from "@/company";
import { useGo } from "@/navigation";
import { paths, samePageIn } from "@/paths";
import { useT } from "@/texts/locale";
import { CompanyMark } from "@/ui/company-mark";
import OptionList from "@/ui/option-list";
import { Popover } from "@/ui/popover";
import { StatusIcon } from "@/ui/status";
import { CompanyButton } from "./company-button";
import { closeDrawer } from "./shell-state";

export default function CompanySwitcher({ isNarrow }: { isNarrow: boolean }) {
  const t = useT();
  const go = useGo();
  const path = useLocation({ select: (location) => location.pathname });
  const company = useCompany();
  const { data: companies = [company] } = useCompanies();
  const [isOpen, setOpen] = useState(true);

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
      trigger={<CompanyButton isNarrow={isNarrow} />}
    >
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
