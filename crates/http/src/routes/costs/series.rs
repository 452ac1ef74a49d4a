//! What was spent over time.

use axum::extract::State;
use wireclip_domain::cost::Grain;
use wireclip_services::costs::SeriesQuery;
use wireclip_services::records::SeriesOf;
use wireclip_wire::costs as wire;

use super::{span, written};
use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Query;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::{By, PathParams};

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app).add(Access::AnyCaller, routes!(get_cost_series))
}

/// Sum up what was spent in each hour, day or month.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/costs/series",
    params(wire::CostSeriesQuery),
    responses((status = 200, body = wire::CostSeries))
)]
async fn get_cost_series(
    State(app): State<App>,
    By(request): By,
    path: PathParams,
    Query(query): Query<wire::CostSeriesQuery>,
) -> ApiResult<Answer<wire::CostSeries>> {
    let company_id = path.id("companyId", "Company not found")?;
    let span = span(query.from.as_deref(), query.to.as_deref())?;
    let grain = query.bucket.unwrap_or(Grain::Day);
    let of = SeriesOf { agent_id: query.agent_id, project_id: query.project_id };
    let asked = SeriesQuery { grain, from: span.from, to: span.to, of };
    let found = app.services.costs.series(&request, company_id, asked).await?;
    let points =
        found.iter().map(|of| wire::CostPoint { start: of.starts_at, costs: written::summed(&of.sums) });
    Ok(Answer::ok(wire::CostSeries { bucket: grain, points: points.collect() }))
}
