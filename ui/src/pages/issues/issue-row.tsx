// One issue in a list: select, priority, identifier, status, title with its marks, labels, project,
// assignee, updated. On a phone two lines.
import { Ban, Folder, TriangleAlert } from "lucide-react";
import { memo, type ReactNode, useEffect, useRef } from "react";
import { useProjectsById } from "@/api/projects";
import type { IssueRow as Issue, NamedRun } from "@/api/types";
import { useCompany } from "@/company";
import { AssigneePicker, PriorityPicker, StatusPicker } from "@/components/issue-pickers";
import { useAssignee, WhoMark } from "@/components/who";
import { useProgress } from "@/live/progress";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Checkbox } from "@/ui/checkbox";
import { cx } from "@/ui/class-names";
import { PickerButton } from "@/ui/combobox";
import { LabelChip } from "@/ui/label-chip";
import { Link } from "@/ui/link";
import { useIsPhone } from "@/ui/media";
import { PriorityIcon } from "@/ui/priority";
import { Row } from "@/ui/row";
import { StatusIcon } from "@/ui/status";
import { Time } from "@/ui/time";
import { Tooltip } from "@/ui/tooltip";
import type { IssueChanges } from "./use-issue-changes";

type SharedPicker = { trigger: ReactNode; isOpen: boolean; onOpen: (isOpen: boolean) => void };

export type PickerName = "status" | "priority" | "assignee";

export interface IssueRowProps {
  issue: Issue;
  run: NamedRun | undefined;
  changes: IssueChanges;
  isActive: boolean;
  isSelected: boolean;
  /** The picker that is open on this row. */
  openPicker: PickerName | undefined;
  onPicker: (issue: string, picker: PickerName | undefined) => void;
  onSelect: (issue: string, isRange: boolean) => void;
  onActive: (issue: string) => void;
}

/** What is worth knowing beside the title: live, blocked, stuck in review. */
export function Marks({ issue, run }: Pick<IssueRowProps, "issue" | "run">) {
  const t = useT();
  const progress = useProgress(run?.id);
  if (run)
    return (
      <span className="min-w-0 max-w-72 truncate text-working-ink text-xs max-md:max-w-full">
        {run.status === "queued" ? t("words.queued") : (progress?.line ?? t("words.running"))}
      </span>
    );
  const blocker = issue.blockerAttention;
  if (blocker && blocker.unresolvedBlockerCount > 0)
    return (
      <Tooltip text={t("issues.isBlocked", { name: blocker.sampleBlockerIdentifier ?? "…" })}>
        <span className="inline-flex items-center gap-1 text-blocked-ink text-xs">
          <Ban size={12} />
          {blocker.sampleBlockerIdentifier}
        </span>
      </Tooltip>
    );
  if (issue.reviewAttention && issue.reviewAttention.state !== "none")
    return (
      <Tooltip text={issue.reviewAttention.reason ?? t("issues.needsReview")}>
        <TriangleAlert
          size={13}
          className="text-person-ink"
          role="img"
          aria-label={t("issues.needsReview")}
        />
      </Tooltip>
    );
  return null;
}

/** A row is drawn again only if something of it changed: lists are long and events are many. */
export const IssueRow = memo(function IssueRow(props: IssueRowProps) {
  const { issue, run, changes, isActive, isSelected, openPicker, onPicker, onSelect, onActive } = props;
  const t = useT();
  const { id, issuePrefix } = useCompany();
  const isPhone = useIsPhone();
  const assignee = useAssignee(issue);
  const project = useProjectsById(id)?.get(issue.projectId ?? "");
  const to = paths.issue(issuePrefix, issue.identifier);
  const link = useRef<HTMLAnchorElement>(null);
  const wasOpen = useRef(false);

  // Where a picker was, the row is again.
  useEffect(() => {
    if (wasOpen.current && !openPicker) link.current?.focus({ preventScroll: true });
    wasOpen.current = openPicker !== undefined;
  }, [openPicker]);

  /** A value as a button; its picker is there only while it is open. */
  function cell(
    name: PickerName,
    label: string,
    value: ReactNode,
    picker: (shared: SharedPicker) => ReactNode,
  ) {
    const isOpen = openPicker === name;
    const trigger = (
      <PickerButton
        aria-label={label}
        aria-haspopup="dialog"
        tabIndex={-1}
        onClick={isOpen ? undefined : () => onPicker(issue.id, name)}
      >
        {value}
      </PickerButton>
    );
    if (!isOpen) return trigger;
    return picker({ trigger, isOpen, onOpen: (open) => onPicker(issue.id, open ? name : undefined) });
  }

  const status = cell(
    "status",
    `${t("issues.status")}: ${t(`words.${issue.status}`)}`,
    <StatusIcon status={issue.status} isLive={run?.status === "running"} isDecoration />,
    (shared) => (
      <StatusPicker {...shared} value={issue.status} onValue={(value) => changes.setStatus(issue, value)} />
    ),
  );
  const priority = cell(
    "priority",
    `${t("issues.priority")}: ${t(`words.${issue.priority}`)}`,
    <PriorityIcon priority={issue.priority} isDecoration />,
    (shared) => (
      <PriorityPicker
        {...shared}
        value={issue.priority}
        onValue={(value) => changes.setPriority(issue, value)}
      />
    ),
  );
  const who = cell(
    "assignee",
    `${t("issues.assignee")}: ${assignee?.name ?? t("common.unassigned")}`,
    <WhoMark who={assignee} />,
    (shared) => (
      <AssigneePicker
        {...shared}
        align="end"
        value={{
          assigneeAgentId: issue.assigneeAgentId ?? null,
          assigneeUserId: issue.assigneeUserId ?? null,
        }}
        onValue={(value, name) => changes.assign(issue, value, name)}
      />
    ),
  );

  if (isPhone)
    return (
      <Row isActive={false} isSelected={isSelected} className="border-line border-b py-2 pr-2 pl-3">
        {status}
        <Link to={to} className="min-w-0 grow">
          <span className="line-clamp-2 font-medium">{issue.title}</span>
          <span className="flex items-center gap-2 text-text-3 text-xs">
            <PriorityIcon priority={issue.priority} />
            <span className="font-mono">{issue.identifier}</span>
            <Marks issue={issue} run={run} />
            <span className="grow" />
            <Time at={issue.updatedAt} />
          </span>
        </Link>
        {who}
      </Row>
    );

  return (
    <Row
      isActive={isActive}
      isSelected={isSelected}
      onMouseEnter={() => onActive(issue.id)}
      onClickCapture={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        onSelect(issue.id, true);
      }}
      className="pl-2"
    >
      <span
        className={cx(
          "flex shrink-0",
          !isSelected &&
            "opacity-0 focus-within:opacity-100 group-hover:opacity-100 group-data-active:opacity-100",
        )}
      >
        <Checkbox
          label={t("issues.select", { name: issue.identifier })}
          value={isSelected}
          onValue={() => onSelect(issue.id, false)}
          tabIndex={-1}
        />
      </span>
      {priority}
      <span className="w-16 shrink-0 truncate font-mono text-text-3 text-xs">{issue.identifier}</span>
      {status}
      <Link
        ref={link}
        to={to}
        tabIndex={isActive ? 0 : -1}
        className="flex min-w-0 grow items-center gap-3 self-stretch outline-none"
      >
        <span className="min-w-0 truncate font-medium">{issue.title}</span>
        <Marks issue={issue} run={run} />
      </Link>
      <span className="hidden shrink-0 items-center gap-1 lg:flex">
        {issue.labels.slice(0, 3).map((label) => (
          <LabelChip key={label.id} label={label} />
        ))}
        {project && (
          <span className="inline-flex h-5 max-w-40 items-center gap-1.5 rounded-full border border-line px-2 text-text-2 text-xs">
            <Folder size={12} className="shrink-0 text-text-3" />
            <span className="truncate">{project.name}</span>
          </span>
        )}
      </span>
      {who}
      <Time
        at={issue.updatedAt}
        className="tabular w-20 shrink-0 whitespace-nowrap text-right text-text-3 text-xs"
      />
    </Row>
  );
});
