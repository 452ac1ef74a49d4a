// One item of the inbox: what it is, why it is there, and what takes it away.
import { Archive, Clock, Mail, MailOpen } from "lucide-react";
import { useAgentsById } from "@/api/agents";
import { useCompany } from "@/company";
import { askOf } from "@/components/approval-words";
import { useAssignee, useWho, WhoMark } from "@/components/who";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { Row } from "@/ui/row";
import { StatusIcon } from "@/ui/status";
import { Time } from "@/ui/time";
import type { InboxItem } from "./items";

export interface InboxRowProps {
  item: InboxItem;
  isActive: boolean;
  onActive: () => void;
  onPutAway: (() => void) | undefined;
  /** Runs alone can be put off. */
  onSnooze: (() => void) | undefined;
  /** Issues alone are read. */
  onRead: (() => void) | undefined;
}

/** Where an item leads. */
export function useAddress(): (item: InboxItem) => string {
  const { id, issuePrefix } = useCompany();
  const agents = useAgentsById(id);
  return (item) => {
    if (item.kind === "approval") return paths.approval(issuePrefix, item.approval.id);
    return item.kind === "issue"
      ? paths.issue(issuePrefix, item.issue.identifier)
      : paths.run(issuePrefix, agents?.get(item.run.agentId)?.urlKey ?? item.run.agentId, item.run.id);
  };
}

/** What it is, and why it is there, in two lines. */
export function Facts({ item }: { item: InboxItem }) {
  const t = useT();
  const { id } = useCompany();
  const agent = useAgentsById(id)?.get(item.kind === "run" ? item.run.agentId : "");
  if (item.kind === "run")
    return (
      <>
        <span className="block truncate font-medium">
          {t("inbox.runFailed", { name: agent?.name ?? "…" })}
        </span>
        <span className="block truncate text-bad-ink text-xs">
          {item.run.error ?? t(item.run.status === "timed_out" ? "words.timed_out" : "words.failed")}
        </span>
      </>
    );
  if (item.kind === "approval")
    return (
      <>
        <span className="block truncate font-medium">{askOf(item.approval, t)}</span>
        <span className="block truncate text-text-3 text-xs">
          {t(`approvals.kind_${item.approval.type}`)}
          {item.approval.status !== "pending" && ` · ${t(`words.${item.approval.status}`)}`}
        </span>
      </>
    );
  const { issue } = item;
  const blocker = issue.blockerAttention?.sampleBlockerIdentifier;
  return (
    <>
      <span className={cx("block truncate", issue.isUnreadForMe === false ? "" : "font-medium")}>
        {issue.title}
      </span>
      <span className="block truncate text-text-3 text-xs">
        <span className="font-mono">{issue.identifier}</span>
        {" · "}
        {issue.status === "blocked" && blocker ? t("issues.isBlocked", { name: blocker }) : t(item.why)}
        <span className="md:hidden">
          {" · "}
          <Time at={item.at} />
        </span>
      </span>
    </>
  );
}

/** Who asks, or has it. */
export function Mark({ item }: { item: InboxItem }) {
  const { id } = useCompany();
  const agent = useAgentsById(id)?.get(item.kind === "run" ? item.run.agentId : "");
  const find = useWho();
  const assignee = useAssignee(item.kind === "issue" ? item.issue : {});
  if (item.kind === "approval") {
    const { requestedByAgentId: asker, requestedByUserId: person } = item.approval;
    return <WhoMark who={asker ? find("agent", asker) : person ? find("person", person) : null} />;
  }
  if (item.kind === "run")
    return agent ? <Avatar kind="agent" id={agent.id} name={agent.name} icon={agent.icon} size={20} /> : null;
  return <WhoMark who={assignee} />;
}

export const statusOf = (item: InboxItem) =>
  item.kind === "run" ? item.run.status : item.kind === "issue" ? item.issue.status : item.approval.status;

export function InboxRow({ item, isActive, onActive, onPutAway, onSnooze, onRead }: InboxRowProps) {
  const t = useT();
  const address = useAddress();
  const isUnread = item.kind === "issue" && item.issue.isUnreadForMe === true;
  return (
    <Row id={`row-${item.id}`} isActive={isActive} onMouseEnter={onActive} className="h-13 gap-3">
      <span
        role={isUnread ? "img" : undefined}
        aria-label={isUnread ? t("inbox.isUnread") : undefined}
        className={cx("size-1.5 shrink-0 rounded-full", isUnread ? "bg-accent" : "bg-transparent")}
      />
      <StatusIcon status={statusOf(item)} />
      <Link
        to={address(item)}
        tabIndex={isActive ? 0 : -1}
        className="min-w-0 grow self-stretch py-1.5 outline-none"
      >
        <Facts item={item} />
      </Link>
      <span
        className={cx(
          "flex shrink-0 items-center pointer-coarse:hidden",
          !isActive && "opacity-0 focus-within:opacity-100 group-hover:opacity-100",
        )}
      >
        {onRead && (
          <IconButton
            label={t(isUnread ? "inbox.markRead" : "inbox.markUnread")}
            keys="u"
            icon={isUnread ? <MailOpen size={15} /> : <Mail size={15} />}
            onClick={onRead}
          />
        )}
        {onSnooze && (
          <IconButton label={t("inbox.snooze")} keys="h" icon={<Clock size={15} />} onClick={onSnooze} />
        )}
      </span>
      {onPutAway && (
        <IconButton label={t("inbox.archive")} keys="y" icon={<Archive size={15} />} onClick={onPutAway} />
      )}
      <span className="max-md:hidden">
        <Mark item={item} />
      </span>
      <Time
        at={item.at}
        className="w-20 shrink-0 whitespace-nowrap text-right text-text-3 text-xs max-md:hidden"
      />
    </Row>
  );
}
