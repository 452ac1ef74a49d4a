// What was spent with each provider in the last hours and days: plans begin anew after such windows.
import { useWindowSpend, type WindowSpend } from "@/api/costs";
import { useCompany } from "@/company";
import { OwedAmount } from "@/components/costs/owed";
import { useT } from "@/texts/locale";
import { Card, Section } from "@/ui/card";
import { Failed, Skeleton } from "@/ui/states";

/** The windows of each provider, the shortest first. */
function byProvider(rows: readonly WindowSpend[]): Array<[string, WindowSpend[]]> {
  const found = new Map<string, WindowSpend[]>();
  for (const row of rows) found.set(row.provider, [...(found.get(row.provider) ?? []), row]);
  return [...found].map(([provider, own]) => [provider, own.sort((a, b) => a.windowHours - b.windowHours)]);
}

/** In hours. */
const A_DAY = 24;

export function Windows() {
  const t = useT();
  const { data, error, isPending, refetch } = useWindowSpend(useCompany().id);
  if (data?.length === 0) return null;
  return (
    <Section title={t("costs.lately")} why={t("costs.latelyWhy")}>
      {!data ? (
        isPending ? (
          <Skeleton className="h-16 w-full" />
        ) : (
          <Failed isInline error={error} what={t("costs.lately")} onRetry={refetch} />
        )
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {byProvider(data).map(([provider, windows]) => (
              <li key={provider} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-2">
                <span className="min-w-32 grow">{provider}</span>
                {windows.map((row) => (
                  <span key={row.window} className="flex w-36 items-baseline justify-end gap-2">
                    <span className="text-text-3 text-xs">
                      {row.windowHours <= A_DAY
                        ? t("costs.lastHours", { count: row.windowHours })
                        : t("costs.lastDays", { count: row.windowHours / A_DAY })}
                    </span>
                    <OwedAmount row={row} />
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}
