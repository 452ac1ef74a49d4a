// The fields of an agent's settings: what its adapter describes, and what the server's guide to the
// settings of its kind says of those that are described nowhere else.
import { useMemo } from "react";
import { useAdapterForm, useModels } from "@/api/adapters";
import { type TextKey, type Translate, useT } from "@/texts/locale";
import { type FieldKind, fieldsOfAdapter, type SettingField } from "./fields";

interface Known {
  key: string;
  kind: FieldKind;
  isRequired?: boolean;
  standard?: unknown;
}

const METHODS = ["POST", "PUT", "PATCH", "DELETE"].map((value) => ({ value, label: value }));

const PROGRAM: readonly Known[] = [
  { key: "cwd", kind: "text" },
  { key: "env", kind: "pairs" },
  { key: "timeoutSec", kind: "number", standard: 0 },
];

const OF_ADAPTER: Readonly<Record<string, readonly Known[]>> = {
  process: [
    { key: "command", kind: "text", isRequired: true },
    { key: "args", kind: "lines" },
    ...PROGRAM,
    { key: "graceSec", kind: "number" },
  ],
  http: [
    { key: "url", kind: "text", isRequired: true },
    { key: "method", kind: "choice", standard: "POST" },
    { key: "headers", kind: "pairs" },
    { key: "payloadTemplate", kind: "json" },
    { key: "timeoutSec", kind: "number", standard: 0 },
  ],
};

function named(known: Known, t: Translate): SettingField {
  return {
    ...known,
    label: t(`agent.set_${known.key}` as TextKey),
    hint: t(`agent.why_${known.key}` as TextKey),
    ...(known.key === "method" ? { options: METHODS } : {}),
  };
}

/** All fields of an adapter; undefined until they are known. */
export function useAdapterFields(company: string, adapter: string): readonly SettingField[] | undefined {
  const t = useT();
  const { data: described, isPending } = useAdapterForm(adapter);
  const { data: models } = useModels(company, adapter);
  return useMemo(() => {
    const own = OF_ADAPTER[adapter];
    if (own) return own.map((known) => named(known, t));
    if (isPending) return undefined;
    const model: SettingField = {
      key: "model",
      label: t("agent.set_model"),
      hint: t("agent.why_model"),
      ...(models && models.length > 0
        ? { kind: "choice", options: models.map(({ id, label }) => ({ value: id, label })) }
        : { kind: "text" }),
    };
    const fields = [model, ...fieldsOfAdapter(described)];
    const has = new Set(fields.map((field) => field.key));
    return [...fields, ...PROGRAM.filter(({ key }) => !has.has(key)).map((known) => named(known, t))];
  }, [adapter, described, isPending, models, t]);
}
