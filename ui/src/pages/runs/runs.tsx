// The runs of a company: what works now, and what worked before, day by day.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Filter, Play } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useActions } from "@/actions/registry";
import { useIssueList } from "@/api/issues";
import { runListQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import { useCompany } from "@/company";
import { useGo, useSearch } from "@/navigation";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { useFormats, useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { useIsPhone } from "@/ui/media";
import { RowGroup } from "@/ui/row";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { VirtualList, type VirtualListHandle } from "@/ui/virtual-list";
import {
  arrangeRuns,
  isRunFiltered,
  type RunField,
  type RunGroup,
  readRunFilter,
  runQueryOf,
  totalsOf,
} from "./filter";
import { RunFilterBar } from "./run-filter-bar";
import { RunRow } from "./run-row";

const PART = 200;
/** The server gives no more at once, and cannot begin later. */
const MOST = 1000;
const RECENT = { sortField: "updated", sortDir: "desc" } as const;

type Line = { kind: "head"; group: RunGroup } | { kind: "row"; run: Run };

/** Issues by id, for the names of what runs are about. */
function useIssueNames() {
  const { data } = useIssueList(useCompany().id, RECENT);
  return useMemo(() => data && new Map(data.pages.flat().map((issue) => [issue.id, issue])), [data]);
}

const issueOf = (run: Run): string | undefined =>
  ((run.contextSnapshot ?? {}) as { issueId?: string }).issueId;

export default function RunsPage() {
  const t = useT();
  const go = useGo();
  const formats = useFormats();
  const isPhone = useIsPhone();
  const { id: company, issuePrefix } = useCompany();
  const [search, setSearch] = useSearch();
  const [limit, setLimit] = useState(PART);
  const [field, setField] = useState<RunField>();
  const [active, setActive] = useState<string>();
  const list = useRef<VirtualListHandle>(null);
  const filter = useMemo(() => readRunFilter(search), [search]);
  const runs = useQuery({
    ...runListQuery(company, runQueryOf(filter, limit)),
    placeholderData: keepPreviousData,
  });
  const names = useIssueNames();
  const groups = useMemo(() => arrangeRuns(runs.data ?? [], filter), [runs.data, filter]);
  const totals = useMemo(() => totalsOf(groups), [groups]);
  const lines = useMemo(
    () =>
      groups.flatMap((group): Line[] => [
        { kind: "head", group },
        ...group.runs.map((run) => ({ kind: "row" as const, run })),
      ]),
    [groups],
  );
  const rows = useMemo(() => groups.flatMap((group) => group.runs), [groups]);
  const isThereMore = (runs.data?.length ?? 0) >= limit && limit < MOST;

  function step(by: number) {
    const at = rows.findIndex((run) => run.id === active);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at === -1 ? 0 : at + by))];
    if (!next) return;
    setActive(next.id);
    list.current?.scrollTo(lines.findIndex((line) => line.kind === "row" && line.run.id === next.id));
  }
  useActions([
    {
      id: "row-next",
      label: "issues.nextRow",
      group: "list",
      keys: "j|ArrowDown",
      isKeyOnly: true,
      run: () => step(1),
    },
    {
      id: "row-previous",
      label: "issues.previousRow",
      group: "list",
      keys: "k|ArrowUp",
      isKeyOnly: true,
      run: () => step(-1),
    },
    {
      id: "row-open",
      label: "issues.open",
      group: "list",
      keys: "Enter|o",
      isKeyOnly: true,
      run: () => {
        const run = rows.find((one) => one.id === active);
        if (run) go(paths.run(issuePrefix, run.agentId, run.id));
      },
    },
    {
      id: "filter",
      label: "common.filter",
      group: "list",
      keys: "f",
      icon: Filter,
      run: () => setField("status"),
    },
  ]);

  const headOf = (group: RunGroup) =>
    group.day === "live" ? t("runs.now") : formats.date(`${group.day}T12:00:00`);

  return (
    <Page
      title={t("runs.title")}
      isFlush
      actions={
        totals.count > 0 && (
          <span className="tabular hidden text-text-3 text-xs md:block">
            {[
              t("runs.count", { count: totals.count }),
              ...(totals.successShare === undefined
                ? []
                : [t("runs.succeeded", { share: formats.percent(totals.successShare) })]),
              t("runs.worked", { time: formats.duration(totals.worked) }),
            ].join(" · ")}
          </span>
        )
      }
      below={
        <RunFilterBar
          filter={filter}
          onFilter={(change) => setSearch(change)}
          openField={field}
          onOpenField={setField}
          issueName={filter.issue ? names?.get(filter.issue)?.identifier : undefined}
        />
      }
    >
      {runs.isPending ? (
        <SkeletonRows count={14} />
      ) : runs.isError && !runs.data ? (
        <Failed error={runs.error} what={t("runs.title")} onRetry={() => runs.refetch()} />
      ) : rows.length === 0 ? (
        isRunFiltered(filter) ? (
          <Empty
            icon={<Play size={20} />}
            title={t("runs.emptyFilter")}
            action={
              <Button
                onClick={() =>
                  setSearch({ status: undefined, agent: undefined, source: undefined, issue: undefined })
                }
              >
                {t("common.clearFilter")}
              </Button>
            }
          >
            {t("issues.emptyFilterWhy")}
          </Empty>
        ) : (
          <Empty
            icon={<Play size={20} />}
            title={t("runs.emptyTitle")}
            action={<Button onClick={() => go(paths.issues(issuePrefix))}>{t("errors.goIssues")}</Button>}
          >
            {t("runs.empty")}
          </Empty>
        )
      ) : (
        <VirtualList
          heldAs={JSON.stringify(filter)}
          label={t("runs.title")}
          handle={list}
          items={lines}
          keyOf={(line) => (line.kind === "head" ? `head-${line.group.day}` : line.run.id)}
          heightOf={(line) => (line.kind === "head" ? 36 : isPhone ? 58 : 36)}
          render={(line) => {
            if (line.kind === "head")
              return (
                <RowGroup role="heading" aria-level={2}>
                  {headOf(line.group)}
                  <span className="tabular font-normal text-text-3">{line.group.runs.length}</span>
                </RowGroup>
              );
            const about = issueOf(line.run);
            return (
              <RunRow
                run={line.run}
                issue={about ? names?.get(about) : null}
                isActive={line.run.id === active}
                onActive={() => setActive(line.run.id)}
              />
            );
          }}
          footer={
            <div className="flex min-h-16 items-center justify-center">
              {isThereMore && (
                <Button isBusy={runs.isFetching} onClick={() => setLimit(Math.min(MOST, limit + PART * 2))}>
                  {t("issues.loadMore")}
                </Button>
              )}
            </div>
          }
        />
      )}
    </Page>
  );
}
