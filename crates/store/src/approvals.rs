//! What the board decides about.

use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use wireclip_domain::approval::{ApprovalKind, ApprovalStatus};
use wireclip_domain::{AgentId, ApprovalId, CompanyId, Timestamp};
use wireclip_schema::approvals::{Column, Entity};

pub use wireclip_schema::approvals::Model as Approval;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::dialect::is_among;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// Which approvals of a company are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ApprovalFilter {
    /// Only those that stand so.
    pub status: Option<ApprovalStatus>,
    /// How many.
    pub limit: PageLimit<1000>,
}

/// Returns the approval, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: ApprovalId) -> StoreResult<Option<Approval>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Reads the approval anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: ApprovalId) -> StoreResult<Option<Approval>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Lists a company's approvals, newest first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    company_id: CompanyId,
    filter: &ApprovalFilter,
) -> StoreResult<Vec<Approval>> {
    // Index: approvals_by_company, or approvals_open.
    let mut query = Entity::find().filter(Column::CompanyId.eq(company_id));
    if let Some(status) = filter.status {
        query = query.filter(is_among(Column::Status, [status]));
    }
    let query = query.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    Ok(query.limit(filter.limit.rows()).all(conn.db()).await?)
}

/// Returns the approvals of these ids, newest first.
///
/// # Errors
/// If the database fails.
pub async fn get_many(conn: &Conn<'_>, ids: &[ApprovalId]) -> StoreResult<Vec<Approval>> {
    let mut found = Vec::with_capacity(ids.len());
    // Below SQLite's limit of parameters.
    for some in ids.chunks(1000) {
        let query = Entity::find().filter(Column::Id.is_in(some.iter().copied()));
        found.extend(query.all(conn.db()).await?);
    }
    found.sort_by_key(|approval| std::cmp::Reverse((approval.created_at, approval.id)));
    Ok(found)
}

/// Lists what there is still to decide in a company, with when something last happened to it.
///
/// # Errors
/// If the database fails.
pub async fn open(
    conn: &Conn<'_>,
    company_id: CompanyId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<(ApprovalId, Timestamp)>> {
    // Index: approvals_open.
    let query = Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(is_among(Column::Status, ApprovalStatus::OPEN))
        .select_only()
        .columns([Column::Id, Column::UpdatedAt])
        .order_by_desc(Column::UpdatedAt);
    Ok(query.limit(limit.rows()).into_tuple().all(conn.db()).await?)
}

/// Counts the approvals of a company that wait for the board, or those of one kind.
///
/// # Errors
/// If the database fails.
pub async fn count_pending(
    conn: &Conn<'_>,
    company_id: CompanyId,
    kind: Option<ApprovalKind>,
) -> StoreResult<u64> {
    // Index: approvals_open.
    let mut query = Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(is_among(Column::Status, [ApprovalStatus::Pending]));
    if let Some(kind) = kind {
        query = query.filter(Column::Kind.eq(kind));
    }
    Ok(query.count(conn.db()).await?)
}

/// Counts what an agent has asked for that is still to be decided.
///
/// # Errors
/// If the database fails.
pub async fn count_open_of_requester(
    conn: &Conn<'_>,
    company_id: CompanyId,
    agent_id: AgentId,
) -> StoreResult<u64> {
    // Index: approvals_open.
    Ok(Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(is_among(Column::Status, ApprovalStatus::OPEN))
        .filter(Column::RequestedByAgentId.eq(agent_id))
        .count(conn.db())
        .await?)
}

/// Returns what there is to decide about an agent that waits; one at most.
///
/// # Errors
/// If the database fails.
pub async fn open_of_agent(conn: &Conn<'_>, agent_id: AgentId) -> StoreResult<Option<Approval>> {
    // Index: approvals_one_open_per_agent.
    Ok(Entity::find()
        .filter(Column::AgentId.eq(agent_id))
        .filter(is_among(Column::Status, ApprovalStatus::OPEN))
        .one(conn.db())
        .await?)
}

/// Stores a new approval.
///
/// # Errors
/// `Duplicate` if there is one about the same agent to be decided.
pub async fn insert(conn: &Conn<'_>, approval: &Approval) -> StoreResult<()> {
    Entity::insert(approval.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of the approval; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &Approval, after: &Approval) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}
