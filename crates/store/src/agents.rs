//! Agents.

use std::collections::{BTreeSet, HashMap};

use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::agent::{AdapterType, AgentState};
use wireclip_domain::{AgentId, CompanyId, RunId};
use wireclip_schema::agents::{Column, Entity};
use wireclip_schema::runs;

pub use wireclip_schema::agents::Model as Agent;

use crate::agent_timers::timed;
use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::dialect::{is_not, key_starts_with};
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// Returns the agent, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: AgentId) -> StoreResult<Option<Agent>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Finds a living agent by the key of its name; the index keeps it the only one.
///
/// # Errors
/// If the database fails.
pub async fn find_by_key(
    conn: &Conn<'_>,
    scope: &Scope,
    company_id: CompanyId,
    url_key: &str,
) -> StoreResult<Option<Agent>> {
    // Index: agents_by_url_key.
    Ok(Entity::find()
        .filter(scope.condition(Column::CompanyId))
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::UrlKey.eq(url_key))
        .filter(is_not(Column::State, AgentState::Terminated))
        .one(conn.db())
        .await?)
}

/// Returns the agents of these runs.
///
/// # Errors
/// If the database fails.
pub async fn of_runs(conn: &Conn<'_>, asked: &[RunId]) -> StoreResult<Vec<Agent>> {
    let mut found = Vec::new();
    for some in asked.chunks(1000) {
        let of_runs = Query::select()
            .column(runs::Column::AgentId)
            .from(runs::Entity)
            .and_where(runs::Column::Id.is_in(some.iter().copied()))
            .to_owned();
        found.extend(Entity::find().filter(Column::Id.in_subquery(of_runs)).all(conn.db()).await?);
    }
    Ok(found)
}

/// What lists of other things tell of an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentName {
    /// Its name.
    pub name: String,
    /// Its adapter.
    pub adapter_type: AdapterType,
}

/// Returns how these agents are called, by agent.
///
/// # Errors
/// If the database fails.
pub async fn names(
    conn: &Conn<'_>,
    scope: &Scope,
    ids: &[AgentId],
) -> StoreResult<HashMap<AgentId, AgentName>> {
    let mut names = HashMap::new();
    // Below SQLite's limit of parameters.
    for some in ids.chunks(1000) {
        let rows: Vec<(AgentId, String, AdapterType)> = Entity::find()
            .filter(scope.condition(Column::CompanyId))
            .filter(Column::Id.is_in(some.iter().copied()))
            .select_only()
            .columns([Column::Id, Column::Name, Column::AdapterType])
            .into_tuple()
            .all(conn.db())
            .await?;
        names.extend(rows.into_iter().map(|(id, name, adapter_type)| (id, AgentName { name, adapter_type })));
    }
    Ok(names)
}

/// Lists a company's living agents, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    scope: &Scope,
    company_id: CompanyId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Agent>> {
    // Index: agents_by_company.
    Ok(Entity::find()
        .filter(scope.condition(Column::CompanyId))
        .filter(Column::CompanyId.eq(company_id))
        .filter(is_not(Column::State, AgentState::Terminated))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Returns the keys of a company's living agents that start like this one.
///
/// # Errors
/// If the database fails.
pub async fn keys_starting_with(
    conn: &Conn<'_>,
    company_id: CompanyId,
    start: &str,
) -> StoreResult<BTreeSet<String>> {
    // Index: agents_by_url_key.
    let keys: Vec<String> = Entity::find()
        .select_only()
        .column(Column::UrlKey)
        .filter(Column::CompanyId.eq(company_id))
        .filter(key_starts_with(conn.kind(), Column::UrlKey, start))
        .filter(is_not(Column::State, AgentState::Terminated))
        .into_tuple()
        .all(conn.db())
        .await?;
    Ok(keys.into_iter().collect())
}

/// Reads the agent anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: AgentId) -> StoreResult<Option<Agent>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Stores a new agent.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, agent: &Agent) -> StoreResult<()> {
    Entity::insert(timed(agent.clone()).into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of the agent, and when its timer is due by that; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Agent, after: &Agent) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, &timed(after.clone())).await
}

/// Removes the agent.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: AgentId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}

/// Returns those of these ids that are a company's agents.
///
/// # Errors
/// If the database fails.
pub async fn of_company_among(
    conn: &Conn<'_>,
    company_id: CompanyId,
    ids: &[AgentId],
) -> StoreResult<Vec<AgentId>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let agents = Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::Id.is_in(ids.iter().copied()))
        .all(conn.db())
        .await?;
    Ok(agents.into_iter().map(|agent| agent.id).collect())
}
