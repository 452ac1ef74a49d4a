//! What a comment does to its issue, and whom it wakes: decided before it is added, carried out
//! after.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::blocker::Blocker;
use wireclip_domain::caller::Actor;
use wireclip_domain::comment::wake::{MentionFacts, wake_for_assignee, wakes_for_mentions};
use wireclip_domain::comment::{CommentFacts, CommentWish, Opening, decide_comment};
use wireclip_domain::issue::wake::WakeWanted;
use wireclip_domain::issue::{Assignee, IssueStatus};
use wireclip_domain::reference::agent_mentions;
use wireclip_domain::run_context::key;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{AgentId, OpaqueJson, RunId};
use wireclip_store::comments::Comment;
use wireclip_store::issues::Issue;
use wireclip_store::{agents, issue_situation};

use crate::change::{ActivityRecord, Change};
use crate::error::{OrRefuse as _, ServiceResult};
use crate::issue_status;
use crate::issue_writes::assignee_of;
use crate::stops::{self, StopOrder};
use crate::wakeups::{self, WakeOrder};

use super::adding::CommentStory;

/// What a comment comes to: whether it opens its issue, and what is needed to tell whom it wakes.
#[derive(Debug, Clone)]
pub struct CommentPlan {
    wish: CommentWish,
    opening: Opening,
    holder: Option<RunId>,
    blockers: Vec<Blocker>,
    planned_retry: Option<RunId>,
}

/// What else happens in the change of a comment, as far as it matters for whom it wakes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Beside<'a> {
    /// The agents that the change wakes anyhow.
    pub woken: &'a [AgentId],
    /// Who delegated the work that the change closes.
    pub delegator_of_closed: Option<AgentId>,
}

impl CommentPlan {
    /// Decides what a comment comes to, as things stand before the change. `added_blockers` are
    /// those that the same request gives the issue. The caller holds the issue's lock.
    ///
    /// # Errors
    /// If what the comment asks for beside being read is not the writer's to ask, or cannot be.
    pub async fn of(
        change: &Change<'_>,
        issue: &Issue,
        wish: CommentWish,
        added_blockers: &[Blocker],
    ) -> ServiceResult<Self> {
        let conn = change.conn();
        let assignee = assignee_of(issue)?;
        let claim = issue_situation::claim(&conn, issue.id).await?;
        let mut blockers = issue_situation::blockers(&conn, issue.id).await?;
        blockers.extend(added_blockers.iter().cloned());
        let planned_retry = match assignee.agent() {
            Some(agent) => issue_situation::planned_retry(&conn, issue.id, agent).await?,
            None => None,
        };
        let mut plan = Self {
            wish,
            opening: Opening::Stay,
            holder: claim.filter(|claim| claim.is_live()).map(|claim| claim.run_id),
            blockers,
            planned_retry,
        };
        plan.opening = decide_comment(wish, &plan.facts(change.actor(), issue, &assignee)).or_refuse()?;
        Ok(plan)
    }

    /// Returns where the issue stood, if the comment opens it.
    #[must_use]
    pub fn opens_from(&self) -> Option<IssueStatus> {
        match self.opening {
            Opening::Open { from, .. } => Some(from),
            Opening::Stay => None,
        }
    }

    /// Returns what the log tells of the comment.
    #[must_use]
    pub fn story(&self) -> CommentStory {
        CommentStory {
            reopened_from: self.opens_from(),
            interrupted_run: self.holder.filter(|_| self.wish.interrupt),
            resumes: self.wish.resume,
        }
    }

    /// Opens the issue if the comment does, and stops its run if the comment asks for that.
    /// Returns the issue as it is then.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn prepare(&self, change: &mut Change<'_>, issue: &Issue) -> ServiceResult<Issue> {
        if let Some(run_id) = self.story().interrupted_run {
            let order = StopOrder {
                code: RunErrorCode::OperatorInterrupted,
                message: "Interrupted by board comment".to_owned(),
            };
            stops::stop_run(change, run_id, &order).await?;
            record_interruption(change, issue, run_id);
        }
        let Opening::Open { replaces_retry, .. } = self.opening else { return Ok(issue.clone()) };
        if let Some(run_id) = self.planned_retry.filter(|_| replaces_retry) {
            let order = StopOrder {
                code: RunErrorCode::Cancelled,
                message: "Replaced by a new message on the issue".to_owned(),
            };
            stops::stop_run(change, run_id, &order).await?;
        }
        issue_status::reopen(change, issue).await
    }

    /// Wakes whom the comment wakes: the assignee, and the agents that it mentions. `issue` is as
    /// the whole change leaves it.
    ///
    /// # Errors
    /// If the database fails; a refused wake-up is kept with its reason and is no error.
    pub async fn wake(
        &self,
        change: &mut Change<'_>,
        issue: &Issue,
        comment: &Comment,
        beside: Beside<'_>,
    ) -> ServiceResult<()> {
        let actor = change.actor().clone();
        let assignee = assignee_of(issue)?;
        let facts = self.facts(&actor, issue, &assignee);
        let for_assignee = wake_for_assignee(self.wish, &facts, self.opening)
            .filter(|wanted| !beside.woken.contains(&wanted.agent_id));
        let mentioned = agent_mentions(&comment.body);
        let company_agents = agents::of_company_among(&change.conn(), issue.company_id, &mentioned).await?;
        let mention_facts = MentionFacts {
            company_agents: &company_agents,
            woken: for_assignee.as_ref().map(|wanted| wanted.agent_id),
            delegator_of_closed: beside.delegator_of_closed,
        };
        let mut for_mentioned = wakes_for_mentions(&comment.body, &facts, &mention_facts);
        for_mentioned.retain(|wanted| !beside.woken.contains(&wanted.agent_id));
        let source = if self.opens_from().is_some() { "issue.comment.reopen" } else { "issue.comment" };
        if let Some(wanted) = for_assignee {
            self.request(change, issue, wanted, comment, source).await?;
        }
        for wanted in for_mentioned {
            self.request(change, issue, wanted, comment, "comment.mention").await?;
        }
        Ok(())
    }

    async fn request(
        &self,
        change: &mut Change<'_>,
        issue: &Issue,
        wanted: WakeWanted,
        comment: &Comment,
        source: &str,
    ) -> ServiceResult<()> {
        let mut order = WakeOrder::wanted(issue.company_id, wanted, Some(comment.id));
        order.payload.set("mutation", &"comment");
        order.context.set("source", &source);
        if self.wish.resume {
            order.payload.set(key::RESUME_INTENT, &true);
            order.context.set(key::RESUME_INTENT, &true);
        }
        wakeups::request_quietly(change, order).await?;
        Ok(())
    }

    fn facts<'a>(&'a self, actor: &'a Actor, issue: &Issue, assignee: &'a Assignee) -> CommentFacts<'a> {
        CommentFacts {
            actor,
            issue_id: issue.id,
            status: issue.status,
            assignee,
            holder: self.holder,
            blockers: &self.blockers,
            has_scheduled_retry: self.planned_retry.is_some(),
        }
    }
}

fn record_interruption(change: &mut Change<'_>, issue: &Issue, run_id: RunId) {
    let mut details = OpaqueJson::object();
    details.set("source", &"issue_comment_interrupt");
    details.set("agentId", &issue.assignee_agent_id);
    details.set("issueId", &issue.id);
    details.set("cancellationKind", &RunErrorCode::OperatorInterrupted.as_str());
    details.set("operatorInterrupted", &true);
    change.record(
        issue.company_id,
        ActivityRecord::about(EntityType::HeartbeatRun, run_id, Action::HeartbeatCancelled, details),
    );
}
