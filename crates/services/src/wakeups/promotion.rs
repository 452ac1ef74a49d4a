//! What waited for an issue, now that its run has ended.

use wireclip_domain::gate::SkipReason;
use wireclip_domain::promotion::{Promotion, ReleasedIssue, WaitingComment, WaitingWake, promote};
use wireclip_domain::run_context::{RunContext, WakeInput};
use wireclip_domain::wakeup::{WakeReason, WakeupEventKind, WakeupStatus};
use wireclip_domain::{AgentId, IssueId, RunId};
use wireclip_store::issues::{self, Issue};
use wireclip_store::runs::{self, Run};
use wireclip_store::wakeups::{self, Wakeup};
use wireclip_store::{Scope, agents, comments, tree_holds};

use super::receipts::{self, WakeupMove};
use super::{Wish, queueing, responsible};
use crate::change::Change;
use crate::error::ServiceResult;
use crate::gate;
use crate::issue_status;

/// Whose end releases an issue.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Release {
    /// The issue, which the change has locked.
    pub issue_id: IssueId,
    /// Whose run has ended.
    pub ended_agent_id: AgentId,
    /// That run.
    pub ended_run_id: Option<RunId>,
}

/// Promotes what waits for an issue: one wake-up at most, the oldest that can be. The others go on
/// waiting for the run that comes of it, or end.
///
/// Returns the run, if one was queued.
pub(crate) async fn release(change: &mut Change<'_>, release: Release) -> ServiceResult<Option<Run>> {
    let Some(mut issue) = issues::lock(&change.conn(), release.issue_id).await? else { return Ok(None) };
    let is_taken = !runs::at_work_on(&change.conn(), issue.id).await?.is_empty();
    // Until somebody has said what the last run did, everything goes on waiting.
    if is_taken || gate::unsettled_run(&change.conn(), issue.id).await?.is_some() {
        return Ok(None);
    }
    // And until a pause is over.
    if tree_holds::holding(&change.conn(), issue.company_id, issue.id).await?.is_some() {
        return Ok(None);
    }
    for waiting in wakeups::waiting_of_issue(&change.conn(), issue.id).await? {
        let Some(waiting) = wakeups::lock(&change.conn(), waiting.id).await? else { continue };
        if waiting.status != WakeupStatus::Deferred {
            continue;
        }
        let wake = read(change, &waiting, release.ended_run_id).await?;
        let stands = ReleasedIssue {
            status: issue.status,
            assignee: issue.assignee_agent_id,
            ended_agent_id: release.ended_agent_id,
        };
        match promote(&wake, &stands) {
            Promotion::Wait => {}
            Promotion::Cancel(why) => {
                end(change, &waiting, WakeupEventKind::Cancel, None, why.to_string()).await?;
            }
            Promotion::Fail(why) => {
                let reason = Some(SkipReason::AgentNotInvokable.as_str().to_owned());
                end(change, &waiting, WakeupEventKind::Fail, reason, why.to_string()).await?;
            }
            Promotion::Promote { reopens, comment_ids } => {
                if reopens {
                    issue = issue_status::reopen(change, &issue).await?;
                }
                let mut context = RunContext::stored(waiting.context.clone());
                context.set_comment_ids(&comment_ids);
                return Ok(Some(queue(change, &waiting, &issue, context).await?));
            }
        }
    }
    Ok(None)
}

async fn read(
    change: &Change<'_>,
    waiting: &Wakeup,
    ended_run_id: Option<RunId>,
) -> ServiceResult<WaitingWake> {
    let conn = change.conn();
    let scope = Scope::company(waiting.company_id);
    let context = RunContext::stored(waiting.context.clone());
    let mut brought = Vec::new();
    for id in context.comment_ids() {
        let comment = comments::get(&conn, &scope, id).await?;
        brought.push(WaitingComment {
            id,
            is_deleted: comment.as_ref().is_none_or(|comment| comment.deleted_at.is_some()),
            is_by_ended_run: ended_run_id.is_some()
                && comment.is_some_and(|comment| comment.created_by_run_id == ended_run_id),
        });
    }
    let agent = agents::get(&conn, &scope, waiting.agent_id).await?;
    let invokable = match &agent {
        Some(agent) => gate::invokable(&conn, agent).await?,
        // The row goes with its agent, so that this cannot be seen.
        None => Ok(()),
    };
    let reason = Wish::reason_of(waiting);
    Ok(WaitingWake {
        agent_id: waiting.agent_id,
        by: waiting.requested_by_type,
        is_resume: context.is_resume(),
        comments: brought,
        invokable,
        reason,
    })
}

async fn end(
    change: &Change<'_>,
    waiting: &Wakeup,
    event: WakeupEventKind,
    reason: Option<String>,
    error: String,
) -> ServiceResult<()> {
    let with = WakeupMove { reason, error: Some(error), ..WakeupMove::default() };
    receipts::step(&change.conn(), waiting, event, with, change.now()).await?;
    Ok(())
}

/// Queues the run of a promoted wake-up, with the context that it stored.
async fn queue(
    change: &mut Change<'_>,
    waiting: &Wakeup,
    issue: &Issue,
    context: RunContext,
) -> ServiceResult<Run> {
    let promoted = WakeReason::IssueExecutionPromoted;
    let reason = Wish::reason_of(waiting).unwrap_or(promoted);
    let payload = waiting.payload.clone().unwrap_or_default();
    let input = WakeInput {
        source: waiting.source,
        trigger_detail: waiting.trigger_detail,
        reason: Some(&reason),
        payload: &payload,
    };
    let named = context.comment_ids();
    let mut context = context.enriched(&input);
    // The payload may still name a comment that was deleted.
    context.set_comment_ids(&named);
    let mut run = queueing::empty(waiting, &context, change.now());
    if run.responsible_user_id.is_none() {
        run.responsible_user_id = match &issue.responsible_user_id {
            Some(user) => Some(user.clone()),
            None => responsible::company_default(&change.conn(), issue.company_id).await?,
        };
    }
    if let Some(user) = &run.responsible_user_id {
        context.set(wireclip_domain::run_context::key::RESPONSIBLE_USER_ID, user);
        run.context = context.as_json().clone();
    }
    let with = WakeupMove { run_id: Some(run.id), ..WakeupMove::default() };
    receipts::step(&change.conn(), waiting, WakeupEventKind::Promote, with, change.now()).await?;
    runs::insert(&change.conn(), &run).await?;
    queueing::tell_queued(change, &run);
    Ok(run)
}
