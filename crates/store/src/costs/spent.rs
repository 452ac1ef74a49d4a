//! What was spent: one row for each scope and stretch of time.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use wireclip_domain::budget::{ScopeType, Stretch};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, CompanyId, RowId, Timestamp};
use wireclip_schema::spent_sums::{Column, Entity};

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// What was spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent {
    /// What is owed.
    pub cash: MicroDollars,
    /// What it would be by the list.
    pub estimate: MicroDollars,
    /// How many entries have no price.
    pub unpriced_events: i64,
}

impl Spent {
    /// Nothing was.
    pub const NOTHING: Self =
        Self { cash: MicroDollars::new(0), estimate: MicroDollars::new(0), unpriced_events: 0 };
}

/// Returns what a scope has spent in the stretch in which a moment lies.
///
/// # Errors
/// If the database fails.
pub async fn of_scope(
    conn: &Conn<'_>,
    scope_type: ScopeType,
    scope_id: RowId,
    stretch: Stretch,
    at: Timestamp,
) -> StoreResult<Spent> {
    let key = (scope_type, scope_id, stretch, stretch.start(at));
    let row = Entity::find_by_id(key).one(conn.db()).await?;
    Ok(row.map_or(Spent::NOTHING, |row| Spent {
        cash: row.cash_micros,
        estimate: row.estimate_micros,
        unpriced_events: row.unpriced_events,
    }))
}

/// Returns what an agent has spent in the stretch in which a moment lies.
///
/// # Errors
/// If the database fails.
pub async fn of_agent(
    conn: &Conn<'_>,
    id: AgentId,
    stretch: Stretch,
    at: Timestamp,
) -> StoreResult<MicroDollars> {
    let spent = of_scope(conn, ScopeType::Agent, RowId::from_uuid(id.as_uuid()), stretch, at).await?;
    Ok(spent.cash)
}

/// Returns what a company has spent in the stretch in which a moment lies.
///
/// # Errors
/// If the database fails.
pub async fn of_company(
    conn: &Conn<'_>,
    id: CompanyId,
    stretch: Stretch,
    at: Timestamp,
) -> StoreResult<MicroDollars> {
    let spent = of_scope(conn, ScopeType::Company, RowId::from_uuid(id.as_uuid()), stretch, at).await?;
    Ok(spent.cash)
}

/// Returns what the agents of a company have spent in the month of a moment; those that have spent
/// nothing are left out.
///
/// # Errors
/// If the database fails.
pub async fn of_agents_in_month(
    conn: &Conn<'_>,
    company_id: CompanyId,
    at: Timestamp,
) -> StoreResult<HashMap<AgentId, MicroDollars>> {
    // Index: spent_sums_by_company.
    let rows: Vec<(RowId, MicroDollars)> = Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::ScopeType.eq(ScopeType::Agent))
        .filter(Column::Stretch.eq(Stretch::Month))
        .filter(Column::StartsAt.eq(Stretch::Month.start(at)))
        .select_only()
        .columns([Column::ScopeId, Column::CashMicros])
        .limit(PageLimit::<10_000>::MAX.rows())
        .into_tuple()
        .all(conn.db())
        .await?;
    Ok(rows.into_iter().map(|(id, cash)| (AgentId::from_uuid(id.as_uuid()), cash)).collect())
}

/// Returns what the companies within reach have spent in the month of a moment; those that have
/// spent nothing are left out.
///
/// # Errors
/// If the database fails.
pub async fn of_companies_in_month(
    conn: &Conn<'_>,
    scope: &Scope,
    at: Timestamp,
) -> StoreResult<HashMap<CompanyId, MicroDollars>> {
    let rows: Vec<(CompanyId, MicroDollars)> = Entity::find()
        .filter(scope.condition(Column::CompanyId))
        .filter(Column::ScopeType.eq(ScopeType::Company))
        .filter(Column::Stretch.eq(Stretch::Month))
        .filter(Column::StartsAt.eq(Stretch::Month.start(at)))
        .select_only()
        .columns([Column::CompanyId, Column::CashMicros])
        .limit(PageLimit::<10_000>::MAX.rows())
        .into_tuple()
        .all(conn.db())
        .await?;
    Ok(rows.into_iter().collect())
}
