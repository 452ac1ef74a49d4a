//! What work costs.

mod finance;
mod reports;
mod series;
mod written;

use axum::extract::State;
use wireclip_domain::Timestamp;
use wireclip_domain::cost::{BillingType, ModelUse, Span, Tokens};
use wireclip_domain::money::MicroDollars;
use wireclip_services::costs::NewCost;
use wireclip_services::records::Company;
use wireclip_services::{ServiceError, ServiceResult};
use wireclip_wire::costs as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Body;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(create_cost_event))
        .merge(reports::routes(app))
        .merge(series::routes(app))
        .merge(finance::routes(app))
}

/// Report a cost.
#[utoipa::path(
    post,
    path = "/companies/{companyId}/cost-events",
    request_body = wire::CreateCostEventRequest,
    responses((status = 201, body = wire::CostEvent))
)]
async fn create_cost_event(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Body(body): Body<wire::CreateCostEventRequest>,
) -> ApiResult<Answer<wire::CostEvent>> {
    let biller = body.biller.unwrap_or_else(|| body.provider.clone());
    let new = NewCost {
        agent_id: body.agent_id,
        issue_id: body.issue_id,
        project_id: body.project_id,
        goal_id: body.goal_id,
        run_id: body.heartbeat_run_id,
        billing_code: body.billing_code,
        of: ModelUse {
            provider: body.provider,
            biller,
            billing_type: body.billing_type.unwrap_or(BillingType::Unknown),
            model: body.model,
        },
        tokens: Tokens {
            input: body.input_tokens.unwrap_or(0),
            cached_input: body.cached_input_tokens.unwrap_or(0),
            output: body.output_tokens.unwrap_or(0),
        },
        cost: body
            .cost_micros
            .map(MicroDollars::new)
            .or_else(|| body.cost_cents.map(MicroDollars::from_cents)),
        status: body.cost_status,
        occurred_at: body.occurred_at,
    };
    let event = app.services.costs.report(&company, new).await?;
    Ok(Answer::created(written::cost_event(event.into_inner())))
}

/// Reads a stretch of time.
fn span(from: Option<&str>, to: Option<&str>) -> ServiceResult<Span> {
    let read = |name: &str, text: Option<&str>| match text {
        None | Some("") => Ok(None),
        Some(text) => {
            let moment = moment(text).map(Some);
            moment.ok_or_else(|| ServiceError::invalid(format!("invalid '{name}' date")))
        }
    };
    Ok(Span { from: read("from", from)?, to: read("to", to)? })
}

/// Reads a moment; a date alone is its midnight, by UTC.
fn moment(text: &str) -> Option<Timestamp> {
    text.parse().ok().or_else(|| format!("{text}T00:00:00Z").parse().ok())
}
