// Whose spending is limited, as picture and name that leads there.

import { Folder } from "lucide-react";
import type { BudgetIncident, BudgetPolicy } from "@/api/budgets";
import { useProjectsById } from "@/api/projects";
import { useCompany } from "@/company";
import { useWho, WhoMark } from "@/components/who";
import { paths } from "@/paths";
import { CompanyMark } from "@/ui/company-mark";
import { Link } from "@/ui/link";

export function Scope({
  of,
}: {
  of: Pick<BudgetPolicy | BudgetIncident, "scopeType" | "scopeId" | "scopeName">;
}) {
  const company = useCompany();
  const who = useWho();
  const projects = useProjectsById(company.id);
  const name = "truncate font-medium";
  if (of.scopeType === "company")
    return (
      <span className="inline-flex min-w-0 items-center gap-2">
        <CompanyMark company={company} size={18} />
        <span className={name}>{of.scopeName}</span>
      </span>
    );
  if (of.scopeType === "agent")
    return (
      <Link
        to={paths.agent(company.issuePrefix, of.scopeId, "budgets")}
        className="inline-flex min-w-0 rounded-s font-medium hover:underline"
      >
        <WhoMark who={who("agent", of.scopeId)} size={18} hasName />
      </Link>
    );
  return (
    <Link
      to={paths.project(company.issuePrefix, projects?.get(of.scopeId)?.urlKey ?? of.scopeId, "budget")}
      className="inline-flex min-w-0 items-center gap-2 rounded-s hover:underline"
    >
      <Folder size={16} className="shrink-0 text-text-3" />
      <span className={name}>{of.scopeName}</span>
    </Link>
  );
}
