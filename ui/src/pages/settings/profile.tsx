// Settings of the person: how the board looks, speaks and listens to keys.
import { clear, createStore } from "idb-keyval";
import { type Look, setLook, useLook } from "@/look";
import { showKeys } from "@/shell/shell-state";
import { LOCALES, type Locale, type TextKey, useLocaleStore, useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Segmented } from "@/ui/segmented";
import { Select } from "@/ui/select";
import { Switch } from "@/ui/switch";
import { toast } from "@/ui/toast";
import { Group, SettingsPage } from "./settings-page";

const THEMES: Array<[Look["theme"], TextKey]> = [
  ["system", "shell.themeSystem"],
  ["light", "shell.themeLight"],
  ["dark", "shell.themeDark"],
];
const DENSITIES: Array<[Look["density"], TextKey]> = [
  ["comfortable", "shell.densityComfortable"],
  ["compact", "shell.densityCompact"],
];

export default function ProfilePage() {
  const t = useT();
  const look = useLook();
  const locale = useLocaleStore((state) => state.locale);

  async function clearStored() {
    await clear(createStore("wireclip", "answers"));
    toast.done(t("settings.storageCleared"));
  }

  return (
    <SettingsPage title={t("settings.profileTitle")}>
      <Group title={t("settings.look")} why={t("settings.profileWhy")}>
        <div className="flex items-center justify-between gap-4">
          <span className="font-medium">{t("settings.theme")}</span>
          <Segmented
            label={t("settings.theme")}
            value={look.theme}
            onValue={(theme) => setLook({ theme })}
            options={THEMES.map(([value, label]) => ({ value, label: t(label) }))}
          />
        </div>
        <div className="flex items-center justify-between gap-4">
          <span className="font-medium">{t("settings.density")}</span>
          <Segmented
            label={t("settings.density")}
            value={look.density}
            onValue={(density) => setLook({ density })}
            options={DENSITIES.map(([value, label]) => ({ value, label: t(label) }))}
          />
        </div>
        <Switch
          label={t("settings.contrast")}
          hint={t("settings.contrastHint")}
          isOn={look.contrast === "more"}
          onChange={(isOn) => setLook({ contrast: isOn ? "more" : "normal" })}
        />
        <Select
          className="max-w-64"
          label={t("settings.language")}
          hint={t("settings.languageHint")}
          value={locale}
          onValue={(language: Locale) => setLook({ language })}
          options={LOCALES.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Group>
      <Group title={t("settings.keyboard")}>
        <Switch
          label={t("settings.shortcuts")}
          hint={t("settings.shortcutsHint")}
          isOn={look.hasShortcuts}
          onChange={(hasShortcuts) => setLook({ hasShortcuts })}
        />
        <Button className="self-start" onClick={() => showKeys(true)}>
          {t("settings.showShortcuts")}
        </Button>
      </Group>
      <Group title={t("settings.storage")} why={t("settings.storageHint")}>
        <Button className="self-start" onClick={clearStored}>
          {t("settings.storageClear")}
        </Button>
      </Group>
    </SettingsPage>
  );
}
