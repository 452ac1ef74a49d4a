// Where one says something on an issue: a draft that survives, mentions, and what the comment does.
import { ArrowUp } from "lucide-react";
import { type Ref, useState } from "react";
import { useComment } from "@/api/thread";
import type { IssueDetail } from "@/api/types";
import { useMentions } from "@/components/mentions";
import type { Who } from "@/components/who";
import { draftPlace, setDraft, useDraft } from "@/drafts";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Composer, type ComposerHandle } from "@/ui/composer";

export interface CommentComposerProps {
  company: string;
  issue: IssueDetail;
  /** As the page's address names the issue. */
  issueKey: string;
  agent: Who | undefined;
  isRunning: boolean;
  handle: Ref<ComposerHandle>;
  onSent: () => void;
}

export function CommentComposer(props: CommentComposerProps) {
  const { company, issue, issueKey, agent, isRunning, handle, onSent } = props;
  const t = useT();
  const mentions = useMentions();
  const place = draftPlace(issue.id);
  const text = useDraft<string>(place)?.value ?? "";
  const [isInterrupting, setInterrupting] = useState(false);
  const [isReopening, setReopening] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const comment = useComment(company, { id: issue.id, key: issueKey });
  const isEnded = issue.status === "done" || issue.status === "cancelled";
  const isReady = text.trim() !== "";

  function send() {
    if (!isReady) return;
    const body = text.trim();
    comment.mutate({
      body,
      requestId: crypto.randomUUID(),
      ...(isRunning && isInterrupting ? { interrupt: true } : {}),
      ...(isEnded && !agent && isReopening ? { reopen: true } : {}),
      ...(isEnded && agent && isLeft ? { leaves: issue.status } : {}),
    });
    setDraft(place, undefined);
    setInterrupting(false);
    setReopening(false);
    setLeft(false);
    onSent();
  }

  return (
    <div className="flex flex-col gap-1.5">
      <Composer
        handle={handle}
        label={t("issue.comment")}
        placeholder={t("issue.commentHint")}
        value={text}
        onValue={(value) => setDraft(place, value || undefined)}
        onSubmit={send}
        mentions={mentions}
        minRows={1}
        actions={
          <Button
            tone="primary"
            size="s"
            icon={<ArrowUp size={13} />}
            disabled={!isReady}
            onClick={send}
            className="pointer-coarse:px-3"
          >
            {t("issue.send")}
          </Button>
        }
      />
      {isReady && (isRunning || isEnded) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-1 text-text-3 text-xs">
          {isRunning && agent && (
            <>
              <span>
                {t(isInterrupting ? "issue.willInterrupt" : "issue.willWait", { name: agent.name })}
              </span>
              <Checkbox
                hasLabel
                label={t("issue.interrupt")}
                value={isInterrupting}
                onValue={setInterrupting}
              />
            </>
          )}
          {isEnded && agent && (
            <>
              <span>{t(isLeft ? "issue.willStay" : "issue.willOpen", { name: agent.name })}</span>
              <Checkbox hasLabel label={t("issue.leaveClosed")} value={isLeft} onValue={setLeft} />
            </>
          )}
          {isEnded && !agent && (
            <Checkbox hasLabel label={t("issue.reopen")} value={isReopening} onValue={setReopening} />
          )}
        </div>
      )}
    </div>
  );
}
