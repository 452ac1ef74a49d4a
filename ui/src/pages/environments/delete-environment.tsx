// The question before an environment is deleted, with everything that depends on it.
import { useBlastRadius, useDeleteEnvironment } from "@/api/environments";
import { sayError } from "@/api/error";
import type { Environment } from "@/api/types";
import { useCompany } from "@/company";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Failed, Skeleton } from "@/ui/states";
import { toast } from "@/ui/toast";

export function DeleteEnvironment({
  environment,
  onClose,
}: {
  environment: Environment;
  onClose: () => void;
}) {
  const t = useT();
  const { id: company } = useCompany();
  const radius = useBlastRadius(company, environment.id);
  const remove = useDeleteEnvironment(company);
  const data = radius.data;
  const kept = data?.reusableSandboxLeaseCount ?? 0;
  // Kept places alone do not forbid it: whoever agrees gives them up with it.
  const reasons = (data?.deleteBlockedReasons ?? []).filter((reason) => reason !== "reusable_sandbox_lease");
  const isAllowed = !!data && reasons.length === 0;
  const uses = data
    ? ([
        ["environments.use_agents", data.staticReferences.agentDefaultCount],
        ["environments.use_issues", data.staticReferences.issueSelectionCount],
        ["environments.use_projects", data.staticReferences.projectSelectionCount],
        ["environments.use_runs", data.activeRuntimeUse.activeLeaseCount],
        ["environments.use_kept", kept],
      ] as const)
    : [];

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="s"
      title={t("environments.deleteTitle", { name: environment.name })}
      footer={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button
            tone="danger"
            disabled={!isAllowed}
            isBusy={remove.isPending}
            onClick={() =>
              remove.mutate(
                { id: environment.id, isDestroying: kept > 0 },
                {
                  onSuccess: onClose,
                  onError: (error) =>
                    toast.failed(t("errors.changeFailed", { what: environment.name }), sayError(error, t)),
                },
              )
            }
          >
            {t("environments.delete")}
          </Button>
        </>
      }
    >
      {radius.isPending ? (
        <Skeleton className="h-12 w-full" />
      ) : radius.isError && !data ? (
        <Failed isInline error={radius.error} what={environment.name} onRetry={() => radius.refetch()} />
      ) : (
        <div className="flex flex-col gap-3 text-text-2">
          {reasons.map((reason) => (
            <p key={reason} className="text-bad-ink">
              {t(`environments.blocked_${reason}`)}
            </p>
          ))}
          {isAllowed && <p>{t("environments.deleteWhy")}</p>}
          {uses.some(([, count]) => count > 0) && (
            <ul className="list-disc pl-5">
              {uses
                .filter(([, count]) => count > 0)
                .map(([key, count]) => (
                  <li key={key}>{t(key, { count })}</li>
                ))}
            </ul>
          )}
        </div>
      )}
    </Dialog>
  );
}
