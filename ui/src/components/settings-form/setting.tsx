// One field of a form of settings, by its kind. What is empty is not set at all.
import { useState } from "react";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Field, TextArea, TextField } from "@/ui/field";
import { Select } from "@/ui/select";
import { Switch } from "@/ui/switch";
import { isKeptSecret, type SettingField } from "./fields";
import { Pairs } from "./pairs";

export interface SettingProps {
  field: SettingField;
  value: unknown;
  onValue: (value: unknown) => void;
  error?: string | undefined;
}

const asText = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
const orNothing = (text: string): unknown => (text === "" ? undefined : text);

function JsonSetting({ field, value, onValue, error }: SettingProps) {
  const t = useT();
  const [typed, setTyped] = useState(() => (value === undefined ? "" : JSON.stringify(value, null, 2)));
  const [isBroken, setBroken] = useState(false);
  return (
    <TextArea
      label={field.label}
      hint={field.hint}
      isOptional={!field.isRequired}
      isCode
      spellCheck={false}
      value={typed}
      error={isBroken ? t("errors.notJson") : error}
      onValue={(text) => {
        setTyped(text);
        try {
          onValue(text.trim() ? JSON.parse(text) : undefined);
          setBroken(false);
        } catch {
          setBroken(true);
        }
      }}
    />
  );
}

function SecretSetting({ field, value, onValue, error }: SettingProps) {
  const t = useT();
  const [isReplaced, setReplaced] = useState(false);
  if (isKeptSecret(value) && !isReplaced)
    return (
      <Field label={field.label} hint={field.hint}>
        {({ id }) => (
          <span className="flex h-8 items-center gap-3 text-text-2">
            {t("common.keptSecret")}
            <Button id={id} size="s" onClick={() => setReplaced(true)}>
              {t("common.replace")}
            </Button>
          </span>
        )}
      </Field>
    );
  const frame = {
    label: field.label,
    hint: field.hint,
    isOptional: !field.isRequired,
    error,
    value: typeof value === "string" ? value : "",
    onValue: (text: string) => onValue(orNothing(text)),
  };
  if (field.isLong) return <TextArea {...frame} isCode spellCheck={false} autoComplete="off" />;
  return <TextField {...frame} type="password" autoComplete="new-password" />;
}

export function Setting(props: SettingProps) {
  const t = useT();
  const { field, value, onValue, error } = props;
  const frame = { label: field.label, hint: field.hint, isOptional: !field.isRequired, error };
  const standard = field.standard === undefined ? undefined : String(field.standard);
  switch (field.kind) {
    case "switch":
      return (
        <Switch
          label={field.label}
          hint={field.hint}
          isOn={(value ?? field.standard) === true}
          onChange={onValue}
        />
      );
    case "choice": {
      const options = field.options ?? [];
      return (
        <Select
          {...frame}
          value={asText(value)}
          onValue={(picked) =>
            onValue(options.find((option) => String(option.value) === picked)?.value ?? undefined)
          }
          options={[
            {
              value: "",
              label: standard
                ? t("common.standard", {
                    value: options.find((option) => String(option.value) === standard)?.label ?? standard,
                  })
                : "–",
            },
            ...options.map((option) => ({ value: String(option.value), label: option.label })),
          ]}
        />
      );
    }
    case "number":
      return (
        <TextField
          {...frame}
          type="number"
          inputMode="decimal"
          step="any"
          placeholder={standard}
          value={asText(value)}
          onValue={(text) => onValue(text === "" ? undefined : Number(text))}
        />
      );
    case "area":
      return <TextArea {...frame} value={asText(value)} onValue={(text) => onValue(orNothing(text))} />;
    case "lines":
      return (
        <TextArea
          {...frame}
          isCode
          spellCheck={false}
          value={Array.isArray(value) ? value.join("\n") : asText(value)}
          onValue={(text) => onValue(text === "" ? undefined : text.split("\n"))}
        />
      );
    case "pairs":
      return (
        <Field label={field.label} hint={field.hint} isOptional>
          {() => (
            <Pairs
              label={field.label}
              value={typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}}
              onValue={(pairs) => onValue(Object.keys(pairs).length > 0 ? pairs : undefined)}
            />
          )}
        </Field>
      );
    case "json":
      return <JsonSetting {...props} />;
    case "secret":
      return <SecretSetting {...props} />;
    default:
      return (
        <TextField
          {...frame}
          autoComplete="off"
          spellCheck={false}
          placeholder={standard}
          value={asText(value)}
          onValue={(text) => onValue(orNothing(text))}
        />
      );
  }
}
