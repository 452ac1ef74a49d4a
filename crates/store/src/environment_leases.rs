//! What companies hold of environments.

use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use wireclip_domain::lease::{Disposition, LeasePolicy, LeaseStatus};
use wireclip_domain::words::Word as _;
use wireclip_domain::{
    AgentId, CompanyId, EnvironmentId, ExecutionWorkspaceId, LeaseId, NodeId, RunId, Timestamp,
};
use wireclip_schema::environment_leases::{Column, Entity};

pub use wireclip_schema::environment_leases::Model as EnvironmentLease;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::dialect::names;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// The policies under which a place waits to be used again.
const REUSABLE: [LeasePolicy; 2] = [LeasePolicy::ReuseByEnvironment, LeasePolicy::ReuseByExecutionWorkspace];

/// The statuses in which a place waits to be used again.
const WAITING: [LeaseStatus; 3] = [LeaseStatus::Released, LeaseStatus::Retained, LeaseStatus::Failed];

/// Returns the lease, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: LeaseId) -> StoreResult<Option<EnvironmentLease>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Reads a lease anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: LeaseId) -> StoreResult<Option<EnvironmentLease>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Stores a new lease.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, lease: &EnvironmentLease) -> StoreResult<()> {
    Entity::insert(lease.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of a lease; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &EnvironmentLease, after: &EnvironmentLease) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

/// Lists an environment's leases within a scope, the last used first.
///
/// # Errors
/// If the database fails.
pub async fn of_environment(
    conn: &Conn<'_>,
    scope: &Scope,
    environment_id: EnvironmentId,
    status: Option<LeaseStatus>,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<EnvironmentLease>> {
    // Index: environment_leases_by_environment.
    let mut query = Entity::find()
        .filter(Column::EnvironmentId.eq(environment_id))
        .filter(scope.condition(Column::CompanyId));
    if let Some(status) = status {
        query = query.filter(Column::Status.eq(status));
    }
    let query = query.order_by_desc(Column::LastUsedAt).order_by_asc(Column::Id);
    Ok(query.limit(limit.rows()).all(conn.db()).await?)
}

/// Returns whether a place that may still be there was made with settings that name something, by
/// its id.
///
/// # Errors
/// If the database fails.
pub async fn any_left_that_names(
    conn: &Conn<'_>,
    environment_id: EnvironmentId,
    id: &str,
) -> StoreResult<bool> {
    // Index: environment_leases_by_environment.
    let query = Entity::find()
        .filter(Column::EnvironmentId.eq(environment_id))
        .filter(has_place())
        .filter(names(Column::Config, id));
    Ok(query.one(conn.db()).await?.is_some())
}

/// What [`LeaseStatus::has_place`] says, for a query.
fn has_place() -> Condition {
    LeasePolicy::ALL.iter().fold(Condition::any(), |any, policy| {
        let statuses = LeaseStatus::ALL.iter().copied().filter(|status| status.has_place(*policy));
        any.add(Condition::all().add(Column::Policy.eq(*policy)).add(Column::Status.is_in(statuses)))
    })
}

/// Lists the leases of a run, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn of_run(conn: &Conn<'_>, run_id: RunId) -> StoreResult<Vec<EnvironmentLease>> {
    // Index: environment_leases_by_run.
    let query = Entity::find().filter(Column::RunId.eq(run_id)).order_by_asc(Column::CreatedAt);
    Ok(query.limit(1000).all(conn.db()).await?)
}

/// Lists the leases whose places an agent may use again in a workspace, the last used first.
/// Whether one of them really fits is for the domain to say.
///
/// # Errors
/// If the database fails.
pub async fn reusable_by(
    conn: &Conn<'_>,
    company_id: CompanyId,
    environment_id: EnvironmentId,
    agent_id: AgentId,
    workspace_id: ExecutionWorkspaceId,
) -> StoreResult<Vec<EnvironmentLease>> {
    // Index: environment_leases_by_environment.
    let query = Entity::find()
        .filter(Column::EnvironmentId.eq(environment_id))
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::AgentId.eq(agent_id))
        .filter(Column::ExecutionWorkspaceId.eq(workspace_id))
        .filter(Column::Policy.is_in(REUSABLE))
        .filter(Column::Status.is_in([&WAITING[..], &[LeaseStatus::Active]].concat()))
        .order_by_desc(Column::LastUsedAt);
    Ok(query.limit(100).all(conn.db()).await?)
}

/// Returns whether the work of a workspace is just coming back from a place of an environment.
///
/// # Errors
/// If the database fails.
pub async fn any_coming_back(
    conn: &Conn<'_>,
    company_id: CompanyId,
    environment_id: EnvironmentId,
    workspace_id: ExecutionWorkspaceId,
) -> StoreResult<bool> {
    // Index: environment_leases_by_environment.
    let query = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::EnvironmentId.eq(environment_id))
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::ExecutionWorkspaceId.eq(workspace_id))
        .filter(Column::Status.eq(LeaseStatus::Active))
        .filter(Column::EndingDisposition.eq(Disposition::Destroy));
    Ok(query.into_tuple::<LeaseId>().one(conn.db()).await?.is_some())
}

/// Lists the leases of an environment, over all companies, whose places wait to be used again.
///
/// # Errors
/// If the database fails.
pub async fn reusable_of_environment(
    conn: &Conn<'_>,
    environment_id: EnvironmentId,
) -> StoreResult<Vec<EnvironmentLease>> {
    // Index: environment_leases_by_environment.
    let query = Entity::find()
        .filter(Column::EnvironmentId.eq(environment_id))
        .filter(Column::Policy.is_in(REUSABLE))
        .filter(Column::Status.is_in(WAITING))
        .order_by_desc(Column::LastUsedAt);
    Ok(query.limit(1000).all(conn.db()).await?)
}

/// Lists the leases of a company whose places may still be there.
///
/// # Errors
/// If the database fails.
pub async fn left_of_company(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<Vec<EnvironmentLease>> {
    // Index: environment_leases_by_company.
    let held = [LeaseStatus::Active, LeaseStatus::Retained, LeaseStatus::PendingCleanup];
    let may_be_there = Condition::any()
        .add(Column::Status.is_in(held))
        .add(Condition::all().add(Column::Status.is_in(WAITING)).add(Column::Policy.is_in(REUSABLE)));
    let query = Entity::find().filter(Column::CompanyId.eq(company_id)).filter(may_be_there);
    Ok(query.order_by_desc(Column::LastUsedAt).limit(1000).all(conn.db()).await?)
}

/// Lists the companies and environments for whom places were made.
///
/// # Errors
/// If the database fails.
pub async fn used_environments(conn: &Conn<'_>) -> StoreResult<Vec<(CompanyId, EnvironmentId)>> {
    let query = Entity::find()
        .select_only()
        .columns([Column::CompanyId, Column::EnvironmentId])
        .distinct()
        .filter(Column::EnvironmentId.is_not_null())
        .filter(Column::ProviderLeaseId.is_not_null())
        .order_by_asc(Column::CompanyId)
        .order_by_asc(Column::EnvironmentId);
    Ok(query.limit(1000).into_tuple().all(conn.db()).await?)
}

/// Returns the lease that a company used last of an environment.
///
/// # Errors
/// If the database fails.
pub async fn last_used(
    conn: &Conn<'_>,
    company_id: CompanyId,
    environment_id: EnvironmentId,
) -> StoreResult<Option<EnvironmentLease>> {
    // Index: environment_leases_by_environment.
    let query = Entity::find()
        .filter(Column::EnvironmentId.eq(environment_id))
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::ProviderLeaseId.is_not_null())
        .order_by_desc(Column::LastUsedAt);
    Ok(query.one(conn.db()).await?)
}

/// Lists what a company ever held of a place, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn of_place(
    conn: &Conn<'_>,
    company_id: CompanyId,
    provider_lease_id: &str,
) -> StoreResult<Vec<EnvironmentLease>> {
    // Index: environment_leases_by_company.
    let query = Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::ProviderLeaseId.eq(provider_lease_id))
        .order_by_asc(Column::CreatedAt);
    Ok(query.limit(100).all(conn.db()).await?)
}

/// Counts an environment's leases of one status, over all companies.
///
/// # Errors
/// If the database fails.
pub async fn count_of_environment(
    conn: &Conn<'_>,
    environment_id: EnvironmentId,
    status: LeaseStatus,
) -> StoreResult<u64> {
    // Index: environment_leases_by_environment.
    let query =
        Entity::find().filter(Column::EnvironmentId.eq(environment_id)).filter(Column::Status.eq(status));
    Ok(query.count(conn.db()).await?)
}

/// Makes the ends due at once that a node has taken upon itself, and returns how many.
///
/// # Errors
/// If the database fails.
pub async fn disown(conn: &Conn<'_>, node_id: NodeId, now: Timestamp) -> StoreResult<u64> {
    // Index: environment_leases_to_clean.
    let made_due = Entity::update_many()
        .col_expr(Column::NextCleanupAt, now.into())
        .col_expr(Column::CleanupNodeId, Expr::value(None::<NodeId>))
        // Whoever took it upon himself is not heard any more.
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(Column::NextCleanupAt.gt(now))
        .filter(Column::CleanupNodeId.eq(node_id))
        .exec(conn.db())
        .await?;
    Ok(made_due.rows_affected)
}

/// Lists the leases whose end somebody has to ask the provider for, the longest waiting first.
///
/// # Errors
/// If the database fails.
pub async fn due_for_cleanup(
    conn: &Conn<'_>,
    now: Timestamp,
    limit: u64,
) -> StoreResult<Vec<EnvironmentLease>> {
    // Index: environment_leases_to_clean.
    let query = Entity::find()
        .filter(Column::NextCleanupAt.lte(now))
        .order_by_asc(Column::NextCleanupAt)
        .limit(limit);
    Ok(query.all(conn.db()).await?)
}
