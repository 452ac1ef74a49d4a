// The form that books money: what for, with whom, how much, when.
import { useState } from "react";
import { type FinanceEventKind, useBookFinance } from "@/api/costs";
import { sayError } from "@/api/error";
import { useCompany } from "@/company";
import { centsOf } from "@/pages/settings/amount";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Select } from "@/ui/select";

const KINDS = [
  "inference_charge",
  "platform_fee",
  "credit_purchase",
  "credit_refund",
  "credit_expiry",
  "byok_fee",
  "gateway_overhead",
  "log_storage_charge",
  "logpush_charge",
  "provisioned_capacity_charge",
  "training_charge",
  "custom_model_import_charge",
  "custom_model_storage_charge",
  "manual_adjustment",
] as const satisfies readonly FinanceEventKind[];

export function BookMoney({ onClose }: { onClose: () => void }) {
  const t = useT();
  const book = useBookFinance(useCompany().id);
  const [kind, setKind] = useState<FinanceEventKind>("platform_fee");
  const [direction, setDirection] = useState<"debit" | "credit">("debit");
  const [biller, setBiller] = useState("");
  const [amount, setAmount] = useState("");
  const [description, setDescription] = useState("");
  const [day, setDay] = useState(() => new Date().toISOString().slice(0, 10));
  const [isEstimated, setEstimated] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const cents = centsOf(amount);
  const isRight = cents !== undefined && cents > 0;
  const needed = t("costs.needed");

  function save() {
    setAsked(true);
    if (!isRight || !biller.trim() || !day) return;
    book.mutate(
      {
        eventKind: kind,
        direction,
        biller: biller.trim(),
        amountCents: cents,
        estimated: isEstimated,
        occurredAt: `${day}T12:00:00Z`,
        ...(description.trim() ? { description: description.trim() } : {}),
      },
      { onSuccess: onClose },
    );
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="s"
      title={t("costs.bookTitle")}
      footer={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button tone="primary" isBusy={book.isPending} onClick={save}>
            {t("costs.book")}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={t("costs.amount")}
            hint={t("costs.inDollars")}
            inputMode="decimal"
            value={amount}
            onValue={setAmount}
            error={isAsked && !isRight ? t("settings.budgetWrong") : undefined}
          />
          <Select
            label={t("costs.direction")}
            value={direction}
            onValue={setDirection}
            options={[
              { value: "debit", label: t("costs.debit") },
              { value: "credit", label: t("costs.credit") },
            ]}
          />
        </div>
        <Select
          label={t("costs.what")}
          value={kind}
          onValue={setKind}
          options={KINDS.map((value) => ({ value, label: t(`costs.kind_${value}`) }))}
        />
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={t("costs.biller")}
            value={biller}
            onValue={setBiller}
            error={isAsked && !biller.trim() ? needed : undefined}
          />
          <TextField
            label={t("costs.day")}
            type="date"
            value={day}
            onValue={setDay}
            error={isAsked && !day ? needed : undefined}
          />
        </div>
        <TextField label={t("costs.description")} isOptional value={description} onValue={setDescription} />
        <Checkbox hasLabel label={t("costs.isEstimate")} value={isEstimated} onValue={setEstimated} />
        {book.error && (
          <p role="alert" className="text-bad-ink text-xs">
            {sayError(book.error, t)}
          </p>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
