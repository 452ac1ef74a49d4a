// The form of an environment: which kinds there are, the fields of each, and the request.
import type { Environment, EnvironmentCapabilities, EnvironmentDriver } from "@/api/types";
import {
  difference,
  fieldsOfSchema,
  isKeptSecret,
  type SettingField,
  type Settings,
  setOnly,
} from "@/components/settings-form/fields";
import type { TextKey, Translate } from "@/texts/locale";

export interface EnvironmentDraft {
  name: string;
  description: string;
  /** The driver, and of a sandbox its provider: `sandbox:daytona`. */
  kind: string;
  config: Settings;
  envVars: Settings;
}

export const EMPTY_ENVIRONMENT: EnvironmentDraft = {
  name: "",
  description: "",
  kind: "ssh",
  config: {},
  envVars: {},
};

// The key is sent as a text and comes back as the secret that it became.
const KEY = "privateKey";
const KEY_REF = "privateKeySecretRef";

const SSH: ReadonlyArray<Omit<SettingField, "label" | "hint">> = [
  { key: "host", kind: "text", isRequired: true },
  { key: "username", kind: "text", isRequired: true },
  { key: "remoteWorkspacePath", kind: "text", isRequired: true },
  { key: "port", kind: "number", standard: 22 },
  { key: KEY, kind: "secret", isLong: true },
  { key: "knownHosts", kind: "area" },
  { key: "strictHostKeyChecking", kind: "switch", standard: true },
];

export function kindOf(environment: Pick<Environment, "driver" | "config">): string {
  const provider = setOnly(environment.config).provider;
  return environment.driver === "sandbox" && typeof provider === "string"
    ? `sandbox:${provider}`
    : environment.driver;
}

export const driverOf = (kind: string): EnvironmentDriver => kind.split(":")[0] as EnvironmentDriver;

export interface Kind {
  value: string;
  label: string;
  why: string;
}

const NAMED: Readonly<Record<string, { label: TextKey; why: TextKey }>> = {
  local: { label: "environments.kind_local", why: "environments.why_local" },
  ssh: { label: "environments.kind_ssh", why: "environments.why_ssh" },
};

/** The kinds that the server can make: its drivers, and the providers of sandboxes. */
export function kindsOf(capabilities: EnvironmentCapabilities, t: Translate): Kind[] {
  const drivers = Object.entries(capabilities.drivers)
    .filter(([driver, support]) => driver in NAMED && driver !== "local" && support === "supported")
    .map(([driver]) => {
      const named = NAMED[driver];
      return { value: driver, label: named ? t(named.label) : driver, why: named ? t(named.why) : "" };
    });
  const providers = Object.entries(capabilities.sandboxProviders)
    .filter(([, provider]) => provider.status === "supported")
    .map(([key, provider]) => ({
      value: `sandbox:${key}`,
      label: provider.displayName,
      why: provider.description ?? "",
    }));
  return [...drivers, ...providers];
}

export function labelOf(
  kind: string,
  capabilities: EnvironmentCapabilities | undefined,
  t: Translate,
): string {
  const named = NAMED[kind];
  if (named) return t(named.label);
  const provider = kind.split(":")[1];
  return (provider && capabilities?.sandboxProviders[provider]?.displayName) || provider || kind;
}

/** The fields of a kind. */
export function fieldsOf(
  kind: string,
  capabilities: EnvironmentCapabilities,
  t: Translate,
): readonly SettingField[] {
  if (kind === "ssh")
    return SSH.map((field) => ({
      ...field,
      label: t(`environments.set_${field.key}` as TextKey),
      hint: t(`environments.hint_${field.key}` as TextKey),
    }));
  const provider = kind.split(":")[1];
  return provider ? fieldsOfSchema(capabilities.sandboxProviders[provider]?.configSchema) : [];
}

export function environmentDraftOf(environment: Environment): EnvironmentDraft {
  const { provider: _provider, [KEY_REF]: key, ...rest } = setOnly(environment.config);
  const config = key === undefined ? rest : { ...rest, [KEY]: key };
  return {
    name: environment.name,
    description: environment.description ?? "",
    kind: kindOf(environment),
    config,
    envVars: setOnly(environment.envVars),
  };
}

/** A draft as the server takes it; of one that is there already only the settings that changed. */
export function environmentRequest(draft: EnvironmentDraft, before?: EnvironmentDraft) {
  const [driver, provider] = draft.kind.split(":");
  const isSameKind = before?.kind === draft.kind;
  const changed = isSameKind ? difference(before.config, draft.config) : { ...draft.config };
  const { [KEY]: key, ...rest } = changed;
  // A key that is kept is named by its secret; one that was taken away is neither.
  const keyPart =
    key === undefined ? {} : isKeptSecret(key) ? { [KEY_REF]: key } : { [key === null ? KEY_REF : KEY]: key };
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    driver: driver as EnvironmentDriver,
    config: { ...(provider ? { provider } : {}), ...rest, ...keyPart },
    envVars: { ...draft.envVars },
  };
}
