//! Issues.

mod create;
pub(super) mod list;
pub(super) mod written;

use axum::extract::State;
use utoipa_axum::routes;
use wireclip_services::ServiceError;
use wireclip_store::issues::Issue;
use wireclip_wire::issues as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::scoped::Found;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::Anyone, routes!(list::list_issues))
        .add(Access::Anyone, routes!(list::count_issues))
        .add(Access::Anyone, routes!(create::create_issue))
        .add(Access::Anyone, routes!(create::create_child))
        .add(Access::Anyone, routes!(get_issue))
        .add(Access::Anyone, routes!(list_issues_without_company))
}

/// Get an issue, by its id or identifier.
#[utoipa::path(get, path = "/issues/{issueId}", responses((status = 200, body = wire::Issue)))]
async fn get_issue(State(app): State<App>, Found(issue): Found<Issue>) -> ApiResult<Answer<wire::Issue>> {
    let view = app.services.issues.view(&issue).await?;
    Ok(Answer::ok(written::issue(view)))
}

/// Say that lists of issues are a company's.
#[utoipa::path(get, path = "/issues", responses((status = 400)))]
async fn list_issues_without_company() -> ApiError {
    ApiError(ServiceError::invalid("A list of issues needs its company: /api/companies/{companyId}/issues"))
}
