// One approval: what is asked, by whom, why, what was said about it, and the decision.
import { useState } from "react";
import {
  type Approval,
  isOpen,
  useApproval,
  useApprovalComments,
  useApprovalIssues,
  useCommentOnApproval,
} from "@/api/approvals";
import { ApiError } from "@/api/error";
import { useCompany } from "@/company";
import { askOf } from "@/components/approval-words";
import { useWho, WhoMark } from "@/components/who";
import { useParam } from "@/navigation";
import { UnknownEntity } from "@/pages/lost/unknown-entity";
import { paths } from "@/paths";
import { Column, Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card, Section } from "@/ui/card";
import { Composer } from "@/ui/composer";
import { Link } from "@/ui/link";
import { Markdown } from "@/ui/markdown";
import { Failed, SkeletonRows } from "@/ui/states";
import { StatusChip, StatusIcon } from "@/ui/status";
import { Time } from "@/ui/time";
import { Decide } from "./decide";
import { ProposalView } from "./proposal";

function Issues({ approval }: { approval: Approval }) {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const { data: issues = [] } = useApprovalIssues(company, approval.id);
  if (issues.length === 0) return null;
  return (
    <Section title={t("approvals.issues")} count={issues.length}>
      <Card>
        {issues.map((issue) => (
          <Link
            key={issue.id}
            to={paths.issue(issuePrefix, issue.identifier)}
            className="row-height flex items-center gap-2 border-line px-4 not-first:border-t hover:bg-surface-2"
          >
            <StatusIcon status={issue.status} />
            <span className="shrink-0 font-mono text-text-3 text-xs">{issue.identifier}</span>
            <span className="truncate">{issue.title}</span>
          </Link>
        ))}
      </Card>
    </Section>
  );
}

function Comments({ approval }: { approval: Approval }) {
  const t = useT();
  const who = useWho();
  const { id: company } = useCompany();
  const comments = useApprovalComments(company, approval.id);
  const send = useCommentOnApproval(company, approval.id);
  const [text, setText] = useState("");

  function submit() {
    const body = text.trim();
    if (!body) return;
    setText("");
    // What could not be sent is not lost.
    send.mutate(body, { onError: () => setText(body) });
  }

  return (
    <Section title={t("approvals.comments")} count={comments.data?.length || undefined}>
      <div className="flex flex-col gap-3">
        {(comments.data ?? []).map((comment) => (
          <article key={comment.id} className="flex flex-col gap-1 rounded-l border border-line px-4 py-3">
            <p className="flex items-center gap-2 text-text-3 text-xs">
              <WhoMark
                who={
                  comment.authorAgentId
                    ? who("agent", comment.authorAgentId)
                    : who("person", comment.authorUserId ?? "")
                }
                size={18}
                hasName
              />
              <Time at={comment.createdAt} />
            </p>
            <Markdown text={comment.body} />
          </article>
        ))}
        {comments.isError && !comments.data && (
          <Failed
            isInline
            error={comments.error}
            what={t("approvals.comments")}
            onRetry={() => comments.refetch()}
          />
        )}
        <Composer
          label={t("issue.comment")}
          placeholder={t("approvals.commentHint")}
          value={text}
          onValue={setText}
          onSubmit={submit}
          minRows={1}
          actions={
            <Button tone="primary" size="s" disabled={!text.trim()} isBusy={send.isPending} onClick={submit}>
              {t("issue.send")}
            </Button>
          }
        />
      </div>
    </Section>
  );
}

function Loaded({ approval }: { approval: Approval }) {
  const t = useT();
  const find = useWho();
  const { requestedByAgentId: agent, requestedByUserId: person, decidedByUserId, decidedAt } = approval;
  const asker = agent ? find("agent", agent) : person ? find("person", person) : null;
  const decider = decidedByUserId ? find("person", decidedByUserId) : undefined;
  return (
    <Column>
      <div className="flex flex-col gap-6">
        <header className="flex flex-col gap-2">
          <h2 className="font-semibold text-xl">{askOf(approval, t)}</h2>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-text-2 text-xs">
            <StatusChip status={approval.status} />
            <span>{t(`approvals.kind_${approval.type}`)}</span>
            <WhoMark who={asker} size={18} hasName />
            <Time at={approval.createdAt} className="text-text-3" />
          </p>
        </header>
        {approval.decisionNote && (
          <blockquote className="rounded-l bg-surface-2 px-4 py-3">
            <Markdown text={approval.decisionNote} />
          </blockquote>
        )}
        {decider && decidedAt && (
          <p className="flex items-center gap-2 text-text-2">
            <WhoMark who={decider} size={18} />
            {t("approvals.decidedBy", { name: decider.name, verdict: t(`words.${approval.status}`) })}
            <Time at={decidedAt} className="text-text-3 text-xs" />
          </p>
        )}
        <ProposalView approval={approval} />
        {isOpen(approval) && <Decide approval={approval} />}
        <Issues approval={approval} />
        <Comments approval={approval} />
      </div>
    </Column>
  );
}

export default function ApprovalPage() {
  const t = useT();
  const id = useParam("approval");
  const { id: company, issuePrefix } = useCompany();
  const { data, error, isError, refetch } = useApproval(company, id);
  const list = { label: t("approvals.title"), to: paths.approvals(issuePrefix) };
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <Page title={data ? askOf(data, t) : t("approvals.title")} heading={t("approvals.one")} crumbs={[list]}>
      {data ? (
        <Loaded key={data.id} approval={data} />
      ) : isUnknown ? (
        <UnknownEntity what={t("approvals.one")} name={id.slice(0, 8)} list={list} />
      ) : isError ? (
        <Failed error={error} what={t("approvals.one")} onRetry={() => refetch()} />
      ) : (
        <SkeletonRows count={6} />
      )}
    </Page>
  );
}
