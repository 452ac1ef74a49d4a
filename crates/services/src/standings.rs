//! Telling where agents stand, after their runs have changed that.

use wireclip_domain::agent::standing::Standing;
use wireclip_domain::event::Event;
use wireclip_domain::run::RunStatus;
use wireclip_store::agents::Agent;
use wireclip_store::runs;

use crate::change::Change;
use crate::error::ServiceResult;

/// Tells where an agent stands now; `outcome` is how the run ended that changed it.
pub(crate) async fn tell(
    change: &mut Change<'_>,
    agent: &Agent,
    outcome: Option<RunStatus>,
) -> ServiceResult<()> {
    let running = runs::count_running(&change.conn(), agent.id).await?;
    let has_error = agent.error_reason.is_some();
    let standing = Standing { state: agent.state, has_running_run: running > 0, has_error };
    let event = Event::AgentStatusChanged {
        agent_id: agent.id,
        status: standing.status(),
        last_heartbeat_at: agent.last_heartbeat_at,
        outcome,
    };
    change.emit(agent.company_id, event);
    Ok(())
}
