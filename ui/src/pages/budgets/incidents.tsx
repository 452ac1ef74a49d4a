// What happened at limits and nobody has dealt with: who stands still and why, and the two ways on. Raising
// says the new amount; keeping it paused closes the matter and starts nothing.
import { OctagonPause, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { type BudgetIncident, useResolveIncident } from "@/api/budgets";
import { sayError } from "@/api/error";
import { useCompany } from "@/company";
import { centsOf, dollarsOf } from "@/pages/settings/amount";
import { paths } from "@/paths";
import { useFormats, useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { TextField } from "@/ui/field";
import { Link } from "@/ui/link";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";
import { Scope } from "./scope";

/** What is offered: half as much again, in whole dollars, and always more than was spent. */
const offered = (incident: BudgetIncident) =>
  Math.ceil((Math.max(incident.amountLimit, incident.amountObserved) * 1.5) / 100) * 100;

function Raise({ incident, onClose }: { incident: BudgetIncident; onClose: () => void }) {
  const t = useT();
  const formats = useFormats();
  const resolve = useResolveIncident(useCompany().id);
  const [amount, setAmount] = useState(() => dollarsOf(offered(incident)));
  const cents = centsOf(amount);
  const isEnough = cents !== undefined && cents > incident.amountObserved;

  function raise() {
    if (!isEnough) return;
    resolve.mutate(
      { incident: incident.id, action: "raise_budget_and_resume", amount: cents },
      {
        onSuccess: () => {
          toast.done(t("budgets.raised", { name: incident.scopeName, amount: formats.money(cents) }));
          onClose();
        },
      },
    );
  }

  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        raise();
      }}
    >
      <TextField
        autoFocus
        className="w-56"
        label={t("budgets.newLimit")}
        inputMode="decimal"
        value={amount}
        onValue={setAmount}
        hint={t("budgets.moreThan", { amount: formats.money(incident.amountObserved) })}
        error={
          resolve.error
            ? sayError(resolve.error, t)
            : amount.trim() && !isEnough
              ? t("budgets.moreThan", { amount: formats.money(incident.amountObserved) })
              : undefined
        }
      />
      <span className="flex gap-2 pt-6">
        <Button type="submit" tone="primary" disabled={!isEnough} isBusy={resolve.isPending}>
          {t("budgets.raiseAndGoOn")}
        </Button>
        <Button onClick={onClose}>{t("common.cancel")}</Button>
      </span>
    </form>
  );
}

function Incident({ incident }: { incident: BudgetIncident }) {
  const t = useT();
  const formats = useFormats();
  const { id: company, issuePrefix } = useCompany();
  const resolve = useResolveIncident(company);
  const [isRaising, setRaising] = useState(false);
  const isHard = incident.thresholdType === "hard";
  const facts = { spent: formats.money(incident.amountObserved), limit: formats.money(incident.amountLimit) };

  return (
    <li className="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        {isHard ? (
          <OctagonPause size={16} className="mt-0.5 shrink-0 text-bad" />
        ) : (
          <TriangleAlert size={16} className="mt-0.5 shrink-0 text-working" />
        )}
        <div className="min-w-0 grow basis-64">
          <Scope of={incident} />
          <p className="text-text-2">
            {incident.isUnpriced
              ? t("budgets.stoppedUnpriced")
              : t(isHard ? "budgets.stoppedAt" : "budgets.warnedAt", facts)}{" "}
            <Time at={incident.createdAt} className="text-text-3 text-xs" />
          </p>
          {incident.approvalId && (
            <Link
              to={paths.approval(issuePrefix, incident.approvalId)}
              className="rounded-s text-accent-ink text-xs hover:underline"
            >
              {t("budgets.seeApproval")}
            </Link>
          )}
        </div>
        {!isRaising && (
          <span className="flex shrink-0 gap-2">
            {isHard && (
              <Button
                isBusy={resolve.isPending}
                onClick={() =>
                  resolve.mutate(
                    { incident: incident.id, action: "keep_paused" },
                    {
                      onSuccess: () => toast.done(t("budgets.kept", { name: incident.scopeName })),
                      onError: (error) => toast.failed(t("budgets.notResolved"), sayError(error, t)),
                    },
                  )
                }
              >
                {t("budgets.keepPaused")}
              </Button>
            )}
            <Button tone={isHard ? "primary" : "secondary"} onClick={() => setRaising(true)}>
              {t("budgets.raise")}
            </Button>
          </span>
        )}
      </div>
      {isRaising && <Raise incident={incident} onClose={() => setRaising(false)} />}
    </li>
  );
}

export function Incidents({ incidents }: { incidents: readonly BudgetIncident[] }) {
  const t = useT();
  return (
    <Card>
      <ul aria-label={t("budgets.incidents")} className="divide-y divide-line">
        {incidents.map((incident) => (
          <Incident key={incident.id} incident={incident} />
        ))}
      </ul>
    </Card>
  );
}
