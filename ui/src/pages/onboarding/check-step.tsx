// The third step: what a run of this agent would need, tried by the server.
import { useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { api, unwrap } from "@/api/client";
import { type Check, CheckList } from "@/components/check-list";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import type { StepProps } from "./company-step";
import { EXAMPLE_CONFIG } from "./example-agent";
import { adapterOf } from "./progress";
import { StepFrame } from "./step-frame";

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
          <CheckList checks={checks} isGood={isGood} />
        )}
      </div>
    </StepFrame>
  );
}
