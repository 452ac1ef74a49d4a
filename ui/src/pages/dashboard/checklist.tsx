// The first steps of a company, until they are done or dismissed.
import { Check } from "lucide-react";
import { useAgents } from "@/api/agents";
import { useDashboard } from "@/api/companies";
import { useGoals, useProjects } from "@/api/projects";
import { useCompany } from "@/company";
import { setDraft, useDraft } from "@/drafts";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { openNewIssue } from "@/shell/shell-state";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card, Section } from "@/ui/card";
import { cx } from "@/ui/class-names";

export function Checklist() {
  const { id } = useCompany();
  const isDismissed = useDraft<boolean>(`checklist/${id}`)?.value === true;
  return isDismissed ? null : <Steps />;
}

function Steps() {
  const t = useT();
  const go = useGo();
  const { id, issuePrefix } = useCompany();
  const agents = useAgents(id).data;
  const goals = useGoals(id).data;
  const projects = useProjects(id).data;
  const tasks = useDashboard(id).data?.tasks;
  // Until all is known, nothing is said to be missing.
  if (!agents || !goals || !projects || !tasks) return null;
  const steps = [
    {
      id: "agent",
      label: t("dashboard.checkAgent"),
      isDone: agents.length > 0,
      run: () => go(paths.newAgent(issuePrefix)),
    },
    {
      id: "issue",
      label: t("dashboard.checkIssue"),
      isDone: tasks.open + tasks.done > 0,
      run: () => openNewIssue(),
    },
    {
      id: "goal",
      label: t("dashboard.checkGoal"),
      isDone: goals.length > 0,
      run: () => go(paths.goals(issuePrefix)),
    },
    {
      id: "project",
      label: t("dashboard.checkProject"),
      isDone: projects.length > 0,
      run: () => go(paths.projects(issuePrefix)),
    },
  ];
  if (steps.every((step) => step.isDone)) return null;
  return (
    <Section
      title={t("dashboard.checklist")}
      aside={
        <Button size="s" tone="quiet" onClick={() => setDraft(`checklist/${id}`, true)}>
          {t("dashboard.dismiss")}
        </Button>
      }
    >
      <Card className="grid gap-1 p-2 md:grid-cols-2 xl:grid-cols-4">
        {steps.map((step) => (
          <button
            key={step.id}
            type="button"
            disabled={step.isDone}
            onClick={step.run}
            className="flex min-h-10 items-center gap-2.5 rounded-m px-2 text-left transition-colors enabled:hover:bg-surface-2"
          >
            <span
              className={cx(
                "grid size-5 shrink-0 place-items-center rounded-full",
                step.isDone ? "bg-good text-surface" : "border border-line-strong border-dashed",
              )}
            >
              {step.isDone && <Check size={12} strokeWidth={3} />}
            </span>
            <span className={step.isDone ? "text-text-3 line-through" : "font-medium"}>{step.label}</span>
          </button>
        ))}
      </Card>
    </Section>
  );
}
