// What can be done from every page.

import { useLocation } from "@tanstack/react-router";
import {
  Building2,
  Keyboard,
  ListChecks,
  PanelLeft,
  Search,
  Settings,
  SquarePen,
  SunMoon,
  Undo2,
  UserRound,
} from "lucide-react";
import { type Action, useActions } from "@/actions/registry";
import { useCompanies } from "@/api/companies";
import { useCompany } from "@/company";
import { setLook, useLook } from "@/look";
import { useGo } from "@/navigation";
import { paths, samePageIn } from "@/paths";
import { undoLast } from "@/ui/toast";
import { customiseSidebar, openNewIssue, openPalette, showKeys, useShell } from "./shell-state";
import { SIDEBAR } from "./sidebar-entries";

export function useGlobalActions() {
  const go = useGo();
  const path = useLocation({ select: (location) => location.pathname });
  const { issuePrefix } = useCompany();
  const { data: companies = [] } = useCompanies();

  const pages: Action[] = SIDEBAR.flatMap((group) => group.entries).map((entry) => ({
    id: `go-${entry.id}`,
    label: entry.label,
    group: "navigation",
    keys: `g ${entry.key}`,
    icon: entry.icon,
    run: () => go(entry.to(issuePrefix)),
  }));

  const byNumber: Action[] = companies
    .filter((company) => company.status !== "archived")
    .slice(0, 9)
    .map((company, at) => ({
      id: `company-${at + 1}`,
      label: "common.openIn",
      values: { name: company.name },
      group: "navigation",
      keys: `$mod+${at + 1}`,
      icon: Building2,
      run: () => go(samePageIn(path, company.issuePrefix)),
    }));

  useActions([
    {
      id: "palette",
      label: "shell.palette",
      group: "general",
      keys: "$mod+k",
      icon: Search,
      runsWhileTyping: true,
      isKeyOnly: true,
      run: () => openPalette(),
    },
    {
      id: "new-issue",
      label: "shell.newIssue",
      group: "general",
      keys: "c",
      icon: SquarePen,
      run: () => openNewIssue(),
    },
    { id: "undo", label: "common.undo", group: "general", keys: "$mod+z", icon: Undo2, run: undoLast },
    {
      id: "shortcuts",
      label: "shell.shortcuts",
      group: "general",
      keys: "?|Shift+?",
      icon: Keyboard,
      run: () => showKeys(!useShell.getState().isSheetOfKeysOpen),
    },
    {
      id: "sidebar",
      label: "shell.collapseSidebar",
      group: "general",
      keys: "[",
      icon: PanelLeft,
      run: () => setLook({ isSidebarCollapsed: !useLook.getState().isSidebarCollapsed }),
    },
    {
      id: "customise",
      label: "shell.customise",
      group: "general",
      icon: ListChecks,
      run: () => customiseSidebar(true),
    },
    {
      id: "theme",
      label: "shell.theme",
      group: "general",
      icon: SunMoon,
      run: () => setLook({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" }),
    },
    ...pages,
    {
      id: "go-settings",
      label: "shell.settings",
      group: "navigation",
      keys: "g ,",
      icon: Settings,
      run: () => go(paths.settings(issuePrefix)),
    },
    {
      id: "go-profile",
      label: "shell.profile",
      group: "navigation",
      icon: UserRound,
      run: () => go(paths.profile(issuePrefix)),
    },
    {
      id: "go-companies",
      label: "shell.companies",
      group: "navigation",
      icon: Building2,
      run: () => go(paths.companies(issuePrefix)),
    },
    ...byNumber,
  ]);
}
