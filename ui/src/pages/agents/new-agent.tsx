// Hiring an agent: who it is, how it works, when it works. The server tries the settings on request.
import { useState } from "react";
import { useCreateAgent, useHireAgent } from "@/api/agents";
import { sayError } from "@/api/error";
import { useCompany } from "@/company";
import { type AgentDraft, createOf, emptyDraft } from "@/forms/agent/agent-draft";
import { HeartbeatFields } from "@/forms/agent/heartbeat-fields";
import { HowFields } from "@/forms/agent/how-fields";
import { TrySettings } from "@/forms/agent/try-settings";
import { WhoFields } from "@/forms/agent/who-fields";
import { useGo, useSearch } from "@/navigation";
import { paths } from "@/paths";
import { Column, Page } from "@/shell/page";
import { openNewIssue } from "@/shell/shell-state";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Section } from "@/ui/card";

const NEEDED: Readonly<Record<string, string>> = { process: "command", http: "url" };

export default function NewAgentPage() {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix, requireBoardApprovalForNewAgents: mustAsk } = useCompany();
  const [search] = useSearch();
  const [key] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState<AgentDraft>(() =>
    emptyDraft({
      name: search.name ?? "",
      adapterType: search.adapterType ?? "process",
      reportsTo: search.reportsTo ?? null,
    }),
  );
  const [hasTried, setTried] = useState(false);
  const create = useCreateAgent(company);
  const ask = useHireAgent(company);
  const change = (part: Partial<AgentDraft>) => setDraft((old) => ({ ...old, ...part }));
  const needed = NEEDED[draft.adapterType];
  const isWhole = !!draft.name.trim() && (!needed || !!draft.adapterConfig[needed]);
  const fields = { draft, change, hasTried };

  function hire(isAssigning: boolean) {
    setTried(true);
    if (!isWhole || create.isPending || ask.isPending) return;
    if (mustAsk) {
      ask.mutate(
        { ...createOf(draft), idempotencyKey: `agent-${key}` },
        {
          onSuccess: ({ agent, approval }) =>
            go(approval ? paths.approval(issuePrefix, approval.id) : paths.agent(issuePrefix, agent.urlKey)),
        },
      );
      return;
    }
    create.mutate(
      { ...createOf(draft), idempotencyKey: `agent-${key}` },
      {
        onSuccess: (agent) => {
          go(paths.agent(issuePrefix, agent.urlKey));
          if (isAssigning) openNewIssue({ assigneeAgentId: agent.id });
        },
      },
    );
  }

  const buttons = (
    <>
      {!mustAsk && (
        <Button isBusy={create.isPending} onClick={() => hire(true)} className="max-md:hidden">
          {t("agents.hireAndAssign")}
        </Button>
      )}
      <Button tone="primary" isBusy={create.isPending || ask.isPending} onClick={() => hire(false)}>
        {t(mustAsk ? "approvals.askForHire" : "agents.hire")}
      </Button>
    </>
  );
  return (
    <Page
      title={t("agents.new")}
      crumbs={[{ label: t("agents.title"), to: paths.agents(issuePrefix) }]}
      actions={buttons}
    >
      <Column>
        <form
          className="flex flex-col gap-10"
          onSubmit={(event) => {
            event.preventDefault();
            hire(false);
          }}
        >
          <Section title={t("agent.who")}>
            <WhoFields {...fields} />
          </Section>
          <Section title={t("agent.how")} why={t("agent.howWhy")}>
            <HowFields {...fields} />
            <div className="mt-4">
              <TrySettings draft={draft} />
            </div>
          </Section>
          <Section title={t("agent.when")} why={t("agent.whenWhy")}>
            <HeartbeatFields draft={draft} change={change} />
          </Section>
          {(create.error ?? ask.error) && (
            <p role="alert" className="rounded-m bg-bad-soft px-3 py-2 text-bad-ink">
              {sayError(create.error ?? ask.error, t)}
            </p>
          )}
          <div className="flex justify-end gap-2 border-line border-t pt-4">{buttons}</div>
        </form>
      </Column>
    </Page>
  );
}
