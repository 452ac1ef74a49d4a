// The issues of a company: filter, list or board, and what is shown while there is nothing.
import { CircleDot, Kanban, List, Plus } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useActions } from "@/actions/registry";
import { useIssueList, useListTotals } from "@/api/issues";
import { useCompany } from "@/company";
import { useSearch } from "@/navigation";
import { Page, type PageProps } from "@/shell/page";
import { type NewIssueStart, openNewIssue } from "@/shell/shell-state";
import { useFormats, useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Segmented } from "@/ui/segmented";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import {
  arrange,
  eachOnce,
  type FilterField,
  type IssueFilter,
  type IssueGroup,
  isFiltered,
  isServerSide,
  queryOf,
  readFilter,
  writeFilter,
} from "./filter";
import { FilterBar } from "./filter-bar";
import IssueList from "./issue-list";
import { rememberPlace } from "./place";
import { Views } from "./views";

const IssueBoard = lazy(() => import("./issue-board"));

/** How many rows are there without being scrolled to. */
const FETCHED_AHEAD = 1000;
const NOTHING_FIXED: Partial<IssueFilter> = {};

export interface IssuesProps {
  fixed?: Partial<IssueFilter>;
  /** The page around it, where it is a part of another one. */
  frame?: Pick<PageProps, "title" | "heading" | "crumbs" | "below" | "actions">;
  /** What a new issue begins with. */
  start?: NewIssueStart;
}

/** The list inside a page of its own, or inside a project with the project given. */
export function Issues({ fixed = NOTHING_FIXED, frame, start = {} }: IssuesProps) {
  const t = useT();
  const formats = useFormats();
  const { id: company } = useCompany();
  const [search, setSearch] = useSearch();
  const [openField, setOpenField] = useState<FilterField>();
  const searchField = useRef<HTMLInputElement>(null);
  const filter = useMemo(() => ({ ...readFilter(search), ...fixed }), [search, fixed]);
  const list = useIssueList(company, queryOf(filter));
  const rows = useMemo(() => eachOnce(list.data?.pages ?? []), [list.data]);
  const totals = useListTotals(company, queryOf(filter));
  const groups = useMemo(() => arrange(rows, filter), [rows, filter]);

  useEffect(() => {
    const order = groups.flatMap((group) => group.rows.map((row) => row.identifier));
    // On the way to an issue the address is that issue's already, and the list is still here.
    const isHere = !/\/issues\/[^/]+$/.test(location.pathname);
    if (isHere && order.length > 0) rememberPlace(`${location.pathname}${location.search}`, order);
  }, [groups]);

  const onFilter = useCallback((change: Partial<IssueFilter>) => setSearch(writeFilter(change)), [setSearch]);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = list;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);

  // The rest of a list of usual length is fetched while nobody waits; a longer one as it is scrolled.
  useEffect(() => {
    if (!hasNextPage || isFetchingNextPage || rows.length >= FETCHED_AHEAD) return;
    const timer = setTimeout(() => fetchNextPage(), 300);
    return () => clearTimeout(timer);
  }, [fetchNextPage, hasNextPage, isFetchingNextPage, rows.length]);

  const countOf = (group: IssueGroup): string => {
    const known =
      filter.group === "status" && isServerSide(filter) ? totals?.byStatus[group.value] : undefined;
    if (known !== undefined && known >= group.rows.length) return formats.number(known);
    return `${formats.number(group.rows.length)}${hasNextPage ? "+" : ""}`;
  };

  useActions([
    {
      id: "view",
      label: "issues.view",
      group: "list",
      keys: "v",
      icon: Kanban,
      run: () => setSearch(writeFilter({ view: filter.view === "list" ? "board" : "list" }), true),
    },
  ]);

  const below = (
    <FilterBar
      filter={filter}
      onFilter={onFilter}
      openField={openField}
      onOpenField={setOpenField}
      searchField={searchField}
    />
  );

  return (
    <Page
      title={t("issues.title")}
      {...frame}
      isFlush
      below={
        <>
          {frame?.below}
          {below}
        </>
      }
      actions={
        <>
          {!frame && <Views search={search} />}
          {frame?.actions}
          <Segmented
            label={t("issues.view")}
            isIconsOnly
            value={filter.view}
            onValue={(view) => setSearch(writeFilter({ view }), true)}
            options={[
              { value: "list", label: t("issues.list"), icon: <List size={14} /> },
              { value: "board", label: t("issues.board"), icon: <Kanban size={14} /> },
            ]}
          />
          <Button
            tone="primary"
            icon={<Plus size={14} />}
            onClick={() => openNewIssue(start)}
            className="max-md:hidden"
          >
            {t("shell.newIssue")}
          </Button>
        </>
      }
    >
      {list.isPending ? (
        <SkeletonRows count={14} />
      ) : list.isError && rows.length === 0 ? (
        <Failed error={list.error} what={t("issues.title")} onRetry={() => list.refetch()} />
      ) : groups.length === 0 ? (
        isFiltered(filter) ? (
          <Empty
            icon={<CircleDot size={20} />}
            title={t("issues.emptyFilter")}
            action={
              <Button
                onClick={() =>
                  onFilter({ q: "", status: [], priority: [], assignee: [], project: [], label: [] })
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
            icon={<CircleDot size={20} />}
            title={t("issues.emptyTitle")}
            action={
              <Button tone="primary" keys="c" onClick={() => openNewIssue(start)}>
                {t("shell.newIssue")}
              </Button>
            }
          >
            {t("issues.empty")}
          </Empty>
        )
      ) : filter.view === "board" ? (
        <Suspense fallback={<SkeletonRows />}>
          <IssueBoard
            filter={filter}
            groups={groups}
            onEnd={onEnd}
            onFilterOpen={() => setOpenField("status")}
            onSearch={() => searchField.current?.focus()}
          />
        </Suspense>
      ) : (
        <IssueList
          filter={filter}
          groups={groups}
          countOf={countOf}
          onEnd={onEnd}
          onFilterOpen={() => setOpenField("status")}
          onSearch={() => searchField.current?.focus()}
        />
      )}
    </Page>
  );
}

export default function IssuesPage() {
  return <Issues />;
}
