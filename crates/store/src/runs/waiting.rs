//! The agents whose runs wait in the queue, those first whose run waits longest.

use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};
use wireclip_domain::agent::AgentState;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, OpaqueJson, Timestamp};

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// An agent that has queued runs, with what says most cheaply that none of them may start now.
#[derive(Debug, Clone, PartialEq, FromQueryResult)]
pub struct WaitingAgent {
    /// The agent.
    pub agent_id: AgentId,
    /// When its oldest queued run was made.
    pub waits_since: Timestamp,
    state: String,
    runtime_config: String,
    /// How many of its runs are running.
    pub running: i64,
}

/// A place among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingPlace {
    waits_since: Timestamp,
    agent_id: AgentId,
}

impl WaitingAgent {
    /// Returns what is stored of the agent's standing, and its settings that are no adapter's; none
    /// if they do not read, which is told by whoever takes the agent up.
    #[must_use]
    pub fn standing(&self) -> Option<(AgentState, OpaqueJson)> {
        Some((self.state.parse().ok()?, serde_json::from_str(&self.runtime_config).ok()?))
    }

    /// Returns the agent's place among those that wait.
    #[must_use]
    pub fn place(&self) -> WaitingPlace {
        WaitingPlace { waits_since: self.waits_since, agent_id: self.agent_id }
    }
}

/// Lists the agents that have queued runs and stand behind this place.
///
/// # Errors
/// If the database fails.
pub async fn waiting_agents(
    conn: &Conn<'_>,
    after: Option<WaitingPlace>,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<WaitingAgent>> {
    let mut values: Vec<Value> =
        vec![RunStatus::Queued.into(), RunStatus::Running.into(), limit.rows().cast_signed().into()];
    let behind = match after {
        Some(place) => {
            values.extend([place.waits_since.into(), place.agent_id.into()]);
            "HAVING min(runs.created_at) > $4 OR (min(runs.created_at) = $4 AND agents.id > $5)"
        }
        None => "",
    };
    // Indexes: runs_by_status, runs_by_agent_status.
    let sql = format!(
        "SELECT agents.id AS agent_id, min(runs.created_at) AS waits_since, agents.state, \
         CAST(agents.runtime_config AS TEXT) AS runtime_config, \
         (SELECT count(*) FROM runs AS others WHERE others.agent_id = agents.id AND others.status = $2) AS running \
         FROM runs JOIN agents ON agents.id = runs.agent_id WHERE runs.status = $1 \
         GROUP BY agents.id {behind} ORDER BY min(runs.created_at), agents.id LIMIT $3"
    );
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), sql, values);
    Ok(WaitingAgent::find_by_statement(statement).all(conn.db()).await?)
}
