// The columns of the board: which there are, also empty ones, and what a card changes that moves. Pure.
import type { IssueChange, IssueRow } from "@/api/types";
import { assignmentOf } from "@/components/issue-pickers";
import { PRIORITIES } from "@/ui/status-table";
import { assigneeOf, type GroupField, type IssueFilter, type IssueGroup, NOBODY } from "./filter";

/** What the columns of a board can stand for. */
export type BoardField = Exclude<GroupField, "none">;

/** The way of an issue, from left to right. */
const STATUSES = ["backlog", "todo", "in_progress", "in_review", "blocked", "done", "cancelled"];

export const boardField = (filter: Pick<IssueFilter, "group">): BoardField =>
  filter.group === "none" ? "status" : filter.group;

/** The columns in order. Those of states and priorities are there without cards, unless a filter leaves them out. */
export function columnsOf(groups: readonly IssueGroup[], filter: IssueFilter): IssueGroup[] {
  const field = boardField(filter);
  if (field === "assignee" || field === "project") return [...groups];
  const all: readonly string[] = field === "status" ? STATUSES : PRIORITIES;
  const wanted = filter[field];
  const byValue = new Map(groups.map((group) => [group.value, group]));
  return all
    .filter((value) => wanted.length === 0 || wanted.includes(value))
    .map((value) => byValue.get(value) ?? { value, rows: [] });
}

/** The column that an issue belongs to. */
export function columnOf(issue: IssueRow, field: BoardField): string {
  if (field === "assignee") return assigneeOf(issue);
  return field === "project" ? (issue.projectId ?? NOBODY) : issue[field];
}

/** What changes when an issue moves to a column. */
export function changeTo(field: BoardField, value: string): IssueChange {
  if (field === "assignee") return { ...assignmentOf(value) };
  if (field === "project") return { projectId: value === NOBODY ? null : value };
  return { [field]: value } as IssueChange;
}

/** Whether moving an issue there wakes its agent: it leaves the place where it was parked. */
export const wakesAt = (issue: IssueRow, field: BoardField, value: string): boolean =>
  field === "status" && issue.status === "backlog" && value === "todo" && !!issue.assigneeAgentId;
