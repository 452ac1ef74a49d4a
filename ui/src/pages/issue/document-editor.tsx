// Writing a document: a new one under a name, or the next revision from the latest. Whoever wrote meanwhile is
// not overwritten: both texts are shown.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { documentQuery, type IssueDocument, type OfIssue, useWriteDocument } from "@/api/documents";
import { ApiError, sayError } from "@/api/error";
import { useCompany } from "@/company";
import { useMentions } from "@/components/mentions";
import { TextConflict } from "@/components/text-conflict";
import { setDraft, useDraft } from "@/drafts";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Composer } from "@/ui/composer";
import { TextField } from "@/ui/field";
import { toast } from "@/ui/toast";

/** What is being written, and the revision that it comes from. */
interface Changed {
  name: string;
  title: string;
  body: string;
  base: string | undefined;
}

/** What the server takes as a name. */
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export interface DocumentEditorProps {
  issue: OfIssue;
  /** None for a new one. */
  document?: IssueDocument;
  /** The names that others have. */
  taken?: readonly string[];
  /** Saved, under this name, or given up. */
  onDone: (name?: string) => void;
}

export function DocumentEditor({ issue, document, taken = [], onDone }: DocumentEditorProps) {
  const t = useT();
  const { id: company } = useCompany();
  const client = useQueryClient();
  const mentions = useMentions();
  const write = useWriteDocument(company, issue);
  const place = `issue/${issue.id}/document/${document?.key ?? "+"}`;
  const draft = useDraft<Changed>(place);
  // What was open when it was begun to be changed; a draft of an earlier visit knows it.
  const begun = useRef<Changed>({
    name: document?.key ?? "",
    title: document?.title ?? "",
    body: document?.body ?? "",
    base: document?.latestRevisionId,
  });
  const text = draft?.value ?? begun.current;
  const [summary, setSummary] = useState("");
  const [theirs, setTheirs] = useState<IssueDocument>();
  const change = (fields: Partial<Changed>) => setDraft<Changed>(place, { ...text, ...fields });

  const isTaken = !document && taken.includes(text.name);
  const isReady = NAME.test(text.name) && !isTaken;

  function close(name?: string) {
    setDraft(place, undefined);
    onDone(name);
  }

  function save(base: string | undefined) {
    if (!isReady || write.isPending) return;
    write.mutate(
      { ...text, changeSummary: summary.trim(), base },
      {
        onSuccess: (saved) => close(saved.key),
        onError: async (error) => {
          const isStale =
            error instanceof ApiError &&
            error.status === 409 &&
            typeof (error.details as { currentRevisionId?: unknown } | undefined)?.currentRevisionId ===
              "string";
          if (isStale) setTheirs(await client.fetchQuery(documentQuery(company, issue, text.name)));
          else toast.failed(t("documents.notSaved"), sayError(error, t));
        },
      },
    );
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 md:grid-cols-2">
        {!document && (
          <TextField
            label={t("documents.name")}
            hint={t("documents.nameHint")}
            error={isTaken ? t("documents.nameTaken") : undefined}
            value={text.name}
            onValue={(name) => change({ name: name.toLowerCase() })}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
          />
        )}
        <TextField
          label={t("documents.titleLabel")}
          isOptional
          value={text.title}
          onValue={(title) => change({ title })}
          maxLength={500}
        />
        {document && (
          <TextField
            label={t("documents.summary")}
            hint={t("documents.summaryHint")}
            isOptional
            value={summary}
            onValue={setSummary}
            maxLength={500}
          />
        )}
      </div>
      <Composer
        label={t("documents.text")}
        value={text.body}
        onValue={(body) => change({ body })}
        onSubmit={() => save(text.base)}
        mentions={mentions}
        minRows={14}
        actions={
          <span className="flex gap-1.5">
            <Button size="s" tone="quiet" onClick={() => close()}>
              {t("common.cancel")}
            </Button>
            <Button
              size="s"
              tone="primary"
              keys="$mod+Enter"
              disabled={!isReady}
              isBusy={write.isPending}
              onClick={() => save(text.base)}
            >
              {t("common.save")}
            </Button>
          </span>
        }
      />
      {theirs && (
        <TextConflict
          what={t("documents.document")}
          mine={text.body}
          theirs={theirs.body}
          onMine={() => {
            setTheirs(undefined);
            save(theirs.latestRevisionId);
          }}
          onTheirs={() => close(theirs.key)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </div>
  );
}
