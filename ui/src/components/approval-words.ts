// What an approval asks for, in words: out of what it proposes, which differs by kind.
import type { Approval } from "@/api/approvals";
import type { Translate } from "@/texts/locale";

export type Proposal = Readonly<Record<string, unknown>>;

export const proposalOf = (approval: Approval): Proposal =>
  typeof approval.payload === "object" && approval.payload !== null ? (approval.payload as Proposal) : {};

/** A text of the proposal, if it is there and not empty. */
export const textOf = (proposal: Proposal, field: string): string | undefined => {
  const value = proposal[field];
  return typeof value === "string" && value.trim() ? value : undefined;
};

export const numberOf = (proposal: Proposal, field: string): number | undefined => {
  const value = proposal[field];
  return typeof value === "number" ? value : undefined;
};

/** The ask in one line. */
export function askOf(approval: Approval, t: Translate): string {
  const proposal = proposalOf(approval);
  const title = textOf(proposal, "title");
  const name = textOf(proposal, "name");
  switch (approval.type) {
    case "hire_agent":
      return name ? t("approvals.askHire", { name }) : t("approvals.kind_hire_agent");
    case "request_board_approval":
      return title ?? textOf(proposal, "summary") ?? t("approvals.kind_request_board_approval");
    case "budget_override_required": {
      const scope = textOf(proposal, "scopeName");
      return scope ? t("approvals.askBudget", { name: scope }) : t("approvals.kind_budget_override_required");
    }
    default:
      return title ?? t(`approvals.kind_${approval.type}`);
  }
}
