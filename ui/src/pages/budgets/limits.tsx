// Limits with what happened at them, of a whole company or of one agent or project.
import { Gauge, Plus } from "lucide-react";
import { useState } from "react";
import { type BudgetPolicy, type BudgetScope, useBudgets, useSetLimit } from "@/api/budgets";
import { sayError } from "@/api/error";
import { useCompany } from "@/company";
import { useSearch } from "@/navigation";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card, Section } from "@/ui/card";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { toast } from "@/ui/toast";
import { Incidents } from "./incidents";
import { LimitForm } from "./limit-form";
import { Policies } from "./policies";

export interface LimitsProps {
  /** Only those of one thing; all of the company without it. */
  scope?: { type: BudgetScope; id: string };
}

export function Limits({ scope }: LimitsProps) {
  const t = useT();
  const { id: company } = useCompany();
  const { data, error, isPending, refetch } = useBudgets(company);
  const set = useSetLimit(company);
  const [search, setSearch] = useSearch();
  const [edited, setEdited] = useState<BudgetPolicy>();
  const isNew = search.new === "1";
  const isOf = (one: { scopeType: BudgetScope; scopeId: string }) =>
    !scope || (one.scopeType === scope.type && one.scopeId === scope.id);

  /** A limit of nothing is none; what it was is a click away. */
  function remove(policy: BudgetPolicy) {
    const { scopeType, scopeId, metric, windowKind, amount, warnPercent, hardStopEnabled } = policy;
    const of = { scopeType, scopeId, metric, windowKind, warnPercent, hardStopEnabled };
    set.mutate(
      { ...of, amount: 0 },
      {
        onSuccess: () =>
          toast.done(t("budgets.removed", { name: policy.scopeName }), () => set.mutate({ ...of, amount })),
        onError: (failure) => toast.failed(t("budgets.notRemoved"), sayError(failure, t)),
      },
    );
  }

  if (!data)
    return isPending ? (
      <SkeletonRows count={5} />
    ) : (
      <Failed isInline error={error} what={t("budgets.title")} onRetry={refetch} />
    );
  const policies = data.policies.filter((policy) => policy.isActive && isOf(policy));
  const incidents = data.activeIncidents.filter(isOf);
  const add = (
    <Button icon={<Plus size={14} />} onClick={() => setSearch({ new: "1" })}>
      {t("budgets.set")}
    </Button>
  );
  return (
    <div className="flex flex-col gap-6">
      {incidents.length > 0 && (
        <Section title={t("budgets.incidents")} count={incidents.length}>
          <Incidents incidents={incidents} />
        </Section>
      )}
      {policies.length === 0 ? (
        <Empty icon={<Gauge size={20} />} title={t("budgets.empty")} action={add}>
          {t("budgets.emptyWhy")}
        </Empty>
      ) : (
        <Section title={t("budgets.limits")} count={policies.length} why={t("budgets.rules")} aside={add}>
          <Card>
            <Policies policies={policies} onEdit={setEdited} onRemove={remove} />
          </Card>
        </Section>
      )}
      {(edited || isNew) && (
        <LimitForm
          policy={edited}
          scope={scope}
          onClose={() => {
            setEdited(undefined);
            if (isNew) setSearch({ new: undefined });
          }}
        />
      )}
    </div>
  );
}
