// A run that ended badly: with what, and what to do.
import { CircleX } from "lucide-react";
import type { Run } from "@/api/types";
import { useCompany } from "@/company";
import { endingOf } from "@/components/reason-words";
import { ServerWords } from "@/components/server-words";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Link } from "@/ui/link";
import { Time } from "@/ui/time";

export interface FailureCardProps {
  run: Run;
  issue: { identifier: string; title: string } | undefined;
}

export function FailureCard({ run, issue }: FailureCardProps) {
  const t = useT();
  const { issuePrefix } = useCompany();
  const ending = endingOf(run.errorCode, t);
  const isLost = run.execution?.phase === "recovery_needed";
  return (
    <section
      aria-label={t("run.whatFailed")}
      className="flex shrink-0 items-start gap-2.5 border-line border-b bg-bad-soft px-4 py-2.5"
    >
      <CircleX size={16} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0 grow">
        <p>
          <span className="font-semibold">{ending.what}.</span>{" "}
          {isLost && issue ? t("run.heldWhy", { name: issue.identifier }) : ending.remedy}
        </p>
        <ServerWords text={run.error} />
        {run.scheduledRetryAt && (
          <p className="text-text-2">
            {t("issue.triesAgain")} <Time at={run.scheduledRetryAt} />
          </p>
        )}
        {isLost && issue && (
          <p className="mt-1">
            <Link to={paths.issue(issuePrefix, issue.identifier)} className="text-accent-ink hover:underline">
              {t("run.decideOn", { name: issue.identifier })}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}
