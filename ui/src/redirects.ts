// Old addresses that still lead somewhere, relative to their company.

interface Target {
  path: string;
  search?: Record<string, string>;
}

const OPEN = "todo,in_progress,in_review,blocked";

/** The first words of addresses inside a company, by which one without a company is recognised. */
const AREAS = new Set([
  "dashboard",
  "inbox",
  "issues",
  "tasks",
  "projects",
  "goals",
  "agents",
  "org",
  "approvals",
  "activity",
  "search",
  "routines",
  "artifacts",
  "skills",
  "apps",
  "company",
  "plugins",
  "workspaces",
  "execution-workspaces",
  "companies",
  "u",
  "decisions",
  "chats",
  "board-chat",
  "status",
  "cases",
  "pipelines",
  "review-queue",
  "learnings",
  "design-guide",
  "environments",
  "members",
  "secrets",
  "costs",
  "budgets",
  "runs",
  "timeline",
  "audit",
  "tools",
  "status-cards",
  "instance",
  "settings",
]);

export const isArea = (word: string) => AREAS.has(word.toLowerCase());

const RULES: Array<[RegExp, (match: RegExpExecArray) => Target]> = [
  [/^$/, () => ({ path: "dashboard" })],
  [/^tasks(\/.*)?$/, (m) => ({ path: `issues${m[1] ?? ""}` })],
  [/^issues\/active$/, () => ({ path: "issues", search: { status: OPEN } })],
  [/^issues\/backlog$/, () => ({ path: "issues", search: { status: "backlog" } })],
  [/^issues\/done$/, () => ({ path: "issues", search: { status: "done" } })],
  [
    /^issues\/(all|recent)$/,
    (m) => ({ path: "issues", ...(m[1] === "recent" ? { search: { sort: "updated" } } : {}) }),
  ],
  [/^inbox(\/new)?$/, () => ({ path: "inbox/mine" })],
  [/^agents$/, () => ({ path: "agents/all" })],
  [/^agents\/([^/]+)\/dashboard$/, (m) => ({ path: `agents/${m[1]}/overview` })],
  [/^agents\/([^/]+)\/configuration$/, (m) => ({ path: `agents/${m[1]}/runtime` })],
  [/^agents\/([^/]+)\/budget$/, (m) => ({ path: `agents/${m[1]}/budgets` })],
  [
    /^agents\/(?!all$|active$|paused$|error$|built-in$|new$)([^/]+)$/,
    (m) => ({ path: `agents/${m[1]}/overview` }),
  ],
  [/^projects\/([^/]+)$/, (m) => ({ path: `projects/${m[1]}/overview` })],
  [/^costs$/, () => ({ path: "activity/costs" })],
  [/^budgets$/, () => ({ path: "activity/budgets" })],
  [/^runs$/, () => ({ path: "activity/runs" })],
  [/^timeline$/, () => ({ path: "activity/timeline" })],
  [/^audit$/, () => ({ path: "activity", search: { mode: "agents" } })],
  [/^audit\/(.+)$/, (m) => ({ path: `activity/${m[1]}` })],
  [/^approvals$/, () => ({ path: "approvals/pending" })],
  [/^company\/settings\/access$/, () => ({ path: "company/settings/members" })],
  [/^company\/settings\/invites$/, () => ({ path: "company/settings/members", search: { tab: "invites" } })],
  [/^environments(\/.*)?$/, (m) => ({ path: `company/settings/instance/environments${m[1] ?? ""}` })],
  [/^(members|secrets)$/, (m) => ({ path: `company/settings/${m[1]}` })],
  [/^company\/settings\/environments$/, () => ({ path: "company/settings/instance/environments" })],
  [/^company\/settings\/instance$/, () => ({ path: "company/settings" })],
  [/^company\/settings\/cloud-upstream$/, () => ({ path: "company/export" })],
  [/^company\/settings\/tools$/, () => ({ path: "apps" })],
  [/^company\/settings\/tools\/([^/]+)$/, (m) => ({ path: `apps/advanced/${m[1]}` })],
  [/^instance(\/settings)?$/, () => ({ path: "company/settings/instance/general" })],
  [/^instance\/settings\/(.+)$/, (m) => ({ path: `company/settings/instance/${m[1]}` })],
  [/^settings$/, () => ({ path: "company/settings" })],
  [/^settings\/(.+)$/, (m) => ({ path: `company/settings/instance/${m[1]}` })],
  [/^tools$/, () => ({ path: "apps/advanced" })],
  [/^tools\/([^/]+)$/, (m) => ({ path: `apps/advanced/${m[1]}` })],
  [/^apps\/(browse|connections|attention|connect\/.+)$/, () => ({ path: "apps" })],
  [/^skills\/([^/]+)\/studio$/, (m) => ({ path: `skills/studio/${m[1]}` })],
  [/^status-cards(\/.+)?$/, (m) => ({ path: `status${m[1] ?? ""}` })],
];

/** Returns where an address inside a company leads now, if not to itself. */
export function redirectOf(path: string): Target | undefined {
  const plain = path.replace(/^\/+|\/+$/g, "");
  for (const [pattern, target] of RULES) {
    const match = pattern.exec(plain);
    if (match) return target(match);
  }
  return undefined;
}
