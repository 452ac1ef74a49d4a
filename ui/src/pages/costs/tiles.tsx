// The sums of the whole company: what is owed, what it would be by the list, what has no price, and how
// that stands to what may be spent in a month.
import type { ReactNode } from "react";
import { useCostSummary } from "@/api/costs";
import { useCompany } from "@/company";
import { type PeriodChoice, partOfMonth } from "@/components/costs/period";
import { paths } from "@/paths";
import { useFormats, useT } from "@/texts/locale";
import { Link } from "@/ui/link";
import { Meter } from "@/ui/meter";
import { Failed, Skeleton } from "@/ui/states";

/** Before that much of a month is over, nothing can be said of its end. */
const EARLIEST_FORECAST = 0.1;

function Tile({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3">
      <span className="block text-text-3 text-xs">{label}</span>
      <span className="tabular block font-semibold text-xl">{value}</span>
      <span className="block text-text-3 text-xs">{children}</span>
    </div>
  );
}

export function Tiles({ choice }: { choice: PeriodChoice }) {
  const t = useT();
  const formats = useFormats();
  const { id, issuePrefix } = useCompany();
  const { data, error, isPending, refetch } = useCostSummary(id, choice.span);
  if (!data)
    return isPending ? (
      <Skeleton className="h-20 w-full rounded-l" />
    ) : (
      <Failed isInline error={error} what={t("costs.title")} onRetry={refetch} />
    );
  const isMonth = choice.period === "month";
  const over = partOfMonth(Date.now());
  const allUnpriced = data.eventCount > 0 && data.unpricedEventCount === data.eventCount;
  const spent = formats.money(data.spendCents);
  return (
    <div className="grid grid-cols-2 gap-px overflow-hidden rounded-l border border-line bg-line lg:grid-cols-4">
      <Tile
        label={t("costs.spent")}
        value={
          data.eventCount === 0 ? (
            <span className="text-text-3">–</span>
          ) : allUnpriced ? (
            <span className="text-text-3">{t("common.unpriced")}</span>
          ) : (
            spent
          )
        }
      >
        {isMonth && over > EARLIEST_FORECAST && data.spendCents > 0
          ? t("costs.forecast", { amount: formats.money(Math.round(data.spendCents / over)) })
          : t("costs.uses", { count: data.eventCount })}
      </Tile>
      <Tile
        label={t("costs.budget")}
        value={
          data.budgetCents > 0 ? (
            formats.money(data.budgetCents)
          ) : (
            <span className="text-text-3">{t("common.noLimit")}</span>
          )
        }
      >
        {data.budgetCents > 0 ? (
          isMonth ? (
            <>
              {t("costs.budgetUsed", { share: formats.percent(data.utilizationPercent / 100) })}
              <Meter
                className="mt-1.5"
                label={t("costs.budget")}
                share={data.spendCents / data.budgetCents}
              />
            </>
          ) : (
            t("costs.budgetPerMonth")
          )
        ) : (
          <Link to={paths.budgets(issuePrefix, true)} className="text-accent-ink hover:underline">
            {t("budgets.set")}
          </Link>
        )}
      </Tile>
      <Tile
        label={t("costs.listPrice")}
        value={
          data.estimateCents > 0 ? formats.money(data.estimateCents) : <span className="text-text-3">–</span>
        }
      >
        {t("costs.listPriceWhy")}
      </Tile>
      <Tile
        label={t("costs.unpriced")}
        value={
          <span className={data.unpricedEventCount > 0 ? "text-working-ink" : "text-text-3"}>
            {formats.number(data.unpricedEventCount)}
          </span>
        }
      >
        {data.unpricedEventCount > 0 ? t("costs.unpricedWhy") : t("costs.allPriced")}
      </Tile>
    </div>
  );
}
