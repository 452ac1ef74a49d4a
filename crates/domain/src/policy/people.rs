//! Which people may do what in the companies to which they belong.

use super::{Denial, Permission, Right};
use crate::CompanyId;
use crate::caller::{BoardCaller, BoardReach};

/// Which people may do an action in a company to which they belong. The implicit person of local
/// mode may do everything; an administrator of the instance, all of it where they belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonRule {
    /// Every member.
    Member,
    /// Every member who is more than a viewer.
    Writer,
    /// Its owners and admins.
    Manager,
    /// Members with this permission.
    Permitted(Permission),
    /// Administrators of the instance.
    InstanceAdmin,
}

/// Returns the rule of an action for people.
#[must_use]
pub const fn person_rule(right: Right) -> PersonRule {
    match right {
        Right::CompanyList
        | Right::CompanyRead
        | Right::AgentRead
        | Right::AgentReadSettings
        | Right::AgentReadConfiguration
        | Right::AgentRuntimeState
        | Right::PlanRead
        | Right::IssueRead
        | Right::RunRead
        | Right::ApprovalRead
        | Right::ActivityRead
        | Right::CostRead
        | Right::CostReport
        | Right::PersonalState => PersonRule::Member,

        Right::AgentInvoke
        | Right::AgentPause
        | Right::AgentResume
        | Right::AgentClearError
        | Right::PlanWrite
        | Right::IssueCreate
        | Right::IssueWrite
        | Right::IssueForceRelease
        | Right::IssueTreeControl
        | Right::RunCancel
        | Right::ApprovalWrite
        | Right::ActivityWrite => PersonRule::Writer,

        Right::CompanyUpdate
        | Right::CompanyBrand
        | Right::CompanyArchive
        | Right::CompanyDelete
        | Right::ApprovalDecide
        | Right::BudgetWrite
        | Right::FinanceWrite => PersonRule::Manager,

        Right::CompanyCreate => PersonRule::InstanceAdmin,

        Right::AgentCreate | Right::AgentCreateChief => PersonRule::Permitted(Permission::AgentsCreate),
        Right::AgentUpdate
        | Right::AgentTerminate
        | Right::AgentDelete
        | Right::AgentKeys
        | Right::AgentSetPermissions => PersonRule::Permitted(Permission::AgentsConfigure),
        Right::IssueAssign => PersonRule::Permitted(Permission::TasksAssign),
        Right::MemberRead | Right::MemberManage => PersonRule::Permitted(Permission::UsersManagePermissions),
    }
}

/// Decides whether a person may do what this rule allows, in a company or, with none, on the
/// installation.
///
/// # Errors
/// With the reason if they may not.
pub fn person_may(person: &BoardCaller, rule: PersonRule, company: Option<CompanyId>) -> Result<(), Denial> {
    if person.reach == BoardReach::Instance {
        return Ok(());
    }
    let is_admin = person.is_instance_admin;
    let Some(company) = company else {
        return match rule {
            PersonRule::Member => Ok(()),
            _ if is_admin => Ok(()),
            _ => Err(Denial::InstanceAdminOnly),
        };
    };
    // Looking after the instance opens no company by itself.
    let seat = person.seat(company).ok_or(Denial::OtherCompany)?;
    let (is_allowed, denial) = match rule {
        PersonRule::Member => (true, Denial::NotVisible),
        PersonRule::Writer => (seat.role.may_write(), Denial::ReadOnly),
        PersonRule::Manager => (seat.role.may_manage(), Denial::ManagersOnly),
        PersonRule::Permitted(permission) => {
            (seat.permissions.contains(&permission), Denial::NotGranted { permission })
        }
        PersonRule::InstanceAdmin => (false, Denial::InstanceAdminOnly),
    };
    if is_allowed || is_admin { Ok(()) } else { Err(denial) }
}
