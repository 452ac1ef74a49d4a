//! Stopping runs: the wish is stored and the gate closed in the change itself; the engine ends
//! what runs after the commit, and only what has ended is reported as ended.

mod ends;

use serde::{Deserialize, Serialize};
use wireclip_domain::run::{RunEventKind, RunStatus};
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::run_host::StopReason;
use wireclip_domain::run_outcome::Stop;
use wireclip_domain::wakeup::{ActorType, WakeupEventKind};
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RunId, UserId, run};
use wireclip_store::runs::{self, Run};
use wireclip_store::wakeups;

use crate::change::Change;
use crate::error::ServiceResult;
use crate::wakeups::{WakeupMove, step, tell_status};

pub use ends::Stopped;
pub(crate) use ends::{Stopping, require_all_ended};

/// Why runs are stopped.
#[derive(Debug, Clone)]
pub struct StopOrder {
    /// The code that the runs end with.
    pub code: RunErrorCode,
    /// What happened, for people.
    pub message: String,
}

/// A stored wish to stop a running run: who, and with what the run ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredStop {
    /// What kind of actor wants it.
    pub actor_type: ActorType,
    /// Which one.
    pub actor_id: String,
    /// The code that the run ends with.
    pub code: String,
    /// What happened, for people.
    pub message: String,
}

impl StoredStop {
    /// Reads the wish out of a run.
    pub(crate) fn of(run: &Run) -> Option<Self> {
        run.stop_requested_at?;
        run.stop_requested_by.as_ref()?.parse().ok()
    }

    /// Returns the wish as evidence of the run's end.
    pub(crate) fn as_evidence(&self) -> Stop {
        Stop::Cancelled { code: RunErrorCode::from(self.code.as_str()), message: self.message.clone() }
    }

    /// Returns the person, if a person wants it.
    pub(crate) fn user_id(&self) -> Option<UserId> {
        (self.actor_type == ActorType::User).then(|| UserId::new(self.actor_id.clone()))
    }
}

/// Ends a run that has not started, or stores the wish that a running one is stopped.
///
/// # Errors
/// If the database fails.
pub async fn stop_run(change: &mut Change<'_>, run_id: RunId, order: &StopOrder) -> ServiceResult<()> {
    if cancel_waiting(change, run_id, order).await? {
        return Ok(());
    }
    let Some(run) = runs::lock(&change.conn(), run_id).await? else { return Ok(()) };
    if run.status != RunStatus::Running {
        return Ok(());
    }
    change.stops(&run);
    // The first wish counts: it says why the run was really stopped.
    if run.stop_requested_at.is_some() {
        return Ok(());
    }
    let actor = change.actor();
    let stored = StoredStop {
        actor_type: actor.kind,
        actor_id: actor.id.clone(),
        code: order.code.as_str().to_owned(),
        message: order.message.clone(),
    };
    let mut stopping = run.clone();
    stopping.stop_reason = Some(StopReason::Cancel);
    stopping.stop_requested_at = Some(change.now());
    stopping.stop_requested_by = Some(OpaqueJson::of(&stored));
    stopping.updated_at = change.now();
    runs::update(&change.conn(), &run, &stopping).await?;
    change.wake_engine();
    Ok(())
}

/// Stops everything that an agent does or is about to do.
///
/// # Errors
/// If the database fails.
pub async fn stop_agent(change: &mut Change<'_>, agent_id: AgentId, order: &StopOrder) -> ServiceResult<()> {
    for waiting in wakeups::waiting_of_agent(&change.conn(), agent_id).await? {
        cancel_deferred(change, waiting.id, order).await?;
    }
    for run in runs::live_of_agent(&change.conn(), agent_id).await? {
        stop_run(change, run.id, order).await?;
    }
    Ok(())
}

/// Stops everything that is done or about to be done for an issue, but for the run that acts: it
/// ends by itself.
///
/// # Errors
/// If the database fails.
pub async fn stop_issue(change: &mut Change<'_>, issue_id: IssueId, order: &StopOrder) -> ServiceResult<()> {
    for waiting in wakeups::waiting_of_issue(&change.conn(), issue_id).await? {
        cancel_deferred(change, waiting.id, order).await?;
    }
    let acting = change.actor().run_id;
    for run in runs::live_of_issue(&change.conn(), issue_id).await? {
        if Some(run.id) != acting {
            stop_run(change, run.id, order).await?;
        }
    }
    Ok(())
}

/// Stops everything that is done or about to be done in a company.
///
/// # Errors
/// If the database fails.
pub async fn stop_company(
    change: &mut Change<'_>,
    company_id: CompanyId,
    order: &StopOrder,
) -> ServiceResult<()> {
    for waiting in wakeups::waiting_of_company(&change.conn(), company_id).await? {
        cancel_deferred(change, waiting, order).await?;
    }
    for run in runs::ids_of_live(&change.conn(), company_id).await? {
        stop_run(change, run, order).await?;
    }
    Ok(())
}

/// Cancels a run that has not started, together with its wake-ups. Returns whether it did.
pub(crate) async fn cancel_waiting(
    change: &mut Change<'_>,
    run_id: RunId,
    order: &StopOrder,
) -> ServiceResult<bool> {
    cancel_waiting_as(change, run_id, order, WakeupEventKind::Cancel).await
}

/// The same, with what it does to the wake-ups.
pub(crate) async fn cancel_waiting_as(
    change: &mut Change<'_>,
    run_id: RunId,
    order: &StopOrder,
    wakeup_event: WakeupEventKind,
) -> ServiceResult<bool> {
    let conn = change.conn();
    let now = change.now();
    let mut served = Vec::new();
    for wakeup in wakeups::open_of_run(&conn, run_id).await? {
        served.extend(wakeups::lock(&conn, wakeup.id).await?);
    }
    let Some(run) = runs::lock(&conn, run_id).await?.filter(|run| run.status.is_waiting()) else {
        return Ok(false);
    };
    let Ok(status) = run::next(run.status, RunEventKind::Cancel) else { return Ok(false) };
    let mut cancelled = run.clone();
    cancelled.status = status;
    cancelled.error_code = Some(order.code.as_str().to_owned());
    cancelled.error = Some(order.message.clone());
    cancelled.finished_at = Some(now);
    cancelled.updated_at = now;
    runs::update(&conn, &run, &cancelled).await?;
    for wakeup in served {
        let reason = Some(order.code.as_str().to_owned());
        let with = WakeupMove { reason, error: Some(order.message.clone()), ..WakeupMove::default() };
        step(&conn, &wakeup, wakeup_event, with, now).await?;
    }
    tell_status(change, &cancelled);
    // Whatever waited behind it is looked at by the engine.
    change.wake_engine();
    Ok(true)
}

async fn cancel_deferred(
    change: &Change<'_>,
    id: wireclip_domain::WakeupId,
    order: &StopOrder,
) -> ServiceResult<()> {
    let conn = change.conn();
    if let Some(waiting) = wakeups::lock(&conn, id).await? {
        let reason = Some(order.code.as_str().to_owned());
        let with = WakeupMove { reason, error: Some(order.message.clone()), ..WakeupMove::default() };
        // What was promoted meanwhile is stopped as a run.
        if waiting.status == wireclip_domain::wakeup::WakeupStatus::Deferred {
            step(&conn, &waiting, WakeupEventKind::Cancel, with, change.now()).await?;
        }
    }
    Ok(())
}
