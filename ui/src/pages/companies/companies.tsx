// All companies as one table: find, sort, open, and what can be done with each.
import { ArrowDown, ArrowUp, Building2, Plus, Search } from "lucide-react";
import { useMemo } from "react";
import { useCompanies, useCompanyStats } from "@/api/companies";
import { useGo, useSearch } from "@/navigation";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { type TextKey, useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { cx } from "@/ui/class-names";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { CompanyRow } from "./company-row";
import { type Column, sortCompanies } from "./sort";

const COLUMNS: Array<{ id: Column | "needs"; label: TextKey; className?: string; isSortable: boolean }> = [
  { id: "name", label: "companies.name", isSortable: true },
  { id: "prefix", label: "companies.prefix", className: "max-md:hidden", isSortable: true },
  { id: "status", label: "companies.status", isSortable: true },
  { id: "needs", label: "companies.needsYou", className: "text-right", isSortable: false },
  { id: "agents", label: "companies.agents", className: "text-right max-md:hidden", isSortable: true },
  { id: "issues", label: "companies.issues", className: "text-right max-md:hidden", isSortable: true },
  { id: "spend", label: "companies.spend", className: "max-lg:hidden", isSortable: true },
  { id: "changed", label: "companies.changed", className: "text-right max-lg:hidden", isSortable: true },
];

export default function CompaniesPage() {
  const t = useT();
  const go = useGo();
  const [search, setSearch] = useSearch();
  const companies = useCompanies();
  const { data: stats } = useCompanyStats();
  const q = search.q ?? "";
  const column = (search.sort as Column | undefined) ?? "name";
  const isDown = search.dir === "desc";
  const hasArchived = search.archived === "yes";

  const rows = useMemo(() => {
    const words = q.toLowerCase();
    const found = (companies.data ?? []).filter(
      (one) =>
        (hasArchived || one.status !== "archived") &&
        `${one.name} ${one.issuePrefix}`.toLowerCase().includes(words),
    );
    return sortCompanies(found, stats, column, isDown);
  }, [companies.data, stats, q, column, isDown, hasArchived]);

  return (
    <Page
      title={t("companies.title")}
      actions={
        <Button tone="primary" icon={<Plus size={14} />} onClick={() => go(paths.onboarding())}>
          {t("companies.new")}
        </Button>
      }
      below={
        <div className="flex items-center gap-3 pb-2">
          <div className="relative w-56 max-md:grow">
            <Search
              size={14}
              className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-text-3"
            />
            <input
              type="search"
              aria-label={t("companies.find")}
              placeholder={t("companies.find")}
              value={q}
              onChange={(event) => setSearch({ q: event.target.value })}
              className="control-height w-full rounded-m border border-transparent bg-surface-2 pr-2 pl-7 outline-none transition-colors hover:border-line focus:border-accent focus:bg-surface"
            />
          </div>
          <span className="text-text-2 text-xs">
            <Checkbox
              hasLabel
              label={t("companies.showArchived")}
              value={hasArchived}
              onValue={(value) => setSearch({ archived: value ? "yes" : undefined })}
            />
          </span>
        </div>
      }
    >
      {companies.isPending ? (
        <SkeletonRows />
      ) : companies.isError && rows.length === 0 ? (
        <Failed error={companies.error} what={t("companies.title")} onRetry={() => companies.refetch()} />
      ) : rows.length === 0 ? (
        <Empty icon={<Building2 size={20} />} title={t("companies.noMatch")}>
          {t("companies.noMatchWhy")}
        </Empty>
      ) : (
        <table className="w-full text-left">
          <thead>
            <tr className="h-9 text-text-3 text-xs">
              {COLUMNS.map(({ id, label, className, isSortable }) => (
                <th
                  key={id}
                  scope="col"
                  aria-sort={column === id ? (isDown ? "descending" : "ascending") : undefined}
                  className={cx("px-3 font-normal", className)}
                >
                  {isSortable ? (
                    <button
                      type="button"
                      className="inline-flex min-h-6 items-center gap-1 hover:text-text"
                      onClick={() =>
                        setSearch({
                          sort: id === "name" ? undefined : id,
                          dir: column === id && !isDown ? "desc" : undefined,
                        })
                      }
                    >
                      {t(label)}
                      {column === id && (isDown ? <ArrowDown size={12} /> : <ArrowUp size={12} />)}
                    </button>
                  ) : (
                    t(label)
                  )}
                </th>
              ))}
              <th scope="col">
                <span className="sr-only">{t("common.more")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((company, place) => (
              <CompanyRow key={company.id} company={company} stats={stats?.[company.id]} place={place} />
            ))}
          </tbody>
        </table>
      )}
    </Page>
  );
}
