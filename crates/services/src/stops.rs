//! Stopping runs: the wish is stored and the gate closed in the change itself; the engine ends
//! what runs after the commit, and only what has ended is reported as ended.

mod ends;

use serde::{Deserialize, Serialize};
use wireclip_domain::caller::Actor;
use wireclip_domain::run::{RunEventKind, RunStatus};
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::run_host::StopReason;
use wireclip_domain::run_outcome::Stop;
use wireclip_domain::wakeup::{ActorType, WakeupEventKind};
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, ProjectId, RunId, Timestamp, UserId, run};
use wireclip_store::runs::{self, Run};
use wireclip_store::stops::{self as store, Cancelled, Whose};
use wireclip_store::{PageLimit, wakeups};

use crate::change::Change;
use crate::core::Wanted;
use crate::error::{ServiceError, ServiceResult};
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
    /// Reads the wish out of a run. One of which nobody can read who had it is a wish all the same.
    pub(crate) fn of(run: &Run) -> Option<Self> {
        run.stop_requested_at?;
        match run.stop_requested_by.as_ref().map(OpaqueJson::parse) {
            Some(Ok(stored)) => return Some(stored),
            Some(Err(error)) => {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(run.id = %run.id, error, "who wished that a run stops does not read");
            }
            None => tracing::warn!(run.id = %run.id, "who wished that a run stops is not written down"),
        }
        let actor = Actor::system("unknown");
        Some(Self {
            actor_type: actor.kind,
            actor_id: actor.id,
            code: RunErrorCode::Cancelled.as_str().to_owned(),
            message: "Stopped; by whom is not known any more".to_owned(),
        })
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
    change.wake_engine(Wanted::STOPS);
    Ok(())
}

/// Stops everything that an agent does or is about to do.
///
/// # Errors
/// If the database fails.
pub async fn stop_agent(change: &mut Change<'_>, agent_id: AgentId, order: &StopOrder) -> ServiceResult<()> {
    stop_all(change, Whose::Agent(agent_id), order).await.map(drop)
}

/// Stops everything that is done or about to be done for an issue, but for the run that acts: it
/// ends by itself.
///
/// # Errors
/// If the database fails.
pub async fn stop_issue(change: &mut Change<'_>, issue_id: IssueId, order: &StopOrder) -> ServiceResult<()> {
    stop_all(change, Whose::Issue(issue_id), order).await.map(drop)
}

/// Stops everything that is done or about to be done for the issues of a project.
///
/// # Errors
/// If the database fails.
pub async fn stop_project(
    change: &mut Change<'_>,
    project_id: ProjectId,
    order: &StopOrder,
) -> ServiceResult<()> {
    stop_all(change, Whose::Project(project_id), order).await.map(drop)
}

/// Stops everything that is done or about to be done in a company. Returns how many runs that ends.
///
/// # Errors
/// If the database fails.
pub async fn stop_company(
    change: &mut Change<'_>,
    company_id: CompanyId,
    order: &StopOrder,
) -> ServiceResult<usize> {
    stop_all(change, Whose::Company(company_id), order).await
}

/// Cancels what waits, in a few statements however much it is; has stopped what runs.
async fn stop_all(change: &mut Change<'_>, whose: Whose, order: &StopOrder) -> ServiceResult<usize> {
    let (code, message, at) = (order.code.as_str(), order.message.as_str(), change.now());
    let cancelled = Cancelled { code, message, at };
    store::cancel_deferred(&change.conn(), whose, cancelled).await?;
    let mut ended = 0;
    loop {
        let waiting = store::waiting_runs(&change.conn(), whose, PageLimit::MAX).await?;
        if waiting.is_empty() {
            break;
        }
        let ids: Vec<RunId> = waiting.iter().map(|run| run.id).collect();
        store::cancel_runs(&change.conn(), &ids, cancelled).await?;
        ended += waiting.len();
        for run in waiting {
            tell_status(change, &cancelled_row(run, order, at)?);
        }
        change.wake_engine(Wanted::STARTS);
    }
    let acting = change.actor().run_id;
    for run_id in store::running(&change.conn(), whose).await? {
        let ends_by_itself = matches!(whose, Whose::Issue(_)) && Some(run_id) == acting;
        if !ends_by_itself {
            stop_run(change, run_id, order).await?;
            ended += 1;
        }
    }
    Ok(ended)
}

/// Returns how the row of a run stands that is cancelled before it started.
fn cancelled_row(mut run: Run, order: &StopOrder, now: Timestamp) -> ServiceResult<Run> {
    run.status = run::next(run.status, RunEventKind::Cancel)
        .map_err(|refused| ServiceError::internal("cancel a run", refused))?;
    run.error_code = Some(order.code.as_str().to_owned());
    run.error = Some(order.message.clone());
    run.finished_at = Some(now);
    run.updated_at = now;
    Ok(run)
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
    let cancelled = cancelled_row(run.clone(), order, now)?;
    runs::update(&conn, &run, &cancelled).await?;
    for wakeup in served {
        let reason = Some(order.code.as_str().to_owned());
        let with = WakeupMove { reason, error: Some(order.message.clone()), ..WakeupMove::default() };
        step(&conn, &wakeup, wakeup_event, with, now).await?;
    }
    tell_status(change, &cancelled);
    // Whatever waited behind it is looked at by the engine.
    change.wake_engine(Wanted::STARTS);
    Ok(true)
}
