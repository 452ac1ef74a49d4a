//! Who may do what: one table, asked by the write path before it acts and by the read path to
//! tell a caller what it may do.
//!
//! What depends on the state of a thing (a live claim, a terminated agent) is decided beside that
//! thing; here it is only who asks. Invariant: every action has exactly one rule, and what lies in
//! another company is refused before any rule is looked at.

mod people;

use crate::agent::AgentRole;
use crate::agent::permissions::{AgentPermissions, task_assign_source};
use crate::caller::{AgentCaller, Caller};
use crate::refusal::{Refusal, RefusalKind};
use crate::words;
use crate::{AgentId, CompanyId, OpaqueJson};

pub use people::{PersonRule, person_may, person_rule};

words! {
    /// A permission, by the name that clients know. People are granted them in a company; an agent
    /// has those that its switches or its role give it, and lacks the others.
    pub enum Permission("permission") {
        AgentsCreate = "agents:create",
        AgentsConfigure = "agents:configure",
        AgentsSuggestChanges = "agents:suggest-changes",
        SkillsCreate = "skills:create",
        SkillsSuggestChanges = "skills:suggest-changes",
        EnvironmentsManage = "environments:manage",
        ToolsAdmin = "tools:admin",
        ToolsManageConnections = "tools:manage_connections",
        ToolsManageProfiles = "tools:manage_profiles",
        ToolsViewAudit = "tools:view_audit",
        AuditViewAgentActions = "audit:view_agent_actions",
        ToolsUse = "tools:use",
        ToolsManageRuntime = "tools:manage_runtime",
        InboxManage = "inbox:manage",
        UsersInvite = "users:invite",
        UsersManagePermissions = "users:manage_permissions",
        TasksAssign = "tasks:assign",
        TasksAssignScope = "tasks:assign_scope",
        TasksManageActiveCheckouts = "tasks:manage_active_checkouts",
        PipelinesWrite = "pipelines:write",
        JoinsApprove = "joins:approve",
    }
}

words! {
    /// What a caller may have the right to do.
    pub enum Right("right") {
        CompanyList = "company.list",
        CompanyCreate = "company.create",
        CompanyRead = "company.read",
        CompanyUpdate = "company.update",
        CompanyBrand = "company.brand",
        CompanyArchive = "company.archive",
        CompanyDelete = "company.delete",
        AgentRead = "agent.read",
        AgentCreate = "agent.create",
        AgentCreateChief = "agent.create_chief",
        AgentUpdate = "agent.update",
        AgentReadSettings = "agent.read_settings",
        AgentReadConfiguration = "agent.read_configuration",
        AgentResume = "agent.resume",
        AgentPause = "agent.pause",
        AgentTerminate = "agent.terminate",
        AgentDelete = "agent.delete",
        AgentClearError = "agent.clear_error",
        AgentKeys = "agent.keys",
        AgentSetPermissions = "agent.set_permissions",
        AgentInvoke = "agent.invoke",
        AgentRuntimeState = "agent.runtime_state",
        PlanRead = "plan.read",
        PlanWrite = "plan.write",
        IssueRead = "issue.read",
        IssueCreate = "issue.create",
        IssueWrite = "issue.write",
        IssueAssign = "issue.assign",
        IssueForceRelease = "issue.force_release",
        IssueTreeControl = "issue.tree_control",
        RunRead = "run.read",
        RunCancel = "run.cancel",
        ApprovalRead = "approval.read",
        ApprovalWrite = "approval.write",
        ApprovalDecide = "approval.decide",
        ActivityRead = "activity.read",
        ActivityWrite = "activity.write",
        BudgetWrite = "budget.write",
        CostRead = "cost.read",
        CostReport = "cost.report",
        FinanceWrite = "finance.write",
        PersonalState = "personal.state",
        MemberRead = "member.read",
        MemberManage = "member.manage",
    }
}

/// Which agents may do an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Every agent of the company.
    Company,
    /// No agent.
    Board,
    /// The agent that the action is about.
    Itself,
    /// A company's chief.
    Chief,
    /// An agent with one of these permissions.
    Permitted(&'static [Permission]),
    /// The agent that the action is about, and those with one of these permissions.
    ItselfOrPermitted(&'static [Permission]),
}

/// Returns the rule of an action.
#[must_use]
pub const fn rule(right: Right) -> Rule {
    match right {
        Right::CompanyRead
        | Right::AgentRead
        | Right::PlanRead
        | Right::PlanWrite
        | Right::IssueRead
        | Right::IssueCreate
        | Right::IssueWrite
        | Right::RunRead
        | Right::ApprovalRead
        | Right::ApprovalWrite
        | Right::ActivityRead
        | Right::CostRead => Rule::Company,

        Right::CompanyList
        | Right::CompanyCreate
        | Right::CompanyUpdate
        | Right::CompanyArchive
        | Right::CompanyDelete
        | Right::AgentPause
        | Right::AgentTerminate
        | Right::AgentDelete
        | Right::AgentClearError
        | Right::AgentKeys
        | Right::AgentRuntimeState
        | Right::IssueForceRelease
        | Right::IssueTreeControl
        | Right::RunCancel
        | Right::ApprovalDecide
        | Right::ActivityWrite
        | Right::BudgetWrite
        | Right::FinanceWrite
        | Right::MemberRead
        | Right::MemberManage
        | Right::PersonalState => Rule::Board,

        // Whoever hires gives no more than it has.
        Right::CompanyBrand | Right::AgentSetPermissions | Right::AgentCreateChief => Rule::Chief,
        Right::AgentInvoke | Right::CostReport => Rule::Itself,
        Right::AgentReadSettings | Right::AgentReadConfiguration => {
            Rule::ItselfOrPermitted(&[Permission::AgentsSuggestChanges, Permission::AgentsConfigure])
        }
        // An agent does not change itself either: that is how it would give itself more.
        Right::AgentUpdate | Right::AgentResume => Rule::Permitted(&[Permission::AgentsConfigure]),
        Right::AgentCreate => Rule::Permitted(&[Permission::AgentsCreate]),
        Right::IssueAssign => Rule::Permitted(&[Permission::TasksAssign]),
    }
}

/// How the thing that an action is about was named, which decides how a stranger is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedBy {
    /// Under its company's path.
    CompanyPath,
    /// By its own id: to a stranger it does not exist.
    Id,
}

/// What is known of an agent that calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentRights {
    /// What it was hired as.
    pub role: AgentRole,
    /// Its switches.
    pub permissions: AgentPermissions,
}

impl AgentRights {
    /// Returns whether the agent has a permission, by its switches or its role.
    #[must_use]
    pub const fn has(&self, permission: Permission) -> bool {
        match permission {
            Permission::AgentsCreate => self.permissions.can_create_agents,
            Permission::TasksAssign => task_assign_source(self.role, self.permissions, false).may_assign(),
            _ => false,
        }
    }
}

/// What must be known besides the caller and the action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PolicyFacts {
    /// The company that the action is about; none for actions on the installation.
    pub company: Option<CompanyId>,
    /// How the caller named it.
    pub named_by: NamedBy,
    /// The agent that the action is about, if it is about one.
    pub target_agent: Option<AgentId>,
    /// What is known of the caller, if it is an agent.
    pub rights: Option<AgentRights>,
}

/// Why a caller may not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Denial {
    /// The thing is another company's, and was named by its id.
    #[error("it is not there")]
    NotVisible,
    /// The company is not the caller's.
    #[error("the caller cannot access another company")]
    OtherCompany,
    /// No agent may.
    #[error("board access is required")]
    BoardOnly,
    /// The person may look and not touch.
    #[error("Viewer access is read-only")]
    ReadOnly,
    /// Only owners and admins of the company may.
    #[error("Only owners and admins of the company may do this")]
    ManagersOnly,
    /// Only administrators of the instance may.
    #[error("Instance admin required")]
    InstanceAdminOnly,
    /// Only the company's chief may.
    #[error("only the CEO may do this")]
    ChiefOnly,
    /// Only the agent itself may.
    #[error("an agent may do this for itself only")]
    ItselfOnly,
    /// The person was not given a permission.
    #[error("Missing permission: {}.", permission.as_str())]
    NotGranted {
        /// Which.
        permission: Permission,
    },
    /// The agent lacks a permission.
    #[error("missing permission: {}", listed(permissions))]
    MissingPermission {
        /// Any of these would do.
        permissions: &'static [Permission],
        /// Whether the thing itself is changed, for which the recorded reason has another word.
        is_change: bool,
    },
}

fn listed(permissions: &[Permission]) -> String {
    permissions.iter().map(|permission| permission.as_str()).collect::<Vec<_>>().join(" or ")
}

impl Refusal for Denial {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::NotVisible => RefusalKind::NotFound,
            _ => RefusalKind::Forbidden,
        }
    }

    fn details(&self) -> Option<OpaqueJson> {
        let is_change = match self {
            Self::MissingPermission { is_change, .. } => *is_change,
            // Wire: what is asked of people's own rights is refused without facts, all else with them.
            Self::NotGranted { permission: Permission::UsersManagePermissions } => return None,
            Self::NotGranted { .. } => false,
            _ => return None,
        };
        let mut details = OpaqueJson::object();
        // Wire: changes of an agent are refused with another word than all else.
        details.set("reason", if is_change { &"deny_no_grant" } else { &"deny_missing_grant" });
        Some(details)
    }
}

/// Decides whether a caller may do an action.
///
/// # Errors
/// With the reason if it may not.
pub fn may(caller: &Caller, right: Right, facts: &PolicyFacts) -> Result<(), Denial> {
    if let Some(company) = facts.company
        && !caller.reaches(company)
    {
        return Err(match facts.named_by {
            NamedBy::CompanyPath => Denial::OtherCompany,
            NamedBy::Id => Denial::NotVisible,
        });
    }
    match caller {
        Caller::Board(person) => person_may(person, person_rule(right), facts.company),
        Caller::Agent(agent) => agent_may(agent, right, facts),
    }
}

/// Returns all that a caller may do, for screens and agents that want to know beforehand.
#[must_use]
pub fn allowed(caller: &Caller, facts: &PolicyFacts) -> Vec<Right> {
    use crate::words::Word;
    Right::ALL.iter().copied().filter(|right| may(caller, *right, facts).is_ok()).collect()
}

fn agent_may(agent: &AgentCaller, right: Right, facts: &PolicyFacts) -> Result<(), Denial> {
    let is_itself = facts.target_agent == Some(agent.agent_id);
    let has_any = |permissions: &[Permission]| {
        facts.rights.is_some_and(|rights| permissions.iter().any(|permission| rights.has(*permission)))
    };
    let (is_allowed, denial) = match rule(right) {
        Rule::Company => (true, Denial::NotVisible),
        Rule::Board => (false, Denial::BoardOnly),
        Rule::Itself => (is_itself, Denial::ItselfOnly),
        Rule::Chief => (facts.rights.is_some_and(|rights| rights.role == AgentRole::Ceo), Denial::ChiefOnly),
        Rule::Permitted(permissions) => (has_any(permissions), missing(right, permissions)),
        Rule::ItselfOrPermitted(permissions) => {
            (is_itself || has_any(permissions), missing(right, permissions))
        }
    };
    if is_allowed { Ok(()) } else { Err(denial) }
}

const fn missing(right: Right, permissions: &'static [Permission]) -> Denial {
    let is_change = matches!(right, Right::AgentUpdate | Right::AgentResume);
    Denial::MissingPermission { permissions, is_change }
}

#[cfg(test)]
mod tests;
