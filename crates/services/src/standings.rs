//! Telling where agents stand, after their runs or their company have changed that.

use wireclip_domain::agent::standing::Standing;
use wireclip_domain::event::Event;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, CompanyId};
use wireclip_store::agents::{self, Agent};
use wireclip_store::{Scope, runs};

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

/// Tells where agents stand that were moved together.
pub(crate) async fn tell_all(
    change: &mut Change<'_>,
    company_id: CompanyId,
    agent_ids: &[AgentId],
) -> ServiceResult<()> {
    for agent_id in agent_ids {
        if let Some(agent) = agents::get(&change.conn(), &Scope::company(company_id), *agent_id).await? {
            tell(change, &agent, None).await?;
        }
    }
    Ok(())
}
