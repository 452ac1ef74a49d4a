// The first step: the company and what it is for.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "@/api/client";
import { useCreateCompany, useUpdateCompany } from "@/api/companies";
import { keys } from "@/api/keys";
import { useT } from "@/texts/locale";
import { TextField } from "@/ui/field";
import type { Progress } from "./progress";
import { StepFrame } from "./step-frame";

export interface StepProps {
  progress: Progress;
  change: (values: Partial<Progress>) => void;
}

export function CompanyStep({ progress, change }: StepProps) {
  const t = useT();
  const client = useQueryClient();
  const [hasTried, setTried] = useState(false);
  const create = useCreateCompany();
  const update = useUpdateCompany();
  const name = progress.companyName.trim();
  const goal = progress.goal.trim();

  const save = useMutation({
    mutationFn: async () => {
      const company = progress.companyId
        ? await update.mutateAsync({ id: progress.companyId, name })
        : await create.mutateAsync({ name, idempotencyKey: `company-${progress.key}` });
      change({ companyId: company.id });
      if (!goal) return;
      const made = progress.goalId
        ? await unwrap(
            api.PATCH("/goals/{goalId}", {
              params: { path: { goalId: progress.goalId } },
              body: { title: goal },
            }),
          )
        : await unwrap(
            api.POST("/companies/{companyId}/goals", {
              params: { path: { companyId: company.id } },
              body: { title: goal, level: "company", status: "active" },
              headers: { "idempotency-key": `goal-${progress.key}` },
            }),
          );
      change({ goalId: made.id });
      client.invalidateQueries({ queryKey: keys.goals(company.id) });
    },
    onSuccess: () => change({ step: "agent" }),
  });

  return (
    <StepFrame
      title={t("onboarding.companyTitle")}
      why={t("onboarding.companyWhy")}
      action={progress.companyId ? t("common.next") : t("onboarding.createCompany")}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => {
        setTried(true);
        if (name) save.mutate();
      }}
    >
      <TextField
        label={t("onboarding.companyName")}
        placeholder={t("onboarding.companyNameHint")}
        value={progress.companyName}
        onValue={(companyName) => change({ companyName })}
        error={hasTried && !name ? t("onboarding.companyNameMissing") : undefined}
        autoComplete="organization"
      />
      <TextField
        label={t("onboarding.goal")}
        isOptional
        hint={t("onboarding.goalWhy")}
        placeholder={t("onboarding.goalHint")}
        value={progress.goal}
        onValue={(value) => change({ goal: value })}
      />
    </StepFrame>
  );
}
