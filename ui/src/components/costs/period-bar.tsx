// The choice of the stretch of time; it is in the address, so that a link shows the same sums.
import { useSearch } from "@/navigation";
import { useT } from "@/texts/locale";
import { cx } from "@/ui/class-names";
import { inputClass } from "@/ui/field";
import { Segmented } from "@/ui/segmented";
import { PERIODS, type PeriodChoice } from "./period";

export function PeriodBar({ choice: { period } }: { choice: PeriodChoice }) {
  const t = useT();
  const [search, setSearch] = useSearch();
  const day = (name: "from" | "to") => (
    <input
      type="date"
      aria-label={t(`costs.${name}`)}
      value={search[name] ?? ""}
      onChange={(event) => setSearch({ [name]: event.target.value })}
      className={cx(inputClass, "h-7 w-36 text-xs pointer-coarse:h-9")}
    />
  );
  return (
    <div className="flex min-w-0 items-center gap-2 overflow-x-auto [scrollbar-width:none]">
      <Segmented
        label={t("costs.period")}
        value={period}
        onValue={(next) =>
          setSearch({
            period: next === "month" ? undefined : next,
            ...(next === "custom" ? {} : { from: undefined, to: undefined }),
          })
        }
        options={PERIODS.map((value) => ({ value, label: t(`costs.period_${value}`) }))}
      />
      {period === "custom" && (
        <>
          {day("from")}
          <span aria-hidden="true" className="text-text-3">
            –
          </span>
          {day("to")}
        </>
      )}
    </div>
  );
}
