//! A comment on an issue: who may write, change and delete it, what it opens, and whom it wakes.
//!
//! Invariant: a comment of a run never opens an issue unless it says so in a field of its own.

pub mod look;
pub mod queue;
pub mod wake;

use serde::Serialize;

use crate::blocker::{Blocker, StillBlocked, check_ready};
use crate::caller::Actor;
use crate::issue::{Assignee, IssueStatus};
use crate::refusal::{Refusal, RefusalKind};
use crate::wakeup::ActorType;
use crate::words;
use crate::{AgentId, IssueId, OpaqueJson, RunId, UserId};

words! {
    /// Who wrote a comment.
    pub enum CommentAuthorType("comment author type") {
        User = "user",
        Agent = "agent",
        System = "system",
    }
}

/// Returns what kind of author an actor is.
#[must_use]
pub const fn author_type(actor: &Actor) -> CommentAuthorType {
    match actor.kind {
        ActorType::User => CommentAuthorType::User,
        ActorType::Agent => CommentAuthorType::Agent,
        ActorType::System | ActorType::Plugin => CommentAuthorType::System,
    }
}

/// What a comment asks for beside being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CommentWish {
    /// That the issue is opened again.
    pub reopen: bool,
    /// That work goes on, said by whoever is aware that it starts a run.
    pub resume: bool,
    /// That the run that works on the issue is stopped first.
    pub interrupt: bool,
    /// Whether the same request gives the issue blockers.
    pub adds_blockers: bool,
    /// Whether the same request moves the status itself.
    pub sets_status: bool,
}

/// What must be known besides the wish.
#[derive(Debug, Clone, Copy)]
pub struct CommentFacts<'a> {
    /// Who writes.
    pub actor: &'a Actor,
    /// The issue.
    pub issue_id: IssueId,
    /// Where it stands.
    pub status: IssueStatus,
    /// Who has it.
    pub assignee: &'a Assignee,
    /// The run that holds it.
    pub holder: Option<RunId>,
    /// What blocks it, with what the request adds.
    pub blockers: &'a [Blocker],
    /// Whether a retry of the assignee's last run is due later.
    pub has_scheduled_retry: bool,
}

impl CommentFacts<'_> {
    fn is_from_holder(&self) -> bool {
        self.holder.is_some() && self.actor.run_id == self.holder
    }

    fn is_from_assignee(&self) -> bool {
        self.assignee.agent().is_some() && self.assignee.agent() == self.actor.agent_id
    }
}

/// What a comment does to its issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// The issue stays as it is.
    Stay,
    /// The issue is `todo` again.
    Open {
        /// Where it stood.
        from: IssueStatus,
        /// Whether a retry that was due later is dropped for it.
        replaces_retry: bool,
    },
}

/// Why a comment is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommentRefused {
    /// An agent would stop a run.
    #[error("only a person interrupts a run by a comment")]
    MayNotInterrupt,
    /// There is nobody who could go on.
    #[error("work goes on only where an agent has the issue")]
    NobodyFollows {
        /// The issue.
        issue_id: IssueId,
        /// The agent that asks.
        agent: Option<AgentId>,
    },
    /// An agent would open what a person cancelled.
    #[error("a cancelled issue is restored by a person")]
    Cancelled {
        /// The issue.
        issue_id: IssueId,
    },
    /// An agent would resume work that is not its own.
    #[error("only its assignee resumes an issue")]
    MayNotResume {
        /// The issue.
        issue_id: IssueId,
        /// The agent that asks.
        agent: Option<AgentId>,
    },
    /// The issue waits for others.
    #[error("the issue cannot be followed up: {0}")]
    StillBlocked(StillBlocked),
}

impl Refusal for CommentRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::MayNotInterrupt | Self::MayNotResume { .. } => RefusalKind::Forbidden,
            Self::NobodyFollows { .. } | Self::Cancelled { .. } | Self::StillBlocked(_) => {
                RefusalKind::Conflict
            }
        }
    }

    fn details(&self) -> Option<OpaqueJson> {
        let mut details = OpaqueJson::object();
        match self {
            Self::MayNotInterrupt => return None,
            Self::StillBlocked(blocked) => return blocked.details(),
            Self::NobodyFollows { issue_id, agent } | Self::MayNotResume { issue_id, agent } => {
                details.set("issueId", issue_id);
                details.set("actorAgentId", agent);
            }
            Self::Cancelled { issue_id } => {
                details.set("issueId", issue_id);
                details.set("status", &IssueStatus::Cancelled);
            }
        }
        Some(details)
    }
}

/// Decides whether a comment is accepted, and whether it opens its issue.
///
/// # Errors
/// If what it asks for beside being read is not the writer's to ask, or cannot be.
pub fn decide_comment(wish: CommentWish, facts: &CommentFacts<'_>) -> Result<Opening, CommentRefused> {
    let is_agent = facts.actor.kind == ActorType::Agent;
    if wish.interrupt && facts.actor.kind != ActorType::User {
        return Err(CommentRefused::MayNotInterrupt);
    }
    let opens = if is_agent {
        agent_opens(wish, facts)?
    } else {
        facts.actor.kind == ActorType::User && user_opens(wish, facts)
    };
    if !opens {
        return Ok(Opening::Stay);
    }
    Ok(Opening::Open {
        from: facts.status,
        replaces_retry: facts.status == IssueStatus::InProgress && facts.has_scheduled_retry,
    })
}

/// A person's comment opens an agent's closed or blocked issue, any issue if it says so, and cuts
/// the wait for a retry short.
fn user_opens(wish: CommentWish, facts: &CommentFacts<'_>) -> bool {
    if wish.sets_status
        || wish.adds_blockers
        || facts.is_from_holder()
        || check_ready(facts.blockers).is_err()
    {
        return false;
    }
    let has_agent = facts.assignee.agent().is_some();
    match facts.status {
        IssueStatus::Done | IssueStatus::Cancelled | IssueStatus::Blocked => {
            has_agent || wish.reopen || wish.resume
        }
        IssueStatus::InProgress => has_agent && facts.has_scheduled_retry,
        IssueStatus::Backlog | IssueStatus::Todo | IssueStatus::InReview => false,
    }
}

fn agent_opens(wish: CommentWish, facts: &CommentFacts<'_>) -> Result<bool, CommentRefused> {
    let is_halted = facts.status.is_closed() || facts.status == IssueStatus::Blocked;
    if !is_halted || wish.sets_status || !(wish.resume || wish.reopen) {
        return Ok(false);
    }
    let (issue_id, agent) = (facts.issue_id, facts.actor.agent_id);
    if facts.assignee.agent().is_none() {
        return Err(CommentRefused::NobodyFollows { issue_id, agent });
    }
    if facts.status == IssueStatus::Cancelled {
        return Err(CommentRefused::Cancelled { issue_id });
    }
    if !facts.is_from_assignee() {
        return Err(CommentRefused::MayNotResume { issue_id, agent });
    }
    check_ready(facts.blockers).map_err(CommentRefused::StillBlocked)?;
    Ok(true)
}

/// Who wrote a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommentAuthor {
    /// An agent.
    Agent(AgentId),
    /// A person.
    User(UserId),
    /// The system.
    System,
}

/// What an author reserves for themselves, or people for themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AuthorshipRefused {
    /// Somebody else wrote the comment.
    #[error("a comment is changed and deleted by its author only")]
    NotAuthor,
    /// An agent gives its comment a look or facts.
    #[error("only a person gives a comment a look or structured facts")]
    StructuredByAgent,
    /// An agent names the person on whose behalf it writes.
    #[error("on whose behalf an agent writes follows from its run, not from the request")]
    NamesResponsibleUser,
}

impl Refusal for AuthorshipRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::NotAuthor | Self::StructuredByAgent => RefusalKind::Forbidden,
            Self::NamesResponsibleUser => RefusalKind::Unprocessable,
        }
    }

    fn details(&self) -> Option<OpaqueJson> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Principles {
            security_principles: [&'static str; 3],
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Guidance {
            code: &'static str,
            boundary: &'static str,
            who_can_act: &'static str,
            sanctioned_path: &'static str,
        }
        match self {
            Self::NotAuthor => None,
            Self::StructuredByAgent => Some(OpaqueJson::of(&Principles {
                security_principles: ["Least Privilege", "Secure Defaults", "Complete Mediation"],
            })),
            Self::NamesResponsibleUser => Some(OpaqueJson::of(&Guidance {
                code: "issue_write_attribution_spoof_rejected",
                boundary: "Server-derived attribution",
                who_can_act: "this agent, without naming a person",
                sanctioned_path: "leave onBehalfOfUserId out of the request",
            })),
        }
    }
}

/// Decides whether `actor` may change or delete a comment of `author`.
///
/// # Errors
/// If somebody else wrote it; a person does not edit an agent's words either.
pub fn check_author(author: &CommentAuthor, actor: &Actor) -> Result<(), AuthorshipRefused> {
    let is_author = match author {
        CommentAuthor::Agent(agent) => actor.kind == ActorType::Agent && actor.agent_id == Some(*agent),
        CommentAuthor::User(user) => actor.user_id().as_ref() == Some(user),
        CommentAuthor::System => actor.kind == ActorType::System,
    };
    if is_author { Ok(()) } else { Err(AuthorshipRefused::NotAuthor) }
}

/// Decides whether `actor` may give a comment what only people may: a look or structured facts, or
/// a person on whose behalf it is written.
///
/// # Errors
/// If an agent asks for what is not its own to choose.
pub fn check_structure(
    actor: &Actor,
    has_structure: bool,
    names_responsible_user: bool,
) -> Result<(), AuthorshipRefused> {
    match actor.kind {
        ActorType::Agent if names_responsible_user => Err(AuthorshipRefused::NamesResponsibleUser),
        ActorType::Agent if has_structure => Err(AuthorshipRefused::StructuredByAgent),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
