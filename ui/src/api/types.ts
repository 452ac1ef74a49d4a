// The things of the API by their names in the glossary.
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Company = Schemas["Company"];
export type CompanyStats = Schemas["CompanyStats"];
export type CompanyMember = Schemas["CompanyMember"];
export type Agent = Schemas["Agent"];
export type AgentDetail = Schemas["AgentDetail"];
export type AgentRole = Schemas["AgentRole"];
export type AgentStatus = Schemas["AgentStatus"];
export type Issue = Schemas["Issue"];
export type IssueDetail = Schemas["IssueDetail"];
export type IssuePage = Schemas["IssuePage"];
export type IssueStatus = Schemas["IssueStatus"];
export type IssuePriority = Schemas["IssuePriority"];
export type IssueBrief = Schemas["IssueBrief"];
export type Comment = Schemas["Comment"];
export type Run = Schemas["Run"];
export type NamedRun = Schemas["NamedRun"];
export type RunOfIssue = Schemas["RunOfIssue"];
export type RunStatus = Schemas["RunStatus"];
export type RunEvent = Schemas["RunEvent"];
export type OutputStream = Schemas["OutputStream"];
export type Project = Schemas["Project"];
export type ListedProject = Schemas["ListedProject"];
export type Goal = Schemas["Goal"];
export type Label = Schemas["Label"];
export type ActivityEntry = Schemas["ActivityEntry"];
export type Dashboard = Schemas["Dashboard"];
export type SidebarBadges = Schemas["SidebarBadges"];
export type Environment = Schemas["Environment"];
export type Adapter = Schemas["Adapter"];
export type AdapterCheck = Schemas["TestEnvironmentResponse"];
export type Health = Schemas["Health"];
export type OrgNode = Schemas["OrgNode"];
export type AgentKey = Schemas["AgentKey"];
export type AgentRevision = Schemas["AgentConfigRevision"];
export type NoRun = Schemas["NoRun"];
export type WakeEvent = Schemas["AgentWakeEvent"];
export type GoalLevel = Schemas["GoalLevel"];
export type GoalStatus = Schemas["GoalStatus"];
export type ProjectStatus = Schemas["ProjectStatus"];
export type EnvironmentDriver = Schemas["EnvironmentDriver"];
export type EnvironmentCapabilities = Schemas["EnvironmentCapabilities"];
export type Lease = Schemas["EnvironmentLease"];
export type Probe = Schemas["EnvironmentProbe"];
export type BlastRadius = Schemas["BlastRadius"];
export type SearchAnswer = Schemas["SearchAnswer"];

type Listed = Schemas["ListedIssue"];

/** An issue as a row of a list shows it. */
export type IssueRow = Pick<
  Listed,
  | "id"
  | "identifier"
  | "title"
  | "status"
  | "priority"
  | "assigneeAgentId"
  | "assigneeUserId"
  | "projectId"
  | "goalId"
  | "parentId"
  | "labelIds"
  | "labels"
  | "createdAt"
  | "updatedAt"
> &
  Partial<Pick<Listed, "blockerAttention" | "reviewAttention" | "activeRun" | "lastActivityAt">>;

/** The same in an inbox, with whether there is something in it that was not read. */
export type InboxIssue = IssueRow & { isUnreadForMe?: boolean } & Partial<
    Pick<Listed, "activeRecoveryAction" | "executionBlocker">
  >;

/** What waits for a person. */
export type Inbox = Omit<Schemas["Inbox"], "issues"> & { issues: InboxIssue[] };

/** What can be changed on an issue. */
export type IssueChange = Partial<Omit<Schemas["UpdateIssueRequest"], "hasAttachments">>;

/** What a new issue is given. The server reads it flat, with the parent beside the rest. */
export interface NewIssue {
  title: string;
  description?: string | null;
  status?: IssueStatus;
  priority?: IssuePriority;
  assigneeAgentId?: string | null;
  assigneeUserId?: string | null;
  projectId?: string | null;
  goalId?: string | null;
  parentId?: string | null;
  labelIds?: string[];
  blockedByIssueIds?: string[];
  workMode?: Schemas["WorkMode"];
  /** Makes it although an open issue of this title was made lately. */
  allowDuplicate?: boolean;
  /** Under which a repetition finds the issue that was made. */
  idempotencyKey?: string;
}
