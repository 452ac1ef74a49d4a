// One run in a list: how it stands, whose it is, about what, why, when, how long. On a phone two lines.
import type { Run } from "@/api/types";
import { useCompany } from "@/company";
import { endingOf, triggerOf } from "@/components/reason-words";
import { useWho, WhoMark } from "@/components/who";
import { useProgress } from "@/live/progress";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Link } from "@/ui/link";
import { useIsPhone } from "@/ui/media";
import { Row } from "@/ui/row";
import { StatusChip, StatusIcon } from "@/ui/status";
import { Duration, Time } from "@/ui/time";

export interface RunRowProps {
  run: Run;
  /** The issue that it is about; `null` if there is none, undefined while it is not known. */
  issue: { identifier: string; title: string } | null | undefined;
  isActive: boolean;
  onActive: () => void;
}

export function RunRow({ run, issue, isActive, onActive }: RunRowProps) {
  const t = useT();
  const { issuePrefix } = useCompany();
  const who = useWho()("agent", run.agentId);
  const progress = useProgress(run.id);
  const isPhone = useIsPhone();
  const isLive = run.status === "running";
  const to = paths.run(issuePrefix, run.agentId, run.id);
  const isBad = run.status === "failed" || run.status === "timed_out";
  const note = isLive ? progress?.line : isBad ? endingOf(run.errorCode, t).what : undefined;
  const noteTone = isLive ? "text-working-ink" : "text-bad-ink";
  const took = run.startedAt ? <Duration from={run.startedAt} to={run.finishedAt ?? null} /> : "–";

  if (isPhone)
    return (
      <Row className="border-line border-b py-2">
        <Link to={to} className="flex min-w-0 grow items-start gap-2.5">
          <StatusIcon status={run.status} isLive={isLive} className="mt-0.5" />
          <span className="min-w-0 grow">
            <span className="flex items-center gap-1.5">
              <WhoMark who={who} size={18} hasName />
              <span className="truncate text-text-2">{issue?.title ?? triggerOf(run, t)}</span>
            </span>
            <span className="flex gap-2 text-text-3 text-xs">
              {note ? (
                <span className={`min-w-0 truncate ${noteTone}`}>{note}</span>
              ) : (
                <span className="truncate">{triggerOf(run, t)}</span>
              )}
              <span className="grow" />
              <span className="shrink-0">{took}</span>
              <Time at={run.createdAt} className="shrink-0" />
            </span>
          </span>
        </Link>
      </Row>
    );

  return (
    <Row isActive={isActive} onMouseEnter={onActive}>
      <Link
        to={to}
        tabIndex={isActive ? 0 : -1}
        className="flex min-w-0 grow items-center gap-3 self-stretch outline-none"
      >
        <StatusChip status={run.status} isLive={isLive} className="w-32 shrink-0" />
        <span className="flex w-36 shrink-0">
          <WhoMark who={who} hasName />
        </span>
        <span className="flex min-w-0 grow items-baseline gap-2">
          {issue && (
            <>
              <span className="shrink-0 font-mono text-text-3 text-xs">{issue.identifier}</span>
              <span className="truncate font-medium">{issue.title}</span>
            </>
          )}
          {note && <span className={`min-w-0 shrink-0 max-w-72 truncate text-xs ${noteTone}`}>{note}</span>}
        </span>
        <span className="hidden w-56 shrink-0 truncate text-text-3 text-xs xl:block">
          {triggerOf(run, t)}
        </span>
        <span className="tabular w-16 shrink-0 whitespace-nowrap text-right text-text-2 text-xs">{took}</span>
      </Link>
      <Time
        at={run.createdAt}
        className="tabular w-20 shrink-0 whitespace-nowrap text-right text-text-3 text-xs"
      />
    </Row>
  );
}
