//! What agents have in hand, counted.

use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::WakeupStatus;
use wireclip_domain::{AgentId, IssueId, RowId};
use wireclip_schema::{issues, resource_memberships, runs, wakeups};

use crate::conn::Conn;
use crate::error::StoreResult;

/// What agents have in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenWork {
    /// Runs that have not ended.
    pub runs: u64,
    /// Wake-ups that wait.
    pub wakeups: u64,
}

/// Counts what agents have in hand.
///
/// # Errors
/// If the database fails.
pub async fn count(conn: &Conn<'_>, agents: &[AgentId]) -> StoreResult<OpenWork> {
    // Indexes: runs_by_agent_status, wakeups_by_agent.
    let live = [RunStatus::Queued, RunStatus::Running, RunStatus::ScheduledRetry];
    let waiting = [WakeupStatus::Queued, WakeupStatus::Deferred];
    Ok(OpenWork {
        runs: runs::Entity::find()
            .filter(runs::Column::AgentId.is_in(agents.iter().copied()))
            .filter(runs::Column::Status.is_in(live))
            .count(conn.db())
            .await?,
        wakeups: wakeups::Entity::find()
            .filter(wakeups::Column::AgentId.is_in(agents.iter().copied()))
            .filter(wakeups::Column::Status.is_in(waiting))
            .count(conn.db())
            .await?,
    })
}

/// Returns whether a run of the agent is running.
///
/// # Errors
/// If the database fails.
pub async fn is_running(conn: &Conn<'_>, agent_id: AgentId) -> StoreResult<bool> {
    let running = runs::Entity::find()
        .filter(runs::Column::AgentId.eq(agent_id))
        .filter(runs::Column::Status.eq(RunStatus::Running))
        .count(conn.db())
        .await?;
    Ok(running > 0)
}

/// Lists the issues that an agent has in progress.
///
/// # Errors
/// If the database fails.
pub async fn issues_in_progress(conn: &Conn<'_>, agent_id: AgentId) -> StoreResult<Vec<IssueId>> {
    // Index: issues_by_assignee. As many as its runs could ever take up.
    let query = issues::Entity::find()
        .select_only()
        .column(issues::Column::Id)
        .filter(issues::Column::AssigneeAgentId.eq(agent_id))
        .filter(issues::Column::Status.eq(IssueStatus::InProgress))
        .order_by_asc(issues::Column::Id);
    Ok(query.into_tuple().all(conn.db()).await?)
}

/// Removes what people said of an agent, which no foreign key can find.
///
/// # Errors
/// If the database fails.
pub async fn forget_memberships(conn: &Conn<'_>, agent_id: AgentId) -> StoreResult<()> {
    resource_memberships::Entity::delete_many()
        .filter(resource_memberships::Column::ResourceId.eq(RowId::from_uuid(agent_id.as_uuid())))
        .exec(conn.db())
        .await?;
    Ok(())
}
