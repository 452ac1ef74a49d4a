// What is owed, in the place of an amount: money, a word for a plan, or that nobody knows.
import type { SummedCosts } from "@/api/costs";
import { useFormats, useT } from "@/texts/locale";
import { Money } from "@/ui/money";
import { Tooltip } from "@/ui/tooltip";
import { owedOf } from "./sums";

export function OwedAmount({ row }: { row: SummedCosts }) {
  const t = useT();
  const formats = useFormats();
  const owed = owedOf(row);
  switch (owed.kind) {
    case "money":
      return <span className="tabular">{formats.micros(owed.micros)}</span>;
    case "plan":
      return (
        <Tooltip text={t("costs.inPlanWhy")}>
          <span className="text-text-2">{t("costs.inPlan")}</span>
        </Tooltip>
      );
    case "unpriced":
      return <Money cents={null} />;
    case "nothing":
      return <span className="text-text-3">–</span>;
  }
}

/** That some uses are not in the sum, where there is one. */
export function UnpricedNote({ row }: { row: SummedCosts }) {
  const t = useT();
  const count = row.unpricedEventCount;
  if (count === 0 || owedOf(row).kind === "unpriced") return null;
  return (
    <Tooltip text={t("costs.unpricedWhy")}>
      <span className="whitespace-nowrap text-working-ink text-xs">
        {t("costs.unpricedCount", { count })}
      </span>
    </Tooltip>
  );
}
