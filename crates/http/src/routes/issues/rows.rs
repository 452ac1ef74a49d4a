//! Lists of issues as rows on a screen.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use wireclip_domain::issue::list::{IssuePlace, SortField};
use wireclip_services::issues::rows::{ListedRow, RowPage, RowPart};
use wireclip_services::records::{Company, IssueFilter, IssueOrder, PageLimit, PageOffset, Start};
use wireclip_services::{Scoped, ServiceError, ServiceResult};
use wireclip_wire::issues as wire;

use super::list::{json, seen_by};
use super::written;
use crate::app::App;
use crate::kept_answers::KeptAnswer;
use crate::tagged;

const DEFAULT_LIMIT: u32 = 100;

const CONTINUE_AFTER: HeaderName = HeaderName::from_static("x-wireclip-continue-after");
const TOTAL: HeaderName = HeaderName::from_static("x-wireclip-total");
const COUNTS: HeaderName = HeaderName::from_static("x-wireclip-counts");

/// Reads the rows that a query asks for, and writes them down.
pub(super) async fn written_list(
    app: &App,
    company: &Scoped<Company>,
    query: &wire::ListIssuesQuery,
    filter: &IssueFilter,
    order: IssueOrder,
) -> ServiceResult<KeptAnswer> {
    let limit = PageLimit::at_most(query.limit.unwrap_or(DEFAULT_LIMIT));
    let part = RowPart { start: start(query, order)?, limit };
    let page = app.services.issues.rows(company, filter, order, part, seen_by(filter)).await?;
    let beside = beside(&page);
    let body = json(&page.rows.into_iter().map(row).collect::<Vec<_>>());
    // What is told beside the rows may change while they stay.
    let mut named = body.to_vec();
    named.extend(beside.values().flat_map(|value| value.as_bytes()));
    Ok(KeptAnswer { tag: Some(tagged::tag("issue-rows", &named)), body, beside })
}

fn start(query: &wire::ListIssuesQuery, order: IssueOrder) -> ServiceResult<Start> {
    if order.after.is_some() {
        return Err(ServiceError::unprocessable("Rows go on behind the place that 'after' names"));
    }
    let Some(place) = query.after else {
        return Ok(Start::After(PageOffset::at_most(query.offset.unwrap_or(0))));
    };
    let is_of_order = matches!(
        (place, order.field),
        (IssuePlace::Usual { .. }, None)
            | (IssuePlace::Updated { .. }, Some(SortField::Updated))
            | (IssuePlace::Id(_), Some(SortField::Id))
    );
    if !is_of_order || query.offset.is_some() {
        return Err(ServiceError::unprocessable(
            "'after' is a place of the same order, and goes with no offset",
        ));
    }
    Ok(Start::Behind(place))
}

fn beside(page: &RowPage) -> HeaderMap {
    let mut told = HeaderMap::new();
    let mut tell = |name: HeaderName, value: String| {
        told.insert(name, HeaderValue::try_from(value).expect("words and digits are visible"));
    };
    if let Some(place) = page.goes_on_behind {
        tell(CONTINUE_AFTER, place.to_string());
    }
    if let Some(counts) = &page.counts {
        let each: Vec<String> = counts.iter().map(|(status, count)| format!("{status}={count}")).collect();
        tell(TOTAL, counts.values().sum::<i64>().to_string());
        tell(COUNTS, each.join(", "));
    }
    told
}

fn row(listed: ListedRow) -> wire::IssueRow {
    let ListedRow { issue, labels, attention, active_run, recovery, seen } = listed;
    let keeping = written::keeping(recovery);
    wire::IssueRow {
        id: issue.id,
        identifier: issue.identifier,
        title: issue.title,
        status: issue.status,
        priority: issue.priority,
        assignee_agent_id: issue.assignee_agent_id,
        assignee_user_id: issue.assignee_user_id,
        project_id: issue.project_id,
        goal_id: issue.goal_id,
        parent_id: issue.parent_id,
        label_ids: labels.iter().map(|label| label.id).collect(),
        labels: labels.into_iter().map(written::label).collect(),
        blocker_attention: attention.map(written::attention),
        active_run: active_run.as_ref().map(written::active_run),
        execution_blocker: keeping.blocker,
        active_recovery_action: keeping.action,
        last_activity_at: issue.last_activity_at,
        created_at: issue.created_at,
        updated_at: issue.updated_at,
        seen: seen.map(written::seen),
    }
}
