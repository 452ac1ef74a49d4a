//! Stopping runs: the wish is stored and the gate closed in the change itself; the engine ends
//! what runs after the commit, and only what has ended is reported as ended.

use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{AgentId, RunId};

use crate::change::Change;
use crate::error::ServiceResult;

/// Why runs are stopped.
#[derive(Debug, Clone)]
pub struct StopOrder {
    /// The code that the runs end with.
    pub code: RunErrorCode,
    /// What happened, for people.
    pub message: String,
}

/// Ends a run that has not started, or stores the wish that a running one is stopped.
///
/// # Errors
/// If the database fails.
pub async fn stop_run(_change: &mut Change<'_>, _run_id: RunId, _order: &StopOrder) -> ServiceResult<()> {
    Ok(())
}

/// Stops everything that an agent does or is about to do.
///
/// # Errors
/// If the database fails.
pub async fn stop_agent(
    _change: &mut Change<'_>,
    _agent_id: AgentId,
    _order: &StopOrder,
) -> ServiceResult<()> {
    Ok(())
}
