// What an issue costs with all that is below it, and how that divides among it and its sub-issues. Asked
// for only when it is looked at.
import { useQueries } from "@tanstack/react-query";
import { issueCostsQuery, useIssueCosts } from "@/api/costs";
import { useIssueList } from "@/api/issues";
import type { IssueDetail } from "@/api/types";
import { useCompany } from "@/company";
import { OwedAmount, UnpricedNote } from "@/components/costs/owed";
import { without } from "@/components/costs/sums";
import { paths } from "@/paths";
import { useFormats, useT } from "@/texts/locale";
import { Link } from "@/ui/link";
import { Properties, Property } from "@/ui/property";
import { Failed, Skeleton } from "@/ui/states";

/** For so many sub-issues it is asked what each costs; each is one call. */
const MOST_ASKED = 20;

function Tree({ issue }: { issue: IssueDetail }) {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const children = useIssueList(company, { parentId: issue.id, sortField: "updated", sortDir: "desc" });
  const rows = (children.data?.pages.flat() ?? []).slice(0, MOST_ASKED);
  const costs = useQueries({ queries: rows.map((row) => issueCostsQuery(company, row.id, false)) });
  const own = useIssueCosts(company, issue.id, false);
  const below = useIssueCosts(company, issue.id, true);
  if (rows.length === 0) return null;
  const line = "flex min-h-8 items-center gap-2 px-1";
  return (
    <section className="mt-3">
      <h3 className="mb-1 px-1 text-text-3">{t("costs.tree")}</h3>
      <ul>
        <li className={line}>
          <span className="min-w-0 grow truncate font-medium">{t("costs.itself")}</span>
          {own.data && below.data ? (
            <OwedAmount row={without(own.data, below.data)} />
          ) : (
            <Skeleton className="h-3 w-12" />
          )}
        </li>
        {rows.map((row, at) => {
          const cost = costs[at]?.data;
          return (
            <li key={row.id}>
              <Link
                to={paths.issue(issuePrefix, row.identifier)}
                className={`${line} rounded-m pl-4 hover:bg-surface-2`}
              >
                <span className="shrink-0 font-mono text-text-3 text-xs">{row.identifier}</span>
                <span className="min-w-0 grow truncate">{row.title}</span>
                {cost ? <OwedAmount row={cost} /> : <Skeleton className="h-3 w-12" />}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function IssueCosts({ issue }: { issue: IssueDetail }) {
  const t = useT();
  const formats = useFormats();
  const { data, error, isPending, refetch } = useIssueCosts(useCompany().id, issue.id, false);
  if (!data)
    return isPending ? (
      <Skeleton className="h-24 w-full" />
    ) : (
      <Failed isInline error={error} what={t("costs.title")} onRetry={refetch} />
    );
  const tokens = data.inputTokens + data.cachedInputTokens + data.outputTokens;
  return (
    <div>
      <Properties label={t("costs.title")}>
        <Property label={t("costs.cost")}>
          <span className="font-medium">
            <OwedAmount row={data} />
          </span>
          {data.issueCount > 1 && (
            <span className="text-text-3 text-xs">{t("costs.ofIssues", { count: data.issueCount })}</span>
          )}
          <UnpricedNote row={data} />
        </Property>
        {data.estimateCents > 0 && (
          <Property label={t("costs.listPrice")}>
            <span className="tabular">{formats.money(data.estimateCents)}</span>
            <span className="text-text-3 text-xs">{t("costs.estimated")}</span>
          </Property>
        )}
        {tokens > 0 && (
          <Property label={t("costs.tokens")}>
            {t("costs.tokensShort", {
              in: formats.compact(data.inputTokens + data.cachedInputTokens),
              out: formats.compact(data.outputTokens),
            })}
          </Property>
        )}
        <Property label={t("costs.runs")}>
          {data.runCount > 0
            ? t("costs.runsTook", {
                count: data.runCount,
                time: formats.duration(data.runtimeMs),
              })
            : t("common.none")}
        </Property>
      </Properties>
      {tokens === 0 && data.unpricedEventCount === 0 && data.costMicros === 0 && (
        <p className="mt-2 px-1 text-text-3">{t("costs.emptyWhy")}</p>
      )}
      <Tree issue={issue} />
    </div>
  );
}
