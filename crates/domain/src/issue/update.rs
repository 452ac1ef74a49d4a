//! What a change does to an issue: the preconditions, the claim, the wakes.
//!
//! Any status may follow any other; what is checked is the situation. What goes with the move
//! itself is [`IssueState::moved_to`]'s.

use crate::blocker::{Blocker, StillBlocked, check_ready};
use crate::caller::Actor;
use crate::issue::assignee::{AssigneeRefused, Candidate, check_assignable};
use crate::issue::unblock::{UnblockRefused, check_owner};
use crate::issue::wake::{Held, WakeWanted, is_own_doing, wake_for_update};
use crate::issue::{Assignee, IssueState, IssueStatus, UnblockDescriptor};
use crate::patch::Field;
use crate::refusal::{Refusal, RefusalKind};
use crate::run::InvocationSource;
use crate::wakeup::{ActorType, WakeReason};
use crate::{AgentId, IssueId, OpaqueJson, RunId, Timestamp, UserId};

/// The part of a wished change on which the rules depend.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IssueChange {
    /// The status, if one is named.
    pub status: Option<IssueStatus>,
    /// The agent that is to have it.
    pub assignee_agent: Field<AgentId>,
    /// The person who is to have it.
    pub assignee_user: Field<UserId>,
    /// Who can unblock it.
    pub unblock: Field<UnblockDescriptor>,
    /// All blockers afterwards, if they are named.
    pub blockers: Option<Vec<Blocker>>,
}

/// What must be known besides the issue and the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateFacts<'a> {
    /// Who writes.
    pub actor: &'a Actor,
    /// The present blockers.
    pub blockers: &'a [Blocker],
    /// What is known of the new assignee, if the change names one.
    pub candidate: Option<Candidate>,
    /// Whether the issue is linked to an approval that is still to be decided.
    pub awaits_approval: bool,
    /// Whether the owner that an unblock descriptor names is of the company.
    pub unblock_owner_exists: bool,
    /// The run that works on the issue now.
    pub running: Option<RunId>,
}

/// Why a change of an issue stops the run on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopCause {
    /// The issue is cancelled.
    IssueCancelled,
    /// The issue is no longer the agent's.
    IssueReassigned,
}

/// A run that a change of its issue stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunStop {
    /// The run.
    pub run_id: RunId,
    /// Why.
    pub cause: StopCause,
}

/// What a change comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct UpdateOutcome {
    /// The issue afterwards.
    pub after: IssueState,
    /// Whether the status is another one.
    pub status_changed: bool,
    /// Whether somebody else has it.
    pub assignee_changed: bool,
    /// Whether the claim on the issue ends.
    pub ends_claim: bool,
    /// The run that is to be stopped: somebody else's work on what is cancelled or given away.
    pub stops_run: Option<RunStop>,
    /// Whom the change wakes. Those who wait for the issue's end are told separately.
    pub wakes: Vec<WakeWanted>,
}

/// Why a change is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UpdateRefused {
    /// It cannot be given to that assignee.
    #[error(transparent)]
    Assignee(#[from] AssigneeRefused),
    /// Nobody would be working.
    #[error("an issue in progress has an assignee")]
    NobodyWorks,
    /// It waits for others.
    #[error(transparent)]
    StillBlocked(#[from] StillBlocked),
    /// It would be blocked by nothing.
    #[error(
        "a blocked issue has an open blocker (blockedByIssueIds), an approval to wait for, or somebody \
         named to unblock it (unblockDescriptor)"
    )]
    BlockedByNothing,
    /// The unblock descriptor is refused.
    #[error(transparent)]
    Unblock(#[from] UnblockRefused),
    /// An agent would open what a person cancelled.
    #[error("a cancelled issue is restored by a person")]
    Cancelled {
        /// The issue.
        issue_id: IssueId,
    },
    /// An agent would resume work that is not its own.
    #[error("only its assignee moves an issue that is {status}")]
    MayNotResume {
        /// The issue.
        issue_id: IssueId,
        /// Where it stands.
        status: IssueStatus,
    },
}

impl Refusal for UpdateRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::Assignee(refused) => refused.kind(),
            Self::Unblock(refused) => refused.kind(),
            Self::StillBlocked(refused) => refused.kind(),
            Self::NobodyWorks | Self::BlockedByNothing => RefusalKind::Unprocessable,
            Self::Cancelled { .. } => RefusalKind::Conflict,
            Self::MayNotResume { .. } => RefusalKind::Forbidden,
        }
    }

    fn details(&self) -> Option<OpaqueJson> {
        let (issue_id, status) = match self {
            Self::Assignee(refused) => return refused.details(),
            Self::StillBlocked(refused) => return refused.details(),
            Self::Unblock(_) | Self::NobodyWorks | Self::BlockedByNothing => return None,
            Self::Cancelled { issue_id } => (issue_id, IssueStatus::Cancelled),
            Self::MayNotResume { issue_id, status } => (issue_id, *status),
        };
        let mut details = OpaqueJson::object();
        details.set("issueId", issue_id);
        details.set("status", &status);
        Some(details)
    }
}

/// Decides what a change does to an issue.
///
/// # Errors
/// With the first precondition that is not met; nothing is changed then.
pub fn decide_update(
    issue: &IssueState,
    change: &IssueChange,
    facts: &UpdateFacts<'_>,
    now: Timestamp,
) -> Result<UpdateOutcome, UpdateRefused> {
    let assignee = issue.assignee.after(&change.assignee_agent, &change.assignee_user)?;
    let assignee_changed = assignee != issue.assignee;
    if assignee_changed {
        check_assignable(&assignee, facts.candidate.unwrap_or(Candidate::Unknown), facts.actor)?;
    }
    let status = change.status.unwrap_or(issue.status);
    let status_changed = status != issue.status;
    let blockers = change.blockers.as_deref().unwrap_or(facts.blockers);
    if status_changed {
        check_leaving(issue, facts)?;
        check_entering(status, &assignee, blockers, change, facts.awaits_approval)?;
    }
    let unblock = unblock_after(issue, status, change, facts)?;

    let after = IssueState { assignee, unblock, ..issue.moved_to(status, now) };
    let cause = if status_changed && status == IssueStatus::Cancelled {
        Some(StopCause::IssueCancelled)
    } else if assignee_changed && issue.assignee.agent().is_some() {
        Some(StopCause::IssueReassigned)
    } else {
        None
    };
    // A run that ends its own issue or hands it on finishes by itself.
    let running = facts.running.filter(|run| facts.actor.run_id != Some(*run));
    let stops_run = running.zip(cause).map(|(run_id, cause)| RunStop { run_id, cause });
    let wakes = wakes(issue, &after, blockers, facts);
    Ok(UpdateOutcome {
        ends_claim: assignee_changed || (status_changed && status != IssueStatus::InProgress),
        stops_run,
        after,
        status_changed,
        assignee_changed,
        wakes,
    })
}

/// An agent moves what is closed or blocked only if it is the agent's own; what was cancelled it
/// never opens.
fn check_leaving(issue: &IssueState, facts: &UpdateFacts<'_>) -> Result<(), UpdateRefused> {
    if facts.actor.kind != ActorType::Agent {
        return Ok(());
    }
    let is_own = issue.assignee.agent().is_some_and(|agent| is_own_doing(agent, facts.actor));
    match issue.status {
        IssueStatus::Cancelled => Err(UpdateRefused::Cancelled { issue_id: issue.id }),
        IssueStatus::Done | IssueStatus::Blocked if !is_own => {
            Err(UpdateRefused::MayNotResume { issue_id: issue.id, status: issue.status })
        }
        _ => Ok(()),
    }
}

fn check_entering(
    status: IssueStatus,
    assignee: &Assignee,
    blockers: &[Blocker],
    change: &IssueChange,
    awaits_approval: bool,
) -> Result<(), UpdateRefused> {
    match status {
        IssueStatus::InProgress if assignee.is_nobody() => Err(UpdateRefused::NobodyWorks),
        IssueStatus::InProgress => Ok(check_ready(blockers)?),
        IssueStatus::Blocked => {
            let is_named = matches!(change.unblock, Field::Set(_));
            let is_held_up = check_ready(blockers).is_err() || is_named || awaits_approval;
            if is_held_up { Ok(()) } else { Err(UpdateRefused::BlockedByNothing) }
        }
        _ => Ok(()),
    }
}

fn unblock_after(
    issue: &IssueState,
    status: IssueStatus,
    change: &IssueChange,
    facts: &UpdateFacts<'_>,
) -> Result<Option<UnblockDescriptor>, UpdateRefused> {
    match &change.unblock {
        Field::Set(_) if status != IssueStatus::Blocked => Err(UnblockRefused::NotBlocked.into()),
        Field::Set(unblock) => {
            check_owner(&unblock.owner, facts.unblock_owner_exists, facts.actor)?;
            Ok(Some(unblock.clone()))
        }
        Field::Clear => Ok(None),
        Field::Keep => Ok(issue.unblock.clone().filter(|_| status == IssueStatus::Blocked)),
    }
}

fn wakes(
    issue: &IssueState,
    after: &IssueState,
    blockers: &[Blocker],
    facts: &UpdateFacts<'_>,
) -> Vec<WakeWanted> {
    let before = Held { status: issue.status, assignee: &issue.assignee };
    let held = Held { status: after.status, assignee: &after.assignee };
    if let Some(wake) = wake_for_update(issue.id, before, held, facts.actor) {
        return vec![wake];
    }
    // A change of the blockers alone can clear the way as well as the end of the last of them.
    let is_freed = after.status == IssueStatus::Blocked
        && after.unblock.is_none()
        && check_ready(facts.blockers).is_err()
        && check_ready(blockers).is_ok();
    let owner = after.assignee.agent().filter(|agent| is_freed && !is_own_doing(*agent, facts.actor));
    owner
        .map(|agent_id| WakeWanted {
            agent_id,
            issue_id: issue.id,
            reason: WakeReason::IssueBlockersResolved,
            source: InvocationSource::Automation,
        })
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests;
