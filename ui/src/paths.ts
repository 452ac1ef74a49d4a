// Every address of the board. Nothing else builds a path.

/** What a company's addresses begin with: its issue prefix. */
export type Prefix = string;

const query = (values: Record<string, string | undefined>) => {
  const pairs = Object.entries(values).filter((pair): pair is [string, string] => !!pair[1]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString().replaceAll("%2C", ",")}` : "";
};

export type SettingsPage = "general" | "profile" | "instance";

export const paths = {
  onboarding: () => "/onboarding",
  signIn: (next?: string) => `/auth${next ? `?next=${encodeURIComponent(next)}` : ""}`,
  companies: (c: Prefix) => `/${c}/companies`,
  dashboard: (c: Prefix) => `/${c}/dashboard`,
  inbox: (c: Prefix, tab?: string) => (tab ? `/${c}/inbox/${tab}` : `/${c}/inbox`),
  issues: (c: Prefix, filter: Record<string, string | undefined> = {}) => `/${c}/issues${query(filter)}`,
  issue: (c: Prefix, identifier: string) => `/${c}/issues/${identifier}`,
  projects: (c: Prefix) => `/${c}/projects`,
  project: (c: Prefix, project: string, tab = "overview") => `/${c}/projects/${project}/${tab}`,
  goals: (c: Prefix) => `/${c}/goals`,
  goal: (c: Prefix, goal: string) => `/${c}/goals/${goal}`,
  agents: (c: Prefix, tab = "all") => `/${c}/agents/${tab}`,
  newAgent: (c: Prefix) => `/${c}/agents/new`,
  agent: (c: Prefix, agent: string, section = "overview") => `/${c}/agents/${agent}/${section}`,
  run: (c: Prefix, agent: string, run: string) => `/${c}/agents/${agent}/runs/${run}`,
  org: (c: Prefix) => `/${c}/org`,
  approvals: (c: Prefix, tab = "pending") => `/${c}/approvals/${tab}`,
  approval: (c: Prefix, approval: string) => `/${c}/approvals/${approval}`,
  activity: (c: Prefix, filter: Record<string, string | undefined> = {}) => `/${c}/activity${query(filter)}`,
  runs: (c: Prefix, filter: Record<string, string | undefined> = {}) => `/${c}/activity/runs${query(filter)}`,
  costs: (c: Prefix, filter: Record<string, string | undefined> = {}) =>
    `/${c}/activity/costs${query(filter)}`,
  /** With `isNew` the form of a new limit is open. */
  budgets: (c: Prefix, isNew = false) => `/${c}/activity/budgets${isNew ? "?new=1" : ""}`,
  search: (c: Prefix, q = "") => `/${c}/search${query({ q })}`,
  settings: (c: Prefix) => `/${c}/company/settings`,
  profile: (c: Prefix) => `/${c}/company/settings/instance/profile`,
  instance: (c: Prefix) => `/${c}/company/settings/instance/general`,
  environments: (c: Prefix) => `/${c}/company/settings/instance/environments`,
  newEnvironment: (c: Prefix) => `/${c}/company/settings/instance/environments/new`,
  environment: (c: Prefix, environment: string) =>
    `/${c}/company/settings/instance/environments/${environment}/edit`,
} as const;

/** The same kind of page in another company: of single things their list. */
export function samePageIn(path: string, company: Prefix): string {
  const [, , area = "dashboard", ...rest] = path.split("/");
  if (area === "company") return `/${company}/${["company", ...rest].join("/")}`;
  if (area === "activity" || area === "inbox") return `/${company}/${[area, ...rest].join("/")}`;
  return `/${company}/${area}`;
}
