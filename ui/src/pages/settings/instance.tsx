// The server in words: which version, how it stands, who gets in.
import { useHealth } from "@/api/companies";
import { type TextKey, useT } from "@/texts/locale";
import { Properties, Property } from "@/ui/property";
import { Failed, SkeletonRows } from "@/ui/states";
import { Group, SettingsPage } from "./settings-page";

export default function InstanceSettingsPage() {
  const t = useT();
  const { data: health, error, isPending, refetch } = useHealth();
  return (
    <SettingsPage title={t("settings.serverTitle")}>
      {!health ? (
        isPending ? (
          <SkeletonRows count={5} />
        ) : (
          <Failed isInline error={error} what={t("settings.serverTitle")} onRetry={refetch} />
        )
      ) : (
        <Group title={t("settings.serverTitle")}>
          <Properties label={t("settings.serverTitle")}>
            <Property label={t("settings.version")}>
              <span className="font-mono text-xs">{health.version}</span>
            </Property>
            <Property label={t("settings.phase")}>{t(`settings.${health.phase}` as TextKey)}</Property>
            <Property label={t("settings.mode")}>
              {t(
                health.deploymentMode === "local_trusted"
                  ? "settings.modeLocal"
                  : "settings.modeAuthenticated",
              )}
            </Property>
            <Property label={t("settings.exposure")}>
              {t(
                health.deploymentExposure === "private"
                  ? "settings.exposurePrivate"
                  : "settings.exposurePublic",
              )}
            </Property>
            <Property label={t("settings.deletion")}>
              {t(health.features.companyDeletionEnabled ? "settings.yes" : "settings.no")}
            </Property>
          </Properties>
        </Group>
      )}
    </SettingsPage>
  );
}
