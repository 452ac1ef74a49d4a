// All limits in one table: whose, over which time, how much of it is spent, and what happens when it is.
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import type { BudgetPolicy } from "@/api/budgets";
import { useFormats, useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";
import { Menu } from "@/ui/menu";
import { Meter } from "@/ui/meter";
import { Scope } from "./scope";

/** The company first, then agents, then projects; in each what is nearest to its limit. */
const PLACE = { company: 0, agent: 1, project: 2 } as const;

export const sorted = (policies: readonly BudgetPolicy[]): BudgetPolicy[] =>
  [...policies].sort(
    (one, other) =>
      PLACE[one.scopeType] - PLACE[other.scopeType] || other.utilizationPercent - one.utilizationPercent,
  );

export interface PoliciesProps {
  policies: readonly BudgetPolicy[];
  onEdit: (policy: BudgetPolicy) => void;
  onRemove: (policy: BudgetPolicy) => void;
}

export function Policies({ policies, onEdit, onRemove }: PoliciesProps) {
  const t = useT();
  const formats = useFormats();
  const head = "px-3 font-normal";
  return (
    <table aria-label={t("budgets.title")} className="w-full text-left">
      <thead>
        <tr className="h-9 text-text-3 text-xs">
          <th scope="col" className="px-4 font-normal">
            {t("budgets.of")}
          </th>
          <th scope="col" className={`${head} max-md:hidden`}>
            {t("budgets.period")}
          </th>
          <th scope="col" className={head}>
            {t("budgets.spent")}
          </th>
          <th scope="col" className={`${head} max-lg:hidden`}>
            {t("budgets.atLimit")}
          </th>
          <th scope="col">
            <span className="sr-only">{t("common.more")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted(policies).map((policy) => (
          <tr key={policy.policyId} className="border-line border-t transition-colors hover:bg-surface-2/70">
            <th scope="row" className="max-w-0 px-4 py-2.5 align-top font-normal md:w-1/3">
              <span className="flex min-w-0">
                <Scope of={policy} />
              </span>
              <span className="mt-0.5 block text-text-3 text-xs md:hidden">
                {t(`budgets.window_${policy.windowKind}`)}
                {policy.metric === "list_price_cents" && `, ${t("budgets.byList")}`}
              </span>
              {policy.pauseReason === "budget" && (
                <span className="block text-bad-ink text-xs">{t("budgets.isPaused")}</span>
              )}
            </th>
            <td className="px-3 py-2.5 align-top text-text-2 max-md:hidden">
              {t(`budgets.window_${policy.windowKind}`)}
              {policy.metric === "list_price_cents" && (
                <span className="block text-text-3 text-xs">{t("budgets.byList")}</span>
              )}
            </td>
            <td className="px-3 py-2.5 align-top">
              <span className="tabular block">
                {t("costs.ofBudget", {
                  spent: formats.money(policy.observedAmount),
                  budget: formats.money(policy.amount),
                })}
              </span>
              <Meter
                className="mt-1.5 max-w-56"
                label={t("budgets.spentOf", { name: policy.scopeName })}
                share={policy.observedAmount / policy.amount}
                warnsAt={policy.warnPercent / 100}
              />
              <span className="mt-1 block text-text-3 text-xs lg:hidden">
                {t(policy.hardStopEnabled ? "budgets.stops" : "budgets.warnsOnly")},{" "}
                {t("budgets.warnsAt", { share: formats.percent(policy.warnPercent / 100) })}
              </span>
            </td>
            <td className="px-3 py-2.5 align-top text-text-2 max-lg:hidden">
              {t(policy.hardStopEnabled ? "budgets.stops" : "budgets.warnsOnly")}
              <span className="block text-text-3 text-xs">
                {t("budgets.warnsAt", { share: formats.percent(policy.warnPercent / 100) })}
              </span>
            </td>
            <td className="w-10 py-2 pr-2 text-right align-top">
              <Menu
                align="end"
                entries={[
                  {
                    id: "edit",
                    label: t("budgets.change"),
                    icon: <Pencil size={14} />,
                    onSelect: () => onEdit(policy),
                  },
                  {
                    id: "remove",
                    label: t("budgets.remove"),
                    icon: <Trash2 size={14} />,
                    isDanger: true,
                    onSelect: () => onRemove(policy),
                  },
                ]}
              >
                <IconButton
                  label={`${t("common.more")}: ${policy.scopeName}`}
                  icon={<Ellipsis size={16} />}
                  hasTooltip={false}
                />
              </Menu>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
