//! Issues.

mod context;
mod create;
mod detail;
mod inbox;
pub(super) mod list;
mod recovery;
mod rows;
mod update;
pub(super) mod written;

use wireclip_services::ServiceError;

use crate::access::{Access, Routes};
use crate::app::App;
use crate::error::ApiError;
use crate::route::routes;

pub(super) use written::issue as written_issue;

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(list::list_issues))
        .add(Access::AnyCaller, routes!(list::count_issues))
        .add(Access::AnyCaller, routes!(create::create_issue))
        .add(Access::AnyCaller, routes!(create::create_child))
        .add(Access::AnyCaller, routes!(detail::get_issue))
        .add(Access::AnyCaller, routes!(detail::get_issue_page))
        .add(Access::AnyCaller, routes!(update::update_issue))
        .add(Access::AnyCaller, routes!(update::delete_issue))
        .add(Access::AnyCaller, routes!(context::get_heartbeat_context))
        .add(Access::AnyCaller, routes!(context::diagnose_blockers))
        .add(Access::AnyCaller, routes!(recovery::list_issue_recovery_actions))
        .add(Access::Board, routes!(recovery::resolve_issue_recovery))
        .add(Access::Personal, routes!(inbox::mark_issue_read))
        .add(Access::Personal, routes!(inbox::mark_issue_unread))
        .add(Access::AnyCaller, routes!(inbox::archive_issue_from_inbox))
        .add(Access::AnyCaller, routes!(inbox::return_issue_to_inbox))
        .add(Access::AnyCaller, routes!(list_issues_of_no_company))
}

/// Say that lists of issues are a company's.
#[utoipa::path(get, path = "/issues", responses((status = 400, body = wireclip_wire::error::ErrorBody)))]
async fn list_issues_of_no_company() -> ApiError {
    ApiError(ServiceError::invalid("A list of issues needs its company: /api/companies/{companyId}/issues"))
}
