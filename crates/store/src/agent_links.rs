//! Agents as links of reporting chains: just what standing and place need, without settings.

use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};
use wireclip_domain::agent::standing::Standing;
use wireclip_domain::agent::{AgentRole, AgentState, AgentStatus};
use wireclip_domain::gate::ChainMember;
use wireclip_domain::{AgentId, CompanyId};

use crate::conn::Conn;
use crate::error::StoreResult;

/// An agent as a link of a reporting chain.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct AgentLink {
    /// The agent.
    pub id: AgentId,
    /// Its company.
    pub company_id: CompanyId,
    /// Its name.
    pub name: String,
    /// What it was hired as.
    pub role: AgentRole,
    /// Its title.
    pub title: Option<String>,
    /// What is stored of its standing.
    pub state: AgentState,
    /// To whom it reports.
    pub reports_to: Option<AgentId>,
    /// Whether its last failure has not been cleared.
    pub has_error: bool,
    /// Whether a run of it is running.
    pub has_running_run: bool,
}

impl AgentLink {
    /// Returns the agent's standing as clients see it.
    #[must_use]
    pub fn status(&self) -> AgentStatus {
        Standing { state: self.state, has_running_run: self.has_running_run, has_error: self.has_error }
            .status()
    }

    /// Returns the agent as the gate looks at it.
    #[must_use]
    pub fn member(&self) -> ChainMember {
        ChainMember {
            id: self.id,
            name: self.name.clone(),
            status: self.status(),
            reports_to: self.reports_to,
        }
    }
}

/// The links that a walk has reached. Index: runs_by_agent_status.
macro_rules! links_of_walk {
    ($start:literal, $step:literal) => {
        concat!(
            "WITH RECURSIVE walk(id) AS (",
            $start,
            " UNION ",
            $step,
            ") SELECT a.id, a.company_id, a.name, a.role, a.title, a.state, a.reports_to, \
             a.error_reason IS NOT NULL AS has_error, \
             EXISTS (SELECT 1 FROM runs r WHERE r.agent_id = a.id AND r.status = 'running') AS has_running_run \
             FROM agents a JOIN walk ON walk.id = a.id ORDER BY a.created_at, a.id"
        )
    };
}

/// An agent and all above it.
const ABOVE: &str = links_of_walk!(
    "SELECT id FROM agents WHERE id = $1",
    "SELECT a.reports_to FROM agents a JOIN walk ON walk.id = a.id WHERE a.reports_to IS NOT NULL"
);

/// The living agents of a company and all above them.
const OF_COMPANY: &str = links_of_walk!(
    "SELECT id FROM agents WHERE company_id = $1 AND state <> 'terminated'",
    "SELECT a.reports_to FROM agents a JOIN walk ON walk.id = a.id WHERE a.reports_to IS NOT NULL"
);

/// An agent and all living ones below it.
const BELOW: &str = links_of_walk!(
    "SELECT id FROM agents WHERE id = $1",
    "SELECT a.id FROM agents a JOIN walk ON walk.id = a.reports_to WHERE a.state <> 'terminated'"
);

/// Returns an agent and all above it, in no order that means anything.
///
/// # Errors
/// If the database fails.
pub async fn above(conn: &Conn<'_>, agent_id: AgentId) -> StoreResult<Vec<AgentLink>> {
    links(conn, ABOVE, agent_id.into()).await
}

/// Returns the living agents of a company, oldest first, with those terminated ones that are still
/// above one of them.
///
/// # Errors
/// If the database fails.
pub async fn of_company(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<Vec<AgentLink>> {
    links(conn, OF_COMPANY, company_id.into()).await
}

/// Returns an agent and all living ones below it, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn below(conn: &Conn<'_>, agent_id: AgentId) -> StoreResult<Vec<AgentLink>> {
    links(conn, BELOW, agent_id.into()).await
}

async fn links(conn: &Conn<'_>, sql: &str, start: Value) -> StoreResult<Vec<AgentLink>> {
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), sql, [start]);
    Ok(AgentLink::find_by_statement(statement).all(conn.db()).await?)
}
