//! Whom a comment wakes.

use super::{CommentFacts, CommentWish, Opening};
use crate::AgentId;
use crate::issue::wake::{WakeWanted, is_own_doing};
use crate::reference::agent_mentions;
use crate::run::InvocationSource;
use crate::wakeup::WakeReason;

/// Returns the wake of the assignee. Its own comment wakes it only if it says `resume` and does
/// not come from the run that holds the issue; on an issue that stays closed nobody is woken.
#[must_use]
pub fn wake_for_assignee(
    wish: CommentWish,
    facts: &CommentFacts<'_>,
    opening: Opening,
) -> Option<WakeWanted> {
    let agent_id = facts.assignee.agent()?;
    if is_own_doing(agent_id, facts.actor) && (!wish.resume || facts.is_from_holder()) {
        return None;
    }
    let reason = match opening {
        Opening::Open { .. } => WakeReason::IssueReopenedViaComment,
        Opening::Stay if facts.status.is_closed() => return None,
        Opening::Stay => WakeReason::IssueCommented,
    };
    Some(WakeWanted { agent_id, issue_id: facts.issue_id, reason, source: InvocationSource::Automation })
}

/// What must be known of the agents that a comment mentions.
#[derive(Debug, Clone, Copy)]
pub struct MentionFacts<'a> {
    /// The agents of the company.
    pub company_agents: &'a [AgentId],
    /// The agent that is woken for the comment anyhow.
    pub woken: Option<AgentId>,
    /// Who delegated the work that the same request closes; to be named in the closing note is
    /// no call for help, and the end of the work is told to it by itself.
    pub delegator_of_closed: Option<AgentId>,
}

/// Returns the wakes of mentioned agents, each once. A mention gives nobody the issue.
#[must_use]
pub fn wakes_for_mentions(
    body: &str,
    comment: &CommentFacts<'_>,
    facts: &MentionFacts<'_>,
) -> Vec<WakeWanted> {
    agent_mentions(body)
        .into_iter()
        .filter(|agent| facts.company_agents.contains(agent))
        .filter(|agent| !is_own_doing(*agent, comment.actor))
        .filter(|agent| facts.woken != Some(*agent) && facts.delegator_of_closed != Some(*agent))
        .map(|agent_id| WakeWanted {
            agent_id,
            issue_id: comment.issue_id,
            reason: WakeReason::IssueCommentMentioned,
            source: InvocationSource::Automation,
        })
        .collect()
}
