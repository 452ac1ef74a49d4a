// The documents of an issue: plans and results, each with its latest revision. One opens over the page, and
// its name is in the address.
import { FileText, Lock, Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import type { DocumentSummary } from "@/api/documents";
import type { IssueDetail } from "@/api/types";
import { useWho } from "@/components/who";
import { useSearch } from "@/navigation";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Time } from "@/ui/time";

const DocumentDialog = lazy(() => import("./document-dialog"));

/** Stands in the address for a document that is being begun: no document has such a name. */
export const NEW = "+";

function Row({ document, onOpen }: { document: DocumentSummary; onOpen: () => void }) {
  const t = useT();
  const who = useWho();
  const by = document.updatedByAgentId
    ? who("agent", document.updatedByAgentId)
    : who("person", document.updatedByUserId ?? "");
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="row-height flex w-full items-center gap-2 rounded-m px-2 text-left hover:bg-surface-2"
      >
        {document.lockedAt ? (
          <Lock size={14} className="shrink-0 text-text-3" aria-label={t("documents.locked")} />
        ) : (
          <FileText size={14} className="shrink-0 text-text-3" aria-hidden="true" />
        )}
        <span className="min-w-0 truncate">{document.title || document.key}</span>
        {document.title && (
          <span className="shrink-0 font-mono text-text-3 text-xs max-md:hidden">{document.key}</span>
        )}
        <span className="grow" />
        <span className="tabular shrink-0 text-text-3 text-xs max-md:hidden">
          {t("documents.revision", { number: document.latestRevisionNumber })}
        </span>
        <span className="max-w-32 shrink-0 truncate text-text-2 text-xs">{by?.name}</span>
        <Time at={document.updatedAt} className="shrink-0 text-text-3 text-xs" />
      </button>
    </li>
  );
}

export function Documents({ issue, issueKey }: { issue: IssueDetail; issueKey: string }) {
  const t = useT();
  const [search, setSearch] = useSearch();
  const documents = issue.documentSummaries;
  const open = (name: string | undefined) => setSearch({ document: name }, name !== undefined);
  return (
    <section
      aria-label={t("documents.title")}
      className={cx("flex flex-col", documents.length > 0 && "w-full")}
    >
      {documents.length === 0 ? (
        <Button
          tone="quiet"
          size="s"
          icon={<Plus size={14} />}
          onClick={() => open(NEW)}
          className="-ml-2 self-start text-text-3"
        >
          {t("documents.add")}
        </Button>
      ) : (
        <>
          <div className="flex min-h-8 items-center gap-2">
            <h2 className="font-semibold">{t("documents.title")}</h2>
            <span className="tabular text-text-3 text-xs">{documents.length}</span>
            <span className="grow" />
            <IconButton label={t("documents.add")} icon={<Plus size={15} />} onClick={() => open(NEW)} />
          </div>
          <ul className="-mx-2">
            {documents.map((document) => (
              <Row key={document.id} document={document} onOpen={() => open(document.key)} />
            ))}
          </ul>
        </>
      )}
      {search.document && (
        <Suspense>
          <DocumentDialog
            key={search.document}
            issue={{ id: issue.id, key: issueKey }}
            name={search.document === NEW ? undefined : search.document}
            taken={documents.map((document) => document.key)}
            onName={open}
            onClose={() => open(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}
