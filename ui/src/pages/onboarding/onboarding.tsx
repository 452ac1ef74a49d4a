// From nothing to an agent that has closed an issue: four steps, each saved as it is done.
import { Check, X } from "lucide-react";
import { useEffect } from "react";
import { useCompanies } from "@/api/companies";
import { lastCompany } from "@/company";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Toasts } from "@/ui/toast";
import { TooltipProvider } from "@/ui/tooltip";
import { Wordmark } from "@/ui/wordmark";
import { AgentStep } from "./agent-step";
import { CheckStep } from "./check-step";
import { CompanyStep } from "./company-step";
import { IssueStep } from "./issue-step";
import { STEPS, type Step, useProgress } from "./progress";

function Steps({ current }: { current: Step }) {
  const t = useT();
  const at = STEPS.indexOf(current);
  return (
    <ol
      aria-label={t("onboarding.step", { at: at + 1, of: STEPS.length })}
      className="flex items-center gap-2"
    >
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? "step" : undefined}
          className={cx("flex items-center gap-2", index > at ? "text-text-3" : "text-text")}
        >
          <span
            className={cx(
              "tabular grid size-5 place-items-center rounded-full font-medium text-xs",
              index < at && "bg-good text-surface",
              index === at && "bg-accent text-accent-text",
              index > at && "border border-line-strong",
            )}
          >
            {index < at ? <Check size={12} strokeWidth={3} /> : index + 1}
          </span>
          <span className={cx("font-medium", step !== current && "max-md:sr-only")}>
            {t(`onboarding.${step}`)}
          </span>
          {index < STEPS.length - 1 && <span className="h-px w-4 bg-line-strong md:w-8" />}
        </li>
      ))}
    </ol>
  );
}

export default function OnboardingPage() {
  const t = useT();
  const go = useGo();
  const { data: companies = [] } = useCompanies();
  const { progress, change, finish } = useProgress();
  const company = companies.find((one) => one.id === progress.companyId);
  const home =
    company?.issuePrefix ??
    companies.find((one) => one.issuePrefix === lastCompany())?.issuePrefix ??
    companies[0]?.issuePrefix;
  // Kept from an earlier time, of a company that is gone since: begin anew.
  const step = progress.companyId && companies.length > 0 && !company ? "company" : progress.step;

  useEffect(() => {
    document.title = `${t("onboarding.title")} · Wireclip`;
  }, [t]);

  useEffect(() => {
    function leave(event: KeyboardEvent) {
      if (event.key === "Escape" && home) go(paths.dashboard(home));
    }
    addEventListener("keydown", leave);
    return () => removeEventListener("keydown", leave);
  }, [go, home]);

  const steps = { progress, change };
  return (
    <TooltipProvider>
      <div className="flex h-full flex-col overflow-y-auto bg-bg">
        <header className="flex h-14 shrink-0 items-center gap-3 px-4">
          <Wordmark />
          <span className="grow" />
          {home && (
            <IconButton
              label={t("onboarding.leave")}
              keys="Escape"
              icon={<X size={18} />}
              onClick={() => go(paths.dashboard(home))}
            />
          )}
        </header>
        <main className="mx-auto flex w-full max-w-[560px] grow flex-col gap-6 px-4 pt-4 pb-16 md:pt-[6vh]">
          <Steps current={step} />
          <div className="rounded-l border border-line bg-surface p-5 shadow-m md:p-7">
            {step === "company" && <CompanyStep {...steps} />}
            {step === "agent" && <AgentStep {...steps} />}
            {step === "check" && <CheckStep {...steps} />}
            {step === "issue" && (
              <IssueStep
                {...steps}
                onDone={(identifier) => {
                  finish();
                  go(paths.issue(company?.issuePrefix ?? "", identifier));
                }}
              />
            )}
          </div>
          {company && (
            <Button
              tone="quiet"
              className="self-center"
              onClick={() => {
                finish();
                go(paths.dashboard(company.issuePrefix));
              }}
            >
              {t("onboarding.later")}
            </Button>
          )}
        </main>
        <Toasts />
      </div>
    </TooltipProvider>
  );
}
