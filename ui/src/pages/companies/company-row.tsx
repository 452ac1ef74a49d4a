// One company in the table: what it is, how much, whether it needs somebody, and what can be done.
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Pencil } from "lucide-react";
import { useState } from "react";
import { api, unwrap } from "@/api/client";
import { useUpdateCompany } from "@/api/companies";
import { sayError } from "@/api/error";
import { keys } from "@/api/keys";
import type { Company, CompanyStats } from "@/api/types";
import { useCompanyVerbs } from "@/components/company-verbs";
import { paths } from "@/paths";
import { useFormats, useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { CompanyMark } from "@/ui/company-mark";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Link } from "@/ui/link";
import { Menu } from "@/ui/menu";
import { Meter } from "@/ui/meter";
import { Money } from "@/ui/money";
import { Skeleton } from "@/ui/states";
import { StatusChip } from "@/ui/status";
import { Time } from "@/ui/time";

function Rename({ company, onClose }: { company: Company; onClose: () => void }) {
  const t = useT();
  const update = useUpdateCompany();
  const [name, setName] = useState(company.name);
  const save = () =>
    name.trim() && update.mutate({ id: company.id, name: name.trim() }, { onSuccess: onClose });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="s"
      title={t("companies.renameTitle", { name: company.name })}
      footer={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button tone="primary" isBusy={update.isPending} disabled={!name.trim()} onClick={save}>
            {t("companies.rename")}
          </Button>
        </>
      }
    >
      <TextField
        label={t("companies.name")}
        value={name}
        onValue={setName}
        error={update.error ? sayError(update.error, t) : undefined}
        onKeyDown={(event) => event.key === "Enter" && save()}
      />
    </Dialog>
  );
}

/** How much of a company waits for the person. */
export const useNeeds = (company: string, isAsked: boolean) =>
  useQuery({
    queryKey: keys.badges(company),
    queryFn: () =>
      unwrap(api.GET("/companies/{companyId}/sidebar-badges", { params: { path: { companyId: company } } })),
    enabled: isAsked,
  });

function Spend({ company }: { company: Company }) {
  const t = useT();
  const formats = useFormats();
  if (company.budgetMonthlyCents === 0)
    return company.spentMonthlyCents > 0 ? (
      <Money cents={company.spentMonthlyCents} />
    ) : (
      <span className="text-text-3">–</span>
    );
  return (
    <span className="flex min-w-28 flex-col gap-1">
      <span>
        <Money cents={company.spentMonthlyCents} />{" "}
        <span className="text-text-3">
          {t("companies.ofBudget", { budget: formats.money(company.budgetMonthlyCents) })}
        </span>
      </span>
      <Meter label={t("companies.spend")} share={company.spentMonthlyCents / company.budgetMonthlyCents} />
    </span>
  );
}

export interface CompanyRowProps {
  company: Company;
  stats: CompanyStats | undefined;
  /** The number of those above it: only for the first ones more is asked. */
  place: number;
}

const ASKED = 30;

export function CompanyRow({ company, stats, place }: CompanyRowProps) {
  const t = useT();
  const formats = useFormats();
  const [isRenaming, setRenaming] = useState(false);
  const { verbs, question } = useCompanyVerbs(company);
  const { data: needs } = useNeeds(company.id, place < ASKED && company.status !== "archived");
  const cell = "px-3 py-2";

  return (
    <tr className="group border-line border-t transition-colors hover:bg-surface-2/70">
      <td className={cell}>
        <Link to={paths.dashboard(company.issuePrefix)} className="flex items-center gap-2.5 font-medium">
          <CompanyMark company={company} size={24} />
          <span className="min-w-0">
            <span className="block truncate">{company.name}</span>
            <span className="block text-text-3 text-xs md:hidden">
              <span className="font-mono">{company.issuePrefix}</span>
            </span>
          </span>
        </Link>
      </td>
      <td className={`${cell} font-mono text-text-3 text-xs max-md:hidden`}>{company.issuePrefix}</td>
      <td className={cell}>
        <StatusChip status={company.status} />
      </td>
      <td className={`${cell} text-right`}>
        {needs?.inbox ? (
          <span className="tabular rounded-full bg-accent px-1.5 font-medium text-accent-text text-xs">
            {needs.inbox}
          </span>
        ) : (
          <span className="text-text-3">–</span>
        )}
      </td>
      <td className={`${cell} tabular text-right max-md:hidden`}>
        {stats ? formats.number(stats.agentCount) : <Skeleton className="ml-auto h-3 w-6" />}
      </td>
      <td className={`${cell} tabular text-right max-md:hidden`}>
        {stats ? formats.number(stats.issueCount) : <Skeleton className="ml-auto h-3 w-6" />}
      </td>
      <td className={`${cell} max-lg:hidden`}>
        <Spend company={company} />
      </td>
      <td className={`${cell} whitespace-nowrap text-right text-text-3 text-xs max-lg:hidden`}>
        <Time at={company.updatedAt} />
      </td>
      <td className="w-10 pr-2 text-right">
        <Menu
          align="end"
          entries={[
            {
              id: "rename",
              label: t("companies.rename"),
              icon: <Pencil size={14} />,
              onSelect: () => setRenaming(true),
            },
            ...verbs.map((verb) => ({
              id: verb.id,
              label: verb.label,
              icon: <verb.icon size={14} />,
              isDanger: verb.isDanger ?? false,
              onSelect: verb.run,
            })),
          ]}
        >
          <IconButton
            label={`${t("common.more")}: ${company.name}`}
            icon={<Ellipsis size={16} />}
            hasTooltip={false}
          />
        </Menu>
        {isRenaming && <Rename company={company} onClose={() => setRenaming(false)} />}
        {question}
      </td>
    </tr>
  );
}
