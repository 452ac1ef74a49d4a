//! Lists of issues.

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use wireclip_domain::UserId;
use wireclip_domain::caller::Caller;
use wireclip_domain::issue::list::{ListView, SortDirection, SortField};
use wireclip_services::issues::listing::{ListedIssue, ListedWith, MAX_DESCRIPTION};
use wireclip_services::records::{Company, IssueFilter, IssueOrder, Page, PageLimit, PageOffset};
use wireclip_services::{Scoped, ServiceError, ServiceResult};
use wireclip_wire::issues as wire;

use super::{rows, written};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Query;
use crate::error::ApiResult;
use crate::kept_answers::{Asked, KeptAnswer};
use crate::scoped::FromPath;
use crate::tagged;

const DEFAULT_LIMIT: u32 = 500;

/// List a company's issues. With `view=row`, `X-Wireclip-Continue-After` says behind which place
/// the list goes on (`after`), and with the first page `X-Wireclip-Total` how many there are and
/// `X-Wireclip-Counts` how many of each status (`todo=3, done=9`).
#[utoipa::path(
    get,
    path = "/companies/{companyId}/issues",
    params(wire::ListIssuesQuery),
    responses((status = 200, body = wire::IssueList), (status = 304))
)]
pub(super) async fn list_issues(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    headers: HeaderMap,
    RawQuery(asked): RawQuery,
    Query(query): Query<wire::ListIssuesQuery>,
) -> ApiResult<Response> {
    // Read before the rows are: what is kept under it is never older than it.
    let version = app.services.issues.version().await?;
    let asked =
        Asked { company_id: company.id, caller: company.caller().name(), query: asked.unwrap_or_default() };
    let kept = version.as_ref().and_then(|version| app.kept_answers.get(version, &asked));
    let answer = match kept {
        Some(kept) => kept,
        None => {
            let answer = written_list(&app, &company, query).await?;
            if let Some(version) = version {
                app.kept_answers.keep(version, asked, answer.clone());
            }
            answer
        }
    };
    Ok(give(answer, &headers))
}

/// Reads the list that a query asks for, and writes it down.
async fn written_list(
    app: &App,
    company: &Scoped<Company>,
    query: wire::ListIssuesQuery,
) -> ServiceResult<KeptAnswer> {
    let filter = filter(company.caller(), &query)?;
    let order = order(&query)?;
    if query.view == Some(ListView::Row) {
        return rows::written_list(app, company, &query, &filter, order).await;
    }
    let limit = PageLimit::at_most(query.limit.unwrap_or(DEFAULT_LIMIT));
    let page = Page { offset: PageOffset::at_most(query.offset.unwrap_or(0)), limit };
    let with = ListedWith { blockers: query.include_blocked_by, seen_by: seen_by(&filter).cloned() };
    let listed = app.services.issues.list(company, &filter, order, page, &with).await?;
    let listed = listed.into_iter().map(whole);
    let beside = HeaderMap::new();
    Ok(match query.view {
        Some(ListView::Compact | ListView::Row) => {
            let body = json(&listed.map(written::compact).collect::<Vec<_>>());
            KeptAnswer { tag: Some(tagged::tag("compact-issues", &body)), body, beside }
        }
        None => KeptAnswer { tag: None, body: json(&listed.collect::<Vec<_>>()), beside },
    })
}

/// The person of whom a filter asks what they have seen.
pub(super) fn seen_by(filter: &IssueFilter) -> Option<&UserId> {
    filter.touched_by.as_ref().or(filter.unread_for.as_ref())
}

pub(super) fn json(answer: &impl Serialize) -> Bytes {
    serde_json::to_vec(answer).expect("answers are JSON").into()
}

/// Count a company's issues.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/issues/count",
    params(wire::ListIssuesQuery),
    responses((status = 200, body = wire::IssueCount))
)]
pub(super) async fn count_issues(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Query(query): Query<wire::ListIssuesQuery>,
) -> ApiResult<Answer<wire::IssueCount>> {
    if query.limit.is_some() || query.offset.is_some() {
        return Err(ServiceError::invalid("A count has neither limit nor offset").into());
    }
    let filter = filter(company.caller(), &query)?;
    Ok(Answer::ok(wire::IssueCount { count: app.services.issues.count(&company, &filter).await? }))
}

fn filter(caller: &Caller, query: &wire::ListIssuesQuery) -> ServiceResult<IssueFilter> {
    let person = |name: &Option<String>| name.as_deref().map(|name| person(caller, name)).transpose();
    let mut statuses = query.status.clone();
    if query.attention.is_some() {
        let blocked = wireclip_domain::issue::IssueStatus::Blocked;
        statuses = Some(statuses.map_or_else(
            || vec![blocked],
            |named| named.into_iter().filter(|status| *status == blocked).collect(),
        ));
    }
    Ok(IssueFilter {
        statuses,
        assignee_agent: agent(query.assignee_agent_id.as_deref())?,
        assignee_user: person(&query.assignee_user_id)?,
        touched_by: person(&query.touched_by_user_id)?,
        in_inbox_of: person(&query.inbox_archived_by_user_id)?,
        unread_for: person(&query.unread_for_user_id)?,
        participant_agent: query.participant_agent_id,
        project_id: query.project_id,
        project_workspace_id: query.workspace_id,
        has_plan: query.has_plan_document,
        execution_workspace_id: query.execution_workspace_id,
        parent_id: query.parent_id,
        descendant_of: query.descendant_of,
        made_from: query.created_from_issue_id,
        label_id: query.label_id,
        origin_kind: query.origin_kind.clone(),
        origin_kind_prefix: query.origin_kind_prefix.clone(),
        origin_id: query.origin_id.clone(),
        without_routine_executions: query.exclude_routine_executions,
        with_plugin_operations: query.include_plugin_operations,
        updated_since: query.updated_since,
        words: query.q.clone(),
        stretch: None,
    })
}

fn person(caller: &Caller, name: &str) -> ServiceResult<UserId> {
    match (name, caller.as_board()) {
        ("me", Some(board)) => Ok(board.user_id.clone()),
        ("me", None) => Err(ServiceError::forbidden("Only a person has an inbox of their own")),
        (name, _) => Ok(UserId::new(name)),
    }
}

#[expect(clippy::option_option, reason = "no filter, and the filter for nobody's issues")]
fn agent(filter: Option<&str>) -> ServiceResult<Option<Option<wireclip_domain::AgentId>>> {
    match filter {
        None => Ok(None),
        Some("null") => Ok(Some(None)),
        Some(text) => match text.parse() {
            Ok(agent) => Ok(Some(Some(agent))),
            Err(_) => Err(ServiceError::unprocessable("assigneeAgentId is an id or 'null'")),
        },
    }
}

fn order(query: &wire::ListIssuesQuery) -> ServiceResult<IssueOrder> {
    let order = IssueOrder { field: query.sort_field, direction: query.sort_dir, after: query.after_id };
    let goes_by_id = order.field != Some(SortField::Updated)
        && order.direction != Some(SortDirection::Descending)
        && query.offset.is_none();
    if order.after.is_some() && !goes_by_id {
        return Err(ServiceError::unprocessable("afterId goes with an ascending order by id and no offset"));
    }
    Ok(order)
}

pub(in crate::routes) fn whole(listed: ListedIssue) -> wire::ListedIssue {
    let ListedIssue { mut view, attention, blocked_by, active_run, recovery, seen } = listed;
    let keeping = written::keeping(recovery);
    let (description, description_truncated) = cut(view.issue.description.take());
    view.issue.description = description;
    wire::ListedIssue {
        description_truncated,
        active_run: active_run.as_ref().map(written::active_run),
        blocker_attention: written::attention(attention),
        review_attention: wire::ReviewAttention::default(),
        last_activity_at: view.issue.last_activity_at,
        execution_blocker: keeping.blocker,
        active_recovery_action: keeping.action,
        successful_run_handoff: None,
        blocked_by: blocked_by.map(|issues| issues.iter().map(written::brief).collect()),
        seen: seen.map(written::seen),
        issue: written::issue(view),
    }
}

fn cut(description: Option<String>) -> (Option<String>, bool) {
    let Some(text) = description else { return (None, false) };
    match text.char_indices().nth(usize::from(MAX_DESCRIPTION)) {
        Some((at, _)) => (Some(text[..at].to_owned()), true),
        None => (Some(text), false),
    }
}

/// Answers with a list; with 304 if it has a tag and the client has it already.
fn give(answer: KeptAnswer, headers: &HeaderMap) -> Response {
    let mut response = match &answer.tag {
        Some(tag) => tagged::give(answer.body, tag, headers),
        None => {
            let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
            (json, answer.body).into_response()
        }
    };
    response.headers_mut().extend(answer.beside);
    response
}
