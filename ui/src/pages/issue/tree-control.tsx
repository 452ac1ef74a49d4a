// Asks before an issue is paused, resumed, cancelled or restored with all below it, and says what that concerns.
import { type TreeMode, useTreeControl, useTreePreview } from "@/api/tree-control";
import { useCompany } from "@/company";
import { type TextKey, useT } from "@/texts/locale";
import { Confirm } from "@/ui/dialog";
import { Failed, Skeleton } from "@/ui/states";

const TEXTS: Record<TreeMode, { action: TextKey; title: TextKey; why: TextKey }> = {
  pause: { action: "tree.pause", title: "tree.pauseTitle", why: "tree.pauseWhy" },
  resume: { action: "tree.resume", title: "tree.resumeTitle", why: "tree.resumeWhy" },
  cancel: { action: "tree.cancel", title: "tree.cancelTitle", why: "tree.cancelWhy" },
  restore: { action: "tree.restore", title: "tree.restoreTitle", why: "tree.restoreWhy" },
};

export interface TreeControlProps {
  issue: { id: string; identifier: string };
  mode: TreeMode;
  onClose: () => void;
}

export default function TreeControl({ issue, mode, onClose }: TreeControlProps) {
  const t = useT();
  const { id: company } = useCompany();
  const preview = useTreePreview(company, issue.id, mode);
  const control = useTreeControl(company);
  const { action, title, why } = TEXTS[mode];
  const totals = preview.data?.totals;
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t(title, { name: issue.identifier })}
      action={t(action)}
      isBusy={control.isPending}
      onConfirm={() => control.mutate({ issue: issue.id, mode }, { onSuccess: onClose })}
    >
      <p>{t(why)}</p>
      {preview.isError ? (
        <Failed isInline error={preview.error} what={t(action)} onRetry={() => preview.refetch()} />
      ) : totals ? (
        <ul className="mt-2 list-disc pl-5">
          <li>{t("tree.issues", { count: totals.affectedIssues })}</li>
          {mode !== "resume" && mode !== "restore" && totals.activeRuns > 0 && (
            <li>{t("tree.runs", { count: totals.activeRuns })}</li>
          )}
        </ul>
      ) : (
        <Skeleton className="mt-3 h-4 w-40" />
      )}
    </Confirm>
  );
}
