// How the board looks and where help is. Loaded when it is opened first.
import { Contrast, Keyboard, Languages, ListChecks, LogOut, Rows3, SunMoon, UserRound } from "lucide-react";
import { useHealth } from "@/api/companies";
import { sayError } from "@/api/error";
import { signOut } from "@/api/session";
import { useCompany } from "@/company";
import { type Look, setLook, useLook } from "@/look";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { leave } from "@/sign-in";
import { LOCALES, type TextKey, useLocaleStore, useT } from "@/texts/locale";
import { Menu, type MenuEntry } from "@/ui/menu";
import { toast } from "@/ui/toast";
import { AccountButton } from "./account-button";
import { customiseSidebar, showKeys } from "./shell-state";

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

export default function AccountMenu({ isNarrow }: { isNarrow: boolean }) {
  const t = useT();
  const go = useGo();
  const look = useLook();
  const locale = useLocaleStore((state) => state.locale);
  const { issuePrefix } = useCompany();
  const { data: health } = useHealth();
  // In local mode whoever sits there is the board; nobody signs in or out.
  const hasAccounts = health !== undefined && health.deploymentMode !== "local_trusted";
  const goOut = () =>
    signOut().then(leave, (error) => toast.failed(t("auth.notSignedOut"), sayError(error, t)));

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
    {
      id: "customise",
      label: t("shell.customise"),
      icon: <ListChecks size={14} />,
      onSelect: () => customiseSidebar(true),
    },
    ...(hasAccounts
      ? ([
          { kind: "separator", id: "out" },
          { id: "sign-out", label: t("auth.signOut"), icon: <LogOut size={14} />, onSelect: goOut },
        ] satisfies MenuEntry[])
      : []),
    { kind: "label", id: "version", label: <Version /> },
  ];

  return (
    <Menu entries={entries} side="top" isOpenAtFirst>
      <AccountButton isNarrow={isNarrow} />
    </Menu>
  );
}
