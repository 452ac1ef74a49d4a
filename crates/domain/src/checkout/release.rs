//! Giving an issue back.

use serde::Serialize;

use super::{Holding, HoldingDetails};
use crate::caller::Actor;
use crate::issue::IssueStatus;
use crate::refusal::{Refusal, RefusalKind};
use crate::wakeup::ActorType;
use crate::{AgentId, OpaqueJson, RunId};

/// Why an issue is not given back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReleaseRefused {
    /// An agent asks without a run.
    #[error("an agent gives back within a run: its id is missing")]
    RunRequired,
    /// The issue is not the agent's.
    #[error("only its assignee gives an issue back")]
    NotAssignee {
        /// How it is held.
        holding: Box<Holding>,
    },
    /// Another run works on it.
    #[error(transparent)]
    OtherRun(#[from] OtherRun),
}

/// Another run of the same agent, still alive, holds the issue.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("another run of this agent holds the issue")]
pub struct OtherRun {
    /// How it is held.
    pub holding: Box<Holding>,
    /// The agent that acts.
    pub agent: Option<AgentId>,
    /// The run in which it acts.
    pub run: Option<RunId>,
}

impl Refusal for OtherRun {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }

    fn details(&self) -> Option<OpaqueJson> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Details {
            #[serde(flatten)]
            holding: HoldingDetails,
            actor_agent_id: Option<AgentId>,
            actor_run_id: Option<RunId>,
        }
        let holding = HoldingDetails::of(&self.holding);
        Some(OpaqueJson::of(&Details { holding, actor_agent_id: self.agent, actor_run_id: self.run }))
    }
}

impl Refusal for ReleaseRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::RunRequired => RefusalKind::Unauthenticated,
            Self::NotAssignee { .. } | Self::OtherRun(_) => RefusalKind::Conflict,
        }
    }

    fn details(&self) -> Option<OpaqueJson> {
        match self {
            Self::RunRequired => None,
            Self::NotAssignee { holding } => Some(HoldingDetails::of(holding).to_json()),
            Self::OtherRun(other) => other.details(),
        }
    }
}

/// Decides whether `actor` may give the issue back, and returns where it stands then: what was in
/// progress waits again. The claim ends and no agent has the issue any more; a person who has it
/// keeps it. A person always may; whether an agent may
/// write to the issue at all was asked before (see [`super::write`]).
///
/// # Errors
/// If an agent is not the assignee, or acts beside the run that works on it.
pub fn decide_release(holding: &Holding, actor: &Actor) -> Result<IssueStatus, ReleaseRefused> {
    if actor.kind == ActorType::Agent {
        if actor.named_run.is_none() {
            return Err(ReleaseRefused::RunRequired);
        }
        if holding.assignee.agent().is_none_or(|agent| actor.agent_id != Some(agent)) {
            return Err(ReleaseRefused::NotAssignee { holding: Box::new(holding.clone()) });
        }
        check_run(holding, actor)?;
    }
    Ok(match holding.status {
        IssueStatus::InProgress => IssueStatus::Todo,
        status => status,
    })
}

/// Checks that no other run than the actor's holds the issue.
///
/// # Errors
/// With both sides, if one does.
pub(super) fn check_run(holding: &Holding, actor: &Actor) -> Result<(), OtherRun> {
    match holding.live_claim() {
        Some(claim) if actor.named_run != Some(claim.run_id) => {
            Err(OtherRun { holding: Box::new(holding.clone()), agent: actor.agent_id, run: actor.named_run })
        }
        _ => Ok(()),
    }
}
