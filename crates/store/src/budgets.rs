//! Budgets: policies, incidents, and what running runs have reserved.

use std::collections::HashMap;

use sea_orm::{
    ColumnTrait, Condition, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use wireclip_domain::budget::{
    BudgetMetric, BudgetScope, IncidentStatus, ScopeType, ThresholdType, WindowKind,
};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{BudgetIncidentId, BudgetPolicyId, CompanyId, ProjectId, RowId, RunId, Timestamp};
use wireclip_schema::{budget_incidents, budget_policies, budget_reservations};

pub use wireclip_schema::budget_incidents::Model as BudgetIncident;
pub use wireclip_schema::budget_policies::Model as BudgetPolicy;
pub use wireclip_schema::budget_reservations::Model as Reservation;

use crate::change::update_changed;
use crate::conn::Conn;
use crate::dialect::is;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// Finds the policy of a scope.
///
/// # Errors
/// If the database fails.
pub async fn policy_of(
    conn: &Conn<'_>,
    company_id: CompanyId,
    scope: BudgetScope,
    metric: BudgetMetric,
    window: WindowKind,
) -> StoreResult<Option<BudgetPolicy>> {
    use budget_policies::Column as C;
    // Index: the unique one.
    Ok(budget_policies::Entity::find()
        .filter(C::CompanyId.eq(company_id))
        .filter(C::ScopeType.eq(scope.kind))
        .filter(C::ScopeId.eq(scope.id))
        .filter(C::Metric.eq(metric))
        .filter(C::WindowKind.eq(window))
        .one(conn.db())
        .await?)
}

/// Returns the policies of these scopes of a company.
///
/// # Errors
/// If the database fails.
pub async fn policies_of(
    conn: &Conn<'_>,
    company_id: CompanyId,
    scopes: &[BudgetScope],
) -> StoreResult<Vec<BudgetPolicy>> {
    use budget_policies::Column as C;
    let one =
        |scope: &BudgetScope| Condition::all().add(C::ScopeType.eq(scope.kind)).add(C::ScopeId.eq(scope.id));
    let any = scopes.iter().map(one).fold(Condition::any(), Condition::add);
    // Index: the unique one.
    Ok(budget_policies::Entity::find()
        .filter(C::CompanyId.eq(company_id))
        .filter(any)
        .order_by_asc(C::CreatedAt)
        .order_by_asc(C::Id)
        .limit(PageLimit::<1000>::MAX.rows())
        .all(conn.db())
        .await?)
}

/// Lists a company's policies, the last changed first.
///
/// # Errors
/// If the database fails.
pub async fn policies(
    conn: &Conn<'_>,
    company_id: CompanyId,
    limit: PageLimit<10_000>,
) -> StoreResult<Vec<BudgetPolicy>> {
    use budget_policies::Column as C;
    Ok(budget_policies::Entity::find()
        .filter(C::CompanyId.eq(company_id))
        .order_by_desc(C::UpdatedAt)
        .order_by_desc(C::CreatedAt)
        .order_by_asc(C::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Returns the policy.
///
/// # Errors
/// If the database fails.
pub async fn policy(conn: &Conn<'_>, id: BudgetPolicyId) -> StoreResult<Option<BudgetPolicy>> {
    Ok(budget_policies::Entity::find_by_id(id).one(conn.db()).await?)
}

/// Stores a new policy.
///
/// # Errors
/// `Duplicate` if the scope has one of its kind.
pub async fn insert_policy(conn: &Conn<'_>, policy: &BudgetPolicy) -> StoreResult<()> {
    let row = policy.clone().into_active_model();
    budget_policies::Entity::insert(row).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of a policy; the caller holds the company.
///
/// # Errors
/// If the database fails.
pub async fn update_policy(conn: &Conn<'_>, before: &BudgetPolicy, after: &BudgetPolicy) -> StoreResult<()> {
    update_changed::<budget_policies::Entity>(conn, before, after).await
}

/// Returns the incident, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn incident(
    conn: &Conn<'_>,
    scope: &Scope,
    id: BudgetIncidentId,
) -> StoreResult<Option<BudgetIncident>> {
    let within = scope.condition(budget_incidents::Column::CompanyId);
    Ok(budget_incidents::Entity::find_by_id(id).filter(within).one(conn.db()).await?)
}

/// Stores a new incident.
///
/// # Errors
/// `Duplicate` if one like it is open.
pub async fn insert_incident(conn: &Conn<'_>, incident: &BudgetIncident) -> StoreResult<()> {
    let row = incident.clone().into_active_model();
    budget_incidents::Entity::insert(row).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Writes what changed of an incident; the caller holds the company.
///
/// # Errors
/// If the database fails.
pub async fn update_incident(
    conn: &Conn<'_>,
    before: &BudgetIncident,
    after: &BudgetIncident,
) -> StoreResult<()> {
    update_changed::<budget_incidents::Entity>(conn, before, after).await
}

/// Returns a policy's incidents with which nobody has dealt.
///
/// # Errors
/// If the database fails.
pub async fn open_of_policy(conn: &Conn<'_>, id: BudgetPolicyId) -> StoreResult<Vec<BudgetIncident>> {
    use budget_incidents::Column as C;
    // Index: budget_incidents_one_open.
    Ok(budget_incidents::Entity::find()
        .filter(C::PolicyId.eq(id))
        .filter(is(C::Status, IncidentStatus::Open))
        .limit(PageLimit::<1000>::MAX.rows())
        .all(conn.db())
        .await?)
}

/// Returns whether a policy had an incident at a threshold of this limit in a window, whatever
/// became of it.
///
/// # Errors
/// If the database fails.
pub async fn has_met(
    conn: &Conn<'_>,
    id: BudgetPolicyId,
    window_start: Timestamp,
    threshold: ThresholdType,
    limit: MicroDollars,
) -> StoreResult<bool> {
    use budget_incidents::Column as C;
    // Index: budget_incidents_by_policy.
    let found = budget_incidents::Entity::find()
        .filter(C::PolicyId.eq(id))
        .filter(C::WindowStart.eq(window_start))
        .filter(C::ThresholdType.eq(threshold))
        .filter(C::AmountLimitMicros.eq(limit))
        .count(conn.db())
        .await?;
    Ok(found > 0)
}

/// Lists a company's incidents with which nobody has dealt, the newest first.
///
/// # Errors
/// If the database fails.
pub async fn open_incidents(
    conn: &Conn<'_>,
    company_id: CompanyId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<BudgetIncident>> {
    use budget_incidents::Column as C;
    // Index: budget_incidents_open.
    Ok(budget_incidents::Entity::find()
        .filter(C::CompanyId.eq(company_id))
        .filter(is(C::Status, IncidentStatus::Open))
        .order_by_desc(C::CreatedAt)
        .order_by_asc(C::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Lists incidents with which nobody has dealt and whose window is over, the first ended first.
///
/// # Errors
/// If the database fails.
pub async fn over(
    conn: &Conn<'_>,
    now: Timestamp,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<BudgetIncident>> {
    use budget_incidents::Column as C;
    // Index: budget_incidents_over.
    Ok(budget_incidents::Entity::find()
        .filter(is(C::Status, IncidentStatus::Open))
        .filter(C::WindowEnd.lte(now))
        .order_by_asc(C::WindowEnd)
        .order_by_asc(C::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Counts a company's incidents with which nobody has dealt.
///
/// # Errors
/// If the database fails.
pub async fn count_open_incidents(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<u64> {
    use budget_incidents::Column as C;
    Ok(budget_incidents::Entity::find()
        .filter(C::CompanyId.eq(company_id))
        .filter(is(C::Status, IncidentStatus::Open))
        .count(conn.db())
        .await?)
}

/// Stores what a run reserves.
///
/// # Errors
/// If the database fails.
pub async fn reserve(conn: &Conn<'_>, reservation: &Reservation) -> StoreResult<()> {
    let row = reservation.clone().into_active_model();
    budget_reservations::Entity::insert(row).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Returns what a run has reserved.
///
/// # Errors
/// If the database fails.
pub async fn reservation(conn: &Conn<'_>, run_id: RunId) -> StoreResult<Option<Reservation>> {
    Ok(budget_reservations::Entity::find_by_id(run_id).one(conn.db()).await?)
}

/// Writes what a run has used of what it reserved.
///
/// # Errors
/// If the database fails.
pub async fn update_reservation(
    conn: &Conn<'_>,
    before: &Reservation,
    after: &Reservation,
) -> StoreResult<()> {
    update_changed::<budget_reservations::Entity>(conn, before, after).await
}

/// Gives up what a run has reserved.
///
/// # Errors
/// If the database fails.
pub async fn give_up(conn: &Conn<'_>, run_id: RunId) -> StoreResult<()> {
    budget_reservations::Entity::delete_by_id(run_id).exec(conn.db()).await?;
    Ok(())
}

/// What a company's running runs have reserved and not used yet.
#[derive(Debug, Clone, Default)]
pub struct Reserved(Vec<Reservation>);

impl Reserved {
    /// Returns how much of it is a scope's, without what one run has reserved.
    #[must_use]
    pub fn of(&self, scope: BudgetScope, without: RunId) -> MicroDollars {
        let nothing = MicroDollars::new(0);
        let is_of = |reservation: &&Reservation| match scope.kind {
            ScopeType::Company => true,
            ScopeType::Agent => BudgetScope::agent(reservation.agent_id) == scope,
            ScopeType::Project => reservation.project_id.map(BudgetScope::project) == Some(scope),
        };
        let left = |reservation: &Reservation| {
            reservation.reserved_micros.minus(reservation.used_micros).max(nothing)
        };
        let others = self.0.iter().filter(|reservation| reservation.run_id != without);
        others.filter(is_of).map(left).fold(nothing, MicroDollars::plus)
    }
}

/// Reads what a company's running runs have reserved: one row each.
///
/// # Errors
/// If the database fails.
pub async fn reserved_in(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<Reserved> {
    // Index: budget_reservations_by_company.
    let found = budget_reservations::Entity::find()
        .filter(budget_reservations::Column::CompanyId.eq(company_id))
        .limit(PageLimit::<10_000>::MAX.rows())
        .all(conn.db())
        .await?;
    Ok(Reserved(found))
}

/// What a list of projects tells of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProjectBudget {
    /// How much may be spent.
    pub amount: MicroDollars,
    /// Over which stretch.
    pub window: WindowKind,
}

/// Returns the limits of a company's projects; those without one are left out.
///
/// # Errors
/// If the database fails.
pub async fn of_projects(
    conn: &Conn<'_>,
    company_id: CompanyId,
) -> StoreResult<HashMap<ProjectId, ProjectBudget>> {
    use budget_policies::Column as C;
    let rows: Vec<(RowId, MicroDollars, WindowKind)> = budget_policies::Entity::find()
        .filter(C::CompanyId.eq(company_id))
        .filter(C::ScopeType.eq(ScopeType::Project))
        .filter(C::Metric.eq(BudgetMetric::BilledCents))
        .filter(C::AmountMicros.gt(MicroDollars::new(0)))
        .order_by_asc(C::UpdatedAt)
        .select_only()
        .columns([C::ScopeId, C::AmountMicros, C::WindowKind])
        .limit(PageLimit::<10_000>::MAX.rows())
        .into_tuple()
        .all(conn.db())
        .await?;
    let told = |(id, amount, window): (RowId, MicroDollars, WindowKind)| {
        (ProjectId::from_uuid(id.as_uuid()), ProjectBudget { amount, window })
    };
    Ok(rows.into_iter().map(told).collect())
}
