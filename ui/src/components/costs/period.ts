// Over which stretch of time is summed up: words in the address, and what the server is asked with. Days
// and months are those of UTC, as budgets are.
import type { Span } from "@/api/costs";
import type { Search } from "@/search-params";

export const PERIODS = ["month", "7d", "30d", "year", "all", "custom"] as const;
export type Period = (typeof PERIODS)[number];

export interface PeriodChoice {
  period: Period;
  span: Span;
}

const DAY = 24 * 60 * 60 * 1000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

const dateOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** A day ends with its last millisecond: both ends of a span belong to it. */
const endOf = (date: string) => `${date}T23:59:59.999Z`;

/** Returns what an address asks for; the current month unless it says something else. */
export function periodOf(search: Search, now: number): PeriodChoice {
  const period = PERIODS.find((one) => one === search.period) ?? "month";
  const today = dateOf(now);
  switch (period) {
    case "month":
      return { period, span: { from: `${today.slice(0, 7)}-01` } };
    case "7d":
      return { period, span: { from: dateOf(now - 6 * DAY) } };
    case "30d":
      return { period, span: { from: dateOf(now - 29 * DAY) } };
    case "year":
      return { period, span: { from: `${today.slice(0, 4)}-01-01` } };
    case "all":
      return { period, span: {} };
    case "custom": {
      const from = DATE.test(search.from ?? "") ? search.from : undefined;
      const to = DATE.test(search.to ?? "") ? search.to : undefined;
      return { period, span: { ...(from ? { from } : {}), ...(to ? { to: endOf(to) } : {}) } };
    }
  }
}

/** Which part of the current month is over, by UTC. */
export function partOfMonth(now: number): number {
  const at = new Date(now);
  const start = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
  const end = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
  return (now - start) / (end - start);
}
