//! Which agent may write to which issue, and from which run.
//!
//! Every write of an agent names a run of its own, so that it can be told who acted for whom. The
//! fields of an issue on which a run works belong to that run; comments and new children stay
//! open to all. Writes to other issues than one's own are counted for each run, up to a limit, but for
//! those of documents and attachments.

use serde::Serialize;

use super::Holding;
use super::release::{OtherRun, check_run};
use crate::caller::Actor;
use crate::issue::IssueStatus;
use crate::refusal::{Refusal, RefusalKind};
use crate::wakeup::ActorType;
use crate::{AgentId, IssueId, OpaqueJson};

/// How often one run may write to issues that are not its own.
pub const CROSS_ISSUE_CAP: u32 = 20;

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IssueWrite {
    /// Fields of the issue.
    Update,
    /// A comment on it.
    Comment,
    /// An issue below it.
    Child,
    /// What belongs to it: its documents and attachments.
    Content,
    /// Its end as a record.
    Delete,
    /// That it is given back.
    Release,
}

/// What must be known of the agent that writes, besides the issue.
#[derive(Debug, Clone, Copy)]
pub struct WriteFacts<'a> {
    /// Who writes.
    pub actor: &'a Actor,
    /// Whether the run that is named is a live run of this agent.
    pub is_own_run: bool,
    /// The issue that the run is about, if it is about one.
    pub run_issue: Option<IssueId>,
    /// How many writes to other issues the run has made.
    pub cross_issue_writes: u32,
}

/// What a granted write is booked as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteGranted {
    /// Nothing to count: a person's write, or one to the run's own issue.
    Own,
    /// A write to another issue, the so-manieth of the run.
    Cross {
        /// The count, this write included.
        count: u32,
    },
}

/// Why an agent's write is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteRefused {
    /// The agent's own issue is written to without a run.
    #[error("an agent writes within a run: its id is missing")]
    RunRequired,
    /// Another issue is written to without a run of the agent's own.
    #[error("an agent writes to others' issues within a run of its own")]
    RunContextRequired,
    /// The run has made too many writes to other issues.
    #[error("the run has written to other issues {CROSS_ISSUE_CAP} times, which is the limit")]
    CrossIssueCap {
        /// How many it has made.
        count: u32,
    },
    /// Another agent's run works on the issue.
    #[error("another agent's run holds the issue; a comment is still possible")]
    AssigneeRunLock {
        /// How it is held.
        holding: Box<Holding>,
        /// The agent that writes.
        actor: Option<AgentId>,
    },
    /// Another run of the same agent works on the issue.
    #[error(transparent)]
    OtherRun(#[from] OtherRun),
    /// What is written belongs to the issue's assignee.
    #[error("the issue is another agent's")]
    OthersIssue {
        /// How it is held.
        holding: Box<Holding>,
        /// The agent that writes.
        actor: Option<AgentId>,
    },
}

/// The recorded shape of a refusal that tells a way out.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Guidance<'a> {
    code: &'a str,
    boundary: &'a str,
    who_can_act: &'a str,
    sanctioned_path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    issue_id: Option<IssueId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assignee_agent_id: Option<AgentId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actor_agent_id: Option<AgentId>,
}

impl WriteRefused {
    /// Returns the code that goes into the details; the recorded answers repeat it at the top for
    /// some refusals only.
    #[must_use]
    pub const fn detail_code(&self) -> Option<&'static str> {
        match self {
            Self::RunContextRequired => Some("cross_issue_influence_run_context_required"),
            Self::CrossIssueCap { .. } => Some("cross_issue_influence_cap_exceeded"),
            Self::AssigneeRunLock { .. } => Some("issue_write_assignee_run_lock"),
            Self::RunRequired | Self::OtherRun(_) | Self::OthersIssue { .. } => None,
        }
    }

    fn guidance(&self) -> Guidance<'_> {
        let (boundary, who_can_act, sanctioned_path, holding, actor_agent_id) = match self {
            Self::AssigneeRunLock { holding, actor } => (
                "Run checkout lock",
                "the run that holds the issue",
                "comment, which wakes the assignee, or wait for the run to end",
                Some(holding),
                *actor,
            ),
            Self::CrossIssueCap { .. } => (
                "Cross-issue cap",
                "this agent, in its next run",
                "finish this run, or leave the rest to the assignees",
                None,
                None,
            ),
            _ => (
                "Heartbeat run context",
                "this agent, with the id of its own run",
                "send the run's id in the header X-Paperclip-Run-Id",
                None,
                None,
            ),
        };
        Guidance {
            code: self.detail_code().unwrap_or_default(),
            boundary,
            who_can_act,
            sanctioned_path,
            issue_id: holding.map(|holding| holding.issue_id),
            assignee_agent_id: holding.and_then(|holding| holding.assignee.agent()),
            actor_agent_id,
        }
    }
}

impl Refusal for WriteRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::RunRequired => RefusalKind::Unauthenticated,
            Self::RunContextRequired | Self::CrossIssueCap { .. } | Self::OthersIssue { .. } => {
                RefusalKind::Forbidden
            }
            Self::AssigneeRunLock { .. } | Self::OtherRun(_) => RefusalKind::Conflict,
        }
    }

    fn code(&self) -> Option<&'static str> {
        // Wire: the run lock's code stands in the details alone.
        self.detail_code().filter(|_| !matches!(self, Self::AssigneeRunLock { .. }))
    }

    fn details(&self) -> Option<OpaqueJson> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Others {
            issue_id: IssueId,
            assignee_agent_id: Option<AgentId>,
            actor_agent_id: Option<AgentId>,
            status: IssueStatus,
            security_principles: [&'static str; 3],
        }
        match self {
            Self::RunRequired => None,
            Self::OtherRun(other) => other.details(),
            Self::OthersIssue { holding, actor } => Some(OpaqueJson::of(&Others {
                issue_id: holding.issue_id,
                assignee_agent_id: holding.assignee.agent(),
                actor_agent_id: *actor,
                status: holding.status,
                security_principles: ["Least Privilege", "Complete Mediation", "Fail Securely"],
            })),
            Self::RunContextRequired | Self::CrossIssueCap { .. } | Self::AssigneeRunLock { .. } => {
                Some(OpaqueJson::of(&self.guidance()))
            }
        }
    }
}

/// Decides whether `facts.actor` may write to an issue. Whoever is no agent may.
///
/// # Errors
/// With the boundary that is in the way.
pub fn decide_write(
    write: IssueWrite,
    holding: &Holding,
    facts: &WriteFacts<'_>,
) -> Result<WriteGranted, WriteRefused> {
    let actor = facts.actor;
    if actor.kind != ActorType::Agent {
        return Ok(WriteGranted::Own);
    }
    let is_own_issue = holding.assignee.agent().is_some() && holding.assignee.agent() == actor.agent_id;
    let is_open_to_all = matches!(write, IssueWrite::Comment | IssueWrite::Child);
    if is_own_issue {
        if actor.named_run.is_none() {
            return Err(WriteRefused::RunRequired);
        }
        if !is_open_to_all {
            check_run(holding, actor)?;
        }
        if !facts.is_own_run {
            return Err(WriteRefused::RunContextRequired);
        }
        return Ok(WriteGranted::Own);
    }
    if !is_open_to_all {
        check_others(write, holding, actor.agent_id)?;
    }
    if !facts.is_own_run {
        return Err(WriteRefused::RunContextRequired);
    }
    let holds_it = holding.live_claim().is_some_and(|claim| actor.run_id == Some(claim.run_id));
    // Wire: what belongs to an issue that is nobody's is not counted.
    if holds_it || facts.run_issue == Some(holding.issue_id) || write == IssueWrite::Content {
        return Ok(WriteGranted::Own);
    }
    match facts.cross_issue_writes {
        count if count >= CROSS_ISSUE_CAP => Err(WriteRefused::CrossIssueCap { count }),
        count => Ok(WriteGranted::Cross { count: count + 1 }),
    }
}

fn check_others(write: IssueWrite, holding: &Holding, actor: Option<AgentId>) -> Result<(), WriteRefused> {
    let is_held_by_other = holding.live_claim().is_some_and(|claim| Some(claim.agent_id) != actor);
    if is_held_by_other {
        return Err(WriteRefused::AssigneeRunLock { holding: Box::new(holding.clone()), actor });
    }
    let is_assignees_alone = matches!(write, IssueWrite::Content | IssueWrite::Delete);
    if is_assignees_alone && holding.assignee.agent().is_some() {
        return Err(WriteRefused::OthersIssue { holding: Box::new(holding.clone()), actor });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
