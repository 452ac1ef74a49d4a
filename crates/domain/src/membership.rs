//! How a person stands to a company, and to the projects and agents in it.

use crate::CompanyId;
use crate::activity::Action;
use crate::policy::Permission;
use crate::words;

words! {
    /// What a person can join, leave and star.
    pub enum ResourceType("resource type") {
        Agent = "agent",
        Project = "project",
    }
}

words! {
    /// Whether a person follows a project or an agent.
    pub enum MembershipState("membership state") {
        Joined = "joined",
        Left = "left",
    }
}

words! {
    /// What a member of a company is.
    pub enum PrincipalType("principal type") {
        User = "user",
        Agent = "agent",
    }
}

words! {
    /// What a person is in a company.
    pub enum CompanyRole("company role") {
        Owner = "owner",
        Admin = "admin",
        Operator = "operator",
        Viewer = "viewer",
    }
}

impl CompanyRole {
    /// Returns the permissions that a member is given with the role. What is given later, or taken
    /// away, stays when the role changes.
    #[must_use]
    pub const fn grants(self) -> &'static [Permission] {
        use Permission as P;
        match self {
            Self::Owner => &[
                P::AgentsConfigure,
                P::AgentsCreate,
                P::EnvironmentsManage,
                P::JoinsApprove,
                P::SkillsCreate,
                P::TasksAssign,
                P::ToolsAdmin,
                P::ToolsManageConnections,
                P::ToolsManageRuntime,
                P::ToolsUse,
                P::UsersInvite,
                P::UsersManagePermissions,
            ],
            Self::Admin => &[
                P::AgentsConfigure,
                P::AgentsCreate,
                P::EnvironmentsManage,
                P::JoinsApprove,
                P::SkillsCreate,
                P::TasksAssign,
                P::ToolsAdmin,
                P::ToolsManageConnections,
                P::ToolsManageRuntime,
                P::ToolsUse,
                P::UsersInvite,
            ],
            Self::Operator => &[P::TasksAssign],
            Self::Viewer => &[],
        }
    }

    /// Returns whether the role may change things.
    #[must_use]
    pub const fn may_write(self) -> bool {
        !matches!(self, Self::Viewer)
    }

    /// Returns whether the role steers the company as a whole.
    #[must_use]
    pub const fn may_manage(self) -> bool {
        matches!(self, Self::Owner | Self::Admin)
    }
}

/// What a person is in a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The company.
    pub company_id: CompanyId,
    /// As what they belong to it.
    pub role: CompanyRole,
    /// What they were given there besides.
    pub permissions: Vec<Permission>,
}

impl Seat {
    /// Returns the seat of somebody who was given what their role brings.
    #[must_use]
    pub fn of_role(company_id: CompanyId, role: CompanyRole) -> Self {
        Self { company_id, role, permissions: role.grants().to_vec() }
    }
}

/// Why a membership stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StandingRefused {
    /// Whoever steps down may find nobody to let them back in.
    #[error("You cannot remove yourself.")]
    Oneself,
    /// A company has an owner at all times.
    #[error("The last active owner cannot be removed or demoted")]
    LastOwner,
}

impl crate::refusal::Refusal for StandingRefused {
    fn kind(&self) -> crate::refusal::RefusalKind {
        match self {
            Self::Oneself => crate::refusal::RefusalKind::Forbidden,
            Self::LastOwner => crate::refusal::RefusalKind::Conflict,
        }
    }
}

/// Decides whether a member's role and standing may become others.
///
/// # Errors
/// With the reason if they may not.
pub fn restand(
    before: (CompanyRole, MemberStatus),
    after: (CompanyRole, MemberStatus),
    is_oneself: bool,
    other_active_owners: u64,
) -> Result<(), StandingRefused> {
    let owns = |standing| standing == (CompanyRole::Owner, MemberStatus::Active);
    let is_less = owns(before) && !owns(after) || after.1 != MemberStatus::Active && before.1 != after.1;
    if is_oneself && is_less {
        return Err(StandingRefused::Oneself);
    }
    if owns(before) && !owns(after) && other_active_owners == 0 {
        return Err(StandingRefused::LastOwner);
    }
    Ok(())
}

words! {
    /// Whether a member takes part.
    pub enum MemberStatus("member status") {
        Pending = "pending",
        Active = "active",
        Suspended = "suspended",
        Archived = "archived",
    }
}

/// A person's relation to a project or an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Membership {
    /// Whether the person follows it.
    pub state: MembershipState,
    /// Whether the person starred it; only what is followed can be.
    pub is_starred: bool,
}

/// A wish to change a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MembershipWish {
    /// To join or leave.
    pub state: Option<MembershipState>,
    /// To star, or to take the star away.
    pub starred: Option<bool>,
}

/// Decides what becomes of a relation, and what the log calls it. Whoever said nothing so far
/// has joined.
#[must_use]
pub fn decide(before: Option<Membership>, wish: MembershipWish) -> (Membership, Option<Action>) {
    let was = before.unwrap_or(Membership { state: MembershipState::Joined, is_starred: false });
    let is_starred = match (wish.starred, wish.state) {
        (_, Some(MembershipState::Left)) => false,
        (Some(starred), _) => starred,
        (None, _) => was.is_starred,
    };
    let state = match wish.state {
        // A star is for what one follows.
        None if is_starred => MembershipState::Joined,
        None => was.state,
        Some(state) => state,
    };
    let is = Membership { state, is_starred };
    let action = if before == Some(is) {
        None
    } else if is.state == MembershipState::Left {
        Some(Action::ResourceMembershipLeft)
    } else if is.is_starred && !was.is_starred {
        Some(Action::ResourceMembershipStarred)
    } else if was.is_starred && !is.is_starred {
        Some(Action::ResourceMembershipUnstarred)
    } else {
        Some(Action::ResourceMembershipJoined)
    };
    (is, action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use MembershipState::{Joined, Left};

    fn check(
        before: Option<(MembershipState, bool)>,
        wish: (Option<MembershipState>, Option<bool>),
        expected: (MembershipState, bool, Option<Action>),
    ) {
        let before = before.map(|(state, is_starred)| Membership { state, is_starred });
        let (is, action) = decide(before, MembershipWish { state: wish.0, starred: wish.1 });
        let (state, is_starred, told) = expected;
        assert_eq!((is.state, is.is_starred, action), (state, is_starred, told), "{before:?} {wish:?}");
    }

    #[test]
    fn a_star_joins_and_leaving_takes_it() {
        check(None, (None, Some(true)), (Joined, true, Some(Action::ResourceMembershipStarred)));
        check(
            Some((Left, false)),
            (None, Some(true)),
            (Joined, true, Some(Action::ResourceMembershipStarred)),
        );
        check(Some((Joined, true)), (Some(Left), None), (Left, false, Some(Action::ResourceMembershipLeft)));
        check(
            Some((Joined, true)),
            (None, Some(false)),
            (Joined, false, Some(Action::ResourceMembershipUnstarred)),
        );
    }

    #[test]
    fn saying_it_again_is_nothing_to_tell() {
        check(Some((Joined, true)), (None, Some(true)), (Joined, true, None));
        check(Some((Left, false)), (Some(Left), None), (Left, false, None));
        check(Some((Left, false)), (None, Some(false)), (Left, false, None));
        check(None, (Some(Joined), None), (Joined, false, Some(Action::ResourceMembershipJoined)));
    }
}
