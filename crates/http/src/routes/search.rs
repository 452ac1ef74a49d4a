//! Searching a company.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use wireclip_domain::issue::search::highlights;
use wireclip_domain::{RowId, Timestamp, UserId};
use wireclip_services::records::{Agent, Company, Project};
use wireclip_services::search::{Found, FoundIssue, FoundOutline, Hit, SearchAnswer, SearchWish};
use wireclip_wire::error::ErrorBody;
use wireclip_wire::search as wire;

use crate::access::{Access, Routes};
use crate::answer::Answer;
use crate::app::App;
use crate::body::Query;
use crate::error::ApiResult;
use crate::route::routes;
use crate::scoped::FromPath;

/// How many characters of a text are shown.
const MAX_SNIPPET: usize = 240;
/// How many of them stand before the first mark.
const BEFORE_MARK: usize = 60;
const HOUR: Duration = Duration::from_hours(1);
/// The ages by which issues are counted, in hours.
const AGES: &[(&str, u32)] = &[("24h", 24), ("7d", 7 * 24), ("30d", 30 * 24), ("90d", 90 * 24)];

pub(crate) fn routes(app: &App) -> Routes {
    Routes::new(app)
        .add(Access::AnyCaller, routes!(search_company))
        .add(Access::AnyCaller, routes!(extract_from_search))
}

/// Search a company's issues, comments, agents and projects.
#[utoipa::path(
    get,
    path = "/companies/{companyId}/search",
    params(wire::SearchQuery),
    responses((status = 200, body = wire::SearchAnswer))
)]
async fn search_company(
    State(app): State<App>,
    FromPath(company): FromPath<Company>,
    Query(query): Query<wire::SearchQuery>,
) -> ApiResult<Answer<wire::SearchAnswer>> {
    let now = app.services.core.clock.now();
    let me = company.caller().as_board().map(|board| board.user_id.clone());
    let wish = SearchWish {
        query: query.q.clone(),
        scope: query.scope,
        sort: query.sort,
        statuses: query.status.clone(),
        priorities: query.priority.clone(),
        assignee_agent: query.assignee_agent_id,
        assignee_user: query.assignee_user_id.clone().map(|name| match (name.as_str(), me) {
            ("me", Some(me)) => me,
            _ => UserId::new(name),
        }),
        project_id: query.project_id,
        updated_since: query.updated_within_hours.map(|hours| now.minus(HOUR * hours)),
        offset: query.offset as usize,
        limit: usize::from(query.limit),
    };
    let answer = app.services.search.find(&company, &wish).await?;
    Ok(Answer::ok(written(&query, answer, &company.issue_prefix, now)))
}

/// Find the places of a text in everything that a company wrote; not built.
#[utoipa::path(get, path = "/companies/{companyId}/search/extract", params(wire::ExtractQuery), responses((status = 501)))]
async fn extract_from_search(
    FromPath(_company): FromPath<Company>,
    Query(query): Query<wire::ExtractQuery>,
) -> Response {
    let body = ErrorBody {
        error: format!("extractFromSearch is not built yet; search for {:?} instead", query.contains),
        code: Some("not_implemented".to_owned()),
        details: None,
    };
    (StatusCode::NOT_IMPLEMENTED, axum::Json(body)).into_response()
}

fn written(
    query: &wire::SearchQuery,
    answer: SearchAnswer,
    prefix: &str,
    now: Timestamp,
) -> wire::SearchAnswer {
    let counts = BTreeMap::from([
        ("issue", answer.in_texts),
        ("comment", answer.in_comments),
        ("document", 0),
        ("artifact", 0),
        ("agent", answer.agents),
        ("project", answer.projects),
    ]);
    let words = &answer.words;
    let spell = |Found { hit, score }| match hit {
        Hit::Issue(found) => issue(*found, score, words, prefix),
        Hit::Agent(found) => agent(*found, score, words, prefix),
        Hit::Project(found) => project(*found, score, words, prefix),
    };
    let normalized: Vec<_> = query.q.split_whitespace().map(str::to_lowercase).collect();
    wire::SearchAnswer {
        query: query.q.clone(),
        normalized_query: normalized.join(" "),
        scope: query.scope,
        sort: query.sort,
        limit: query.limit,
        offset: query.offset,
        results: answer.found.into_iter().map(spell).collect(),
        counts_by_type: counts,
        filter_option_counts: filter_counts(&answer.issues, now),
        zero_results: None,
        has_more: answer.has_more,
    }
}

fn filter_counts(issues: &[FoundOutline], now: Timestamp) -> wire::FilterCounts {
    let mut counts = wire::FilterCounts::default();
    for (name, hours) in AGES {
        let since = now.minus(HOUR * *hours);
        counts.updated_within.insert(name, issues.iter().filter(|issue| issue.updated_at >= since).count());
    }
    for issue in issues {
        *counts.status.entry(issue.status.to_string()).or_default() += 1;
        *counts.priority.entry(issue.priority.to_string()).or_default() += 1;
        let agent = issue.assignee_agent_id.map(|id| id.to_string());
        let user = issue.assignee_user_id.as_ref().map(UserId::to_string);
        let project = issue.project_id.map(|id| id.to_string());
        for (map, key) in [
            (&mut counts.assignee_agent_id, agent),
            (&mut counts.assignee_user_id, user),
            (&mut counts.project_id, project),
        ] {
            if let Some(key) = key {
                *map.entry(key).or_default() += 1;
            }
        }
    }
    counts
}

fn issue(found: FoundIssue, score: i64, words: &[String], prefix: &str) -> wire::SearchResult {
    let FoundIssue { issue, in_title, in_texts, comment } = found;
    let mut snippets = Vec::new();
    if in_title {
        snippets.push(snippet("title", "Title", &issue.title, words));
    }
    if in_texts && !in_title {
        let description = issue.description.as_deref().unwrap_or_default();
        snippets.push(snippet("description", "Description", description, words));
    }
    let mut href = format!("/{prefix}/issues/{}", issue.identifier);
    if let Some(comment) = &comment {
        snippets.push(snippet("comment", "Comment", &comment.body, words));
        if !in_texts {
            href = format!("{href}#comment-{}", comment.id);
        }
    }
    wire::SearchResult {
        id: RowId::from_uuid(issue.id.as_uuid()),
        r#type: "issue",
        score,
        title: format!("{} {}", issue.identifier, issue.title),
        href,
        matched_fields: snippets.iter().map(|snippet| snippet.field).collect(),
        source_label: snippets.first().map_or("Title", |snippet| snippet.label),
        snippet: snippets.first().map(|snippet| snippet.text.clone()).unwrap_or_default(),
        snippets,
        updated_at: issue.updated_at,
        issue: Some(wire::FoundIssue {
            id: issue.id,
            identifier: issue.identifier,
            title: issue.title,
            status: issue.status,
            priority: issue.priority,
            assignee_agent_id: issue.assignee_agent_id,
            assignee_user_id: issue.assignee_user_id,
            project_id: issue.project_id,
            updated_at: issue.updated_at,
        }),
        preview_image_url: None,
    }
}

fn agent(agent: Agent, score: i64, words: &[String], prefix: &str) -> wire::SearchResult {
    let shown = agent.capabilities.clone().unwrap_or_else(|| agent.role.to_string());
    let snippet = snippet("capabilities", "Agent", &shown, words);
    wire::SearchResult {
        id: RowId::from_uuid(agent.id.as_uuid()),
        r#type: "agent",
        score,
        href: format!("/{prefix}/agents/{}", agent.id),
        title: agent.name,
        matched_fields: vec!["agent"],
        source_label: "Agent",
        snippet: snippet.text.clone(),
        snippets: vec![snippet],
        issue: None,
        updated_at: agent.updated_at,
        preview_image_url: None,
    }
}

fn project(project: Project, score: i64, words: &[String], prefix: &str) -> wire::SearchResult {
    let shown = project.description.as_deref().unwrap_or(&project.name);
    let snippet = snippet("description", "Project", shown, words);
    wire::SearchResult {
        id: RowId::from_uuid(project.id.as_uuid()),
        r#type: "project",
        score,
        href: format!("/{prefix}/projects/{}", project.id),
        matched_fields: vec!["project"],
        source_label: "Project",
        snippet: snippet.text.clone(),
        snippets: vec![snippet],
        title: project.name,
        issue: None,
        updated_at: project.updated_at,
        preview_image_url: None,
    }
}

/// Cuts a text around its first mark.
fn snippet(field: &'static str, label: &'static str, text: &str, words: &[String]) -> wire::Snippet {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = highlights(&line, words).first().map_or(0, |(start, _)| *start);
    let skip = if line.chars().count() > MAX_SNIPPET { first.saturating_sub(BEFORE_MARK) } else { 0 };
    let text: String = line.chars().skip(skip).take(MAX_SNIPPET).collect();
    let marks = highlights(&text, words).into_iter().map(|(start, end)| wire::Highlight { start, end });
    wire::Snippet { field, label, highlights: marks.collect(), text }
}
