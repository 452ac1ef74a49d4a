// The panel beside an issue: its properties, all its runs, all that happened, and what it cost.
import { lazy, Suspense } from "react";
import type { IssuePage } from "@/api/types";
import { useCompany } from "@/company";
import { Deed, DeedMark } from "@/components/deed";
import { triggerOf } from "@/components/reason-words";
import { useSearch } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Link } from "@/ui/link";
import { Segmented } from "@/ui/segmented";
import { SkeletonRows } from "@/ui/states";
import { StatusIcon } from "@/ui/status";
import { Duration, Time } from "@/ui/time";
import { IssueProperties, type IssuePropertiesProps } from "./properties";

const IssueCosts = lazy(() => import("./costs").then((part) => ({ default: part.IssueCosts })));

const PARTS = ["properties", "runs", "activity", "costs"] as const;
type Part = (typeof PARTS)[number];

function Runs({ runs }: Pick<IssuePage, "runs">) {
  const t = useT();
  const { issuePrefix } = useCompany();
  if (runs.length === 0) return <p className="px-1 py-3 text-text-3">{t("issue.noRuns")}</p>;
  return (
    <ul className="-mx-1">
      {runs.map((run) => (
        <li key={run.runId}>
          <Link
            to={paths.run(issuePrefix, run.agentId, run.runId)}
            className="flex items-start gap-2 rounded-m px-2 py-1.5 hover:bg-surface-2"
          >
            <StatusIcon status={run.status} isLive={run.status === "running"} className="mt-0.5" />
            <span className="min-w-0 grow">
              <span className="block truncate font-medium">{run.agentName}</span>
              <span className="block truncate text-text-3 text-xs">{triggerOf(run, t)}</span>
            </span>
            <span className="shrink-0 text-right text-text-3 text-xs">
              <Time at={run.createdAt} className="block" />
              {run.startedAt && <Duration from={run.startedAt} to={run.finishedAt ?? null} />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Activity({ activity }: Pick<IssuePage, "activity">) {
  return (
    <ol className="flex flex-col gap-2.5 px-1 py-1">
      {activity.map((entry) => (
        <li key={entry.id} className="flex items-start gap-2">
          <DeedMark entry={entry} size={18} />
          <span className="min-w-0 grow break-words text-text-2 text-xs">
            <Deed entry={entry} /> <Time at={entry.createdAt} className="text-text-3" />
          </span>
        </li>
      ))}
    </ol>
  );
}

export function IssuePanel({ page, ...properties }: IssuePropertiesProps & { page: IssuePage }) {
  const t = useT();
  const [search, setSearch] = useSearch();
  const part: Part = PARTS.find((one) => one === search.panel) ?? "properties";
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <Segmented
        label={t("shell.panel")}
        value={part}
        onValue={(value) => setSearch({ panel: value === "properties" ? undefined : value })}
        options={[
          { value: "properties", label: t("issue.properties") },
          { value: "runs", label: `${t("issue.runs")} ${page.runs.length}` },
          { value: "activity", label: t("issue.activity") },
          { value: "costs", label: t("costs.title") },
        ]}
      />
      {part === "runs" ? (
        <Runs runs={page.runs} />
      ) : part === "activity" ? (
        <Activity activity={page.activity} />
      ) : part === "costs" ? (
        <Suspense fallback={<SkeletonRows count={4} />}>
          <IssueCosts issue={page.issue} />
        </Suspense>
      ) : (
        <IssueProperties {...properties} />
      )}
    </div>
  );
}
