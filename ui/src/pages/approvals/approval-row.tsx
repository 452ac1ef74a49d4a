// One approval in a list: how it stands, what is asked, who asks, since when.
import type { Approval } from "@/api/approvals";
import { useCompany } from "@/company";
import { askOf } from "@/components/approval-words";
import { useWho, WhoMark } from "@/components/who";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Link } from "@/ui/link";
import { Row } from "@/ui/row";
import { StatusIcon } from "@/ui/status";
import { Time } from "@/ui/time";

export interface ApprovalRowProps {
  approval: Approval;
  isActive: boolean;
  onActive: () => void;
}

export function ApprovalRow({ approval, isActive, onActive }: ApprovalRowProps) {
  const t = useT();
  const { issuePrefix } = useCompany();
  const find = useWho();
  const { requestedByAgentId: agent, requestedByUserId: person } = approval;
  const who = agent ? find("agent", agent) : person ? find("person", person) : null;
  return (
    <Row id={`row-${approval.id}`} isActive={isActive} onMouseEnter={onActive} className="h-13 gap-3">
      <StatusIcon status={approval.status} />
      <Link
        to={paths.approval(issuePrefix, approval.id)}
        tabIndex={isActive ? 0 : -1}
        className="min-w-0 grow self-stretch py-1.5 outline-none"
      >
        <span className="block truncate font-medium">{askOf(approval, t)}</span>
        <span className="block truncate text-text-3 text-xs">
          {t(`approvals.kind_${approval.type}`)}
          {approval.status !== "pending" && ` · ${t(`words.${approval.status}`)}`}
          {approval.decisionNote && ` · ${approval.decisionNote}`}
        </span>
      </Link>
      <WhoMark who={who} />
      <Time
        at={approval.createdAt}
        className="w-20 shrink-0 whitespace-nowrap text-right text-text-3 text-xs max-md:hidden"
      />
    </Row>
  );
}
