//! Work that lies idle: what the sweeps look for, and what they do about it.
//!
//! Nothing here is a second way to start a run: what is found goes through the same admission as
//! every other wake-up, and each attempt has a key, so that it is made once.

mod idle;

use wireclip_domain::caller::Actor;
use wireclip_domain::gate::SkipReason;
use wireclip_domain::retry::{Onward, left_open};
use wireclip_domain::wakeup::{TO_BE_HEARD, WakeReason, WakeupStatus};
use wireclip_domain::{AgentId, IssueId, WakeupId};
use wireclip_store::counters::Within;
use wireclip_store::issues;
use wireclip_store::wakeups::Wakeup;
use wireclip_store::{PageLimit, stranded, wakeups};

use super::Runs;
use super::settling::escalate;
use crate::change::Change;
use crate::error::ServiceResult;
use crate::wakeups::{Release, WakeAnswer, release, request_quietly};

pub use wireclip_store::wakeups::RefusedForNow;

use idle::Idle;

/// What a sweep did about an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SweepOutcome {
    /// Nothing: somebody else was first, or the gate is closed.
    Nothing,
    /// A run was queued.
    Woken,
    /// The issue was blocked, with a recovery action for a person.
    Escalated,
}

impl Runs {
    /// Lists issues for which wake-ups wait although no run is live, by id, behind this one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn issues_with_waiting_wakeups(
        &self,
        after: Option<IssueId>,
        limit: u32,
    ) -> ServiceResult<Vec<IssueId>> {
        let limit = PageLimit::at_most(limit);
        Ok(wakeups::issues_with_waiting(&self.core.store.read(), after, limit).await?)
    }

    /// Decides anew about the wake-ups that wait for an issue, as the end of a run does.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn release_waiting(&self, issue_id: IssueId) -> ServiceResult<SweepOutcome> {
        let mut change =
            self.core.begin_within(Within::Issue(issue_id), Actor::system("heartbeat_scheduler")).await?;
        let Some(issue) = issues::lock(&change.conn(), issue_id).await? else {
            return Ok(SweepOutcome::Nothing);
        };
        // Nobody's run has ended just now, so that what waits for the assignee's is due as well.
        let Some(ended_agent_id) = issue.assignee_agent_id.or(first_waiting(&change, issue_id).await?) else {
            return Ok(SweepOutcome::Nothing);
        };
        let queued = release(&mut change, Release { issue_id, ended_agent_id, ended_run_id: None }).await?;
        let outcome = if queued.is_some() { SweepOutcome::Woken } else { SweepOutcome::Nothing };
        Ok(change.commit(outcome).await?.into_inner())
    }

    /// Lists issues that an agent should work on and that nothing goes on with, by id, behind this
    /// one: open ones, and blocked ones of which all blockers are done.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn stranded(&self, after: Option<IssueId>, limit: u32) -> ServiceResult<Vec<IssueId>> {
        Ok(stranded::list(&self.core.store.read(), after, PageLimit::at_most(limit)).await?)
    }

    /// Does what is allowed about a stranded issue: a wake-up, or after its last attempt an
    /// escalation. Each attempt is made once, whoever asks.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn recover_stranded(&self, issue_id: IssueId) -> ServiceResult<SweepOutcome> {
        let mut change =
            self.core.begin_within(Within::Issue(issue_id), Actor::system("heartbeat_scheduler")).await?;
        let Some(issue) = issues::lock(&change.conn(), issue_id).await? else {
            return Ok(SweepOutcome::Nothing);
        };
        let Some(agent_id) = issue.assignee_agent_id else { return Ok(SweepOutcome::Nothing) };
        let found = Idle::read(&change, &issue, agent_id).await?;
        let outcome = match left_open(&found.stands) {
            Onward::Nothing => return Ok(SweepOutcome::Nothing),
            Onward::Wake(next) => {
                match request_quietly(&mut change, found.order(&issue, agent_id, &next)).await? {
                    WakeAnswer::Queued(_) => SweepOutcome::Woken,
                    _ => SweepOutcome::Nothing,
                }
            }
            Onward::Escalate(cause) => {
                escalate(&mut change, &issue, found.last.as_ref(), &cause).await?;
                SweepOutcome::Escalated
            }
        };
        Ok(change.commit(outcome).await?.into_inner())
    }
}

impl Runs {
    /// Lists wake-ups by which somebody said something to an agent while it could not be woken, and
    /// that may be by now, by id, behind this one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn refused_for_now(
        &self,
        after: Option<WakeupId>,
        limit: u32,
    ) -> ServiceResult<Vec<RefusedForNow>> {
        let limit = PageLimit::at_most(limit);
        Ok(wakeups::refused_for_now(&self.core.store.read(), after, limit).await?)
    }

    /// Makes such a wake-up once more. It stays refused as long as the reason lasts.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn ask_again(&self, refused: RefusedForNow) -> ServiceResult<SweepOutcome> {
        let within = Within::Agent(refused.agent_id);
        let mut change = self.core.begin_within(within, Actor::system("heartbeat_scheduler")).await?;
        let Some(before) = wakeups::lock(&change.conn(), refused.id).await?.filter(is_refused_for_now) else {
            return Ok(SweepOutcome::Nothing);
        };
        if is_overtaken(&change, &before).await? {
            mark_asked(&change, &before).await?;
            return Ok(change.commit(SweepOutcome::Nothing).await?.into_inner());
        }
        let answer = request_quietly(&mut change, idle::again(&before)).await?;
        if matches!(answer, WakeAnswer::Skipped(_) | WakeAnswer::SkippedFor { .. }) {
            let newest = wakeups::latest_of(&change.conn(), before.agent_id, before.issue_id).await?;
            if newest.as_ref().is_some_and(is_refused_for_now) {
                // As before. The second refusal is not kept.
                return Ok(SweepOutcome::Nothing);
            }
        }
        mark_asked(&change, &before).await?;
        Ok(change.commit(SweepOutcome::Woken).await?.into_inner())
    }
}

/// What has ended stays as it was told; that it was asked again is for us to know.
async fn mark_asked(change: &Change<'_>, before: &Wakeup) -> ServiceResult<()> {
    let mark = Some(format!("asked-again:{}", before.id));
    let after = Wakeup { dedup_key: mark, updated_at: change.now(), ..before.clone() };
    Ok(wakeups::update(&change.conn(), before, &after).await?)
}

/// Whether the agent was woken for the issue since, so that it has seen how things stand. What somebody
/// said to it is told all the same.
async fn is_overtaken(change: &Change<'_>, refused: &Wakeup) -> ServiceResult<bool> {
    let reason = refused.reason.as_deref().map(WakeReason::from);
    if reason.is_some_and(|reason| TO_BE_HEARD.contains(&reason)) {
        return Ok(false);
    }
    let latest = wakeups::latest_of(&change.conn(), refused.agent_id, refused.issue_id).await?;
    Ok(latest.is_some_and(|latest| latest.id != refused.id))
}

fn is_refused_for_now(wakeup: &Wakeup) -> bool {
    let reason = wakeup.status_reason.as_deref().and_then(|reason| reason.parse().ok());
    wakeup.status == WakeupStatus::Skipped
        && wakeup.dedup_key.is_none()
        && reason.is_some_and(|reason: SkipReason| SkipReason::PASSING.contains(&reason))
}

async fn first_waiting(change: &Change<'_>, issue_id: IssueId) -> ServiceResult<Option<AgentId>> {
    let waiting = wakeups::waiting_of_issue(&change.conn(), issue_id).await?;
    Ok(waiting.first().map(|waiting| waiting.agent_id))
}
