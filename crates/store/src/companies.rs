//! Companies.

use std::collections::BTreeMap;

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect, TryInsertResult,
};
use wireclip_domain::agent::AgentState;
use wireclip_domain::company::PauseReason;
use wireclip_domain::{AgentId, CompanyId, Timestamp};
use wireclip_schema::companies::{Column, Entity};
use wireclip_schema::{agents, company_counters, sidebar_preferences};

pub use wireclip_schema::companies::Model as Company;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// Returns the company, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: CompanyId) -> StoreResult<Option<Company>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::Id)).one(conn.db()).await?)
}

/// Returns the company whose issues are called by a prefix, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn by_prefix(conn: &Conn<'_>, scope: &Scope, prefix: &str) -> StoreResult<Option<Company>> {
    // Index: the unique one of the column.
    let found = Entity::find().filter(Column::IssuePrefix.eq(prefix)).filter(scope.condition(Column::Id));
    Ok(found.one(conn.db()).await?)
}

/// Reads the company anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: CompanyId) -> StoreResult<Option<Company>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Returns ids of companies in their order, those after one.
///
/// # Errors
/// If the database fails.
pub async fn ids(
    conn: &Conn<'_>,
    after: Option<CompanyId>,
    limit: PageLimit<10_000>,
) -> StoreResult<Vec<CompanyId>> {
    let mut query = Entity::find();
    if let Some(after) = after {
        query = query.filter(Column::Id.gt(after));
    }
    Ok(query
        .order_by_asc(Column::Id)
        .select_only()
        .column(Column::Id)
        .limit(limit.rows())
        .into_tuple()
        .all(conn.db())
        .await?)
}

/// Lists companies, the oldest first.
///
/// # Errors
/// If the database fails.
pub async fn list(conn: &Conn<'_>, scope: &Scope, limit: PageLimit<10_000>) -> StoreResult<Vec<Company>> {
    Ok(Entity::find()
        .filter(scope.condition(Column::Id))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Returns the numbers of the newest issues of companies; a company without a counter is left out.
///
/// # Errors
/// If the database fails.
pub async fn issue_counters(conn: &Conn<'_>, scope: &Scope) -> StoreResult<BTreeMap<CompanyId, i64>> {
    let rows: Vec<(CompanyId, i64)> = company_counters::Entity::find()
        .filter(scope.condition(company_counters::Column::CompanyId))
        .select_only()
        .columns([company_counters::Column::CompanyId, company_counters::Column::Issues])
        .limit(PageLimit::<10_000>::MAX.rows())
        .into_tuple()
        .all(conn.db())
        .await?;
    Ok(rows.into_iter().collect())
}

/// Lists the issue prefixes that begin with these letters and go on with `A`s, or may do so.
///
/// # Errors
/// If the database fails.
pub async fn taken_prefixes(
    conn: &Conn<'_>,
    first: &str,
    limit: PageLimit<10_000>,
) -> StoreResult<Vec<String>> {
    // Index: the unique one of the column.
    Ok(Entity::find()
        .filter(Column::IssuePrefix.gte(first))
        .filter(Column::IssuePrefix.lt(format!("{first}B")))
        .select_only()
        .column(Column::IssuePrefix)
        .order_by_asc(Column::IssuePrefix)
        .limit(limit.rows())
        .into_tuple()
        .all(conn.db())
        .await?)
}

/// Stores a new company; returns false, and stores nothing, if its issue prefix is taken.
///
/// # Errors
/// If the database fails.
pub async fn insert_if_prefix_is_free(conn: &Conn<'_>, company: &Company) -> StoreResult<bool> {
    let inserted = Entity::insert(company.clone().into_active_model())
        .on_conflict(OnConflict::column(Column::IssuePrefix).do_nothing().to_owned())
        .try_insert()
        .exec_without_returning(conn.db())
        .await?;
    Ok(matches!(inserted, TryInsertResult::Inserted(1)))
}

/// Writes what changed of the company; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Company, after: &Company) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes the company and everything in it.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: CompanyId) -> StoreResult<()> {
    // The order of projects refers to no company by a key, because the order of companies has none.
    sidebar_preferences::Entity::delete_many()
        .filter(sidebar_preferences::Column::CompanyId.eq(id))
        .exec(conn.db())
        .await?;
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}

/// Pauses a company's working agents because it is put away, and returns them.
///
/// # Errors
/// If the database fails.
pub async fn pause_agents(conn: &Conn<'_>, id: CompanyId, now: Timestamp) -> StoreResult<Vec<AgentId>> {
    let working = agents_in(conn, id, AgentState::Active, None).await?;
    agents::Entity::update_many()
        .col_expr(agents::Column::State, Expr::value(AgentState::Paused))
        .col_expr(agents::Column::PauseReason, Expr::value(PauseReason::CompanyArchived))
        .col_expr(agents::Column::PausedAt, Expr::value(now))
        .col_expr(agents::Column::UpdatedAt, Expr::value(now))
        .filter(agents::Column::CompanyId.eq(id))
        .filter(agents::Column::State.eq(AgentState::Active))
        .exec(conn.db())
        .await?;
    Ok(working)
}

/// Lets the agents work again that were paused by [`pause_agents`], and returns them.
///
/// # Errors
/// If the database fails.
pub async fn resume_agents(conn: &Conn<'_>, id: CompanyId, now: Timestamp) -> StoreResult<Vec<AgentId>> {
    let reason = PauseReason::CompanyArchived;
    let paused = agents_in(conn, id, AgentState::Paused, Some(reason)).await?;
    agents::Entity::update_many()
        .col_expr(agents::Column::State, Expr::value(AgentState::Active))
        .col_expr(agents::Column::PauseReason, Expr::value(None::<PauseReason>))
        .col_expr(agents::Column::PausedAt, Expr::value(None::<Timestamp>))
        .col_expr(agents::Column::UpdatedAt, Expr::value(now))
        .filter(agents::Column::CompanyId.eq(id))
        .filter(agents::Column::State.eq(AgentState::Paused))
        .filter(agents::Column::PauseReason.eq(reason))
        .exec(conn.db())
        .await?;
    Ok(paused)
}

async fn agents_in(
    conn: &Conn<'_>,
    id: CompanyId,
    state: AgentState,
    pause_reason: Option<PauseReason>,
) -> StoreResult<Vec<AgentId>> {
    let mut query = agents::Entity::find()
        .filter(agents::Column::CompanyId.eq(id))
        .filter(agents::Column::State.eq(state));
    if let Some(reason) = pause_reason {
        query = query.filter(agents::Column::PauseReason.eq(reason));
    }
    Ok(locked(query)
        .select_only()
        .column(agents::Column::Id)
        .limit(PageLimit::<10_000>::MAX.rows())
        .into_tuple()
        .all(conn.db())
        .await?)
}

#[cfg(test)]
mod tests;
