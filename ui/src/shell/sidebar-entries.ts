// What stands in the sidebar, in which group, and how it is reached by keys. A page that the server
// has nothing for yet is not in it.
import {
  Activity,
  Bot,
  CircleDollarSign,
  CircleDot,
  Folder,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Network,
  Play,
  Server,
  Stamp,
  Target,
} from "lucide-react";
import { paths } from "@/paths";
import type { TextKey } from "@/texts/locale";

export interface SidebarEntry {
  id: string;
  label: TextKey;
  icon: LucideIcon;
  to: (prefix: string) => string;
  /** Addresses behind the company's prefix for which it is the current one. */
  isCurrent: (rest: string) => boolean;
  /** After `G`. */
  key: string;
  badge?: "inbox" | "live" | "approvals";
}

export interface SidebarGroup {
  id: string;
  label?: TextKey;
  entries: SidebarEntry[];
}

const under = (area: string) => (rest: string) => rest === area || rest.startsWith(`${area}/`);

export const SIDEBAR: readonly SidebarGroup[] = [
  {
    id: "top",
    entries: [
      {
        id: "inbox",
        label: "shell.inbox",
        icon: Inbox,
        to: paths.inbox,
        isCurrent: under("inbox"),
        key: "i",
        badge: "inbox",
      },
      {
        id: "dashboard",
        label: "shell.dashboard",
        icon: LayoutDashboard,
        to: paths.dashboard,
        isCurrent: under("dashboard"),
        key: "d",
        badge: "live",
      },
    ],
  },
  {
    id: "work",
    label: "shell.work",
    entries: [
      {
        id: "issues",
        label: "shell.issues",
        icon: CircleDot,
        to: (c) => paths.issues(c),
        isCurrent: under("issues"),
        key: "s",
      },
      {
        id: "projects",
        label: "shell.projects",
        icon: Folder,
        to: paths.projects,
        isCurrent: under("projects"),
        key: "p",
      },
      {
        id: "goals",
        label: "shell.goals",
        icon: Target,
        to: paths.goals,
        isCurrent: under("goals"),
        key: "g",
      },
    ],
  },
  {
    id: "team",
    label: "shell.team",
    entries: [
      {
        id: "agents",
        label: "shell.agents",
        icon: Bot,
        to: (c) => paths.agents(c),
        isCurrent: under("agents"),
        key: "a",
      },
      { id: "org", label: "shell.org", icon: Network, to: paths.org, isCurrent: under("org"), key: "o" },
    ],
  },
  {
    id: "oversight",
    label: "shell.oversight",
    entries: [
      {
        id: "approvals",
        label: "shell.approvals",
        icon: Stamp,
        to: (c) => paths.approvals(c),
        isCurrent: under("approvals"),
        key: "v",
        badge: "approvals",
      },
      {
        id: "runs",
        label: "shell.runs",
        icon: Play,
        to: (c) => paths.runs(c),
        isCurrent: under("activity/runs"),
        key: "r",
      },
      {
        id: "costs",
        label: "shell.costs",
        icon: CircleDollarSign,
        to: (c) => paths.costs(c),
        isCurrent: (rest) => under("activity/costs")(rest) || under("activity/budgets")(rest),
        key: "m",
      },
      {
        id: "activity",
        label: "shell.activity",
        icon: Activity,
        to: (c) => paths.activity(c),
        isCurrent: (rest) => rest === "activity",
        key: "l",
      },
      {
        id: "environments",
        label: "shell.environments",
        icon: Server,
        to: paths.environments,
        isCurrent: under("company/settings/instance/environments"),
        key: "e",
      },
    ],
  },
];

/** The groups in the order that somebody chose; the first, which has no name, stays first. */
export function sidebarOf(order: readonly string[]): readonly SidebarGroup[] {
  const place = (group: SidebarGroup) => {
    if (!group.label) return -1;
    const at = order.indexOf(group.id);
    return at === -1 ? order.length : at;
  };
  return [...SIDEBAR].sort((one, other) => place(one) - place(other));
}
