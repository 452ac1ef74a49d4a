//! Goals.

use std::collections::{BTreeSet, HashMap};

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::goal::GoalLevel;
use wireclip_domain::{CompanyId, GoalId};
use wireclip_schema::goals::{Column, Entity};

pub use wireclip_schema::goals::Model as Goal;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// Of more goals than this the oldest decide.
const MOST_OF_COMPANY_LEVEL: u64 = 1000;

/// Returns the goal, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: GoalId) -> StoreResult<Option<Goal>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Reads the goal anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: GoalId) -> StoreResult<Option<Goal>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Stores a new goal.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, goal: &Goal) -> StoreResult<()> {
    Entity::insert(goal.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of the goal; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Goal, after: &Goal) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

/// Removes the goal.
///
/// # Errors
/// If the database fails.
pub async fn delete(conn: &Conn<'_>, id: GoalId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(conn.db()).await?;
    Ok(())
}

/// Lists a company's goals, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn list(conn: &Conn<'_>, company_id: CompanyId, limit: PageLimit<1000>) -> StoreResult<Vec<Goal>> {
    // Index: goals_by_company.
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Returns those of these ids that are a company's goals.
///
/// # Errors
/// If the database fails.
pub async fn of_company_among(
    conn: &Conn<'_>,
    company_id: CompanyId,
    ids: &[GoalId],
) -> StoreResult<Vec<Goal>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::Id.is_in(ids.iter().copied()))
        .all(conn.db())
        .await?)
}

/// Returns the goals that are a company's own, from which one without a project is taken.
///
/// # Errors
/// If the database fails.
pub async fn of_company_level(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<Vec<Goal>> {
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::Level.eq(GoalLevel::Company))
        .order_by_asc(Column::CreatedAt)
        .limit(MOST_OF_COMPANY_LEVEL)
        .all(conn.db())
        .await?)
}

/// Returns those of these goals that are there for the scope.
///
/// # Errors
/// If the database fails.
pub async fn by_id(
    conn: &Conn<'_>,
    scope: &Scope,
    ids: impl Iterator<Item = GoalId>,
) -> StoreResult<HashMap<GoalId, Goal>> {
    let ids: BTreeSet<GoalId> = ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = Entity::find().filter(Column::Id.is_in(ids));
    let found = query.filter(scope.condition(Column::CompanyId)).all(conn.db()).await?;
    Ok(found.into_iter().map(|goal| (goal.id, goal)).collect())
}
