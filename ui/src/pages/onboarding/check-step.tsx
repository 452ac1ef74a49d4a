// The third step: what a run of this agent would need, tried by the server.
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Info, LoaderCircle, TriangleAlert } from "lucide-react";
import { api, unwrap } from "@/api/client";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import type { StepProps } from "./company-step";
import { EXAMPLE_CONFIG } from "./example-agent";
import { adapterOf } from "./progress";
import { StepFrame } from "./step-frame";

interface Check {
  code: string;
  level: "info" | "warn" | "warning" | "error";
  message: string;
  hint?: string | null;
}

function Mark({ level, isGood }: { level: Check["level"]; isGood: boolean }) {
  if (level === "error") return <CircleX size={16} className="mt-0.5 shrink-0 text-bad" />;
  if (level !== "info") return <TriangleAlert size={16} className="mt-0.5 shrink-0 text-working" />;
  if (isGood) return <CircleCheck size={16} className="mt-0.5 shrink-0 text-good" />;
  return <Info size={16} className="mt-0.5 shrink-0 text-text-3" />;
}

export function CheckStep({ progress, change }: StepProps) {
  const t = useT();
  const company = progress.companyId ?? "";
  const adapter = adapterOf(progress);
  const config = progress.kind === "example" ? EXAMPLE_CONFIG : adapter.config;
  const check = useQuery({
    queryKey: [company, "onboarding-check", adapter.adapterType, config],
    queryFn: () =>
      unwrap(
        api.POST("/companies/{companyId}/adapters/{adapterType}/test-environment", {
          params: { path: { companyId: company, adapterType: adapter.adapterType } },
          body: { adapterConfig: config },
        }),
      ),
    staleTime: 0,
    meta: { isKept: false },
  });
  const checks = (check.data?.checks ?? []) as Check[];
  const isGood = check.data?.status === "pass";

  return (
    <StepFrame
      title={t("onboarding.checkTitle", { name: progress.agentName })}
      why={t("onboarding.checkWhy")}
      action={t("common.next")}
      error={check.error}
      onBack={() => change({ step: "agent" })}
      onSubmit={() => change({ step: "issue" })}
      aside={
        <Button tone="quiet" size="l" isBusy={check.isFetching} onClick={() => check.refetch()}>
          {t("onboarding.checkAgain")}
        </Button>
      }
    >
      <div role="status" aria-live="polite" className="rounded-l border border-line">
        {check.isPending ? (
          <p className="flex items-center gap-2 p-4 text-text-2">
            <LoaderCircle size={16} className="turning" />
            {t("onboarding.checking")}
          </p>
        ) : (
          <>
            <p className="flex items-center gap-2 border-line border-b px-4 py-3 font-medium">
              <Mark level={isGood ? "info" : "warn"} isGood={isGood} />
              {isGood ? t("onboarding.checkGood") : t("onboarding.checkBad")}
            </p>
            <ul className="flex flex-col gap-2 px-4 py-3">
              {checks.map((one) => (
                <li key={`${one.code}-${one.message}`} className="flex items-start gap-2">
                  <Mark level={one.level} isGood={isGood} />
                  <span className="min-w-0 break-words text-text-2">
                    {one.message}
                    {one.hint && <span className="block text-text-3">{one.hint}</span>}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </StepFrame>
  );
}
