// How the settings of an agent came to be: every change with what it changed, and the way back.
import { History, Undo2 } from "lucide-react";
import { useState } from "react";
import { useRevisions, useRollback } from "@/api/agent-parts";
import { sayError } from "@/api/error";
import type { AgentRevision } from "@/api/types";
import { useCompany } from "@/company";
import { isKeptSecret } from "@/components/settings-form/fields";
import { useWho, WhoMark } from "@/components/who";
import { Column } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card, Section } from "@/ui/card";
import { Confirm } from "@/ui/dialog";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";
import type { SectionProps } from "./agent";
import { differences, isNothing, written } from "./revision-diff";

interface RevisionProps {
  revision: AgentRevision;
  /** Nothing came after it. */
  isCurrent: boolean;
  onRollBack: () => void;
}

function Revision({ revision, isCurrent, onRollBack }: RevisionProps) {
  const t = useT();
  const who = useWho();
  const by = revision.createdByAgentId
    ? who("agent", revision.createdByAgentId)
    : who("person", revision.createdByUserId ?? "");
  const changed = differences(revision.beforeConfig, revision.afterConfig);
  const shown = (value: unknown) => (isKeptSecret(value) ? t("common.keptSecret") : written(value));
  return (
    <Card>
      <header className="flex items-center gap-2 border-line border-b bg-surface-2 px-4 py-1.5">
        <WhoMark who={by} size={18} hasName />
        <Time at={revision.createdAt} className="text-text-3" />
        {revision.source === "rollback" && <span className="text-text-3">· {t("agent.wasRollback")}</span>}
        <span className="grow" />
        {isCurrent ? (
          <span className="text-text-3 text-xs">{t("agent.current")}</span>
        ) : (
          <Button size="s" tone="quiet" icon={<Undo2 size={12} />} onClick={onRollBack}>
            {t("agent.rollBack")}
          </Button>
        )}
      </header>
      {changed.length === 0 ? (
        <p className="px-4 py-2 text-text-3">{t("agent.nothingDiffers")}</p>
      ) : (
        <dl className="divide-y divide-line">
          {changed.map(({ path, from, to }) => (
            <div key={path} className="px-4 py-2 md:grid md:grid-cols-[200px_1fr] md:gap-3">
              <dt className="truncate font-mono text-text-2 text-xs leading-5">{path}</dt>
              <dd className="min-w-0 font-mono text-xs leading-5">
                {!isNothing(from) && (
                  <del className="block whitespace-pre-wrap break-all rounded-s bg-bad-soft px-1.5 text-bad-ink no-underline">
                    <span aria-hidden="true">− </span>
                    {shown(from)}
                  </del>
                )}
                {!isNothing(to) && (
                  <ins className="mt-0.5 block whitespace-pre-wrap break-all rounded-s bg-good-soft px-1.5 text-good-ink no-underline">
                    <span aria-hidden="true">+ </span>
                    {shown(to)}
                  </ins>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

export default function Revisions({ agent }: SectionProps) {
  const t = useT();
  const { id: company } = useCompany();
  const list = useRevisions(company, agent.id);
  const rollback = useRollback(company, agent.id);
  const [asked, setAsked] = useState<AgentRevision>();

  if (list.isPending) return <SkeletonRows />;
  if (list.isError && !list.data)
    return <Failed error={list.error} what={t("agent.tab_revisions")} onRetry={() => list.refetch()} />;
  if (list.data.length === 0)
    return (
      <Empty icon={<History size={20} />} title={t("agent.noRevisions")}>
        {t("agent.noRevisionsWhy")}
      </Empty>
    );
  return (
    <Column isWide>
      <Section title={t("agent.tab_revisions")} why={t("agent.revisionsWhy")}>
        <ul className="flex flex-col gap-3">
          {list.data.map((revision, at) => (
            <li key={revision.id}>
              <Revision revision={revision} isCurrent={at === 0} onRollBack={() => setAsked(revision)} />
            </li>
          ))}
        </ul>
      </Section>
      {asked && (
        <Confirm
          isOpen
          onClose={() => setAsked(undefined)}
          title={t("agent.rollBackTitle")}
          action={t("agent.rollBack")}
          isBusy={rollback.isPending}
          onConfirm={() =>
            rollback.mutate(asked.id, {
              onSuccess: () => {
                setAsked(undefined);
                toast.done(t("agent.rolledBack", { name: agent.name }));
              },
              onError: (error) =>
                toast.failed(t("errors.changeFailed", { what: agent.name }), sayError(error, t)),
            })
          }
        >
          {t("agent.rollBackWhy", { name: agent.name })}
        </Confirm>
      )}
    </Column>
  );
}
