// Why nothing happens: each reason as a sentence, with the button that changes it.
import { CircleHelp } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useAgentVerb } from "@/api/agents";
import { sayError } from "@/api/error";
import { canRepeat, useRepeatRun, useWakeAgent } from "@/api/runs";
import { useTreeControl } from "@/api/tree-control";
import type { AgentStatus, IssueChange, IssueDetail, IssuePage } from "@/api/types";
import { useCompany } from "@/company";
import { AssigneePicker } from "@/components/issue-pickers";
import { endingOf, triggerOf } from "@/components/reason-words";
import { ServerWords } from "@/components/server-words";
import { paths } from "@/paths";
import { fillNodes } from "@/texts/fill";
import { type TextKey, useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";
import type { Reason } from "./why";

const RecoveryForm = lazy(() => import("./recovery-form"));

const AGENT_IS: Partial<Record<AgentStatus, TextKey>> = {
  paused: "issue.agentPaused",
  error: "issue.agentFailed",
  terminated: "issue.agentGone",
  pending_approval: "issue.agentNotHired",
};

export interface WhyCardProps {
  page: IssuePage;
  issueKey: string;
  reasons: readonly Reason[];
  onChange: (change: IssueChange) => void;
}

function ReasonLine({ what, more, children }: { what: ReactNode; more?: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-1.5">
      <div className="min-w-0 grow basis-64">
        <p className="font-medium">{what}</p>
        {more && <div className="break-words text-text-2">{more}</div>}
      </div>
      {children && <div className="flex shrink-0 flex-wrap items-center gap-1.5">{children}</div>}
    </li>
  );
}

export function WhyCard({ page, issueKey, reasons, onChange }: WhyCardProps) {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const [isSettling, setSettling] = useState(false);
  const verb = useAgentVerb(company);
  const wake = useWakeAgent(company);
  const repeat = useRepeatRun(company);
  const tree = useTreeControl(company);
  const { issue } = page;
  const agentId = issue.assigneeAgentId ?? undefined;

  const assign = (
    <AssigneePicker
      align="end"
      value={{ assigneeAgentId: agentId ?? null, assigneeUserId: issue.assigneeUserId ?? null }}
      onValue={(to) => onChange({ ...to })}
      trigger={<Button size="s">{t("issue.assign")}</Button>}
    />
  );
  const wakeButton = agentId && (
    <Button size="s" isBusy={wake.isPending} onClick={() => wake.mutate({ agent: agentId, issue: issue.id })}>
      {t("issue.wakeNow")}
    </Button>
  );
  const settle = (label: TextKey) => (
    <Button size="s" tone="primary" onClick={() => setSettling(true)}>
      {t(label)}
    </Button>
  );

  function lineOf(reason: Reason): ReactNode {
    switch (reason.kind) {
      case "untold": {
        const ending = endingOf(reason.blocker.cause, t);
        const run = page.runs.find((one) => one.runId === reason.blocker.runId);
        const wasStopped = run?.status === "cancelled";
        return (
          <ReasonLine
            key="untold"
            what={wasStopped ? t("issue.wasStopped", { name: run.agentName }) : `${ending.what}.`}
            more={
              <>
                {wasStopped ? t("issue.wasStoppedWhy") : ending.remedy}
                <ServerWords
                  text={[reason.blocker.error, reason.blocker.nextAction].filter(Boolean).join("\n")}
                />
              </>
            }
          >
            {reason.blocker.runId && (
              <Link
                to={paths.run(issuePrefix, reason.blocker.agentId ?? agentId ?? "-", reason.blocker.runId)}
                className="inline-flex h-6 items-center rounded-m px-2 font-medium text-text-2 text-xs hover:bg-surface-3/70"
              >
                {t("run.open")}
              </Link>
            )}
            {settle("issue.sayIt")}
          </ReasonLine>
        );
      }
      case "held":
        return (
          <ReasonLine key="held" what={t("tree.held")} more={t("tree.heldMore")}>
            <Button
              size="s"
              tone="primary"
              isBusy={tree.isPending}
              onClick={() => tree.mutate({ issue: reason.root, mode: "resume" })}
            >
              {t("tree.resumeNow")}
            </Button>
          </ReasonLine>
        );
      case "recovery": {
        const ending = endingOf(reason.action.cause, t);
        const { runId } = (reason.action.evidence ?? {}) as { runId?: unknown };
        const failed = page.runs.find((run) => run.runId === runId);
        return (
          <ReasonLine
            key="recovery"
            what={ending.isOther ? reason.action.nextAction : `${ending.what}.`}
            more={
              !ending.isOther && (
                <>
                  {ending.remedy}
                  <ServerWords text={reason.action.nextAction} />
                </>
              )
            }
          >
            {failed && canRepeat(failed.status) && (
              <Button
                size="s"
                isBusy={repeat.isPending}
                onClick={() => repeat.mutate({ agent: failed.agentId, run: failed.runId })}
              >
                {t("run.repeat")}
              </Button>
            )}
            {assign}
            {settle("issue.decideIt")}
          </ReasonLine>
        );
      }
      case "agent": {
        const { agent } = reason;
        const can = { paused: "resume", error: "clear-error" } as const;
        const way = agent.status === "paused" || agent.status === "error" ? can[agent.status] : undefined;
        return (
          <ReasonLine
            key="agent"
            what={t(AGENT_IS[agent.status] ?? "issue.agentPaused", { name: agent.name })}
            more={<ServerWords text={agent.errorReason} />}
          >
            {way ? (
              <Button
                size="s"
                isBusy={verb.isPending}
                onClick={() =>
                  verb.mutate(
                    { agent: agent.id, verb: way },
                    {
                      onError: (error) =>
                        toast.failed(t("errors.changeFailed", { what: agent.name }), sayError(error, t)),
                    },
                  )
                }
              >
                {t(way === "resume" ? "issue.resumeAgent" : "issue.clearError")}
              </Button>
            ) : (
              assign
            )}
          </ReasonLine>
        );
      }
      case "blockers": {
        const { attention } = reason;
        const end = attention.terminalBlocker;
        const name = end?.identifier ?? attention.sampleBlockerIdentifier ?? "…";
        const states: Record<string, TextKey> = {
          covered: "issue.blockersCovered",
          stalled: "issue.blockersStalled",
          needs_attention: "issue.blockersIdle",
        };
        const link = (
          <Link to={paths.issue(issuePrefix, name)} className="text-accent-ink hover:underline">
            {end ? `${name} ${end.title}` : name}
          </Link>
        );
        return (
          <ReasonLine
            key="blockers"
            what={t("issue.waitsFor", { count: attention.unresolvedBlockerCount })}
            more={fillNodes(t(states[attention.state] ?? "issue.blockersPlain"), { name: link })}
          />
        );
      }
      case "unblock":
        return (
          <ReasonLine
            key="unblock"
            what={t(reason.isBoard ? "issue.waitsForBoard" : "issue.waitsForOther")}
            more={reason.action}
          >
            <Button size="s" tone="primary" onClick={() => onChange({ status: "todo" })}>
              {t("issue.goOn")}
            </Button>
          </ReasonLine>
        );
      case "review":
        return <ReasonLine key="review" what={t("issues.needsReview")} more={reason.reason} />;
      case "retry":
        return (
          <ReasonLine
            key="retry"
            what={
              <>
                {t("issue.retryDue", {
                  name: reason.retry.agentName,
                  count: reason.retry.scheduledRetryAttempt,
                })}{" "}
                {reason.retry.scheduledRetryAt && <Time at={reason.retry.scheduledRetryAt} />}
              </>
            }
            more={
              <>
                {endingOf(reason.retry.errorCode, t).what}.
                <ServerWords text={reason.retry.error} />
              </>
            }
          >
            {wakeButton}
          </ReasonLine>
        );
      case "queued":
        return <ReasonLine key="queued" what={t("issue.isQueued")} more={t("issue.isQueuedWhy")} />;
      case "wake": {
        const ending = endingOf(reason.wake.statusReason, t);
        const started = {
          invocationSource: reason.wake.source,
          contextSnapshot: { wakeReason: reason.wake.reason },
        };
        return (
          <ReasonLine
            key="wake"
            what={t("issue.wakeFailed", { why: triggerOf(started, t) })}
            more={
              <>
                {!ending.isOther && `${ending.what}. ${ending.remedy} `}
                <ServerWords text={reason.wake.error} />
              </>
            }
          >
            {wakeButton}
          </ReasonLine>
        );
      }
      case "unassigned":
        return (
          <ReasonLine key="unassigned" what={t("issue.isNobodys")} more={t("issue.isNobodysWhy")}>
            {assign}
          </ReasonLine>
        );
      case "parked":
        return (
          <ReasonLine key="parked" what={t("issue.isParked")} more={t("issue.isParkedWhy")}>
            <Button size="s" onClick={() => onChange({ status: "todo" })}>
              {t("issue.moveToTodo")}
            </Button>
          </ReasonLine>
        );
    }
  }

  return (
    <section aria-label={t("issue.why")} className="rounded-l border border-line bg-surface-2/60 px-3.5 py-2">
      <h3 className="flex items-center gap-1.5 text-text-3 text-xs">
        <CircleHelp size={13} />
        {t("issue.why")}
      </h3>
      <ul className="divide-y divide-line">{reasons.map(lineOf)}</ul>
      {isSettling && (
        <Suspense>
          <RecoveryForm
            issue={issue}
            issueKey={issueKey}
            wasStopped={page.runs.some(
              (run) => run.runId === issue.executionBlocker?.runId && run.status === "cancelled",
            )}
            onClose={() => setSettling(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Whether wake-ups may say more than the issue itself does. */
export const asksForWakes = (issue: IssueDetail): boolean =>
  !!issue.assigneeAgentId && !["backlog", "done", "cancelled"].includes(issue.status);
