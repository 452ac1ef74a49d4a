// What a form of settings consists of. Adapters describe theirs as a list of fields, environments as
// JSON Schema, and two kinds of agents not at all; here all of them become the same list.

export type FieldKind =
  | "text"
  | "area"
  | "number"
  | "switch"
  | "choice"
  | "lines"
  | "pairs"
  | "json"
  | "secret";

export interface SettingField {
  key: string;
  kind: FieldKind;
  label: string;
  hint?: string | undefined;
  options?: ReadonlyArray<{ value: string | number; label: string }>;
  /** What holds if nothing is said. */
  standard?: unknown;
  isRequired?: boolean;
  /** A secret of several lines. */
  isLong?: boolean;
}

export type Settings = Readonly<Record<string, unknown>>;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const words = (value: unknown): string | undefined =>
  typeof value === "string" && value ? value : undefined;

const KIND_OF_WORD: Record<string, FieldKind> = {
  select: "choice",
  combobox: "text",
  textarea: "area",
  number: "number",
  toggle: "switch",
  boolean: "switch",
  text: "text",
  password: "secret",
};

/** The fields that an adapter describes. What is not understood is left out. */
export function fieldsOfAdapter(described: unknown): SettingField[] {
  if (!Array.isArray(described)) return [];
  return described.filter(isObject).flatMap((field): SettingField[] => {
    const key = words(field.key);
    if (!key) return [];
    const options = Array.isArray(field.options)
      ? field.options
          .filter(isObject)
          .map((one) => ({ value: String(one.value), label: words(one.label) ?? String(one.value) }))
      : undefined;
    return [
      {
        key,
        kind: KIND_OF_WORD[String(field.type)] ?? "text",
        label: words(field.label) ?? key,
        hint: words(field.hint),
        standard: field.default,
        isRequired: field.required === true,
        ...(options ? { options } : {}),
      },
    ];
  });
}

function kindOfSchema(schema: Json): FieldKind {
  if (Array.isArray(schema.enum)) return "choice";
  if (schema.format === "secret-ref") return "secret";
  switch (schema.type) {
    case "boolean":
      return "switch";
    case "integer":
    case "number":
      return "number";
    case "array":
      return isObject(schema.items) && schema.items.type !== "string" ? "json" : "lines";
    case "object":
      return "json";
    default:
      return "text";
  }
}

/** The fields of a JSON Schema, required ones first. */
export function fieldsOfSchema(schema: unknown): SettingField[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(schema.properties)
    .flatMap(([key, property]): SettingField[] => {
      if (!isObject(property)) return [];
      const options = Array.isArray(property.enum)
        ? property.enum.map((one) => ({ value: one as string | number, label: String(one) }))
        : undefined;
      return [
        {
          key,
          kind: kindOfSchema(property),
          label: words(property.title) ?? key,
          hint: words(property.description),
          standard: property.default,
          isRequired: required.has(key),
          ...(options ? { options } : {}),
        },
      ];
    })
    .sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** The settings that no field shows. */
export function restOf(settings: Settings, fields: readonly SettingField[]): Settings {
  const shown = new Set(fields.map((field) => field.key));
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !shown.has(key)));
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What differs, as the server takes it: new values, and null for what was taken away. */
export function difference(before: Settings, after: Settings): Record<string, unknown> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names]
      .filter((name) => !isSame(before[name], after[name]))
      .map((name) => [name, after[name] ?? null]),
  );
}

// What stands in place of a value that the server does not tell. Sent back, it keeps the value.
const HIDDEN = "***REDACTED***";

/** A secret that the server keeps: its value is never sent back. */
export const isKeptSecret = (value: unknown): boolean =>
  value === HIDDEN || (isObject(value) && (value.type === "secret_ref" || value.value === HIDDEN));

/** Settings without those that are not set. */
export const setOnly = (settings: unknown): Settings =>
  isObject(settings)
    ? Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))
    : {};
