// Who is here, how the board looks, and where help is.
import { Contrast, Keyboard, Languages, Rows3, SunMoon, UserRound } from "lucide-react";
import { useHealth } from "@/api/companies";
import { me, useCompany } from "@/company";
import { type Look, setLook, useLook } from "@/look";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { LOCALES, type TextKey, useLocaleStore, useT } from "@/texts/locale";
import { cx } from "@/ui/class-names";
import { PersonMark } from "@/ui/initials";
import { Menu, type MenuEntry } from "@/ui/menu";
import { showKeys } from "./shell-state";

const THEMES: Array<[Look["theme"], TextKey]> = [
  ["system", "shell.themeSystem"],
  ["light", "shell.themeLight"],
  ["dark", "shell.themeDark"],
];
const DENSITIES: Array<[Look["density"], TextKey]> = [
  ["comfortable", "shell.densityComfortable"],
  ["compact", "shell.densityCompact"],
];

/** Asked for when the menu opens. */
function Version() {
  const t = useT();
  const { data: health } = useHealth();
  return health ? t("shell.version", { version: health.version }) : null;
}

export function AccountMenu({ isNarrow }: { isNarrow: boolean }) {
  const t = useT();
  const go = useGo();
  const look = useLook();
  const locale = useLocaleStore((state) => state.locale);
  const { issuePrefix } = useCompany();

  const entries: MenuEntry[] = [
    {
      id: "profile",
      label: t("shell.profile"),
      icon: <UserRound size={14} />,
      onSelect: () => go(paths.profile(issuePrefix)),
    },
    { kind: "separator", id: "look" },
    {
      kind: "sub",
      id: "theme",
      label: t("shell.theme"),
      icon: <SunMoon size={14} />,
      entries: THEMES.map(([theme, label]) => ({
        id: theme,
        label: t(label),
        isChecked: look.theme === theme,
        onSelect: () => setLook({ theme }),
      })),
    },
    {
      kind: "sub",
      id: "density",
      label: t("shell.density"),
      icon: <Rows3 size={14} />,
      entries: DENSITIES.map(([density, label]) => ({
        id: density,
        label: t(label),
        isChecked: look.density === density,
        onSelect: () => setLook({ density }),
      })),
    },
    {
      kind: "sub",
      id: "language",
      label: t("shell.language"),
      icon: <Languages size={14} />,
      entries: LOCALES.map(({ id, name }) => ({
        id,
        label: name,
        isChecked: locale === id,
        onSelect: () => setLook({ language: id }),
      })),
    },
    {
      id: "contrast",
      label: t("shell.contrast"),
      icon: <Contrast size={14} />,
      isChecked: look.contrast === "more",
      onSelect: () => setLook({ contrast: look.contrast === "more" ? "normal" : "more" }),
    },
    { kind: "separator", id: "help" },
    {
      id: "keys",
      label: t("shell.shortcuts"),
      icon: <Keyboard size={14} />,
      keys: "?",
      onSelect: () => showKeys(true),
    },
    { kind: "label", id: "version", label: <Version /> },
  ];

  return (
    <Menu entries={entries} side="top">
      <button
        type="button"
        aria-label={isNarrow ? t("shell.account") : undefined}
        title={t("shell.account")}
        className={cx(
          "flex h-8 min-w-0 items-center gap-2 rounded-m px-1.5 transition-colors hover:bg-surface-3/60 data-[state=open]:bg-surface-3/60 pointer-coarse:h-11",
          !isNarrow && "grow",
        )}
      >
        <PersonMark id={me()} name={t("shell.localBoard")} />
        {!isNarrow && <span className="truncate text-text-2">{t("shell.localBoard")}</span>}
      </button>
    </Menu>
  );
}
