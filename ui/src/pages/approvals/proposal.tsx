// What is proposed, by kind: a hire with everything that it brings, a request with its reasons, a plan. What
// has no field of its own is shown as it was sent.
import type { ReactNode } from "react";
import type { Approval } from "@/api/approvals";
import { numberOf, type Proposal, proposalOf, textOf } from "@/components/approval-words";
import { useWho, WhoMark } from "@/components/who";
import { words } from "@/texts/en/words";
import { type TextKey, useFormats, useT } from "@/texts/locale";
import { Card, Section } from "@/ui/card";
import { Markdown } from "@/ui/markdown";
import { Properties, Property } from "@/ui/property";

/** Fields that the kinds show themselves, and copies of them. */
const SHOWN = new Set([
  "agentId",
  "name",
  "title",
  "icon",
  "role",
  "reportsTo",
  "capabilities",
  "adapterType",
  "adapterConfig",
  "budgetMonthlyCents",
  "requestedByAgentId",
  "requestedConfigurationSnapshot",
  "runtimeConfig",
  "summary",
  "recommendedAction",
  "nextActionOnApproval",
  "risks",
  "plan",
  "proposedComment",
]);

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

function Json({ value }: { value: unknown }) {
  return (
    <pre className="overflow-x-auto rounded-m bg-surface-2 px-3 py-2 font-mono text-xs">
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

function Hire({ proposal }: { proposal: Proposal }) {
  const t = useT();
  const formats = useFormats();
  const who = useWho();
  const manager = textOf(proposal, "reportsTo");
  const role = textOf(proposal, "role");
  const budget = numberOf(proposal, "budgetMonthlyCents");
  const config = (proposal.adapterConfig ?? {}) as Record<string, unknown>;
  const { command, args, ...rest } = config;
  const call = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === "string");
  const row = (label: string, value: ReactNode) =>
    value ? <Property label={label}>{value}</Property> : null;
  return (
    <Card className="px-4 py-3">
      <Properties label={t("approvals.proposal")}>
        {row(t("common.name"), <span className="font-medium">{textOf(proposal, "name")}</span>)}
        {row(t("approvals.jobTitle"), textOf(proposal, "title"))}
        {row(t("approvals.role"), role && role in words ? t(`words.${role}` as TextKey) : role)}
        {row(
          t("approvals.manager"),
          manager ? <WhoMark who={who("agent", manager)} hasName /> : t("common.nobody"),
        )}
        {row(
          t("approvals.budget"),
          budget ? t("approvals.perMonth", { amount: formats.money(budget) }) : t("common.noLimit"),
        )}
        {row(t("approvals.capabilities"), textOf(proposal, "capabilities"))}
        {row(
          t("approvals.adapter"),
          <code className="font-mono text-xs">{textOf(proposal, "adapterType")}</code>,
        )}
        {call.length > 0 &&
          row(t("approvals.command"), <code className="break-all font-mono text-xs">{call.join(" ")}</code>)}
      </Properties>
      {!isEmpty(rest) && (
        <details className="mt-2">
          <summary className="cursor-default py-1 text-text-3 text-xs">{t("common.otherSettings")}</summary>
          <Json value={rest} />
        </details>
      )}
    </Card>
  );
}

function Texts({ proposal }: { proposal: Proposal }) {
  const t = useT();
  const risks = Array.isArray(proposal.risks)
    ? proposal.risks.filter((risk) => typeof risk === "string")
    : [];
  const parts: Array<[string, string | undefined]> = [
    [t("approvals.summary"), textOf(proposal, "summary")],
    [t("approvals.plan"), textOf(proposal, "plan")],
    [t("approvals.recommended"), textOf(proposal, "recommendedAction")],
    [t("approvals.next"), textOf(proposal, "nextActionOnApproval")],
    [t("approvals.comment"), textOf(proposal, "proposedComment")],
    [t("approvals.risks"), risks.length > 0 ? risks.map((risk) => `- ${risk}`).join("\n") : undefined],
  ];
  return parts.map(([title, text]) =>
    text ? (
      <Section key={title} title={title}>
        <Markdown text={text} />
      </Section>
    ) : null,
  );
}

export function ProposalView({ approval }: { approval: Approval }) {
  const t = useT();
  const proposal = proposalOf(approval);
  const rest = Object.fromEntries(
    Object.entries(proposal).filter(([field, value]) => !SHOWN.has(field) && !isEmpty(value)),
  );
  return (
    <div className="flex flex-col gap-5">
      {approval.type === "hire_agent" ? <Hire proposal={proposal} /> : <Texts proposal={proposal} />}
      {!isEmpty(rest) && (
        <details>
          <summary className="cursor-default py-1 text-text-3 text-xs">{t("approvals.asSent")}</summary>
          <Json value={rest} />
        </details>
      )}
    </div>
  );
}
