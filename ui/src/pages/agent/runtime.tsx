// How an agent works, as a form: only what changed is saved, and it says when it counts.
import { useState } from "react";
import { useUpdateAgent } from "@/api/agents";
import { sayError } from "@/api/error";
import type { Agent } from "@/api/types";
import { useCompany } from "@/company";
import { type AgentDraft, changedFields, changeOf, draftOf } from "@/forms/agent/agent-draft";
import { HeartbeatFields } from "@/forms/agent/heartbeat-fields";
import { HowFields } from "@/forms/agent/how-fields";
import { TrySettings } from "@/forms/agent/try-settings";
import { WhoFields } from "@/forms/agent/who-fields";
import { Column } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Section } from "@/ui/card";
import { toast } from "@/ui/toast";
import { UnsavedBar } from "@/ui/unsaved-bar";
import type { SectionProps } from "./agent";

const LABEL = {
  name: "common.name",
  role: "agent.role",
  title: "agent.jobTitle",
  icon: "agent.icon",
  reportsTo: "agent.manager",
  capabilities: "agent.capabilities",
  adapterType: "agent.adapter",
  adapterConfig: "agent.settings",
  defaultEnvironmentId: "agent.environment",
  heartbeat: "agent.heartbeat",
} as const satisfies Record<keyof AgentDraft, string>;

function RuntimeForm({ agent, onFresh }: { agent: Agent; onFresh: () => void }) {
  const t = useT();
  const { id: company } = useCompany();
  // What nobody has touched here follows the agent, whoever changes it.
  const [touched, setTouched] = useState<Partial<AgentDraft>>({});
  const draft: AgentDraft = { ...draftOf(agent), ...touched };
  const update = useUpdateAgent(company);
  const change = (part: Partial<AgentDraft>) => setTouched((old) => ({ ...old, ...part }));
  const fields = { draft, change, agentId: agent.id, hasTried: true };
  const changes = changedFields(agent, draft);

  function save() {
    update.mutate(
      { agent: agent.id, ...changeOf(agent, draft) },
      {
        onSuccess: () => {
          toast.done(t("agent.saved", { name: draft.name }));
          onFresh();
        },
        onError: (error) => toast.failed(t("errors.changeFailed", { what: agent.name }), sayError(error, t)),
      },
    );
  }

  return (
    <>
      <div className="grow">
        <Column>
          <div className="flex flex-col gap-10">
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
          </div>
        </Column>
      </div>
      <UnsavedBar
        changes={changes.map((field) => t(LABEL[field]))}
        note={t("agent.countsNext")}
        isBusy={update.isPending}
        isDisabled={!draft.name.trim()}
        onSave={save}
        onDiscard={onFresh}
      />
    </>
  );
}

export default function Runtime({ agent }: SectionProps) {
  const [version, setVersion] = useState(0);
  return <RuntimeForm key={version} agent={agent} onFresh={() => setVersion(version + 1)} />;
}
