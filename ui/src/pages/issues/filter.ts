// What a list of issues shows, as it stands in the address: read, written, and asked of the server.
import type { IssueQuery } from "@/api/issues";
import type { IssueRow } from "@/api/types";
import { type Search, wordsOf } from "@/search-params";
import { ISSUE_STATUSES, PRIORITIES } from "@/ui/status-table";

export type GroupField = "status" | "assignee" | "priority" | "project" | "none";
export type SortField = "priority" | "updated" | "created" | "number";
export type IssueView = "list" | "board";

/** Nobody, or no project, as a value of a filter. */
export const NOBODY = "none";

export interface IssueFilter {
  view: IssueView;
  group: GroupField;
  sort: SortField;
  status: string[];
  priority: string[];
  assignee: string[];
  project: string[];
  label: string[];
  q: string;
}

/** The fields that a chip can hold. */
export const FILTER_FIELDS = ["status", "priority", "assignee", "project", "label"] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

const GROUPS: readonly GroupField[] = ["status", "assignee", "priority", "project", "none"];
const SORTS: readonly SortField[] = ["priority", "updated", "created", "number"];

const known = <T extends string>(value: string | undefined, all: readonly T[], otherwise: T): T =>
  all.includes(value as T) ? (value as T) : otherwise;

/** Reads the filter of an address. Words that nobody knows are left out. */
export function readFilter(search: Search): IssueFilter {
  return {
    view: search.view === "board" ? "board" : "list",
    group: known(search.group, GROUPS, "status"),
    sort: known(search.sort, SORTS, "priority"),
    status: wordsOf(search.status).filter((word) => (ISSUE_STATUSES as readonly string[]).includes(word)),
    priority: wordsOf(search.priority).filter((word) => (PRIORITIES as readonly string[]).includes(word)),
    assignee: wordsOf(search.assignee),
    project: wordsOf(search.project),
    label: wordsOf(search.label),
    q: search.q ?? "",
  };
}

/** The change of the address for a change of the filter; what is usual is left out of it. */
export function writeFilter(change: Partial<IssueFilter>): Record<string, string | undefined> {
  const usual: Record<string, string> = { view: "list", group: "status", sort: "priority" };
  return Object.fromEntries(
    Object.entries(change).map(([field, value]) => {
      const text = Array.isArray(value) ? value.join(",") : value;
      return [field, text && text !== usual[field] ? text : undefined];
    }),
  );
}

export const isFiltered = (filter: IssueFilter): boolean =>
  filter.q !== "" || FILTER_FIELDS.some((field) => filter[field].length > 0);

/** What of a filter the server does; the rest is sifted here. */
export function queryOf(filter: IssueFilter): IssueQuery {
  const [assignee] = filter.assignee.length === 1 ? filter.assignee : [];
  const [project] = filter.project.length === 1 && filter.project[0] !== NOBODY ? filter.project : [];
  const [label] = filter.label.length === 1 ? filter.label : [];
  return {
    ...(filter.status.length > 0 ? { status: filter.status } : {}),
    ...(assignee?.startsWith("user:") ? { assigneeUserId: assignee.slice(5) } : {}),
    ...(assignee && !assignee.startsWith("user:") && assignee !== NOBODY
      ? { assigneeAgentId: assignee }
      : {}),
    ...(project ? { projectId: project } : {}),
    ...(label ? { labelId: label } : {}),
    ...(filter.q ? { q: filter.q } : {}),
    ...(filter.sort === "updated" ? { sortField: "updated" as const, sortDir: "desc" as const } : {}),
  };
}

/** Whoever has an issue, as a value of the filter. */
export const assigneeOf = (row: Pick<IssueRow, "assigneeAgentId" | "assigneeUserId">): string =>
  row.assigneeAgentId ?? (row.assigneeUserId ? `user:${row.assigneeUserId}` : NOBODY);

/** Whether a row belongs into the list: also right after a change, before the server says so. */
export function fits(row: IssueRow, filter: IssueFilter): boolean {
  const has = (values: string[], value: string) => values.length === 0 || values.includes(value);
  return (
    has(filter.status, row.status) &&
    has(filter.priority, row.priority) &&
    has(filter.assignee, assigneeOf(row)) &&
    has(filter.project, row.projectId ?? NOBODY) &&
    (filter.label.length === 0 || row.labelIds.some((label) => filter.label.includes(label)))
  );
}

const rank = (row: IssueRow) => (PRIORITIES as readonly string[]).indexOf(row.priority);
const numberOf = (row: IssueRow) => Number(row.identifier.split("-").at(-1));

/** Moments are written so that their texts are in their order. */
const later = (one: string, other: string) => (one < other ? 1 : one > other ? -1 : 0);

const ORDERS: Record<SortField, (one: IssueRow, other: IssueRow) => number> = {
  priority: (one, other) => rank(one) - rank(other) || later(one.updatedAt, other.updatedAt),
  updated: (one, other) => later(one.updatedAt, other.updatedAt),
  created: (one, other) => later(one.createdAt, other.createdAt),
  number: (one, other) => numberOf(other) - numberOf(one),
};

export interface IssueGroup {
  /** The value that its rows share; as in the filter. */
  value: string;
  rows: IssueRow[];
}

const ORDER_OF_STATUS = ["in_progress", "in_review", "blocked", "todo", "backlog", "done", "cancelled"];

/** The rows in order, in groups. Groups without rows are left out. */
export function arrange(rows: readonly IssueRow[], filter: IssueFilter): IssueGroup[] {
  const sorted = rows.filter((row) => fits(row, filter)).sort(ORDERS[filter.sort]);
  if (filter.group === "none") return sorted.length > 0 ? [{ value: "", rows: sorted }] : [];
  const field = filter.group;
  const sharedBy = (row: IssueRow) => {
    if (field === "assignee") return assigneeOf(row);
    return field === "project" ? (row.projectId ?? NOBODY) : row[field];
  };
  const groups = new Map<string, IssueRow[]>();
  for (const row of sorted) {
    const value = sharedBy(row);
    const group = groups.get(value);
    if (group) group.push(row);
    else groups.set(value, [row]);
  }
  const order =
    field === "status" ? ORDER_OF_STATUS : field === "priority" ? (PRIORITIES as readonly string[]) : [];
  const place = (value: string) => (value === NOBODY ? 99 : order.indexOf(value));
  return [...groups]
    .map(([value, of]) => ({ value, rows: of }))
    .sort((one, other) => place(one.value) - place(other.value));
}

/** Whether the server sifts by all of a filter, so that its counts are those of the list. */
export const isServerSide = (filter: IssueFilter): boolean =>
  filter.priority.length === 0 &&
  filter.label.length <= 1 &&
  filter.assignee.length <= 1 &&
  filter.project.length <= 1 &&
  !filter.assignee.includes(NOBODY) &&
  !filter.project.includes(NOBODY);

/** Rows of several answers, each once: a list may have moved between them. */
export function eachOnce(pages: readonly (readonly IssueRow[])[]): IssueRow[] {
  return pages.length === 1
    ? [...(pages[0] ?? [])]
    : [...new Map(pages.flat().map((row) => [row.id, row])).values()];
}

/** What a new issue in a group starts with. */
export function startOf(group: GroupField, value: string) {
  if (value === NOBODY || group === "none") return {};
  if (group === "assignee") return value.startsWith("user:") ? {} : { assigneeAgentId: value };
  if (group === "project") return { projectId: value };
  return { [group]: value };
}
