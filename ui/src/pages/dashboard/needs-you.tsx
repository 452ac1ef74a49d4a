// What waits for a person: reviews, blocked work, agents in trouble, each with what can be done.
import { CircleCheckBig } from "lucide-react";
import type { ReactNode } from "react";
import { useAgents, useAgentVerb } from "@/api/agents";
import { type Approval, isOpen, useApprovals } from "@/api/approvals";
import { useBadges } from "@/api/companies";
import type { Agent, IssueRow } from "@/api/types";
import { useCompany } from "@/company";
import { askOf } from "@/components/approval-words";
import { useAssignee, useWho, WhoMark } from "@/components/who";
import { paths } from "@/paths";
import { type TextKey, useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Card, Section } from "@/ui/card";
import { Link } from "@/ui/link";
import { Failed, SkeletonRows } from "@/ui/states";
import { StatusIcon } from "@/ui/status";
import { Time } from "@/ui/time";
import { useUnfinished } from "./unfinished";

const MOST = 5;

function Item({
  to,
  icon,
  title,
  why,
  at,
  children,
}: {
  to: string;
  icon: ReactNode;
  title: ReactNode;
  why: ReactNode;
  at?: string | null;
  children?: ReactNode;
}) {
  return (
    <li className="flex min-h-13 items-center gap-3 border-line px-4 py-2 not-first:border-t">
      <Link to={to} className="flex min-w-0 grow items-center gap-3">
        {icon}
        <span className="min-w-0 grow">
          <span className="block truncate font-medium">{title}</span>
          <span className="block truncate text-text-3 text-xs">{why}</span>
        </span>
      </Link>
      {children}
      {at && <Time at={at} className="shrink-0 whitespace-nowrap text-text-3 text-xs max-md:hidden" />}
    </li>
  );
}

function WaitingIssue({ issue }: { issue: IssueRow }) {
  const t = useT();
  const { issuePrefix } = useCompany();
  const assignee = useAssignee(issue);
  const blocker = issue.blockerAttention?.sampleBlockerIdentifier;
  const why =
    issue.status === "in_review"
      ? (issue.reviewAttention?.reason ?? t("dashboard.review"))
      : blocker
        ? t("dashboard.blockedBy", { name: blocker })
        : (issue.blockerAttention?.reason ?? t("dashboard.blocked"));
  return (
    <Item
      to={paths.issue(issuePrefix, issue.identifier)}
      icon={<StatusIcon status={issue.status} />}
      title={issue.title}
      why={
        <>
          <span className="font-mono">{issue.identifier}</span> · {why}
        </>
      }
      at={issue.updatedAt}
    >
      <WhoMark who={assignee} />
    </Item>
  );
}

function Asked({ approval }: { approval: Approval }) {
  const t = useT();
  const { issuePrefix } = useCompany();
  const find = useWho();
  const { requestedByAgentId: agent, requestedByUserId: person } = approval;
  return (
    <Item
      to={paths.approval(issuePrefix, approval.id)}
      icon={<StatusIcon status={approval.status} />}
      title={askOf(approval, t)}
      why={t(`approvals.kind_${approval.type}`)}
      at={approval.updatedAt}
    >
      <WhoMark who={agent ? find("agent", agent) : person ? find("person", person) : null} />
    </Item>
  );
}

function TroubledAgent({ agent }: { agent: Agent }) {
  const t = useT();
  const { id, issuePrefix } = useCompany();
  const verb = useAgentVerb(id);
  const isError = agent.status === "error";
  return (
    <Item
      to={paths.agent(issuePrefix, agent.urlKey)}
      icon={<StatusIcon status={agent.status} />}
      title={
        <span className="flex items-center gap-2">
          <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={18} />
          {agent.name}
        </span>
      }
      why={
        isError
          ? (agent.errorReason ?? t("dashboard.agentError"))
          : t("dashboard.agentPaused", { reason: t(`words.${agent.pauseReason ?? "manual"}` as TextKey) })
      }
      at={agent.pausedAt ?? agent.lastHeartbeatAt}
    >
      <Button
        size="s"
        isBusy={verb.isPending}
        onClick={() => verb.mutate({ agent: agent.id, verb: isError ? "clear-error" : "resume" })}
      >
        {t(isError ? "dashboard.clearError" : "dashboard.resume")}
      </Button>
    </Item>
  );
}

export function NeedsYou() {
  const t = useT();
  const { id, issuePrefix } = useCompany();
  const agents = useAgents(id);
  const { list: waiting, issues: unfinished } = useUnfinished(id);
  const { data: badges } = useBadges(id);
  // Asked for only where the server counts some.
  const hasAsked = (badges?.approvals ?? 0) > 0;
  const approvals = useApprovals(id, hasAsked);
  const asked = (approvals.data ?? []).filter(isOpen);
  // Nobody says that all is clear before everything is known.
  const needed = [waiting, agents, ...(hasAsked ? [approvals] : [])];
  const broken = needed.filter((query) => query.isError);
  const troubled = (agents.data ?? []).filter(
    (agent) => agent.status === "error" || agent.status === "paused",
  );
  const issues = unfinished.filter((issue) => issue.status !== "in_progress");
  const total = asked.length + troubled.length + issues.length;
  const shown = issues.slice(0, Math.max(0, MOST - troubled.length - asked.length));

  return (
    <Section
      title={t("dashboard.needsYou")}
      aside={
        total > MOST && (
          <Link to={paths.inbox(issuePrefix)} className="text-accent-ink text-xs hover:underline">
            {t("dashboard.showAll")}
          </Link>
        )
      }
    >
      {needed.some((query) => query.isPending) ? (
        <Card>
          <SkeletonRows count={3} />
        </Card>
      ) : broken[0] && total === 0 ? (
        <Failed
          isInline
          error={broken[0].error}
          what={t("dashboard.needsYou")}
          onRetry={() => {
            for (const query of broken) query.refetch();
          }}
        />
      ) : total === 0 ? (
        <Card className="flex items-center gap-3 px-4 py-3">
          <CircleCheckBig size={18} className="shrink-0 text-good" />
          <p>
            <span className="font-medium">{t("dashboard.allClear")}</span>{" "}
            <span className="text-text-3">{t("dashboard.allClearWhy")}</span>
          </p>
        </Card>
      ) : (
        <Card>
          <ul>
            {asked.slice(0, MOST).map((approval) => (
              <Asked key={approval.id} approval={approval} />
            ))}
            {troubled.slice(0, Math.max(0, MOST - asked.length)).map((agent) => (
              <TroubledAgent key={agent.id} agent={agent} />
            ))}
            {shown.map((issue) => (
              <WaitingIssue key={issue.id} issue={issue} />
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}
