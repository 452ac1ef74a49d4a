// Who works on an issue right now, with Stop; it stays in sight.
import { Square } from "lucide-react";
import { useStopRun } from "@/api/runs";
import type { RunOfIssue } from "@/api/types";
import { useCompany } from "@/company";
import { useWho, WhoMark } from "@/components/who";
import { useProgress } from "@/live/progress";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Duration } from "@/ui/time";

export function LiveStrip({ run }: { run: RunOfIssue }) {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const who = useWho()("agent", run.agentId);
  const progress = useProgress(run.runId);
  const stop = useStopRun(company);
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 items-center gap-2 border-line border-b bg-working-soft px-4 md:px-8"
    >
      <WhoMark who={who} size={18} />
      <Link
        to={paths.run(issuePrefix, run.agentId, run.runId)}
        className="min-w-0 grow truncate text-working-ink hover:underline"
      >
        {progress?.line ?? t("issue.worksOnIt", { name: who?.name ?? run.agentName })}
      </Link>
      {run.startedAt && <Duration from={run.startedAt} className="tabular shrink-0 text-text-2 text-xs" />}
      <Button
        size="s"
        icon={<Square size={11} fill="currentColor" />}
        isBusy={stop.isPending}
        onClick={() => stop.mutate(run.runId)}
      >
        {t("run.stop")}
      </Button>
    </div>
  );
}
