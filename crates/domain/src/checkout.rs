//! Checkout: which run may hold an issue, and what holding it allows.
//!
//! A claim is the row by which one running run holds one issue. **Invariant:** a claim exists
//! only while its run is running; the run's end deletes it in the same transaction. A lock that
//! outlives its holder can therefore not be seen, and nothing here repairs one.

pub mod release;
pub mod write;

use serde::Serialize;

use crate::blocker::{Blocker, StillBlocked, check_ready};
use crate::caller::Actor;
use crate::company::PauseReason;
use crate::issue::assignee::{AssigneeRefused, Candidate, check_assignable};
use crate::issue::wake::WakeWanted;
use crate::issue::{Assignee, IssueStatus};
use crate::refusal::{Refusal, RefusalKind};
use crate::run::{InvocationSource, RunStatus};
use crate::tree_hold::{Held, HeldRefused};
use crate::wakeup::{ActorType, WakeReason};
use crate::words;
use crate::{AgentId, IssueId, OpaqueJson, RunId, Timestamp};

/// A claim as it is stored, with where its run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The run that holds the issue.
    pub run_id: RunId,
    /// The run's agent.
    pub agent_id: AgentId,
    /// Where the run stands; a claim of a run that is not running counts for nothing.
    pub run_status: RunStatus,
    /// Since when the issue is held.
    pub since: Timestamp,
}

impl Claim {
    /// Returns whether the claim counts.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.run_status == RunStatus::Running
    }
}

/// The issue to be held, and who holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holding {
    /// The issue.
    pub issue_id: IssueId,
    /// Where it stands.
    pub status: IssueStatus,
    /// Who has it.
    pub assignee: Assignee,
    /// The claim on it, if there is one.
    pub claim: Option<Claim>,
}

impl Holding {
    /// Returns the claim that counts, if one does.
    #[must_use]
    pub fn live_claim(&self) -> Option<Claim> {
        self.claim.filter(Claim::is_live)
    }
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct CheckoutWish<'a> {
    /// The agent that is to have the issue.
    pub agent: AgentId,
    /// The statuses in which the caller expects the issue.
    pub expected: &'a [IssueStatus],
}

/// What must be known besides the issue and the wish.
#[derive(Debug, Clone, Copy)]
pub struct CheckoutFacts<'a> {
    /// Who asks.
    pub actor: &'a Actor,
    /// What is known of the agent that is to have the issue.
    pub candidate: Candidate,
    /// Whether the caller may take work from one agent for another.
    pub may_assign: bool,
    /// Why the issue's project is paused, if it is.
    pub project_pause: Option<PauseReason>,
    /// The pause that holds the issue, if one does.
    pub held: Option<Held>,
    /// What blocks the issue.
    pub blockers: &'a [Blocker],
}

/// What a granted checkout comes to. In each case the issue is the agent's and in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckoutDecision {
    /// The agent takes the issue up: assignee, status and start are set, the claim is made.
    Take,
    /// The work goes on in another run: the claim is made, the start is kept.
    Adopt,
    /// The caller's run holds it already.
    Keep,
}

words! {
    /// Why an issue cannot be checked out as things stand.
    pub enum ConflictReason("checkout conflict reason") {
        HeldByLiveRun = "held_by_live_run",
        AssignedToOtherAgent = "assigned_to_other_agent",
        UnexpectedStatus = "unexpected_status",
        Cancelled = "cancelled",
    }
}

/// Why a checkout is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckoutRefused {
    /// The project is paused.
    #[error("the project is paused{}", if *reason == PauseReason::Budget { ": its budget is used up" } else { "" })]
    ProjectPaused {
        /// Why.
        reason: PauseReason,
    },
    /// An agent asks for another one.
    #[error("an agent checks out for itself only")]
    NotItself,
    /// The caller may not take work from one agent for another.
    #[error("the issue is another agent's, and the caller may not assign work")]
    MayNotAssign,
    /// An agent asks without a run.
    #[error("an agent checks out within a run: its id is missing")]
    RunRequired,
    /// The agent is given no work.
    #[error(transparent)]
    Assignee(#[from] AssigneeRefused),
    /// It is paused.
    #[error(transparent)]
    Held(#[from] HeldRefused),
    /// It waits for others.
    #[error(transparent)]
    StillBlocked(#[from] StillBlocked),
    /// It is not free as things stand.
    #[error("the issue cannot be checked out: {}", reason.as_str().replace('_', " "))]
    Conflict {
        /// How it is held.
        holding: Box<Holding>,
        /// Why that is in the way.
        reason: ConflictReason,
    },
}

impl Refusal for CheckoutRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::ProjectPaused { .. } | Self::Conflict { .. } => RefusalKind::Conflict,
            Self::NotItself | Self::MayNotAssign => RefusalKind::Forbidden,
            Self::RunRequired => RefusalKind::Unauthenticated,
            Self::Assignee(refused) => refused.kind(),
            Self::Held(refused) => refused.kind(),
            Self::StillBlocked(refused) => refused.kind(),
        }
    }

    fn details(&self) -> Option<OpaqueJson> {
        match self {
            Self::Assignee(refused) => refused.details(),
            Self::Held(refused) => refused.details(),
            Self::StillBlocked(refused) => refused.details(),
            Self::Conflict { holding, reason } => {
                let mut details = HoldingDetails::of(holding).to_json();
                details.set("reason", reason);
                Some(details)
            }
            Self::ProjectPaused { .. } | Self::NotItself | Self::MayNotAssign | Self::RunRequired => None,
        }
    }
}

/// The facts of a conflict: the recorded ones, and beside them who holds the issue, since when,
/// and whether the holder lives, so that nobody has to retry blindly.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct HoldingDetails {
    issue_id: IssueId,
    status: IssueStatus,
    assignee_agent_id: Option<AgentId>,
    checkout_run_id: Option<RunId>,
    execution_run_id: Option<RunId>,
    holder_run_id: Option<RunId>,
    holder_agent_id: Option<AgentId>,
    holder_run_status: Option<RunStatus>,
    held_since: Option<Timestamp>,
    holder_live: bool,
}

impl HoldingDetails {
    fn of(holding: &Holding) -> Self {
        let claim = holding.live_claim();
        let run_id = claim.map(|claim| claim.run_id);
        Self {
            issue_id: holding.issue_id,
            status: holding.status,
            assignee_agent_id: holding.assignee.agent(),
            checkout_run_id: run_id,
            execution_run_id: run_id,
            holder_run_id: run_id,
            holder_agent_id: claim.map(|claim| claim.agent_id),
            holder_run_status: claim.map(|claim| claim.run_status),
            held_since: claim.map(|claim| claim.since),
            holder_live: claim.is_some(),
        }
    }

    fn to_json(&self) -> OpaqueJson {
        OpaqueJson::of(self)
    }
}

/// Decides a checkout. The same function answers "may I?" and "do it".
///
/// # Errors
/// With the first check that fails; nothing is changed then.
pub fn decide_checkout(
    holding: &Holding,
    wish: &CheckoutWish<'_>,
    facts: &CheckoutFacts<'_>,
) -> Result<CheckoutDecision, CheckoutRefused> {
    check_caller(holding, wish, facts)?;
    check_assignable(&Assignee::Agent(wish.agent), facts.candidate, facts.actor)?;
    if let Some(by) = facts.held {
        return Err(HeldRefused::Checkout { issue_id: holding.issue_id, by }.into());
    }
    check_ready(facts.blockers)?;
    let conflict = |reason| CheckoutRefused::Conflict { holding: Box::new(holding.clone()), reason };
    // What an agent may not open by writing its status it does not open by a checkout either.
    if holding.status == IssueStatus::Cancelled && facts.actor.kind == ActorType::Agent {
        return Err(conflict(ConflictReason::Cancelled));
    }
    decide_claim(holding, wish, facts.actor.run_id).map_err(conflict)
}

fn check_caller(
    holding: &Holding,
    wish: &CheckoutWish<'_>,
    facts: &CheckoutFacts<'_>,
) -> Result<(), CheckoutRefused> {
    if let Some(reason) = facts.project_pause {
        return Err(CheckoutRefused::ProjectPaused { reason });
    }
    let is_agent = facts.actor.kind == ActorType::Agent;
    if is_agent && facts.actor.agent_id != Some(wish.agent) {
        return Err(CheckoutRefused::NotItself);
    }
    let is_others = holding.assignee.agent().is_some_and(|agent| agent != wish.agent);
    if is_others && !facts.may_assign {
        return Err(CheckoutRefused::MayNotAssign);
    }
    if is_agent && facts.actor.run_id.is_none() {
        return Err(CheckoutRefused::RunRequired);
    }
    Ok(())
}

/// The table of holders: nobody's issue in an expected status is taken; one's own issue in
/// progress goes on in whichever run asks, unless another one lives.
fn decide_claim(
    holding: &Holding,
    wish: &CheckoutWish<'_>,
    run: Option<RunId>,
) -> Result<CheckoutDecision, ConflictReason> {
    let is_assignee = holding.assignee.agent() == Some(wish.agent);
    let is_others = holding.assignee.agent().is_some() && !is_assignee;
    let is_in_progress = holding.status == IssueStatus::InProgress;
    match holding.live_claim() {
        Some(claim) if Some(claim.run_id) != run => Err(ConflictReason::HeldByLiveRun),
        _ if is_others => Err(ConflictReason::AssignedToOtherAgent),
        Some(_) if is_in_progress && is_assignee => Ok(CheckoutDecision::Keep),
        None if is_in_progress && is_assignee => Ok(CheckoutDecision::Adopt),
        _ if wish.expected.contains(&holding.status) => Ok(CheckoutDecision::Take),
        _ => Err(ConflictReason::UnexpectedStatus),
    }
}

/// Returns the wake that a granted checkout asks for: the agent's, unless it is its own run that
/// checked out.
#[must_use]
pub fn wake_for_checkout(issue: IssueId, agent: AgentId, actor: &Actor) -> Option<WakeWanted> {
    (actor.agent_id != Some(agent)).then_some(WakeWanted {
        agent_id: agent,
        issue_id: issue,
        reason: WakeReason::IssueCheckedOut,
        source: InvocationSource::Assignment,
    })
}

#[cfg(test)]
mod tests;
