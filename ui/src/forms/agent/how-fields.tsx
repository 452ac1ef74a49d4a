// How an agent works: its adapter with the settings of that, and where its runs execute.
import { useAdapters } from "@/api/agents";
import { useEnvironments } from "@/api/environments";
import { useCompany } from "@/company";
import { useAdapterFields } from "@/components/settings-form/adapter-fields";
import { SettingsForm } from "@/components/settings-form/settings-form";
import { useT } from "@/texts/locale";
import { Select } from "@/ui/select";
import { Skeleton } from "@/ui/states";
import type { AgentFieldsProps } from "./who-fields";

// The server's labels of these two are their bare names.
const OURS = { process: "agent.adapter_process", http: "agent.adapter_http" } as const;

const labelOf = (type: string) => OURS[type as keyof typeof OURS];

export function HowFields({ draft, change, hasTried }: AgentFieldsProps) {
  const t = useT();
  const { id: company } = useCompany();
  const { data: adapters = [] } = useAdapters();
  const { data: environments = [] } = useEnvironments(company);
  const fields = useAdapterFields(company, draft.adapterType);
  const known = adapters.some((one) => one.type === draft.adapterType)
    ? adapters
    : [...adapters, { type: draft.adapterType, label: draft.adapterType, loaded: true, disabled: false }];
  const errors = Object.fromEntries(
    (hasTried ? (fields ?? []) : [])
      .filter((field) => field.isRequired && !draft.adapterConfig[field.key])
      .map((field) => [field.key, t("agent.settingMissing", { name: field.label })]),
  );

  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t("agent.adapter")}
        hint={t("agent.adapterWhy")}
        value={draft.adapterType as string}
        onValue={(adapterType) => change({ adapterType, adapterConfig: {} })}
        options={[...known]
          .filter((one) => !one.disabled || one.type === draft.adapterType)
          .sort((one, other) => Number(other.loaded) - Number(one.loaded))
          .map((one) => {
            const key = labelOf(one.type);
            const label = key ? t(key) : one.label;
            return {
              value: one.type as string,
              label: one.loaded ? label : t("agent.notHere", { name: label }),
              isDisabled: !one.loaded && one.type !== draft.adapterType,
            };
          })}
      />
      {fields ? (
        <SettingsForm
          key={draft.adapterType}
          fields={fields}
          settings={draft.adapterConfig}
          onSettings={(adapterConfig) => change({ adapterConfig })}
          errors={errors}
          hasRest
        />
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
      <Select
        label={t("agent.environment")}
        hint={t("agent.environmentWhy")}
        value={draft.defaultEnvironmentId ?? ""}
        onValue={(id) => change({ defaultEnvironmentId: id || null })}
        options={[
          { value: "", label: t("agent.standardPlace") },
          ...environments
            .filter((one) => one.status === "active" || one.id === draft.defaultEnvironmentId)
            .map((one) => ({ value: one.id as string, label: one.name })),
        ]}
      />
    </div>
  );
}
