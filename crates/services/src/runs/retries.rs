//! Planned retries whose time has come.

use wireclip_domain::caller::Actor;
use wireclip_domain::heartbeat_policy::HeartbeatPolicy;
use wireclip_domain::retry::{RetryGateFacts, RetryIssue, RetryReason, check_retry};
use wireclip_domain::run::{RunEventKind, RunStatus};
use wireclip_domain::run_context::RunContext;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{RunId, Timestamp, run};
use wireclip_store::agents::{self, Agent};
use wireclip_store::counters::Within;
use wireclip_store::issues::{self, Issue};
use wireclip_store::runs::{self, Run};
use wireclip_store::{PageLimit, Scope, claims, gate as store_gate};

use super::Runs;
use crate::budgets::reserving;
use crate::change::Change;
use crate::error::ServiceResult;
use crate::gate;
use crate::stops::{self, StopOrder};
use crate::wakeups::tell_queued;

/// What became of a planned retry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RetryPromotion {
    /// It is queued.
    Queued,
    /// The gate was closed for it, and it is cancelled.
    Cancelled(RunErrorCode),
    /// It was no planned retry any more.
    Gone,
}

impl RetryPromotion {
    /// Returns whether a run goes on because of it.
    #[must_use]
    pub fn is_progress(&self) -> bool {
        matches!(self, Self::Queued)
    }
}

impl Runs {
    /// Lists planned retries that are due, the earliest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn due_retries(&self, now: Timestamp, limit: u32) -> ServiceResult<Vec<RunId>> {
        Ok(runs::due_retries(&self.core.store.read(), now, PageLimit::at_most(limit)).await?)
    }

    /// Queues a planned retry, or cancels it if the gate is closed for it. One transaction.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn promote_retry(&self, run_id: RunId) -> ServiceResult<RetryPromotion> {
        let mut change =
            self.core.begin_within(Within::Run(run_id), Actor::system("heartbeat_scheduler")).await?;
        let conn = change.conn();
        let Some(seen) = runs::get(&conn, &Scope::everything(), run_id).await? else {
            return Ok(RetryPromotion::Gone);
        };
        let agent = agents::get(&conn, &Scope::company(seen.company_id), seen.agent_id).await?;
        let Some(agent) = agent else { return Ok(RetryPromotion::Gone) };
        let issue = match seen.issue_id {
            Some(issue_id) => issues::lock(&conn, issue_id).await?,
            None => None,
        };
        let facts = facts(&change, &seen, &agent, issue.as_ref()).await?;
        if let Err(code) = check_retry(&facts) {
            let message = format!("Not tried again: {}", code.as_str().replace('_', " "));
            let order = StopOrder { code: code.clone(), message };
            let is_cancelled = stops::cancel_waiting(&mut change, run_id, &order).await?;
            change.commit(()).await?.into_inner();
            return Ok(if is_cancelled { RetryPromotion::Cancelled(code) } else { RetryPromotion::Gone });
        }
        let Some(planned) = runs::lock(&conn, run_id).await? else { return Ok(RetryPromotion::Gone) };
        let Ok(RunStatus::Queued) = run::next(planned.status, RunEventKind::Promote) else {
            return Ok(RetryPromotion::Gone);
        };
        let mut queued = planned.clone();
        queued.status = RunStatus::Queued;
        queued.updated_at = change.now();
        runs::update(&conn, &planned, &queued).await?;
        tell_queued(&mut change, &queued);
        Ok(change.commit(RetryPromotion::Queued).await?.into_inner())
    }
}

async fn facts(
    change: &Change<'_>,
    run: &Run,
    agent: &Agent,
    issue: Option<&Issue>,
) -> ServiceResult<RetryGateFacts> {
    let conn = change.conn();
    let context = RunContext::stored(run.context.clone());
    let reason = match run.scheduled_retry_reason.as_deref().map(str::parse) {
        Some(Ok(reason)) => reason,
        Some(Err(error)) => {
            let error = &error as &dyn std::error::Error;
            tracing::warn!(run.id = %run.id, error, "by which mechanism a retry was planned does not read");
            RetryReason::TransientFailure
        }
        None => RetryReason::TransientFailure,
    };
    let project_id = issue.and_then(|issue| issue.project_id);
    let budget_block = reserving::block(&conn, agent, project_id, change.now()).await?;
    let issue = match (issue, context.issue_id()) {
        (Some(issue), _) => Some(RetryIssue::Found {
            status: issue.status,
            assignee: issue.assignee_agent_id,
            is_for_other: context.wake_reason().is_some_and(|reason| reason.is_comment_or_mention()),
            holder: claims::get(&conn, issue.id).await?.map(|claim| claim.run_id),
            is_ready: store_gate::unresolved_blockers(&conn, issue.id).await?.is_empty(),
        }),
        (None, Some(_)) => Some(RetryIssue::Missing),
        (None, None) => None,
    };
    Ok(RetryGateFacts {
        reason,
        run_id: run.id,
        agent_id: agent.id,
        budget_block,
        invokable: gate::invokable(&conn, agent).await?,
        wakes_on_demand: HeartbeatPolicy::of(&agent.runtime_config).wakes_on_demand,
        issue,
    })
}
