// One document of an issue, over its page: read, changed from its latest revision, or looked back on.
import { useQuery } from "@tanstack/react-query";
import { History, Lock, LockOpen, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { documentQuery, type IssueDocument, type OfIssue, useDocumentVerb } from "@/api/documents";
import { useCompany } from "@/company";
import { useWho, WhoMark } from "@/components/who";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { Confirm, Dialog } from "@/ui/dialog";
import { Markdown } from "@/ui/markdown";
import { Delayed, Failed, Skeleton } from "@/ui/states";
import { Time } from "@/ui/time";
import { DocumentEditor } from "./document-editor";
import { DocumentHistory } from "./document-history";

type View = "read" | "edit" | "history";

export interface DocumentDialogProps {
  issue: OfIssue;
  /** None for a new one. */
  name: string | undefined;
  /** The names that others have. */
  taken: readonly string[];
  /** Another one, or a new one that has a name now, is open from here on. */
  onName: (name: string) => void;
  onClose: () => void;
}

function Facts({ document }: { document: IssueDocument }) {
  const t = useT();
  const who = useWho();
  const by = document.updatedByAgentId
    ? who("agent", document.updatedByAgentId)
    : who("person", document.updatedByUserId ?? "");
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-text-3 text-xs">
      <span className="font-mono">{document.key}</span>
      <span className="tabular">{t("documents.revision", { number: document.latestRevisionNumber })}</span>
      <WhoMark who={by} size={16} hasName />
      <Time at={document.updatedAt} />
    </span>
  );
}

interface BarProps {
  issue: OfIssue;
  document: IssueDocument;
  view: View;
  onView: (view: View) => void;
  onClose: () => void;
}

function Bar({ issue, document, view, onView, onClose }: BarProps) {
  const t = useT();
  const { id: company } = useCompany();
  const verb = useDocumentVerb(company, issue);
  const [isDeleting, setDeleting] = useState(false);
  const isLocked = !!document.lockedAt;
  const name = document.key;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Facts document={document} />
      <span className="grow" />
      {!isLocked && view !== "edit" && (
        <Button size="s" icon={<Pencil size={13} />} onClick={() => onView("edit")}>
          {t("documents.edit")}
        </Button>
      )}
      <Button
        size="s"
        tone="quiet"
        icon={<History size={13} />}
        aria-pressed={view === "history"}
        onClick={() => onView(view === "history" ? "read" : "history")}
      >
        {t("documents.history")}
      </Button>
      <IconButton
        label={t(isLocked ? "documents.unlock" : "documents.lock")}
        icon={isLocked ? <LockOpen size={14} /> : <Lock size={14} />}
        disabled={verb.isPending}
        onClick={() => verb.mutate({ kind: isLocked ? "unlock" : "lock", name })}
      />
      {!isLocked && (
        <IconButton
          label={t("documents.delete")}
          icon={<Trash2 size={14} />}
          onClick={() => setDeleting(true)}
        />
      )}
      <Confirm
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={t("documents.deleteTitle", { name: document.title || name })}
        action={t("documents.delete")}
        isBusy={verb.isPending}
        onConfirm={() => verb.mutate({ kind: "delete", name }, { onSuccess: onClose })}
      >
        {t("documents.deleteWhy")}
      </Confirm>
    </div>
  );
}

function Opened({
  issue,
  document,
  onClose,
}: {
  issue: OfIssue;
  document: IssueDocument;
  onClose: () => void;
}) {
  const t = useT();
  const [view, setView] = useState<View>("read");
  return (
    <div className="flex flex-col gap-4">
      <Bar {...{ issue, document, view, onClose }} onView={setView} />
      {document.lockedAt && (
        <p className="flex items-start gap-2 rounded-m bg-surface-2 px-3 py-2 text-text-2">
          <Lock size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
          {t("documents.lockedWhy")}
        </p>
      )}
      {view === "edit" ? (
        <DocumentEditor issue={issue} document={document} onDone={() => setView("read")} />
      ) : view === "history" ? (
        <DocumentHistory issue={issue} document={document} />
      ) : document.body.trim() ? (
        <article className="text-md">
          <Markdown text={document.body} />
        </article>
      ) : (
        <p className="text-text-3">{t("documents.noText")}</p>
      )}
    </div>
  );
}

function Kept(props: DocumentDialogProps & { name: string }) {
  const t = useT();
  const { issue, name, onClose } = props;
  const { id: company } = useCompany();
  const found = useQuery(documentQuery(company, issue, name));
  return (
    <Dialog isOpen onClose={onClose} size="l" title={found.data?.title || name}>
      {found.data ? (
        <Opened issue={issue} document={found.data} onClose={onClose} />
      ) : found.isError ? (
        <Failed isInline error={found.error} what={t("documents.document")} onRetry={() => found.refetch()} />
      ) : (
        <Delayed>
          <div className="flex flex-col gap-3" role="status" aria-label={t("common.loading")}>
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-4/5" />
          </div>
        </Delayed>
      )}
    </Dialog>
  );
}

export default function DocumentDialog(props: DocumentDialogProps) {
  const t = useT();
  const { issue, name, taken, onName, onClose } = props;
  if (name !== undefined) return <Kept {...props} name={name} />;
  return (
    <Dialog isOpen onClose={onClose} size="l" title={t("documents.add")}>
      <DocumentEditor issue={issue} taken={taken} onDone={(made) => (made ? onName(made) : onClose())} />
    </Dialog>
  );
}
