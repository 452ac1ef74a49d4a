// The keys by which an agent may call the API by itself. A new one is shown once.
import { Copy, KeyRound } from "lucide-react";
import { useState } from "react";
import { useAgentKeys, useCreateKey, useRevokeKey } from "@/api/agent-parts";
import { sayError } from "@/api/error";
import type { AgentKey } from "@/api/types";
import { useCompany } from "@/company";
import { Column } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card, Section } from "@/ui/card";
import { Confirm, Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";
import type { SectionProps } from "./agent";

function NewKey({ agent, onClose }: SectionProps & { onClose: () => void }) {
  const t = useT();
  const { id: company } = useCompany();
  const [name, setName] = useState("");
  const create = useCreateKey(company, agent.id);
  const token = create.data?.token;

  async function copy() {
    if (!token) return;
    await navigator.clipboard.writeText(token);
    toast.done(t("common.copied"));
  }

  if (token)
    return (
      <Dialog
        isOpen
        onClose={onClose}
        size="s"
        title={t("agent.keyMade")}
        footer={
          <Button tone="primary" onClick={onClose}>
            {t("agent.keyKept")}
          </Button>
        }
      >
        <p className="text-text-2">{t("agent.keyOnce")}</p>
        <div className="mt-3 flex items-center gap-2">
          <code className="min-w-0 grow select-all break-all rounded-m bg-surface-2 px-2.5 py-2 font-mono text-xs">
            {token}
          </code>
          <Button icon={<Copy size={14} />} onClick={copy}>
            {t("common.copy")}
          </Button>
        </div>
      </Dialog>
    );
  const submit = () => name.trim() && create.mutate(name.trim());
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="s"
      title={t("agent.newKey")}
      footer={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button tone="primary" disabled={!name.trim()} isBusy={create.isPending} onClick={submit}>
            {t("agent.createKey")}
          </Button>
        </>
      }
    >
      <TextField
        label={t("common.name")}
        hint={t("agent.keyNameWhy")}
        value={name}
        onValue={setName}
        autoFocus
        autoComplete="off"
        onKeyDown={(event) => event.key === "Enter" && submit()}
        error={create.isError ? sayError(create.error, t) : undefined}
      />
    </Dialog>
  );
}

export default function ApiKeys({ agent }: SectionProps) {
  const t = useT();
  const { id: company } = useCompany();
  const list = useAgentKeys(company, agent.id);
  const revoke = useRevokeKey(company, agent.id);
  const [isNew, setNew] = useState(false);
  const [asked, setAsked] = useState<AgentKey>();
  const valid = (list.data ?? []).filter((key) => !key.revokedAt);
  const make = (
    <Button tone="primary" onClick={() => setNew(true)}>
      {t("agent.newKey")}
    </Button>
  );

  return (
    <Column>
      <Section title={t("agent.tab_api-keys")} why={t("agent.keysWhy")} aside={valid.length > 0 && make}>
        {list.isPending ? (
          <SkeletonRows count={3} />
        ) : list.isError && !list.data ? (
          <Failed error={list.error} what={t("agent.tab_api-keys")} onRetry={() => list.refetch()} />
        ) : valid.length === 0 ? (
          <Empty icon={<KeyRound size={20} />} title={t("agent.noKeys")} action={make}>
            {t("agent.noKeysWhy")}
          </Empty>
        ) : (
          <Card>
            <ul className="divide-y divide-line">
              {valid.map((key) => (
                <li key={key.id} className="flex items-center gap-3 px-4 py-2.5">
                  <KeyRound size={14} className="shrink-0 text-text-3" />
                  <span className="min-w-0 grow">
                    <span className="block truncate font-medium">{key.name}</span>
                    <span className="block text-text-3 text-xs">
                      {key.lastUsedAt ? (
                        <>
                          {t("agent.lastUsed")} <Time at={key.lastUsedAt} />
                        </>
                      ) : (
                        t("agent.neverUsed")
                      )}
                    </span>
                  </span>
                  <Time at={key.createdAt} className="text-text-3 text-xs max-md:hidden" />
                  <Button tone="danger" size="s" onClick={() => setAsked(key)}>
                    {t("agent.revoke")}
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Section>
      {isNew && <NewKey agent={agent} onClose={() => setNew(false)} />}
      {asked && (
        <Confirm
          isOpen
          onClose={() => setAsked(undefined)}
          title={t("agent.revokeTitle", { name: asked.name })}
          action={t("agent.revoke")}
          isBusy={revoke.isPending}
          onConfirm={() =>
            revoke.mutate(asked.id, {
              onSuccess: () => setAsked(undefined),
              onError: (error) =>
                toast.failed(t("errors.changeFailed", { what: asked.name }), sayError(error, t)),
            })
          }
        >
          {t("agent.revokeWhy")}
        </Confirm>
      )}
    </Column>
  );
}
