//! Sums in a row over time.

use sea_orm::sea_query::ExprTrait as _;
use sea_orm::{
    ColumnTrait as _, EntityTrait as _, QueryFilter as _, QueryOrder as _, QuerySelect as _, Select,
};
use wireclip_domain::cost::Series;
use wireclip_domain::{AgentId, CompanyId, ProjectId, Timestamp};
use wireclip_schema::cost_sums::{Column, Entity};

use super::reports::Sums;
use crate::conn::Conn;
use crate::error::StoreResult;

/// Of whom the sums are; of the whole company where nobody is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SeriesOf {
    /// Of what this agent cost.
    pub agent_id: Option<AgentId>,
    /// Of what this project cost.
    pub project_id: Option<ProjectId>,
}

/// The sums of one length of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sea_orm::FromQueryResult)]
pub struct OfTime {
    /// Where it begins.
    pub starts_at: Timestamp,
    /// The sums.
    #[sea_orm(nested)]
    pub sums: Sums,
}

/// Returns the sums of a series, oldest first; a length without an entry is not there.
///
/// # Errors
/// If the database fails.
pub async fn of_series(
    conn: &Conn<'_>,
    company_id: CompanyId,
    series: &Series,
    of: SeriesOf,
) -> StoreResult<Vec<OfTime>> {
    let Some(first) = series.starts.first() else { return Ok(Vec::new()) };
    // Index: the table's key. As many rows as the series is long, at most.
    let mut asked: Select<Entity> = Entity::find()
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::Grain.eq(series.grain))
        .filter(Column::StartsAt.gte(*first))
        .filter(Column::StartsAt.lt(series.end()));
    if let Some(agent_id) = of.agent_id {
        asked = asked.filter(Column::AgentId.eq(agent_id));
    }
    if let Some(project_id) = of.project_id {
        asked = asked.filter(Column::ProjectId.eq(project_id));
    }
    let sum = |column: Column| column.sum().cast_as("bigint");
    Ok(asked
        .select_only()
        .column(Column::StartsAt)
        .column_as(sum(Column::CashMicros), "cash")
        .column_as(sum(Column::EstimateMicros), "estimate")
        .column_as(sum(Column::InputTokens), "input_tokens")
        .column_as(sum(Column::CachedInputTokens), "cached_input_tokens")
        .column_as(sum(Column::OutputTokens), "output_tokens")
        .column_as(sum(Column::Events), "events")
        .column_as(sum(Column::UnpricedEvents), "unpriced_events")
        .group_by(Column::StartsAt)
        .order_by_asc(Column::StartsAt)
        .into_model()
        .all(conn.db())
        .await?)
}
