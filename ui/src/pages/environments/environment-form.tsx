// The form of an environment, with a try of its settings before they are saved.
import { CircleCheck, CircleX, FlaskConical } from "lucide-react";
import { useState } from "react";
import { useProbeSettings, useSaveEnvironment } from "@/api/environments";
import { sayError } from "@/api/error";
import type { Environment, EnvironmentCapabilities, Probe } from "@/api/types";
import { useCompany } from "@/company";
import { Setting } from "@/components/settings-form/setting";
import { SettingsForm } from "@/components/settings-form/settings-form";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { Column } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Section } from "@/ui/card";
import { TextArea, TextField } from "@/ui/field";
import { Select } from "@/ui/select";
import {
  EMPTY_ENVIRONMENT,
  type EnvironmentDraft,
  environmentDraftOf,
  environmentRequest,
  fieldsOf,
  kindsOf,
  labelOf,
} from "./environment-draft";

/** What a try found. */
export function ProbeResult({ probe }: { probe: Probe }) {
  return (
    <p role="status" className="flex items-start gap-2">
      {probe.ok ? (
        <CircleCheck size={16} className="mt-0.5 shrink-0 text-good" />
      ) : (
        <CircleX size={16} className="mt-0.5 shrink-0 text-bad" />
      )}
      <span className="min-w-0 break-words">{probe.summary}</span>
    </p>
  );
}

export interface EnvironmentFormProps {
  environment?: Environment;
  capabilities: EnvironmentCapabilities;
}

export function EnvironmentForm({ environment, capabilities }: EnvironmentFormProps) {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const kinds = kindsOf(capabilities, t);
  const before = environment && environmentDraftOf(environment);
  const [draft, setDraft] = useState<EnvironmentDraft>(
    () => before ?? { ...EMPTY_ENVIRONMENT, kind: kinds[0]?.value ?? EMPTY_ENVIRONMENT.kind },
  );
  const [hasTried, setTried] = useState(false);
  const save = useSaveEnvironment(company);
  const probe = useProbeSettings(company);
  const fields = fieldsOf(draft.kind, capabilities, t);
  const missing = fields.filter((field) => field.isRequired && !draft.config[field.key]);
  const errors = Object.fromEntries(
    (hasTried ? missing : []).map((field) => [field.key, t("agent.settingMissing", { name: field.label })]),
  );
  const change = (part: Partial<EnvironmentDraft>) => setDraft((old) => ({ ...old, ...part }));
  const isLocal = draft.kind === "local";

  function submit() {
    setTried(true);
    if (!draft.name.trim() || missing.length > 0) return;
    save.mutate(
      { ...(environment ? { id: environment.id } : {}), body: environmentRequest(draft, before) },
      { onSuccess: () => go(paths.environments(issuePrefix)) },
    );
  }

  return (
    <Column>
      <form
        className="flex flex-col gap-8"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="flex flex-col gap-4">
          <Select
            label={t("environments.kind")}
            hint={kinds.find((kind) => kind.value === draft.kind)?.why}
            value={draft.kind}
            onValue={(kind) => change({ kind, config: {} })}
            options={
              isLocal
                ? [{ value: draft.kind, label: labelOf(draft.kind, capabilities, t) }]
                : kinds.map(({ value, label }) => ({ value, label }))
            }
          />
          <TextField
            label={t("common.name")}
            value={draft.name}
            onValue={(name) => change({ name })}
            autoComplete="off"
            error={hasTried && !draft.name.trim() ? t("environments.nameMissing") : undefined}
          />
          <TextArea
            label={t("projects.description")}
            isOptional
            value={draft.description}
            onValue={(description) => change({ description })}
          />
        </div>
        {fields.length > 0 && (
          <Section title={t("agent.settings")}>
            <div className="flex flex-col gap-4">
              <SettingsForm
                key={draft.kind}
                fields={fields}
                settings={draft.config}
                onSettings={(config) => change({ config })}
                errors={errors}
              />
            </div>
          </Section>
        )}
        <Section title={t("agent.set_env")} why={t("environments.varsWhy")}>
          <Setting
            field={{ key: "envVars", kind: "pairs", label: t("agent.set_env") }}
            value={draft.envVars}
            onValue={(vars) => change({ envVars: (vars ?? {}) as EnvironmentDraft["envVars"] })}
          />
        </Section>
        {save.isError && (
          <p role="alert" className="rounded-m bg-bad-soft px-3 py-2 text-bad-ink">
            {sayError(save.error, t)}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2 border-line border-t pt-4">
          <Button
            icon={<FlaskConical size={14} />}
            isBusy={probe.isPending}
            onClick={() => probe.mutate(environmentRequest(draft))}
          >
            {t("environments.probe")}
          </Button>
          <span className="grow" />
          <Button onClick={() => go(paths.environments(issuePrefix))}>{t("common.cancel")}</Button>
          <Button type="submit" tone="primary" isBusy={save.isPending}>
            {t(environment ? "common.saveChanges" : "environments.create")}
          </Button>
        </div>
        {probe.isError && <p className="text-bad-ink">{sayError(probe.error, t)}</p>}
        {probe.data && <ProbeResult probe={probe.data} />}
      </form>
    </Column>
  );
}
