// Sums of costs by name, the dearest first, with their total. On a phone a row is two lines.
import type { ReactNode } from "react";
import { useFormats, useT } from "@/texts/locale";
import { Link } from "@/ui/link";
import { OwedAmount, UnpricedNote } from "./owed";
import { type CostRow, runsOf, shareOf, totalOf } from "./sums";

export interface NamedCosts {
  id: string;
  /** A picture and a name. */
  name: ReactNode;
  /** Where it leads, if it has a page. */
  to?: string | undefined;
  /** What else it is known by, under the name. */
  note?: string | undefined;
  costs: CostRow;
}

export interface CostTableProps {
  label: string;
  /** What the first column names. */
  head: string;
  rows: readonly NamedCosts[];
}

const cell = "px-3 py-2 text-right align-top tabular";
const wide = "max-lg:hidden";
const middle = "max-md:hidden";

function Share({ share }: { share: number | undefined }) {
  const formats = useFormats();
  if (share === undefined) return <span className="text-text-3">–</span>;
  return (
    <span className="flex items-center justify-end gap-2">
      <span aria-hidden="true" className="h-1.5 w-16 overflow-hidden rounded-full bg-surface-3 max-xl:hidden">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.min(100, share * 100)}%` }}
        />
      </span>
      <span className="w-10 text-text-2">{formats.percent(share)}</span>
    </span>
  );
}

function Figures({
  costs,
  share,
  isTotal,
}: {
  costs: CostRow;
  share?: number | undefined;
  isTotal?: boolean;
}) {
  const formats = useFormats();
  const t = useT();
  const runs = runsOf(costs);
  return (
    <>
      <td className={`${cell} font-medium`}>
        <span className="block">
          <OwedAmount row={costs} />
        </span>
        <UnpricedNote row={costs} />
        <span className="block whitespace-nowrap font-normal text-text-3 text-xs md:hidden">
          {t("costs.tokensShort", {
            in: formats.compact(costs.inputTokens + costs.cachedInputTokens),
            out: formats.compact(costs.outputTokens),
          })}
        </span>
      </td>
      <td className={`${cell} ${middle}`}>{!isTotal && <Share share={share} />}</td>
      <td className={`${cell} ${middle} text-text-2`}>
        {costs.estimateCents > 0 ? (
          formats.money(costs.estimateCents)
        ) : (
          <span className="text-text-3">–</span>
        )}
      </td>
      <td className={`${cell} ${wide} text-text-2`}>{formats.compact(costs.inputTokens)}</td>
      <td className={`${cell} ${wide} text-text-2`}>{formats.compact(costs.cachedInputTokens)}</td>
      <td className={`${cell} ${wide} text-text-2`}>{formats.compact(costs.outputTokens)}</td>
      {runs !== undefined && (
        <td className={`${cell} ${wide} text-text-2`}>{runs > 0 ? formats.number(runs) : "–"}</td>
      )}
    </>
  );
}

export function CostTable({ label, head, rows }: CostTableProps) {
  const t = useT();
  const total = totalOf(rows.map((row) => row.costs));
  const hasRuns = runsOf(total) !== undefined;
  const heading = "px-3 font-normal text-right";
  return (
    <table aria-label={label} className="w-full text-left">
      <thead>
        <tr className="h-9 text-text-3 text-xs">
          <th scope="col" className="px-3 font-normal md:px-4">
            {head}
          </th>
          <th scope="col" className={heading}>
            {t("costs.cost")}
          </th>
          <th scope="col" className={`${heading} ${middle}`}>
            {t("costs.share")}
          </th>
          <th scope="col" className={`${heading} ${middle}`} title={t("costs.listPriceWhy")}>
            {t("costs.listPrice")}
          </th>
          <th scope="col" className={`${heading} ${wide}`}>
            {t("costs.tokensIn")}
          </th>
          <th scope="col" className={`${heading} ${wide}`}>
            {t("costs.tokensCached")}
          </th>
          <th scope="col" className={`${heading} ${wide}`}>
            {t("costs.tokensOut")}
          </th>
          {hasRuns && (
            <th scope="col" className={`${heading} ${wide}`}>
              {t("costs.runs")}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="border-line border-t transition-colors hover:bg-surface-2/70">
            <th
              scope="row"
              className="w-full max-w-0 px-3 py-2 text-left align-top font-normal md:w-2/5 md:px-4"
            >
              {row.to ? (
                <Link to={row.to} className="block break-words rounded-s hover:underline md:truncate">
                  {row.name}
                </Link>
              ) : (
                <span className="block break-words md:truncate">{row.name}</span>
              )}
              {row.note && (
                <span className="block break-words text-text-3 text-xs md:truncate">{row.note}</span>
              )}
            </th>
            <Figures costs={row.costs} share={shareOf(row.costs, total)} />
          </tr>
        ))}
      </tbody>
      {rows.length > 1 && (
        <tfoot>
          <tr className="border-line-strong border-t">
            <th scope="row" className="px-3 py-2 text-left align-top font-medium md:px-4">
              {t("costs.total")}
            </th>
            <Figures costs={total} isTotal />
          </tr>
        </tfoot>
      )}
    </table>
  );
}
