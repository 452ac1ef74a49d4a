//! What the sweep must know of an issue, and the wake-ups that it makes.

use wireclip_domain::gate::{NotInvokableReason, SkipReason};
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::loop_guard::{self, HOP_LIMIT};
use wireclip_domain::retry::{
    AgentStands, Attempts, BlockersStand, LastEnd, LastRun, LeftOpen, Next, RetryReason,
};
use wireclip_domain::run::{InvocationSource, TriggerDetail};
use wireclip_domain::run_context::{RunContext, key};
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::wakeup::{WakeReason, WakeupStatus};
use wireclip_domain::{AgentId, OpaqueJson};
use wireclip_store::issues::Issue;
use wireclip_store::issues::blockers::{self, Side};
use wireclip_store::runs::{self, Run};
use wireclip_store::wakeups::{self, Wakeup};
use wireclip_store::{
    PageLimit, Scope, agents, approval_issues, gate as store_gate, recovery_actions, tree_holds,
};

use crate::change::Change;
use crate::error::ServiceResult;
use crate::gate;
use crate::wakeups::{WakeOrder, causing_run};

/// An issue that may lie idle, read under its lock.
pub(super) struct Idle {
    pub stands: LeftOpen,
    pub last: Option<Run>,
    refused: Option<Wakeup>,
    /// How many runs in a row led to where the issue stands.
    hops: u32,
}

impl Idle {
    pub(super) async fn read(change: &Change<'_>, issue: &Issue, agent_id: AgentId) -> ServiceResult<Self> {
        let conn = change.conn();
        let last = runs::finished_on_issue(&conn, agent_id, issue.id, PageLimit::at_most(1)).await?.pop();
        let refused = refused_since(change, issue, agent_id, last.as_ref()).await?;
        let hops = hops(change, issue, last.as_ref()).await?;
        let is_cut = hops > HOP_LIMIT;
        let told = refused.as_ref().and_then(|row| row.status_reason.as_deref()?.parse().ok());
        let stands = LeftOpen {
            status: issue.status,
            agent: agent(change, issue, agent_id).await?,
            has_wait: has_wait(change, issue).await?
                || tree_holds::holding(&conn, issue.company_id, issue.id).await?.is_some(),
            blockers: blockers(change, issue).await?,
            refused: if is_cut { Some(SkipReason::HopLimit) } else { told },
            last: last.as_ref().map(ended),
        };
        Ok(Self { stands, last, refused, hops })
    }

    /// Makes the wake-up by which the issue goes on.
    pub(super) fn order(&self, issue: &Issue, agent_id: AgentId, next: &Next) -> WakeOrder {
        if let (Next::AsRefused, Some(refused)) = (next, &self.refused) {
            return again(refused);
        }
        let reason = match next {
            Next::Anew | Next::AsRefused => WakeReason::IssueAssigned,
            Next::Unblocked => WakeReason::IssueBlockersResolved,
            Next::Attempt { mechanism: RetryReason::SuccessfulRunHandoff, .. } => {
                RetryReason::SuccessfulRunHandoff.wake_reason()
            }
            Next::GoOn | Next::Attempt { .. } => match issue.status {
                IssueStatus::Todo => WakeReason::IssueAssignmentRecovery,
                _ => WakeReason::IssueContinuationNeeded,
            },
        };
        let source = match next {
            Next::Anew | Next::AsRefused => InvocationSource::Assignment,
            _ => InvocationSource::Automation,
        };
        let mut payload = OpaqueJson::object();
        payload.set("issueId", &issue.id);
        let mut context = RunContext::of_issue(issue.id).with("source", &"stranded_work_sweep");
        if let Next::Attempt { mechanism, attempts } = next {
            context.set(key::RETRY_REASON, mechanism);
            attempts.write_to(&mut context);
        }
        if self.hops > 0 {
            context.set(key::HOPS, &self.hops);
        }
        WakeOrder {
            company_id: issue.company_id,
            agent_id,
            source,
            trigger_detail: Some(TriggerDetail::System),
            reason: Some(reason),
            payload,
            context,
            idempotency_key: None,
            dedup_key: Some(self.key(issue, agent_id)),
        }
    }

    /// The assignee may change, the issue be opened again, a run end: each time is its own.
    fn key(&self, issue: &Issue, agent_id: AgentId) -> String {
        let last = self.last.as_ref().map(|last| last.id.to_string()).unwrap_or_default();
        format!("stranded:{}:{}:{agent_id}:{last}", issue.id, issue.status_version)
    }
}

/// Counts the runs in a row that led to the issue. What an agent makes for itself wakes nobody when it
/// is made, and would begin a new chain here each time.
async fn hops(change: &Change<'_>, issue: &Issue, last: Option<&Run>) -> ServiceResult<u32> {
    if let Some(last) = last {
        let led = u32::try_from(last.hops).unwrap_or(u32::MAX);
        // Who blocks an issue by what is done soon frees it anew each time.
        return Ok(if issue.status == IssueStatus::Blocked { led.saturating_add(1) } else { led });
    }
    let Some(origin) = issue.origin_run_id else { return Ok(0) };
    let origin = runs::get(&change.conn(), &Scope::company(issue.company_id), origin).await?;
    Ok(loop_guard::hops(origin.as_ref().map(causing_run).as_ref()))
}

/// Returns the refusal of the agent's newest wake-up for the issue, unless a run has ended since: what
/// was asked for is still to be done.
async fn refused_since(
    change: &Change<'_>,
    issue: &Issue,
    agent_id: AgentId,
    last: Option<&Run>,
) -> ServiceResult<Option<Wakeup>> {
    let latest = wakeups::latest_of(&change.conn(), agent_id, Some(issue.id)).await?;
    let since = last.and_then(|last| last.finished_at);
    Ok(latest
        .filter(|row| row.status == WakeupStatus::Skipped && since.is_none_or(|end| row.requested_at >= end)))
}

/// Makes a refused wake-up once more.
pub(super) fn again(refused: &Wakeup) -> WakeOrder {
    let mut context = RunContext::stored(refused.context.clone());
    context.set(key::HOPS, &refused.hops);
    WakeOrder {
        company_id: refused.company_id,
        agent_id: refused.agent_id,
        source: refused.source,
        trigger_detail: Some(TriggerDetail::System),
        reason: refused.reason.as_deref().map(WakeReason::from),
        payload: refused.payload.clone().unwrap_or_default(),
        context,
        idempotency_key: None,
        dedup_key: None,
    }
}

fn ended(run: &Run) -> LastRun {
    let code = run.error_code.as_deref().map(RunErrorCode::from);
    // A run that had a process may have acted.
    let end = LastEnd::of(run.status, code, run.process_id.is_some());
    LastRun { end, attempts: Attempts::of(&RunContext::stored(run.context.clone())) }
}

async fn agent(change: &Change<'_>, issue: &Issue, agent_id: AgentId) -> ServiceResult<AgentStands> {
    let conn = change.conn();
    let agent = agents::get(&conn, &Scope::company(issue.company_id), agent_id).await?;
    let refused = match &agent {
        Some(agent) => gate::invokable(&conn, agent).await?.err().map(|refused| refused.reason),
        None => Some(NotInvokableReason::Missing),
    };
    Ok(match refused {
        None => AgentStands::Works,
        Some(reason) if reason.ends_runs() => AgentStands::Ended,
        Some(_) => AgentStands::Rests,
    })
}

async fn has_wait(change: &Change<'_>, issue: &Issue) -> ServiceResult<bool> {
    let conn = change.conn();
    Ok(issue.hidden_at.is_some()
        || gate::has_pending_stage(issue)
        || issue.unblock_descriptor.is_some()
        || !runs::at_work_on(&conn, issue.id).await?.is_empty()
        || !wakeups::waiting_of_issue(&conn, issue.id).await?.is_empty()
        || approval_issues::awaited_by(&conn, issue.id).await?.is_some()
        || recovery_actions::open_of_issue(&conn, issue.id).await?.is_some())
}

async fn blockers(change: &Change<'_>, issue: &Issue) -> ServiceResult<BlockersStand> {
    let conn = change.conn();
    if !store_gate::unresolved_blockers(&conn, issue.id).await?.is_empty() {
        return Ok(BlockersStand::Open);
    }
    let all = blockers::blocking(&conn, Side::Blockers, &[issue.id]).await?;
    Ok(if all.values().all(Vec::is_empty) { BlockersStand::None } else { BlockersStand::Done })
}
