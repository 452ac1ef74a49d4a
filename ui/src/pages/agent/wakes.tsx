// What became of the attempts to wake an agent: the answer to "why does it do nothing".
import { useState } from "react";
import { useWakes } from "@/api/agent-parts";
import type { Agent, WakeEvent } from "@/api/types";
import { useCompany } from "@/company";
import { paths } from "@/paths";
import { agent as english } from "@/texts/en/agent";
import { type TextKey, type Translate, useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card, Section } from "@/ui/card";
import { Link } from "@/ui/link";
import { Failed, Skeleton } from "@/ui/states";
import { StatusIcon } from "@/ui/status";
import { Time } from "@/ui/time";

const SHOWN = 6;

const LOOK: Record<WakeEvent["status"], string> = {
  queued: "queued",
  deferred_issue_execution: "queued",
  claimed: "running",
  coalesced: "completed",
  skipped: "cancelled",
  completed: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
};

/** A word of the server as a sentence of ours, or as plain words where we have none. */
function say(t: Translate, prefix: "wake" | "skip", word: string): string {
  const key = `${prefix}_${word.replaceAll(".", "_")}`;
  return key in english ? t(`agent.${key}` as TextKey) : word.replaceAll("_", " ").replaceAll(".", ": ");
}

export function Wakes({ agent, titles }: { agent: Agent; titles: ReadonlyMap<string, string> }) {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const [isWhole, setWhole] = useState(false);
  const wakes = useWakes(company, agent.id);
  const events = wakes.data?.events ?? [];

  return (
    <Section title={t("agent.wakes")} why={t("agent.wakesWhy")}>
      {wakes.isPending ? (
        <Skeleton className="h-10 w-full" />
      ) : wakes.isError && !wakes.data ? (
        <Failed isInline error={wakes.error} what={t("agent.wakes")} onRetry={() => wakes.refetch()} />
      ) : events.length === 0 ? (
        <p className="text-text-2">{t("agent.noWakes")}</p>
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {(isWhole ? events : events.slice(0, SHOWN)).map((event) => {
              const because = event.error ?? (event.statusReason && say(t, "skip", event.statusReason));
              const title = titles.get(event.issueId ?? "");
              return (
                <li key={event.id} className="flex items-start gap-2.5 px-4 py-2">
                  <span className="mt-0.5">
                    <StatusIcon status={LOOK[event.status]} isDecoration />
                  </span>
                  <span className="min-w-0 grow">
                    <span className="font-medium">{say(t, "wake", event.reason)}</span>
                    <span className="text-text-3"> · {t(`agent.fate_${event.status}`)}</span>
                    {(title || because) && (
                      <span className="block break-words text-text-2">
                        {[title, because].filter(Boolean).join(" · ")}
                      </span>
                    )}
                  </span>
                  {event.runId && (
                    <Link
                      to={paths.run(issuePrefix, agent.urlKey, event.runId)}
                      className="shrink-0 text-accent-ink hover:underline max-md:hidden"
                    >
                      {t("agent.openRun")}
                    </Link>
                  )}
                  <Time
                    at={event.requestedAt}
                    className="w-20 shrink-0 text-right text-text-3 text-xs leading-5 max-md:w-auto"
                  />
                </li>
              );
            })}
          </ul>
        </Card>
      )}
      {!isWhole && events.length > SHOWN && (
        <Button tone="quiet" className="mt-1" onClick={() => setWhole(true)}>
          {t("common.showMore")}
        </Button>
      )}
    </Section>
  );
}
