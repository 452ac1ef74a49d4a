// The names under which answers are kept: company, entity, id, part, filter. Nothing else makes a key.

/** What belongs to no company. */
const INSTANCE = "instance";

export const keys = {
  health: [INSTANCE, "health"] as const,
  companies: [INSTANCE, "companies"] as const,
  companyStats: [INSTANCE, "company-stats"] as const,
  adapters: [INSTANCE, "adapters"] as const,
  session: [INSTANCE, "session"] as const,
  boardClaim: (token: string) => [INSTANCE, "board-claim", token] as const,
  cliChallenge: (id: string) => [INSTANCE, "cli-challenge", id] as const,
  companyOrder: [INSTANCE, "company-order"] as const,

  everything: (company: string) => [company] as const,
  bootstrap: (company: string) => [company, "bootstrap"] as const,
  company: (company: string) => [company, "company"] as const,
  /** Who belongs to it, as everybody may know. */
  people: (company: string) => [company, "people"] as const,
  /** The same with what each was given, for who manages them. */
  members: (company: string) => [company, "members"] as const,
  badges: (company: string) => [company, "badges"] as const,
  sidebar: (company: string) => [company, "sidebar"] as const,
  dashboard: (company: string) => [company, "dashboard"] as const,
  memberships: (company: string) => [company, "memberships"] as const,
  labels: (company: string) => [company, "labels"] as const,

  agents: (company: string) => [company, "agents", "list"] as const,
  anyAgents: (company: string) => [company, "agents"] as const,
  agent: (company: string, agent: string, part = "detail") => [company, "agents", agent, part] as const,
  anyAgent: (company: string, agent: string) => [company, "agents", agent] as const,
  org: (company: string) => [company, "agents", "org"] as const,

  anyIssues: (company: string) => [company, "issues"] as const,
  issueLists: (company: string) => [company, "issues", "list"] as const,
  issueList: (company: string, filter: object) => [company, "issues", "list", filter] as const,
  issueCount: (company: string, filter: object) => [company, "issues", "count", filter] as const,
  anyIssue: (company: string, issue: string) => [company, "issues", issue] as const,
  /** `issue` is the id or the identifier, as the page asked for it. */
  issue: (company: string, issue: string, part = "detail") => [company, "issues", issue, part] as const,

  anyRuns: (company: string) => [company, "runs"] as const,
  liveRuns: (company: string) => [company, "runs", "live"] as const,
  runLists: (company: string) => [company, "runs", "list"] as const,
  runList: (company: string, filter: object) => [company, "runs", "list", filter] as const,
  run: (company: string, run: string, part = "detail") => [company, "runs", run, part] as const,
  anyRun: (company: string, run: string) => [company, "runs", run] as const,

  anyProjects: (company: string) => [company, "projects"] as const,
  projects: (company: string) => [company, "projects", "list"] as const,
  project: (company: string, project: string, part = "detail") =>
    [company, "projects", project, part] as const,

  anyGoals: (company: string) => [company, "goals"] as const,
  goals: (company: string) => [company, "goals", "list"] as const,
  goal: (company: string, goal: string) => [company, "goals", goal, "detail"] as const,

  anyApprovals: (company: string) => [company, "approvals"] as const,
  approvals: (company: string) => [company, "approvals", "list"] as const,
  approval: (company: string, approval: string, part = "detail") =>
    [company, "approvals", approval, part] as const,

  anyActivity: (company: string) => [company, "activity"] as const,
  activity: (company: string, filter: object) => [company, "activity", "list", filter] as const,

  anyEnvironments: (company: string) => [company, "environments"] as const,
  environments: (company: string) => [company, "environments", "list"] as const,
  environment: (company: string, environment: string, part = "detail") =>
    [company, "environments", environment, part] as const,

  anyCosts: (company: string) => [company, "costs"] as const,
  costs: (company: string, report: string, of: object) => [company, "costs", report, of] as const,

  budgets: (company: string) => [company, "budgets"] as const,

  inbox: (company: string, part: string) => [company, "inbox", part] as const,
  anyInbox: (company: string) => [company, "inbox"] as const,
} as const;
