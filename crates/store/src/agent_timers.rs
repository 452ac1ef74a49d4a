//! The timers of agents. When each is to be looked at next stands in its row, so that a look costs
//! what is due and not what is there.

use sea_orm::sea_query::{Expr, ExprTrait, Func, Query};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::agent::AgentState;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::heartbeat_policy::HeartbeatPolicy;
use wireclip_domain::{AgentId, Timestamp};
use wireclip_schema::agents::{Column, Entity};
use wireclip_schema::companies;

use crate::agents::Agent;
use crate::conn::Conn;
use crate::dialect::is;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// A place in the order in which timers become due.
pub type TimerPlace = (Timestamp, AgentId);

/// Returns the agent with the time at which its timer is due while it is active, as the rest of it
/// says.
pub(crate) fn timed(mut agent: Agent) -> Agent {
    let policy = HeartbeatPolicy::of(&agent.runtime_config);
    agent.next_beat_at = policy.next_beat(agent.last_heartbeat_at, agent.created_at);
    agent
}

/// Returns where the agent stands in the order, if it has a timer.
#[must_use]
pub fn place(agent: &Agent) -> Option<TimerPlace> {
    agent.next_beat_at.map(|at| (at, agent.id))
}

/// Lists the active agents of active companies whose timers are to be looked at, those first that wait
/// longest, behind this place. Timers whose last beat lies in the future are among them, since the
/// clock was put back.
///
/// # Errors
/// If the database fails.
pub async fn due(
    conn: &Conn<'_>,
    now: Timestamp,
    after: Option<TimerPlace>,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Agent>> {
    let active = Query::select()
        .column(companies::Column::Id)
        .from(companies::Entity)
        .and_where(companies::Column::Status.eq(CompanyStatus::Active))
        .to_owned();
    let last_beat = Func::coalesce([
        Expr::col((Entity, Column::LastHeartbeatAt)),
        Expr::col((Entity, Column::CreatedAt)),
    ]);
    // Index: agents_by_next_beat, agents_by_last_beat.
    let mut query = Entity::find()
        .filter(Column::NextBeatAt.is_not_null())
        .filter(is(Column::State, AgentState::Active))
        .filter(Condition::any().add(Column::NextBeatAt.lte(now)).add(Expr::expr(last_beat).gt(now)))
        .filter(Column::CompanyId.in_subquery(active));
    if let Some((at, id)) = after {
        query = query.filter(
            Condition::any()
                .add(Column::NextBeatAt.gt(at))
                .add(Condition::all().add(Column::NextBeatAt.eq(at)).add(Column::Id.gt(id))),
        );
    }
    let query = query.order_by_asc(Column::NextBeatAt).order_by_asc(Column::Id);
    Ok(query.limit(limit.rows()).all(conn.db()).await?)
}
