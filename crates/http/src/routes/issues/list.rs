//! Lists of issues.

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};
use wireclip_domain::UserId;
use wireclip_domain::caller::Caller;
use wireclip_domain::issue::list::{ListView, SortDirection, SortField};
use wireclip_services::issues::listing::{ListedIssue, ListedWith, MAX_DESCRIPTION};
use wireclip_services::records::{Company, IssueFilter, IssueOrder, Page, PageLimit, PageOffset};
use wireclip_services::{Scoped, ServiceError, ServiceResult};
use wireclip_wire::issues as wire;

use super::written;
use crate::answer::Answer;
use crate::app::App;
use crate::body::Query;
use crate::error::ApiResult;
use crate::kept_answers::{Asked, KeptAnswer};
use crate::scoped::FromPath;

const DEFAULT_LIMIT: u32 = 500;

/// List a company's issues.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/issues",
    responses((status = 200, body = Vec<wire::ListedIssue>), (status = 304))
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
    let limit = PageLimit::at_most(query.limit.unwrap_or(DEFAULT_LIMIT));
    let page = Page { offset: PageOffset::at_most(query.offset.unwrap_or(0)), limit };
    let with = ListedWith {
        blockers: query.include_blocked_by,
        seen_by: filter.touched_by.clone().or_else(|| filter.unread_for.clone()),
    };
    let listed = app.services.issues.list(company, &filter, order, page, &with).await?;
    let listed = listed.into_iter().map(whole);
    Ok(match query.view {
        Some(ListView::Compact) => {
            let body = json(&listed.map(written::compact).collect::<Vec<_>>());
            let digest = hex::encode(&Sha256::digest(&body)[..16]);
            KeptAnswer { tag: Some(format!("\"compact-issues:{digest}\"")), body }
        }
        None => KeptAnswer { tag: None, body: json(&listed.collect::<Vec<_>>()) },
    })
}

fn json(answer: &impl Serialize) -> Bytes {
    serde_json::to_vec(answer).expect("answers are JSON").into()
}

/// Count a company's issues.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/issues/count",
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
    if query.has_plan_document == Some(true) {
        // Documents are not built: no issue has a plan.
        statuses = Some(Vec::new());
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
    let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    let Some(tag) = answer.tag else { return (json, answer.body).into_response() };
    let kept = [
        (header::CACHE_CONTROL, HeaderValue::from_static("private, must-revalidate")),
        (header::ETAG, HeaderValue::from_str(&tag).expect("hexadecimal digits are visible")),
    ];
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_known = known
        .flat_map(|value| value.split(','))
        .map(|known| known.trim().trim_start_matches("W/"))
        .any(|known| known == "*" || known == tag);
    if is_known {
        return (StatusCode::NOT_MODIFIED, kept).into_response();
    }
    (kept, json, answer.body).into_response()
}
