// The form of a limit: whose, how much, over which time, and what happens when it is spent.
import { useState } from "react";
import { useAgents } from "@/api/agents";
import { type BudgetPolicy, type BudgetScope, type BudgetWindow, useSetLimit } from "@/api/budgets";
import { sayError } from "@/api/error";
import { useProjects } from "@/api/projects";
import { useCompany } from "@/company";
import { centsOf, dollarsOf } from "@/pages/settings/amount";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Select } from "@/ui/select";
import { toast } from "@/ui/toast";

export interface LimitFormProps {
  /** The one that is changed; without it a new one is made. */
  policy?: BudgetPolicy | undefined;
  /** Whose it is, if that is given. */
  scope?: { type: BudgetScope; id: string } | undefined;
  onClose: () => void;
}

/** What a new limit has unless somebody says otherwise: projects end, companies and agents go on. */
const usualWindow = (scope: string): BudgetWindow =>
  scope.startsWith("project") ? "lifetime" : "calendar_month_utc";

export function LimitForm({ policy, scope, onClose }: LimitFormProps) {
  const t = useT();
  const company = useCompany();
  const { data: agents = [] } = useAgents(company.id);
  const { data: projects = [] } = useProjects(company.id);
  const set = useSetLimit(company.id);
  const given = policy ? `${policy.scopeType} ${policy.scopeId}` : scope && `${scope.type} ${scope.id}`;
  const [of, setOf] = useState(given ?? `company ${company.id}`);
  const [amount, setAmount] = useState(policy ? dollarsOf(policy.amount) : "");
  const [window, setWindow] = useState<BudgetWindow>(policy?.windowKind ?? usualWindow(of));
  const [metric, setMetric] = useState(policy?.metric ?? "billed_cents");
  const [warn, setWarn] = useState(String(policy?.warnPercent ?? 80));
  const [isStop, setStop] = useState(policy?.hardStopEnabled ?? true);
  const [isBlind, setBlind] = useState(policy?.allowUnpriced ?? false);
  const [isAsked, setAsked] = useState(false);
  const cents = centsOf(amount);
  const share = Number(warn);
  const isAmount = cents !== undefined && cents > 0;
  const isShare = Number.isInteger(share) && share >= 1 && share <= 99;

  function save() {
    setAsked(true);
    if (!isAmount || !isShare) return;
    const [scopeType = "company", scopeId = company.id] = of.split(" ");
    set.mutate(
      {
        scopeType: scopeType as BudgetScope,
        scopeId,
        amount: cents,
        metric,
        windowKind: window,
        warnPercent: share,
        hardStopEnabled: isStop,
        allowUnpriced: isBlind,
      },
      {
        onSuccess: () => {
          toast.done(t("common.saved"));
          onClose();
        },
      },
    );
  }

  const scopes = [
    { value: `company ${company.id}`, label: company.name },
    ...agents
      .filter((agent) => agent.status !== "terminated")
      .map((agent) => ({ value: `agent ${agent.id}`, label: `${t("budgets.scope_agent")}: ${agent.name}` })),
    ...projects.map((project) => ({
      value: `project ${project.id}`,
      label: `${t("budgets.scope_project")}: ${project.name}`,
    })),
  ];

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="s"
      title={policy ? t("budgets.changeTitle", { name: policy.scopeName }) : t("budgets.set")}
      footer={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button tone="primary" isBusy={set.isPending} onClick={save}>
            {t("common.save")}
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
        {!given && (
          <Select
            label={t("budgets.of")}
            value={of}
            onValue={(next) => {
              setOf(next);
              setWindow(usualWindow(next));
            }}
            options={scopes}
          />
        )}
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={t("budgets.limit")}
            hint={t("costs.inDollars")}
            inputMode="decimal"
            value={amount}
            onValue={setAmount}
            error={isAsked && !isAmount ? t("settings.budgetWrong") : undefined}
          />
          <TextField
            label={t("budgets.warnAt")}
            hint={t("budgets.warnHint")}
            inputMode="numeric"
            value={warn}
            onValue={setWarn}
            error={isAsked && !isShare ? t("budgets.warnWrong") : undefined}
          />
        </div>
        {!policy && (
          <div className="grid grid-cols-2 gap-3">
            <Select
              label={t("budgets.period")}
              value={window}
              onValue={setWindow}
              options={(["calendar_month_utc", "lifetime"] as const).map((value) => ({
                value,
                label: t(`budgets.window_${value}`),
              }))}
            />
            <Select
              label={t("budgets.counts")}
              value={metric}
              onValue={setMetric}
              options={(["billed_cents", "list_price_cents"] as const).map((value) => ({
                value,
                label: t(`budgets.metric_${value}`),
              }))}
            />
          </div>
        )}
        <Checkbox hasLabel label={t("budgets.stopsAt")} value={isStop} onValue={setStop} />
        {isStop && (
          <Checkbox hasLabel label={t("budgets.allowUnpriced")} value={isBlind} onValue={setBlind} />
        )}
        <p className="text-text-3 text-xs">{t(isStop ? "budgets.stopWhy" : "budgets.warnWhy")}</p>
        {set.error && (
          <p role="alert" className="text-bad-ink text-xs">
            {sayError(set.error, t)}
          </p>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
