// The facts of a run beside what it printed: who, why, how long, how it was called, what it noted.

import type { Run, RunEvent } from "@/api/types";
import { useCompany } from "@/company";
import { triggerOf } from "@/components/reason-words";
import { useWho, WhoMark } from "@/components/who";
import { paths } from "@/paths";
import { type TextKey, useFormats, useT } from "@/texts/locale";
import { Link } from "@/ui/link";
import { Properties, Property } from "@/ui/property";
import { ShortId } from "@/ui/short-id";
import { Skeleton } from "@/ui/states";
import { StatusChip } from "@/ui/status";
import { Duration, Time, useNow } from "@/ui/time";
import { invocationOf, momentsOf, usageOf } from "./timeline";

/** What notes of a run are called; others are told in the server's words. */
const NOTES: Record<string, TextKey> = {
  "run started": "run.noteStarted",
  "run succeeded": "run.noteSucceeded",
  "run failed": "run.noteFailed",
  "run cancelled": "run.noteCancelled",
  "run timed out": "run.noteTimedOut",
  "run interrupted": "run.noteInterrupted",
  "adapter invocation": "run.noteCalled",
};

function Timeline({ run, events }: { run: Run; events: readonly RunEvent[] }) {
  const t = useT();
  const formats = useFormats();
  const now = useNow(run.finishedAt ? "minute" : "second");
  const moments = momentsOf(events, run.finishedAt ? new Date(run.finishedAt).getTime() : now);
  if (moments.length === 0) return <p className="text-text-3">{t("run.noNotes")}</p>;
  return (
    <ol className="flex flex-col gap-2">
      {moments.map(({ event, after, lasts, from, share }) => {
        const note = NOTES[event.message ?? ""];
        const isBad = event.level === "error" || event.level === "warn";
        return (
          <li key={event.seq} className="flex flex-col gap-0.5">
            <span className="flex items-baseline gap-2">
              <span className={isBad ? "min-w-0 grow text-bad-ink" : "min-w-0 grow text-text-2"}>
                {note ? t(note) : (event.message ?? t("run.note"))}
              </span>
              <span className="tabular shrink-0 text-text-3 text-xs">+{formats.duration(after)}</span>
            </span>
            <span
              aria-hidden="true"
              title={formats.duration(lasts)}
              className="relative block h-1 overflow-hidden rounded-full bg-surface-3"
            >
              <span
                className={
                  isBad ? "absolute h-full rounded-full bg-bad" : "absolute h-full rounded-full bg-accent"
                }
                style={{ left: `${from * 100}%`, width: `max(2px, ${share * 100}%)` }}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

export interface RunFactsProps {
  run: Run;
  events: readonly RunEvent[] | undefined;
  issues: ReadonlyArray<{ id: string; identifier: string; title: string; status: string }> | undefined;
}

export function RunFacts({ run, events, issues }: RunFactsProps) {
  const t = useT();
  const formats = useFormats();
  const { issuePrefix } = useCompany();
  const who = useWho()("agent", run.agentId);
  const invocation = invocationOf(events ?? []);
  const usage = usageOf(run.usageJson);
  const value = "px-1 text-text-2";
  return (
    <div className="flex flex-col gap-5 px-4 py-3">
      <Properties label={t("run.facts")}>
        <Property label={t("issues.status")}>
          <span className="px-1">
            <StatusChip status={run.status} isLive={run.status === "running"} />
          </span>
        </Property>
        <Property label={t("run.agent")}>
          <span className="px-1">
            <WhoMark who={who} hasName />
          </span>
        </Property>
        <Property label={t("run.issues")}>
          {issues === undefined ? (
            <Skeleton className="h-4 w-32" />
          ) : issues.length === 0 ? (
            <span className="px-1 text-text-3">{t("common.none")}</span>
          ) : (
            issues.map((issue) => (
              <Link
                key={issue.id}
                to={paths.issue(issuePrefix, issue.identifier)}
                className="flex min-h-6 w-full min-w-0 items-center gap-1.5 rounded-m px-1 hover:bg-surface-3/70"
              >
                <span className="shrink-0 font-mono text-text-3 text-xs">{issue.identifier}</span>
                <span className="truncate">{issue.title}</span>
              </Link>
            ))
          )}
        </Property>
        <Property label={t("run.because")}>
          <span className={value}>{triggerOf(run, t)}</span>
        </Property>
        <Property label={t("issue.started")}>
          {run.startedAt ? (
            <Time at={run.startedAt} className={value} />
          ) : (
            <span className="px-1 text-text-3">{t("run.notStarted")}</span>
          )}
        </Property>
        {run.startedAt && (
          <Property label={t("run.duration")}>
            <span className={value}>
              <Duration from={run.startedAt} to={run.finishedAt ?? null} />
            </span>
          </Property>
        )}
        {(run.exitCode ?? run.signal ?? undefined) !== undefined && (
          <Property label={t("run.exit")}>
            <span className="px-1 font-mono text-text-2 text-xs">{run.signal ?? run.exitCode}</span>
          </Property>
        )}
        {usage && (
          <Property label={t("run.tokens")}>
            <span className={value}>
              {t("run.tokensOf", {
                input: formats.compact(usage.input),
                cached: formats.compact(usage.cached),
                output: formats.compact(usage.output),
              })}
            </span>
          </Property>
        )}
        {usage?.model && (
          <Property label={t("run.model")}>
            <span className={value}>{usage.model}</span>
          </Property>
        )}
        {run.retryOfRunId && (
          <Property label={t("run.repeats")}>
            <Link
              to={paths.run(issuePrefix, run.agentId, run.retryOfRunId)}
              className="px-1 text-accent-ink hover:underline"
            >
              {t("run.earlierRun")}
            </Link>
          </Property>
        )}
        <Property label={t("run.id")}>
          <span className="px-1">
            <ShortId id={run.id} />
          </span>
        </Property>
      </Properties>

      <section aria-label={t("run.timeline")} className="flex flex-col gap-2">
        <h2 className="font-semibold">{t("run.timeline")}</h2>
        {events ? <Timeline run={run} events={events} /> : <Skeleton className="h-16 w-full" />}
      </section>

      {invocation && (
        <details className="group">
          <summary className="font-semibold">{t("run.invocation")}</summary>
          <div className="mt-2 flex flex-col gap-2 break-all font-mono text-xs">
            <p className="max-h-40 overflow-y-auto whitespace-pre-wrap">
              {[invocation.command, ...invocation.args].join(" ")}
            </p>
            {invocation.folder && (
              <p>
                <span className="font-sans text-text-3">{t("run.folder")} </span>
                {invocation.folder}
              </p>
            )}
            {invocation.variables.length > 0 && (
              <dl className="max-h-60 overflow-y-auto">
                {invocation.variables.map(([name, text]) => (
                  <div key={name}>
                    <dt className="inline text-text-3">{name}=</dt>
                    <dd className="inline">{text}</dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
        </details>
      )}
    </div>
  );
}
