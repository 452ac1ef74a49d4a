// The board's word: yes, no, or "propose it differently", each with what comes of it.
import { Check, PencilLine, X } from "lucide-react";
import { useRef, useState } from "react";
import { useActions } from "@/actions/registry";
import { type Approval, type Decision, useDecide } from "@/api/approvals";
import { sayError } from "@/api/error";
import { useCompany } from "@/company";
import { proposalOf, textOf } from "@/components/approval-words";
import { setDraft, useDraft } from "@/drafts";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { TextArea } from "@/ui/field";
import { toast } from "@/ui/toast";

export function Decide({ approval }: { approval: Approval }) {
  const t = useT();
  const { id: company } = useCompany();
  const decide = useDecide(company, approval.id);
  const place = `approval/${approval.id}/note`;
  const note = useDraft<string>(place)?.value ?? "";
  const [isNoteMissing, setNoteMissing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const name = textOf(proposalOf(approval), "name") ?? "";
  const isHire = approval.type === "hire_agent";
  const mayRevise = approval.status === "pending";

  function give(verdict: Decision) {
    // Without a word nobody knows what to change.
    if (verdict === "request-revision" && !note.trim()) {
      setNoteMissing(true);
      box.current?.querySelector("textarea")?.focus();
      return;
    }
    decide.mutate(
      { verdict, note: note.trim() },
      {
        onSuccess: () => {
          setDraft(place, undefined);
          toast.done(t(`approvals.did_${verdict}`));
        },
      },
    );
  }

  // A key alone decides nothing: it goes to the button, and Enter presses it.
  const goTo = (verdict: Decision) => () =>
    box.current?.querySelector<HTMLElement>(`[data-verdict="${verdict}"]`)?.focus();
  const group = "page" as const;
  useActions([
    { id: "approve", label: "approvals.approve", group, keys: "1", icon: Check, run: goTo("approve") },
    ...(mayRevise
      ? [
          {
            id: "request-revision",
            label: "approvals.revise" as const,
            group,
            keys: "2",
            icon: PencilLine,
            run: goTo("request-revision"),
          },
        ]
      : []),
    { id: "reject", label: "approvals.reject", group, keys: "3", icon: X, run: goTo("reject") },
  ]);

  return (
    <div ref={box} className="flex flex-col gap-3 rounded-l border border-line bg-surface-2/60 p-4">
      <p className="text-text-2">
        {isHire ? t("approvals.thenHire", { name }) : t(`approvals.then_${approval.type}`)}
      </p>
      <TextArea
        label={t("approvals.note")}
        isOptional
        value={note}
        onValue={(value) => {
          setNoteMissing(false);
          setDraft(place, value || undefined);
        }}
        error={isNoteMissing ? t("approvals.noteMissing") : undefined}
      />
      {decide.isError && (
        <p role="alert" className="rounded-m bg-bad-soft px-3 py-2 text-bad-ink">
          {sayError(decide.error, t)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          tone="primary"
          data-verdict="approve"
          keys="1"
          icon={<Check size={14} />}
          isBusy={decide.isPending}
          onClick={() => give("approve")}
        >
          {t(isHire ? "approvals.approveHire" : "approvals.approve")}
        </Button>
        {mayRevise && (
          <Button
            data-verdict="request-revision"
            keys="2"
            icon={<PencilLine size={14} />}
            onClick={() => give("request-revision")}
          >
            {t("approvals.revise")}
          </Button>
        )}
        <span className="grow" />
        <Button
          tone="danger"
          data-verdict="reject"
          keys="3"
          icon={<X size={14} />}
          onClick={() => give("reject")}
        >
          {t("approvals.reject")}
        </Button>
      </div>
    </div>
  );
}
