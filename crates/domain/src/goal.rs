//! A goal: what the work is for.

use crate::refusal::{Refusal, RefusalKind};
use crate::{GoalId, Timestamp, words};

words! {
    /// Whose goal it is.
    pub enum GoalLevel("goal level") {
        Company = "company",
        Team = "team",
        Agent = "agent",
        Task = "task",
    }
}

words! {
    /// Where a goal stands.
    pub enum GoalStatus("goal status") {
        Planned = "planned",
        Active = "active",
        Achieved = "achieved",
        Cancelled = "cancelled",
    }
}

/// Why a goal cannot be set so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GoalRefused {
    /// The goal above is none of the company's.
    #[error("the parent is no goal of this company")]
    NoSuchParent,
    /// The goal would stand under itself.
    #[error("a goal cannot stand under itself")]
    UnderItself,
    /// The owner is none of the company's.
    #[error("the owner is no agent of this company")]
    NoSuchOwner,
}

impl Refusal for GoalRefused {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Unprocessable
    }
}

/// Decides whether a goal may stand where it would have these goals above it, nearest first.
///
/// # Errors
/// If it is one of them itself.
pub fn check_parent(goal: GoalId, above: &[GoalId]) -> Result<(), GoalRefused> {
    if above.contains(&goal) { Err(GoalRefused::UnderItself) } else { Ok(()) }
}

/// A goal as far as it matters for which one issues get without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoalCandidate {
    /// The goal.
    pub id: GoalId,
    /// Whose it is.
    pub level: GoalLevel,
    /// Where it stands.
    pub status: GoalStatus,
    /// Whether it stands under no other.
    pub is_root: bool,
    /// When it was set.
    pub created_at: Timestamp,
}

/// Returns the goal of issues that belong to no project: of the company's goals an active one
/// under no other, else one under no other, else any; of several the oldest.
#[must_use]
pub fn company_goal(goals: &[GoalCandidate]) -> Option<GoalId> {
    let rank = |goal: &GoalCandidate| {
        let is_active = goal.status == GoalStatus::Active;
        (!(goal.is_root && is_active), !goal.is_root, goal.created_at, goal.id)
    };
    goals
        .iter()
        .filter(|goal| goal.level == GoalLevel::Company)
        .min_by_key(|goal| rank(goal))
        .map(|goal| goal.id)
}

/// Returns the goal that an issue gets from where it belongs: its project's, if it has a project
/// (which may have none), else the company's.
#[must_use]
pub fn inherited_goal(project: Option<Option<GoalId>>, company: Option<GoalId>) -> Option<GoalId> {
    project.unwrap_or(company)
}

/// Returns an issue's goal after a move to another project: one of its own stays, an inherited
/// one is inherited anew.
#[must_use]
pub fn goal_after_move(
    goal: Option<GoalId>,
    inherited_before: Option<GoalId>,
    inherited_after: Option<GoalId>,
) -> Option<GoalId> {
    if goal == inherited_before { inherited_after } else { goal }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_goal_follows_the_project_unless_it_is_the_issues_own() {
        let [main, bloom] = [GoalId::random(), GoalId::random()];
        let (outside, garden, shed) = (Some(main), Some(bloom), None);
        assert_eq!(inherited_goal(None, Some(main)), outside);
        assert_eq!(inherited_goal(Some(None), Some(main)), shed);
        assert_eq!(goal_after_move(Some(main), outside, garden), Some(bloom));
        assert_eq!(goal_after_move(Some(bloom), garden, shed), None);
        assert_eq!(goal_after_move(None, shed, outside), Some(main));
        assert_eq!(goal_after_move(Some(bloom), outside, shed), Some(bloom));
    }

    #[test]
    fn the_company_goal_is_its_oldest_active_one_at_the_top() {
        let goal = |level, status, is_root, at| GoalCandidate {
            id: GoalId::random(),
            level,
            status,
            is_root,
            created_at: Timestamp::from_unix_millis(at),
        };
        let goals = [
            goal(GoalLevel::Task, GoalStatus::Active, true, 0),
            goal(GoalLevel::Company, GoalStatus::Planned, true, 1),
            goal(GoalLevel::Company, GoalStatus::Active, true, 3),
            goal(GoalLevel::Company, GoalStatus::Active, true, 2),
        ];
        assert_eq!(company_goal(&goals), Some(goals[3].id));
        assert_eq!(company_goal(&goals[..2]), Some(goals[1].id));
        assert_eq!(company_goal(&goals[..1]), None);
    }
}
