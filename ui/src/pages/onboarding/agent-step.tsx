// The second step: the first agent, of a kind that needs no account anywhere.
import { useMutation } from "@tanstack/react-query";
import { Globe, Sparkles, SquareTerminal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCreateAgent, useUpdateAgent } from "@/api/agents";
import type { AgentRole } from "@/api/types";
import { useT } from "@/texts/locale";
import { cx } from "@/ui/class-names";
import { TextArea, TextField } from "@/ui/field";
import { Select } from "@/ui/select";
import type { StepProps } from "./company-step";
import { EXAMPLE_CONFIG } from "./example-agent";
import { type AgentKind, adapterOf } from "./progress";
import { StepFrame } from "./step-frame";

const ROLES: readonly AgentRole[] = [
  "general",
  "ceo",
  "cto",
  "engineer",
  "designer",
  "pm",
  "qa",
  "devops",
  "researcher",
  "security",
  "cmo",
  "cfo",
];

function Choice({
  isTaken,
  onTake,
  icon,
  title,
  children,
  badge,
}: {
  isTaken: boolean;
  onTake: () => void;
  icon: ReactNode;
  title: string;
  children: ReactNode;
  badge?: string;
}) {
  return (
    <label
      className={cx(
        "flex cursor-pointer items-start gap-3 rounded-l border p-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus",
        isTaken ? "border-accent bg-accent-soft" : "border-line-strong/70 hover:bg-surface-2",
      )}
    >
      <input type="radio" name="kind" checked={isTaken} onChange={onTake} className="sr-only" />
      <span className={cx("mt-0.5", isTaken ? "text-accent-ink" : "text-text-3")}>{icon}</span>
      <span className="min-w-0 grow">
        <span className="flex items-center gap-2 font-medium">
          {title}
          {badge && <span className="rounded-full bg-surface px-2 text-accent-ink text-xs">{badge}</span>}
        </span>
        <span className="block text-text-2">{children}</span>
      </span>
    </label>
  );
}

export function AgentStep({ progress, change }: StepProps) {
  const t = useT();
  const company = progress.companyId ?? "";
  const [hasTried, setTried] = useState(false);
  const create = useCreateAgent(company);
  const update = useUpdateAgent(company);
  const name = progress.agentName.trim();
  const { kind } = progress;
  const isWhole =
    !!name && (kind !== "process" || !!progress.command.trim()) && (kind !== "http" || !!progress.url.trim());

  const save = useMutation({
    mutationFn: async () => {
      const adapter = adapterOf(progress);
      const body = {
        name,
        role: progress.role as AgentRole,
        adapterType: adapter.adapterType,
        adapterConfig: kind === "example" ? EXAMPLE_CONFIG : adapter.config,
      };
      const agent = progress.agentId
        ? await update.mutateAsync({ agent: progress.agentId, ...body })
        : await create.mutateAsync({ ...body, icon: "sparkles", idempotencyKey: `agent-${progress.key}` });
      change({ agentId: agent.id, step: "check" });
    },
  });

  const choose = (next: AgentKind) => () => change({ kind: next });
  return (
    <StepFrame
      title={t("onboarding.agentTitle")}
      why={t("onboarding.agentWhy")}
      action={progress.agentId ? t("common.next") : t("onboarding.hire")}
      isBusy={save.isPending}
      error={save.error}
      onBack={() => change({ step: "company" })}
      onSubmit={() => {
        setTried(true);
        if (isWhole) save.mutate();
      }}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">{t("onboarding.agent")}</legend>
        <Choice
          isTaken={kind === "example"}
          onTake={choose("example")}
          icon={<Sparkles size={18} />}
          title={t("onboarding.example")}
          badge={t("onboarding.recommended")}
        >
          {t("onboarding.exampleWhy")}
        </Choice>
        <Choice
          isTaken={kind === "process"}
          onTake={choose("process")}
          icon={<SquareTerminal size={18} />}
          title={t("onboarding.process")}
        >
          {t("onboarding.processWhy")}
        </Choice>
        <Choice
          isTaken={kind === "http"}
          onTake={choose("http")}
          icon={<Globe size={18} />}
          title={t("onboarding.http")}
        >
          {t("onboarding.httpWhy")}
        </Choice>
      </fieldset>
      {kind === "process" && (
        <>
          <TextField
            label={t("onboarding.command")}
            hint={t("onboarding.commandWhy")}
            value={progress.command}
            onValue={(command) => change({ command })}
            error={hasTried && !progress.command.trim() ? t("onboarding.commandMissing") : undefined}
            autoComplete="off"
            spellCheck={false}
          />
          <TextArea
            label={t("onboarding.args")}
            isOptional
            isCode
            hint={t("onboarding.argsWhy")}
            value={progress.args}
            onValue={(args) => change({ args })}
          />
        </>
      )}
      {kind === "http" && (
        <TextField
          label={t("onboarding.url")}
          type="url"
          placeholder="https://"
          value={progress.url}
          onValue={(url) => change({ url })}
          error={hasTried && !progress.url.trim() ? t("onboarding.urlMissing") : undefined}
        />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={t("onboarding.agentName")}
          value={progress.agentName}
          onValue={(agentName) => change({ agentName })}
          error={hasTried && !name ? t("onboarding.agentNameMissing") : undefined}
          autoComplete="off"
        />
        <Select
          label={t("onboarding.role")}
          value={progress.role}
          onValue={(role) => change({ role })}
          options={ROLES.map((role) => ({ value: role as string, label: t(`words.${role}`) }))}
        />
      </div>
    </StepFrame>
  );
}
