// The last runs as bars: how high says how long, colour and shape how it ended. The oldest is left.
import type { Agent, Run } from "@/api/types";
import { useCompany } from "@/company";
import { issueIdOf, triggerOf } from "@/components/run-facts";
import { paths } from "@/paths";
import { useFormats, useT } from "@/texts/locale";
import { cx } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { GROUP_COLOUR, lookOf } from "@/ui/status-table";
import { Tooltip } from "@/ui/tooltip";

const TALLEST = 44;
const SHORTEST = 8;

export interface RunStripProps {
  agent: Agent;
  runs: readonly Run[];
  /** Titles of issues by their id. */
  titles: ReadonlyMap<string, string>;
}

const lengthOf = (run: Run): number =>
  run.startedAt && run.finishedAt ? Date.parse(run.finishedAt) - Date.parse(run.startedAt) : 0;

export function RunStrip({ agent, runs, titles }: RunStripProps) {
  const t = useT();
  const formats = useFormats();
  const { issuePrefix } = useCompany();
  if (runs.length === 0) return <p className="text-text-2">{t("agent.noRuns")}</p>;
  const longest = Math.max(1, ...runs.map(lengthOf));
  const ended = runs.filter((run) => run.finishedAt);
  const counted = ended.filter((run) => run.status !== "cancelled" && run.status !== "interrupted");
  const good = counted.filter((run) => run.status === "succeeded").length;

  return (
    <div>
      <ul className="flex h-14 items-end gap-1" aria-label={t("agent.lastRuns")}>
        {[...runs].reverse().map((run) => {
          const look = lookOf(run.status);
          const title = titles.get(issueIdOf(run) ?? "");
          const length = lengthOf(run);
          return (
            <li key={run.id} className="h-full min-w-1.5 max-w-4 grow">
              <Tooltip
                side="top"
                text={
                  <span className="flex flex-col">
                    <span className="font-medium">{title ?? t("agent.runWithoutIssue")}</span>
                    <span className="text-text-2">
                      {[
                        t(`words.${look.word}`),
                        length > 0 ? formats.duration(length) : undefined,
                        t(triggerOf(run)),
                      ]
                        .filter(Boolean)
                        .join(" · ")}
                    </span>
                    {run.error && <span className="text-bad-ink">{run.error}</span>}
                  </span>
                }
              >
                <Link
                  to={paths.run(issuePrefix, agent.urlKey, run.id)}
                  aria-label={`${t(`words.${look.word}`)} ${formats.dateTime(run.createdAt)}`}
                  className="flex h-full items-end rounded-s hover:bg-surface-3/60"
                >
                  <span
                    className={cx("w-full rounded-s bg-current", GROUP_COLOUR[look.group])}
                    style={{ height: SHORTEST + (length / longest) * TALLEST }}
                  />
                </Link>
              </Tooltip>
            </li>
          );
        })}
      </ul>
      <p className="mt-2 text-text-3">
        {counted.length > 0 &&
          t("agent.success", { share: formats.percent(good / counted.length), count: counted.length })}
      </p>
    </div>
  );
}
