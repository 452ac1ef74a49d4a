// The order of companies by one of the table's columns.
import type { Company, CompanyStats } from "@/api/types";

export type Column = "name" | "prefix" | "status" | "agents" | "issues" | "spend" | "changed";

type Stats = Readonly<Record<string, CompanyStats>> | undefined;

const VALUES: Record<Column, (company: Company, stats: Stats) => string | number> = {
  name: (company) => company.name.toLowerCase(),
  prefix: (company) => company.issuePrefix,
  status: (company) => company.status,
  agents: (company, stats) => stats?.[company.id]?.agentCount ?? 0,
  issues: (company, stats) => stats?.[company.id]?.issueCount ?? 0,
  spend: (company) => company.spentMonthlyCents,
  changed: (company) => company.updatedAt,
};

/** Sorts companies; of equal ones the name decides. */
export function sortCompanies(
  companies: readonly Company[],
  stats: Stats,
  column: Column,
  isDown: boolean,
): Company[] {
  const sortedBy = VALUES[column] ?? VALUES.name;
  const sign = isDown ? -1 : 1;
  return [...companies].sort((one, other) => {
    const left = sortedBy(one, stats);
    const right = sortedBy(other, stats);
    if (left === right) return one.name.localeCompare(other.name);
    return (left < right ? -1 : 1) * sign;
  });
}
