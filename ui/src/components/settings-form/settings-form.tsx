// A form of settings out of their description, for adapters and environments alike. What the form
// does not know stays to be seen and changed as JSON, folded away.
import { useT } from "@/texts/locale";
import { restOf, type SettingField, type Settings } from "./fields";
import { Setting } from "./setting";

export interface SettingsFormProps {
  fields: readonly SettingField[];
  settings: Settings;
  onSettings: (settings: Settings) => void;
  /** What is wrong, by the field's name. */
  errors?: Readonly<Record<string, string>>;
  /** Offers the settings that no field shows. */
  hasRest?: boolean;
}

export function SettingsForm({ fields, settings, onSettings, errors = {}, hasRest }: SettingsFormProps) {
  const t = useT();
  const rest = restOf(settings, fields);
  const shown = Object.fromEntries(
    fields.filter((field) => field.key in settings).map((field) => [field.key, settings[field.key]]),
  );

  function set(key: string, value: unknown) {
    const { [key]: _old, ...others } = settings;
    onSettings(value === undefined ? others : { ...others, [key]: value });
  }

  return (
    <>
      {fields.map((field) => (
        <Setting
          key={field.key}
          field={field}
          value={settings[field.key]}
          onValue={(value) => set(field.key, value)}
          error={errors[field.key]}
        />
      ))}
      {hasRest && (
        <details open={Object.keys(rest).length > 0}>
          <summary className="cursor-default rounded-s text-text-2">{t("common.otherSettings")}</summary>
          <div className="mt-2">
            <Setting
              field={{
                key: "rest",
                kind: "json",
                label: t("common.otherSettings"),
                hint: t("common.otherSettingsWhy"),
              }}
              value={Object.keys(rest).length > 0 ? rest : undefined}
              onValue={(value) =>
                onSettings({ ...shown, ...(typeof value === "object" && value !== null ? value : {}) })
              }
            />
          </div>
        </details>
      )}
    </>
  );
}
