// Sums of costs put together, and what is to be said of one: owed, part of a plan, or without a price.
import type { CostByProvider, PlanCosts, SummedCosts } from "@/api/costs";

export type CostRow = SummedCosts & Partial<PlanCosts>;

/** What stands where an amount is looked for. */
export type Owed =
  | { kind: "money"; micros: number }
  /** A plan covers it; the list price says what it is worth. */
  | { kind: "plan" }
  | { kind: "unpriced" }
  | { kind: "nothing" };

export function owedOf(row: SummedCosts): Owed {
  if (row.costMicros > 0) return { kind: "money", micros: row.costMicros };
  if (row.estimateCents > 0) return { kind: "plan" };
  if (row.unpricedEventCount > 0) return { kind: "unpriced" };
  const tokens = row.inputTokens + row.cachedInputTokens + row.outputTokens;
  return tokens > 0 ? { kind: "plan" } : { kind: "nothing" };
}

export const runsOf = (row: CostRow): number | undefined =>
  row.apiRunCount === undefined ? undefined : row.apiRunCount + (row.subscriptionRunCount ?? 0);

const FIELDS = [
  "costCents",
  "costMicros",
  "estimateCents",
  "unpricedEventCount",
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
] as const satisfies ReadonlyArray<keyof SummedCosts>;

const PLAN_FIELDS = ["apiRunCount", "subscriptionRunCount"] as const satisfies ReadonlyArray<keyof PlanCosts>;

/** Adds rows up. */
export function totalOf(rows: readonly CostRow[]): CostRow {
  const sum = (field: keyof CostRow) => rows.reduce((total, row) => total + (row[field] ?? 0), 0);
  const plans = rows.some((row) => row.apiRunCount !== undefined) ? PLAN_FIELDS : [];
  return Object.fromEntries([...FIELDS, ...plans].map((field) => [field, sum(field)])) as unknown as CostRow;
}

/** What is left of sums without a part of them. */
export function without(whole: SummedCosts, part: SummedCosts): SummedCosts {
  const left = FIELDS.map((field) => [field, Math.max(0, whole[field] - part[field])]);
  return Object.fromEntries(left) as unknown as SummedCosts;
}

/** Adds up the rows that share a name, the dearest first. */
export function gathered(
  rows: readonly CostByProvider[],
  nameOf: (row: CostByProvider) => string,
): Array<{ name: string; rows: CostByProvider[]; total: CostRow }> {
  const byName = new Map<string, CostByProvider[]>();
  for (const row of rows) byName.set(nameOf(row), [...(byName.get(nameOf(row)) ?? []), row]);
  return [...byName]
    .map(([name, own]) => ({ name, rows: own, total: totalOf(own) }))
    .sort((one, other) => weightOf(other.total) - weightOf(one.total));
}

/** By what rows are compared: what is owed, and for plans what it is worth, far behind. */
const weightOf = (row: SummedCosts) => row.costMicros + row.estimateCents / 1000;

/** How much of the whole a row is, by what is owed, or by the list where nothing is owed at all. */
export function shareOf(row: SummedCosts, total: SummedCosts): number | undefined {
  if (total.costMicros > 0) return row.costMicros / total.costMicros;
  return total.estimateCents > 0 ? row.estimateCents / total.estimateCents : undefined;
}
