// What a document was: its revisions, latest first, each with its text and the way back.
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Undo2 } from "lucide-react";
import { useState } from "react";
import {
  type DocumentRevision,
  type IssueDocument,
  type OfIssue,
  revisionsQuery,
  useDocumentVerb,
} from "@/api/documents";
import { useCompany } from "@/company";
import { useWho, WhoMark } from "@/components/who";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { cx } from "@/ui/class-names";
import { Failed, SkeletonRows } from "@/ui/states";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";

interface RevisionProps {
  revision: DocumentRevision;
  isLatest: boolean;
  /** Absent where it cannot be done. */
  onRestore: (() => void) | undefined;
}

function Revision({ revision, isLatest, onRestore }: RevisionProps) {
  const t = useT();
  const who = useWho();
  const [isOpen, setOpen] = useState(false);
  const by = revision.createdByAgentId
    ? who("agent", revision.createdByAgentId)
    : who("person", revision.createdByUserId ?? "");
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-2 px-3 py-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`${t("documents.showText")}: ${t("documents.revision", { number: revision.revisionNumber })}`}
          onClick={() => setOpen(!isOpen)}
          className="touch-area flex items-center gap-1.5"
        >
          <ChevronRight size={14} className={cx("text-text-3 transition-transform", isOpen && "rotate-90")} />
          <span className="tabular font-medium">
            {t("documents.revision", { number: revision.revisionNumber })}
          </span>
        </button>
        <WhoMark who={by} size={16} hasName />
        <Time at={revision.createdAt} className="text-text-3 text-xs" />
        <span className="grow" />
        {isLatest ? (
          <span className="text-text-3 text-xs">{t("documents.latest")}</span>
        ) : (
          onRestore && (
            <Button size="s" tone="quiet" icon={<Undo2 size={12} />} onClick={onRestore}>
              {t("documents.restore")}
            </Button>
          )
        )}
      </div>
      {revision.changeSummary && <p className="px-3 pb-2 text-text-2">{revision.changeSummary}</p>}
      {isOpen && (
        <pre className="max-h-96 overflow-y-auto whitespace-pre-wrap break-words border-line border-t px-3 py-2 font-mono text-xs">
          {revision.body || t("documents.noText")}
        </pre>
      )}
    </Card>
  );
}

export function DocumentHistory({ issue, document }: { issue: OfIssue; document: IssueDocument }) {
  const t = useT();
  const { id: company } = useCompany();
  const history = useQuery(revisionsQuery(company, issue, document.key));
  const verb = useDocumentVerb(company, issue);
  if (history.isPending) return <SkeletonRows count={3} />;
  if (!history.data)
    return (
      <Failed
        isInline
        error={history.error}
        what={t("documents.history")}
        onRetry={() => history.refetch()}
      />
    );
  const restore = (revision: DocumentRevision) =>
    verb.mutate(
      { kind: "restore", name: document.key, revision: revision.id },
      { onSuccess: () => toast.done(t("documents.restored", { number: revision.revisionNumber })) },
    );
  const last = history.data.at(-1);
  return (
    <div className="flex flex-col gap-2">
      {history.data.map((revision) => (
        <Revision
          key={revision.id}
          revision={revision}
          isLatest={revision.id === document.latestRevisionId}
          onRestore={document.lockedAt || verb.isPending ? undefined : () => restore(revision)}
        />
      ))}
      {last && last.revisionNumber > 1 && <p className="text-text-3 text-xs">{t("documents.older")}</p>}
    </div>
  );
}
