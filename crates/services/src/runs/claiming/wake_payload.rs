//! What an agent is told of why it was woken, rendered when its run starts: the wire's
//! `paperclipWake`.
//!
//! It is bounded, whatever was written: an agent reads the rest through the API.

use serde::Serialize;
use wireclip_domain::comment::CommentAuthorType;
use wireclip_domain::issue::{IssuePriority, IssueStatus, WorkMode};
use wireclip_domain::run_context::RunContext;
use wireclip_domain::{CommentId, IssueId, OpaqueJson, Timestamp};
use wireclip_store::comments::Comment;
use wireclip_store::issues::Issue;
use wireclip_store::{Scope, comments};

use crate::change::Change;
use crate::error::ServiceResult;

const MOST_COMMENTS: usize = 8;
const LONGEST_COMMENT: usize = 4_000;
const LONGEST_COMMENTS: usize = 12_000;
const LONGEST_DESCRIPTION: usize = 12_000;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WakePayload {
    reason: Option<String>,
    issue: Option<ToldIssue>,
    comment_ids: Vec<CommentId>,
    latest_comment_id: Option<CommentId>,
    comments: Vec<ToldComment>,
    comment_window: CommentWindow,
    checked_out_by_harness: bool,
    dependency_blocked_interaction: bool,
    tree_hold_interaction: bool,
    unresolved_blocker_issue_ids: OpaqueJson,
    truncated: bool,
    fallback_fetch_needed: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToldIssue {
    id: IssueId,
    identifier: String,
    title: String,
    description: Option<String>,
    description_truncated: bool,
    status: IssueStatus,
    priority: IssuePriority,
    work_mode: WorkMode,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToldComment {
    id: CommentId,
    issue_id: IssueId,
    body: String,
    body_truncated: bool,
    author_type: CommentAuthorType,
    author_id: Option<String>,
    created_at: Timestamp,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CommentWindow {
    requested_count: usize,
    included_count: usize,
    missing_count: usize,
}

/// Renders what the agent is told.
pub(super) async fn render(
    change: &Change<'_>,
    context: &RunContext,
    issue: Option<&Issue>,
    is_checked_out: bool,
) -> ServiceResult<OpaqueJson> {
    let ids = context.comment_ids();
    let mut told = Vec::new();
    let mut room = LONGEST_COMMENTS;
    let newest = ids.len().saturating_sub(MOST_COMMENTS);
    if let Some(issue) = issue {
        let scope = Scope::company(issue.company_id);
        for id in &ids[newest..] {
            let comment = comments::get(&change.conn(), &scope, *id).await?;
            let there = comment.filter(|comment| comment.deleted_at.is_none() && room > 0);
            let Some(comment) = there else { continue };
            let comment = tell(comment, LONGEST_COMMENT.min(room));
            room = room.saturating_sub(comment.body.chars().count());
            told.push(comment);
        }
    }
    let is_cut = told.iter().any(|comment| comment.body_truncated);
    let window = CommentWindow {
        requested_count: ids.len(),
        included_count: told.len(),
        missing_count: ids.len().saturating_sub(told.len()),
    };
    let blockers = context.as_json().get("unresolvedBlockerIssueIds");
    Ok(OpaqueJson::of(&WakePayload {
        reason: context.wake_reason().map(|reason| reason.as_str().to_owned()),
        issue: issue.map(tell_issue),
        latest_comment_id: ids.last().copied(),
        truncated: is_cut || window.missing_count > 0,
        fallback_fetch_needed: is_cut || window.missing_count > 0,
        comment_window: window,
        comments: told,
        comment_ids: ids,
        checked_out_by_harness: is_checked_out,
        dependency_blocked_interaction: context.flag("dependencyBlockedInteraction"),
        tree_hold_interaction: context.flag("treeHoldInteraction"),
        unresolved_blocker_issue_ids: blockers.unwrap_or_else(OpaqueJson::array),
    }))
}

fn tell_issue(issue: &Issue) -> ToldIssue {
    let (description, description_truncated) = match &issue.description {
        Some(text) => {
            let (text, is_cut) = cut(text, LONGEST_DESCRIPTION);
            (Some(text), is_cut)
        }
        None => (None, false),
    };
    ToldIssue {
        id: issue.id,
        identifier: issue.identifier.clone(),
        title: issue.title.clone(),
        description,
        description_truncated,
        status: issue.status,
        priority: issue.priority,
        work_mode: issue.work_mode,
    }
}

fn tell(comment: Comment, longest: usize) -> ToldComment {
    let (body, body_truncated) = cut(&comment.body, longest);
    let author = comment.author_agent_id.map(|agent| agent.to_string());
    ToldComment {
        id: comment.id,
        issue_id: comment.issue_id,
        body,
        body_truncated,
        author_type: comment.author_type,
        author_id: author.or_else(|| comment.author_user_id.map(|user| user.to_string())),
        created_at: comment.created_at,
    }
}

fn cut(text: &str, longest: usize) -> (String, bool) {
    let mut characters = text.chars();
    let kept: String = characters.by_ref().take(longest).collect();
    (kept, characters.next().is_some())
}
