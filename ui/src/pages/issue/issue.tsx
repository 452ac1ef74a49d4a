// One issue: where a person and an agent do one piece of work.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, Ellipsis, Link2, SlidersHorizontal, Trash2 } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useAgentsById } from "@/api/agents";
import { ApiError } from "@/api/error";
import { useChangeIssue, useDeleteIssue, useIssuePage } from "@/api/issues";
import { keys } from "@/api/keys";
import { markRead, wakesQuery } from "@/api/thread";
import type { TreeMode } from "@/api/tree-control";
import type { IssueChange, IssueRow, IssuePage as Page_ } from "@/api/types";
import { useCompany } from "@/company";
import { StarButton } from "@/components/stars";
import { useAssignee, WhoMark } from "@/components/who";
import { addToDraft, draftPlace } from "@/drafts";
import { setLook } from "@/look";
import { useGo, useParam } from "@/navigation";
import { listOf, neighbourOf } from "@/pages/issues/place";
import { UnknownEntity } from "@/pages/lost/unknown-entity";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { setSheet } from "@/shell/shell-state";
import { useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";
import type { ComposerHandle } from "@/ui/composer";
import { Confirm } from "@/ui/dialog";
import { useMedia } from "@/ui/media";
import { Menu } from "@/ui/menu";
import { PriorityIcon } from "@/ui/priority";
import { Delayed, Failed, Skeleton } from "@/ui/states";
import { StatusChip } from "@/ui/status";
import { toast } from "@/ui/toast";
import { CommentComposer } from "./comment-composer";
import { Description } from "./description";
import { Documents } from "./documents";
import { EditableTitle } from "./editable-title";
import { Files } from "./files";
import { LiveStrip } from "./live-strip";
import { IssuePanel } from "./panel";
import type { IssuePickerName } from "./properties";
import { SubIssues } from "./sub-issues";
import { ThreadView } from "./thread-view";
import { useIssueKeys } from "./use-issue-keys";
import { HELD, reasonsOf } from "./why";
import { asksForWakes, WhyCard } from "./why-card";

const BlockIssue = lazy(() => import("@/forms/block-issue"));
const TreeControl = lazy(() => import("./tree-control"));

/** How long an issue has to be looked at to count as read. */
const READ_AFTER = 1000;

function Loaded({ page, issueKey }: { page: Page_; issueKey: string }) {
  const t = useT();
  const go = useGo();
  const client = useQueryClient();
  const { id: company, issuePrefix } = useCompany();
  const { issue } = page;
  const isWide = useMedia("(min-width: 1024px)");
  const change = useChangeIssue(company);
  const remove = useDeleteIssue(company);
  const assignee = useAssignee(issue);
  const agents = useAgentsById(company);
  const [picker, setPicker] = useState<IssuePickerName>();
  const [isDescribing, setDescribing] = useState(false);
  const [isBlocking, setBlocking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [treeMode, setTreeMode] = useState<TreeMode>();
  const composer = useRef<ComposerHandle>(null);
  const title = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);

  const running = page.runs.find((run) => run.status === "running");
  const isQueued = page.runs.some((run) => run.status === "queued");
  const { data: wakes } = useQuery({ ...wakesQuery(company, issueKey), enabled: asksForWakes(issue) });
  const reasons = reasonsOf({
    issue,
    agent: agents?.get(issue.assigneeAgentId ?? ""),
    isRunning: !!running,
    isQueued,
    wakes: wakes?.events,
  });

  const newest = page.comments[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said while it is open is read as well
  useEffect(() => {
    const read = () =>
      markRead(issue.id).then(
        () => client.invalidateQueries({ queryKey: keys.anyInbox(company) }),
        () => undefined,
      );
    const timer = setTimeout(read, READ_AFTER);
    return () => clearTimeout(timer);
  }, [issue.id, newest]);

  const row = issue as unknown as IssueRow;
  const save = (fields: IssueChange, said?: string) =>
    change.mutate({ issue: row, change: fields, ...(said ? { said } : {}) });
  function setStatus(status: typeof issue.status) {
    if (status === issue.status) return;
    // The server takes no bare "blocked": nobody would know what to do.
    if (status === "blocked" && issue.blockedBy.length === 0) setBlocking(true);
    else save({ status }, t("issues.statusChanged", { name: issue.identifier, value: t(`words.${status}`) }));
  }
  function openPicker(name: IssuePickerName) {
    if (isWide) setLook({ isPanelOpen: true });
    else setSheet(true);
    setTimeout(() => setPicker(name), 30);
  }
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    toast.done(t("common.copied"));
  };

  useIssueKeys({
    identifier: issue.identifier,
    onPicker: openPicker,
    onReply: () => composer.current?.focus(),
    onTitle: () => title.current?.focus(),
    onBack: () => go(listOf(issue.identifier) ?? paths.issues(issuePrefix)),
    onStep: (by) => {
      const next = neighbourOf(issue.identifier, by);
      if (next) go(paths.issue(issuePrefix, next), { replace: true });
    },
  });

  const isOver = issue.status === "done" || issue.status === "cancelled";
  const isPaused = issue.waitsFor?.reason === HELD && issue.waitsFor.issueId === issue.id;
  const treeModes: TreeMode[] = isOver ? ["restore"] : [isPaused ? "resume" : "pause", "cancel", "restore"];

  const actions = (
    <Menu
      align="end"
      entries={[
        {
          id: "link",
          label: t("issues.copyLink"),
          icon: <Link2 size={14} />,
          keys: "$mod+.",
          onSelect: () => copy(`${location.origin}${location.pathname}`),
        },
        {
          id: "identifier",
          label: t("issues.copyIdentifier"),
          icon: <Copy size={14} />,
          keys: "$mod+Shift+.",
          onSelect: () => copy(issue.identifier),
        },
        { kind: "separator", id: "tree" },
        ...treeModes.map((mode) => ({
          id: mode,
          label: t(`tree.${mode}`),
          onSelect: () => setTreeMode(mode),
        })),
        { kind: "separator", id: "line" },
        {
          id: "delete",
          label: t("issue.delete"),
          icon: <Trash2 size={14} />,
          isDanger: true,
          onSelect: () => setDeleting(true),
        },
      ]}
    >
      <IconButton label={t("common.more")} icon={<Ellipsis size={16} />} hasTooltip={false} />
    </Menu>
  );

  return (
    <Page
      title={`${issue.identifier} ${issue.title}`}
      heading={<span className="font-mono font-normal text-text-2">{issue.identifier}</span>}
      crumbs={[
        { label: t("issues.title"), to: listOf(issue.identifier) ?? paths.issues(issuePrefix) },
        ...issue.ancestors
          .slice(0, 1)
          .map((parent) => ({ label: parent.identifier, to: paths.issue(issuePrefix, parent.identifier) })),
      ]}
      actions={
        <>
          <StarButton
            star={{
              kind: "issue",
              id: issue.id,
              name: issue.title,
              to: paths.issue(issuePrefix, issue.identifier),
            }}
          />
          {actions}
        </>
      }
      panelTitle={t("issue.properties")}
      panel={
        <IssuePanel
          page={page}
          issue={issue}
          onChange={save}
          onStatus={setStatus}
          isLive={!!running}
          openPicker={picker}
          onPicker={setPicker}
        />
      }
      isFlush
    >
      {running && <LiveStrip run={running} />}
      <div className="min-h-0 grow overflow-y-auto overscroll-contain [scrollbar-gutter:stable_both-edges]">
        <div className="mx-auto flex w-full max-w-[760px] flex-col gap-4 px-4 pt-5 pb-8 md:px-8">
          <div className="flex flex-col gap-2">
            <EditableTitle title={issue.title} onTitle={(next) => save({ title: next })} field={title} />
            <button
              type="button"
              onClick={() => setSheet(true)}
              className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 rounded-m text-left text-text-2 text-xs lg:hidden"
            >
              <StatusChip status={issue.status} isLive={!!running} />
              <span className="inline-flex items-center gap-1">
                <PriorityIcon priority={issue.priority} isDecoration />
                {t(`words.${issue.priority}`)}
              </span>
              <WhoMark who={assignee} size={18} hasName />
              <SlidersHorizontal size={14} className="text-text-3" aria-label={t("issue.properties")} />
            </button>
          </div>
          {reasons.length > 0 && (
            <WhyCard page={page} issueKey={issueKey} reasons={reasons} onChange={save} />
          )}
          <Description
            issue={issue}
            isEditing={isDescribing}
            onEditing={setDescribing}
            onSave={(description) => save({ description })}
          />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <Documents issue={issue} issueKey={issueKey} />
            <Files issue={issue} issueKey={issueKey} attachments={page.attachments} />
            <SubIssues issue={issue} />
          </div>
          <ThreadView
            page={page}
            issueKey={issueKey}
            hasLiveRun={!!running || isQueued}
            onQuote={(text) => {
              addToDraft(draftPlace(issue.id), `${text.replaceAll(/^/gm, "> ")}\n\n`);
              composer.current?.focus();
            }}
          />
          <div ref={end} />
        </div>
      </div>
      <div className="shrink-0 border-line border-t bg-surface">
        <div className="mx-auto w-full max-w-[760px] px-3 py-2.5 md:px-8">
          <CommentComposer
            company={company}
            issue={issue}
            issueKey={issueKey}
            agent={assignee?.kind === "agent" ? assignee : undefined}
            isRunning={!!running}
            handle={composer}
            onSent={() => setTimeout(() => end.current?.scrollIntoView({ block: "end" }), 50)}
          />
        </div>
      </div>
      {isBlocking && (
        <Suspense>
          <BlockIssue issue={issue} onClose={() => setBlocking(false)} onBlock={save} />
        </Suspense>
      )}
      {treeMode && (
        <Suspense>
          <TreeControl issue={issue} mode={treeMode} onClose={() => setTreeMode(undefined)} />
        </Suspense>
      )}
      <Confirm
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={t("issue.deleteTitle", { name: issue.identifier })}
        action={t("issue.delete")}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(issue.id, { onSuccess: () => go(paths.issues(issuePrefix)) })}
      >
        {t("issue.deleteWhy", { title: issue.title })}
      </Confirm>
    </Page>
  );
}

export default function IssuePage() {
  const t = useT();
  const go = useGo();
  const name = useParam("issue");
  const { id: company, issuePrefix } = useCompany();
  const page = useIssuePage(company, name);
  const identifier = page.data?.issue.identifier;

  useEffect(() => {
    // An address with the id becomes the readable one.
    if (identifier && identifier !== name)
      go(`${paths.issue(issuePrefix, identifier)}${location.search}${location.hash}`, { replace: true });
  }, [identifier, name, issuePrefix, go]);

  if (page.data) return <Loaded key={page.data.issue.id} page={page.data} issueKey={name} />;
  const isUnknown = page.error instanceof ApiError && page.error.status === 404;
  return (
    <Page title={name} crumbs={[{ label: t("issues.title"), to: paths.issues(issuePrefix) }]}>
      {isUnknown ? (
        <UnknownEntity
          what={t("issues.issue")}
          name={name}
          list={{ label: t("errors.goIssues"), to: paths.issues(issuePrefix) }}
        />
      ) : page.isError ? (
        <Failed error={page.error} what={name} onRetry={() => page.refetch()} />
      ) : (
        <Delayed>
          <div
            className="mx-auto flex w-full max-w-[760px] flex-col gap-4 px-4 pt-6 md:px-8"
            role="status"
            aria-label={t("common.loading")}
          >
            <Skeleton className="h-7 w-2/3" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="mt-6 h-20 w-full" />
          </div>
        </Delayed>
      )}
    </Page>
  );
}
