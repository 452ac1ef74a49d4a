// Settles what keeps an issue from going on: what the run did, if nobody saw it, and how work goes on.
import { useId, useState } from "react";
import { sayError } from "@/api/error";
import { type RecoveryRequest, type RunEffect, SHORTEST_EVIDENCE, useSettleRecovery } from "@/api/recovery";
import { useComment, useWaitingComments, useWithdrawComment } from "@/api/thread";
import type { IssueDetail, IssueStatus } from "@/api/types";
import { useCompany } from "@/company";
import { paths } from "@/paths";
import { type TextKey, useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { cx } from "@/ui/class-names";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import { Link } from "@/ui/link";

type GoesOn = "todo" | "in_review" | "done" | "blocked" | "cancelled";

/** What is asked of the server for each way on. */
export const WAYS: Record<GoesOn, Pick<RecoveryRequest, "outcome" | "sourceIssueStatus">> = {
  todo: { outcome: "restored", sourceIssueStatus: "todo" },
  in_review: { outcome: "restored", sourceIssueStatus: "in_review" },
  done: { outcome: "owner_completed", sourceIssueStatus: "done" },
  blocked: { outcome: "blocked" },
  cancelled: { outcome: "cancelled", sourceIssueStatus: "cancelled" },
};

interface ChoiceProps<T extends string> {
  label: string;
  value: T | undefined;
  onValue: (value: T) => void;
  options: ReadonlyArray<{ value: T; label: string; hint?: string }>;
}

/** A few answers of which one is given, each with what it means. */
function Choice<T extends string>({ label, value, onValue, options }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="flex flex-col gap-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              "flex min-h-9 items-start gap-2.5 rounded-m border px-3 py-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11",
              value === option.value ? "border-accent bg-accent-soft/50" : "border-line hover:bg-surface-2",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              onChange={() => onValue(option.value)}
              className="mt-1 accent-(--accent)"
            />
            <span>
              <span className="block font-medium">{option.label}</span>
              {option.hint && <span className="block text-text-2 text-xs">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export interface RecoveryFormProps {
  issue: IssueDetail;
  issueKey: string;
  /** Whether a person stopped the run: it is known to be over, and no accident. */
  wasStopped: boolean;
  onClose: () => void;
}

export default function RecoveryForm({ issue, issueKey, wasStopped, onClose }: RecoveryFormProps) {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const settle = useSettleRecovery(company, { id: issue.id, key: issueKey });
  const [effect, setEffect] = useState<RunEffect>();
  const [way, setWay] = useState<GoesOn>("todo");
  const [evidence, setEvidence] = useState(() => (wasStopped ? t("issue.evidenceStopped") : ""));
  const [isStopped, setStopped] = useState(wasStopped);
  const [hasTried, setTried] = useState(false);
  const blocker = issue.executionBlocker;
  const run = blocker?.runId ?? undefined;
  const action = blocker?.recoveryActionId ?? issue.activeRecoveryAction?.id;
  const waiting = useWaitingComments(company, issueKey, true).data;
  const withdraw = useWithdrawComment(company, { id: issue.id, key: issueKey });
  const comment = useComment(company, { id: issue.id, key: issueKey });
  const [isQuiet, setQuiet] = useState(true);
  const unheard = waiting?.entries?.length ?? 0;
  // What waits for the agent is told to it even then, and opens the issue again.
  const isEnd = way === "done" || way === "cancelled";
  const isTold = !run || (effect !== undefined && isStopped && evidence.trim().length >= SHORTEST_EVIDENCE);

  /** Takes back what waits for the agent; one after the other, for each names the queue that the last one left. */
  async function withdrawAll(): Promise<string[]> {
    const said: string[] = [];
    let left = waiting;
    for (const { comment } of waiting?.entries ?? []) {
      if (!left?.queueId || !left.revision) break;
      const seen = { queueId: left.queueId, revision: left.revision };
      left = await withdraw.mutateAsync({ comment: comment.id, seen });
      said.push(comment.body);
    }
    return said;
  }

  async function submit() {
    setTried(true);
    if (!isTold) return;
    const said = isEnd && isQuiet ? await withdrawAll() : [];
    settle.mutate(
      {
        ...WAYS[way],
        ...(action ? { actionId: action } : {}),
        ...(run && effect
          ? {
              executionReconciliation: {
                runId: run,
                providerStopped: true,
                actionOutcome: effect,
                outcomeEvidence: evidence.trim(),
              },
            }
          : {}),
      },
      {
        onSuccess: () => {
          // It stays in the thread: said once more with the state, which wakes nobody.
          for (const body of said)
            comment.mutate({ body, requestId: crypto.randomUUID(), leaves: way as IssueStatus });
          onClose();
        },
      },
    );
  }

  const effects: RunEffect[] = ["not_performed", "completed", "mixed"];
  const ways: GoesOn[] = ["todo", "in_review", "done", "blocked", "cancelled"];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(!run ? "issue.decide" : wasStopped ? "issue.sayHowFar" : "issue.sayWhatRunDid")}
      description={run ? t(wasStopped ? "issue.sayHowFarWhy" : "issue.sayWhy") : undefined}
      footer={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button tone="primary" isBusy={settle.isPending} onClick={submit}>
            {t("issue.settle")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {run && (
          <>
            <Link
              to={paths.run(issuePrefix, blocker?.agentId ?? issue.assigneeAgentId ?? "-", run)}
              className="self-start text-accent-ink hover:underline"
            >
              {t("issue.lookAtRun")}
            </Link>
            <Choice
              label={t("issue.whatDidItDo")}
              value={effect}
              onValue={setEffect}
              options={effects.map((value) => ({
                value,
                label: t(`issue.effect_${value}` as TextKey),
                hint: t(`issue.effect_${value}_hint` as TextKey),
              }))}
            />
            {hasTried && !effect && (
              <p role="alert" className="-mt-3 text-bad-ink text-xs">
                {t("issue.effectMissing")}
              </p>
            )}
            <TextArea
              label={t("issue.evidence")}
              hint={t("issue.evidenceHint")}
              error={
                hasTried && evidence.trim().length < SHORTEST_EVIDENCE
                  ? t("issue.evidenceShort", { least: SHORTEST_EVIDENCE })
                  : undefined
              }
              value={evidence}
              onValue={setEvidence}
            />
            {!wasStopped && (
              <div>
                <Checkbox hasLabel label={t("issue.isStopped")} value={isStopped} onValue={setStopped} />
                {hasTried && !isStopped && (
                  <p role="alert" className="mt-1 text-bad-ink text-xs">
                    {t("issue.stoppedMissing")}
                  </p>
                )}
              </div>
            )}
          </>
        )}
        <Choice
          label={t("issue.howOn")}
          value={way}
          onValue={setWay}
          options={ways.map((value) => ({ value, label: t(`issue.way_${value}` as TextKey) }))}
        />
        {isEnd && unheard > 0 && (
          <div className="rounded-m bg-person-soft px-3 py-2">
            <p className="mb-1">{t("issue.unheard", { count: unheard })}</p>
            <Checkbox hasLabel label={t("issue.keepUnheard")} value={isQuiet} onValue={setQuiet} />
          </div>
        )}
        {settle.isError && (
          <p role="alert" className="rounded-m bg-bad-soft px-3 py-2 text-bad-ink">
            {sayError(settle.error, t)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
