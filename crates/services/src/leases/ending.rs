//! The end of a lease as far as the database is concerned: what the provider shall do is stored
//! with what ends it.

use wireclip_domain::lease::{CleanupStatus, Ending, LeaseStatus, RunEnd, ending_of};
use wireclip_domain::run::RunStatus;
use wireclip_domain::{RunId, Timestamp};
use wireclip_store::environment_leases::{self, EnvironmentLease};

use crate::change::Change;
use crate::error::ServiceResult;

/// Why a lease says that it failed if its run did, in the wire's word.
const RUN_FAILED: &str = "adapter_or_run_failure";
/// Why a place is kept.
pub(super) const WORK_ONLY_THERE: &str = "workspace_not_synced_back";

/// How the run ended that held leases.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunEndFacts {
    /// The run.
    pub(crate) run_id: RunId,
    /// What it ended as.
    pub(crate) status: RunStatus,
    /// Whether its program was started at all.
    pub(crate) has_started: bool,
}

/// Begins the end of every lease that a run holds.
pub(crate) async fn end_all_of(change: &Change<'_>, run: RunEndFacts) -> ServiceResult<()> {
    let end = match run.status {
        RunStatus::Cancelled => RunEnd::Cancelled,
        RunStatus::Failed | RunStatus::TimedOut => RunEnd::Failed,
        _ => RunEnd::Finished,
    };
    for seen in environment_leases::of_run(&change.conn(), run.run_id).await? {
        let Some(before) = environment_leases::lock(&change.conn(), seen.id).await? else { continue };
        if before.status != LeaseStatus::Active || before.ending_event.is_some() {
            continue;
        }
        let mut after = before.clone();
        // Nothing was done in a place in which nothing was started.
        after.is_work_only_there &= run.has_started;
        let ending = ending_of(before.policy, end, after.is_work_only_there);
        let reason = match end {
            _ if after.is_work_only_there => Some(WORK_ONLY_THERE),
            RunEnd::Failed => Some(RUN_FAILED),
            RunEnd::Finished | RunEnd::Cancelled => None,
        };
        begin(&mut after, ending, reason, change.now());
        environment_leases::update(&change.conn(), &before, &after).await?;
    }
    Ok(())
}

/// Writes into a lease what its provider shall do.
pub(super) fn begin(lease: &mut EnvironmentLease, ending: Ending, reason: Option<&str>, now: Timestamp) {
    lease.ending_disposition = Some(ending.disposition);
    lease.ending_event = Some(ending.event);
    lease.cleanup_status = Some(CleanupStatus::Pending);
    lease.cleanup_attempts = 0;
    lease.next_cleanup_at = Some(now);
    lease.cleanup_node_id = None;
    lease.failure_reason = reason.map(str::to_owned);
    lease.version += 1;
    lease.updated_at = now;
}
