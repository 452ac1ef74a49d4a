// The last step: something to do, and then one watches.
import { useCreateIssue } from "@/api/issues";
import { useT } from "@/texts/locale";
import { TextArea, TextField } from "@/ui/field";
import type { StepProps } from "./company-step";
import { StepFrame } from "./step-frame";

export function IssueStep({
  progress,
  change,
  onDone,
}: StepProps & { onDone: (identifier: string) => void }) {
  const t = useT();
  const create = useCreateIssue(progress.companyId ?? "");
  const title = progress.title ?? t("onboarding.exampleIssue");
  const description = progress.description ?? t("onboarding.exampleText");
  return (
    <StepFrame
      title={t("onboarding.issueTitle", { name: progress.agentName })}
      why={t("onboarding.issueWhy")}
      action={t("onboarding.start")}
      isBusy={create.isPending}
      error={create.error}
      onBack={() => change({ step: "check" })}
      onSubmit={() => {
        if (!title.trim()) return;
        create.mutate(
          {
            title: title.trim(),
            description: description.trim(),
            assigneeAgentId: progress.agentId ?? null,
            idempotencyKey: `issue-${progress.key}`,
          },
          { onSuccess: (issue) => onDone(issue.identifier) },
        );
      }}
    >
      <TextField
        label={t("onboarding.issueName")}
        value={title}
        onValue={(value) => change({ title: value })}
        error={title.trim() ? undefined : t("issues.titleMissing")}
      />
      <TextArea
        label={t("onboarding.issueText")}
        value={description}
        onValue={(value) => change({ description: value })}
        rows={4}
      />
    </StepFrame>
  );
}
