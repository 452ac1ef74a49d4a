//! The ledger of costs, and the sums that are kept beside it.
//!
//! **Invariant:** [`book`] is the one way into the ledger, and writes every sum in the transaction
//! of the entry: a sum and its entries never disagree.

pub mod reports;
pub mod series;
pub mod spent;

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IdenStatic, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect,
};
use wireclip_domain::budget::{ScopeType, Stretch};
use wireclip_domain::cost::{CostStatus, Grain};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{CostEventId, ProjectId, RowId, RunId};
use wireclip_schema::cost_events::{Column, Entity};
use wireclip_schema::{cost_sums, issue_costs, spent_sums};

pub use wireclip_schema::cost_events::Model as CostEvent;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// The project of what belongs to none, in a key that has no room for nothing.
pub(crate) const NO_PROJECT: ProjectId = ProjectId::from_uuid(sea_orm::prelude::Uuid::nil());

/// The grains for which sums are kept.
const GRAINS: [Grain; 4] = [Grain::All, Grain::Month, Grain::Day, Grain::Hour];

/// Stores an entry of the ledger and adds it to every sum. Whether it is the first of its run is
/// found out here.
///
/// # Errors
/// `Duplicate` if the server booked this of the run before.
pub async fn book(conn: &Conn<'_>, mut event: CostEvent) -> StoreResult<CostEvent> {
    count_runs(conn, &mut event).await?;
    Entity::insert(event.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    let no_money = MicroDollars::new(0);
    let estimate = event.estimate_micros.unwrap_or(no_money);
    let unpriced = i64::from(event.cost_status == CostStatus::Unpriced);
    let sums = GRAINS.map(|grain| cost_sums::Model {
        company_id: event.company_id,
        grain,
        starts_at: grain.start(event.occurred_at),
        agent_id: event.agent_id,
        project_id: event.project_id.unwrap_or(NO_PROJECT),
        provider: event.provider.clone(),
        biller: event.biller.clone(),
        billing_type: event.billing_type,
        model: event.model.clone(),
        input_tokens: event.input_tokens,
        cached_input_tokens: event.cached_input_tokens,
        output_tokens: event.output_tokens,
        cash_micros: event.cash_micros,
        estimate_micros: estimate,
        events: 1,
        unpriced_events: unpriced,
        new_runs: event.new_runs,
        new_runs_of_biller: event.new_runs_of_biller,
        new_runs_of_model: event.new_runs_of_model,
    });
    add_up::<cost_sums::Entity, _>(conn, sums, cost_sums_key(), COUNTED_IN_SUMS, "cost_sums").await?;
    add_up::<spent_sums::Entity, _>(
        conn,
        spent_rows(&event),
        spent_sums_key(),
        COUNTED_AS_SPENT,
        "spent_sums",
    )
    .await?;
    if let Some(issue_id) = event.issue_id {
        let of_issue = issue_costs::Model {
            issue_id,
            company_id: event.company_id,
            input_tokens: event.input_tokens,
            cached_input_tokens: event.cached_input_tokens,
            output_tokens: event.output_tokens,
            cash_micros: event.cash_micros,
            estimate_micros: estimate,
            events: 1,
            unpriced_events: unpriced,
        };
        let key = vec![issue_costs::Column::IssueId];
        add_up::<issue_costs::Entity, _>(conn, [of_issue], key, COUNTED_OF_ISSUES, "issue_costs").await?;
    }
    Ok(event)
}

/// Finds out whether an entry is the first of its run: by its way of billing, with its biller, and
/// with its provider and model.
async fn count_runs(conn: &Conn<'_>, event: &mut CostEvent) -> StoreResult<()> {
    (event.new_runs, event.new_runs_of_biller, event.new_runs_of_model) = (0, 0, 0);
    let Some(run_id) = event.run_id else { return Ok(()) };
    // Index: cost_events_by_run. Of a run that reports more often, the first entries say enough.
    let before: Vec<(wireclip_domain::cost::BillingType, String, String, String)> = Entity::find()
        .filter(Column::RunId.eq(run_id))
        .select_only()
        .columns([Column::BillingType, Column::Biller, Column::Provider, Column::Model])
        .distinct()
        .limit(PageLimit::<1000>::MAX.rows())
        .into_tuple()
        .all(conn.db())
        .await?;
    let is_kind = |kind: &wireclip_domain::cost::BillingType| kind.is_of_same_kind(event.billing_type);
    let of_kind = before.iter().any(|(kind, ..)| is_kind(kind));
    let of_biller = before.iter().any(|(kind, biller, ..)| is_kind(kind) && *biller == event.biller);
    let of_model = before.iter().any(|(kind, biller, provider, model)| {
        *kind == event.billing_type
            && *biller == event.biller
            && *provider == event.provider
            && *model == event.model
    });
    event.new_runs = i64::from(!of_kind);
    event.new_runs_of_biller = i64::from(!of_biller);
    event.new_runs_of_model = i64::from(!of_model);
    Ok(())
}

/// Returns the sums by scope to which an entry belongs.
fn spent_rows(event: &CostEvent) -> Vec<spent_sums::Model> {
    let scopes = [
        Some((ScopeType::Company, event.company_id.as_uuid())),
        Some((ScopeType::Agent, event.agent_id.as_uuid())),
        event.project_id.map(|id| (ScopeType::Project, id.as_uuid())),
    ];
    let mut rows = Vec::new();
    for (scope_type, id) in scopes.into_iter().flatten() {
        rows.extend(Stretch::kept_of(scope_type).iter().map(|stretch| spent_sums::Model {
            company_id: event.company_id,
            scope_type,
            scope_id: RowId::from_uuid(id),
            stretch: *stretch,
            starts_at: stretch.start(event.occurred_at),
            cash_micros: event.cash_micros,
            estimate_micros: event.estimate_micros.unwrap_or(MicroDollars::new(0)),
            unpriced_events: i64::from(event.cost_status == CostStatus::Unpriced),
        }));
    }
    rows
}

fn cost_sums_key() -> Vec<cost_sums::Column> {
    use cost_sums::Column as C;
    vec![
        C::CompanyId,
        C::Grain,
        C::StartsAt,
        C::AgentId,
        C::ProjectId,
        C::Provider,
        C::Biller,
        C::BillingType,
        C::Model,
    ]
}

fn spent_sums_key() -> Vec<spent_sums::Column> {
    use spent_sums::Column as C;
    vec![C::ScopeType, C::ScopeId, C::Stretch, C::StartsAt]
}

const COUNTED_IN_SUMS: &[cost_sums::Column] = {
    use cost_sums::Column as C;
    &[
        C::InputTokens,
        C::CachedInputTokens,
        C::OutputTokens,
        C::CashMicros,
        C::EstimateMicros,
        C::Events,
        C::UnpricedEvents,
        C::NewRuns,
        C::NewRunsOfBiller,
        C::NewRunsOfModel,
    ]
};

const COUNTED_AS_SPENT: &[spent_sums::Column] = {
    use spent_sums::Column as C;
    &[C::CashMicros, C::EstimateMicros, C::UnpricedEvents]
};

const COUNTED_OF_ISSUES: &[issue_costs::Column] = {
    use issue_costs::Column as C;
    &[
        C::InputTokens,
        C::CachedInputTokens,
        C::OutputTokens,
        C::CashMicros,
        C::EstimateMicros,
        C::Events,
        C::UnpricedEvents,
    ]
};

/// Stores rows; to one of the same key that is there, the counted columns are added.
async fn add_up<E, A>(
    conn: &Conn<'_>,
    rows: impl IntoIterator<Item = E::Model>,
    key: Vec<E::Column>,
    counted: &[E::Column],
    table: &'static str,
) -> StoreResult<()>
where
    E: EntityTrait,
    E::Model: IntoActiveModel<A>,
    A: ActiveModelTrait<Entity = E>,
{
    let added = counted.iter().map(|column| {
        let name = column.as_str();
        (*column, Expr::cust(format!("{table}.{name} + excluded.{name}")))
    });
    let adding = OnConflict::columns(key).values(added).to_owned();
    let rows = rows.into_iter().map(IntoActiveModel::into_active_model);
    E::insert_many(rows).on_conflict(adding).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Returns the entry, if it is there for this scope.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, scope: &Scope, id: CostEventId) -> StoreResult<Option<CostEvent>> {
    Ok(Entity::find_by_id(id).filter(scope.condition(Column::CompanyId)).one(conn.db()).await?)
}

/// Returns what the server itself booked of a run so far, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn booked_of_run(conn: &Conn<'_>, run_id: RunId) -> StoreResult<Vec<CostEvent>> {
    // Index: cost_events_by_run.
    Ok(Entity::find()
        .filter(Column::RunId.eq(run_id))
        .filter(Column::BookedAs.is_not_null())
        .order_by_asc(Column::CreatedAt)
        .limit(PageLimit::<10_000>::MAX.rows())
        .all(conn.db())
        .await?)
}
