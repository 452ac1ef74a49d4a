//! What the gate asks before something starts, across tables.

use std::collections::{HashMap, HashSet};

use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, RelationDef,
};
use wireclip_domain::activity::Action;
use wireclip_domain::blocker::{Blocker, is_resolved};
use wireclip_domain::cooldown::{INPUT, PROGRESS};
use wireclip_domain::issue::{IssuePriority, IssueStatus};
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::words::Word as _;
use wireclip_domain::{AgentId, IssueId, RunId, Timestamp};
use wireclip_schema::{activity, comments, issue_blockers, issues};

use crate::conn::Conn;
use crate::error::StoreResult;

#[derive(FromQueryResult)]
struct BlockerRow {
    id: IssueId,
    identifier: String,
    title: String,
    status: IssueStatus,
}

/// Lists the blockers of an issue that are not resolved, oldest issue first.
///
/// # Errors
/// If the database fails.
pub async fn unresolved_blockers(conn: &Conn<'_>, issue_id: IssueId) -> StoreResult<Vec<Blocker>> {
    let rows = issue_blockers::Entity::find()
        .select_only()
        .column(issues::Column::Id)
        .column(issues::Column::Identifier)
        .column(issues::Column::Title)
        .column(issues::Column::Status)
        .join(JoinType::InnerJoin, of_blocker())
        .filter(issue_blockers::Column::IssueId.eq(issue_id))
        .filter(issues::Column::Status.is_in(unresolved()))
        .order_by_asc(issues::Column::Number)
        .limit(1000)
        .into_model::<BlockerRow>()
        .all(conn.db())
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| Blocker {
            issue_id: row.id,
            identifier: row.identifier,
            title: row.title,
            status: row.status,
        })
        .collect())
}

/// How an issue stands, as far as the order of starting depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IssueStanding {
    /// Its status.
    pub status: IssueStatus,
    /// How much it matters.
    pub priority: IssuePriority,
    /// Whether all its blockers are resolved.
    pub is_ready: bool,
}

/// Returns how these issues stand.
///
/// # Errors
/// If the database fails.
pub async fn standings(
    conn: &Conn<'_>,
    issue_ids: &[IssueId],
) -> StoreResult<HashMap<IssueId, IssueStanding>> {
    let mut standings = HashMap::new();
    // Below SQLite's limit of parameters.
    for some in issue_ids.chunks(1000) {
        let rows: Vec<(IssueId, IssueStatus, IssuePriority)> = issues::Entity::find()
            .select_only()
            .column(issues::Column::Id)
            .column(issues::Column::Status)
            .column(issues::Column::Priority)
            .filter(issues::Column::Id.is_in(some.iter().copied()))
            .into_tuple()
            .all(conn.db())
            .await?;
        let blocked: Vec<IssueId> = issue_blockers::Entity::find()
            .select_only()
            .column(issue_blockers::Column::IssueId)
            .distinct()
            .join(JoinType::InnerJoin, of_blocker())
            .filter(issue_blockers::Column::IssueId.is_in(some.iter().copied()))
            .filter(issues::Column::Status.is_in(unresolved()))
            .into_tuple()
            .all(conn.db())
            .await?;
        let blocked: HashSet<IssueId> = blocked.into_iter().collect();
        standings.extend(rows.into_iter().map(|(id, status, priority)| {
            (id, IssueStanding { status, priority, is_ready: !blocked.contains(&id) })
        }));
    }
    Ok(standings)
}

/// What [`is_resolved`] says, for a query.
fn unresolved() -> impl Iterator<Item = IssueStatus> {
    IssueStatus::ALL.iter().copied().filter(|status| !is_resolved(*status))
}

fn of_blocker() -> RelationDef {
    issue_blockers::Entity::belongs_to(issues::Entity)
        .from(issue_blockers::Column::BlockerId)
        .to(issues::Column::Id)
        .into()
}

/// Returns whether an issue waits for an agent that it could take up by itself.
///
/// # Errors
/// If the database fails.
pub async fn has_actionable_work(conn: &Conn<'_>, agent_id: AgentId) -> StoreResult<bool> {
    let query = issues::Entity::find()
        .select_only()
        .column(issues::Column::Id)
        .filter(issues::Column::AssigneeAgentId.eq(agent_id))
        .filter(issues::Column::AssigneeUserId.is_null())
        .filter(issues::Column::Status.is_in([IssueStatus::Todo, IssueStatus::InProgress]))
        .filter(issues::Column::HiddenAt.is_null());
    Ok(query.limit(1).into_tuple::<IssueId>().one(conn.db()).await?.is_some())
}

/// Returns which of these runs did something that an issue shows.
///
/// # Errors
/// If the database fails.
pub async fn runs_with_progress(conn: &Conn<'_>, runs: &[RunId]) -> StoreResult<HashSet<RunId>> {
    let query = activity::Entity::find()
        .select_only()
        .column(activity::Column::RunId)
        .distinct()
        .filter(activity::Column::RunId.is_in(runs.iter().copied()))
        .filter(activity::Column::Action.is_in(PROGRESS.iter().map(Action::as_str)));
    Ok(query.into_tuple().all(conn.db()).await?.into_iter().collect())
}

/// Counts what a run did that issues show, apart from its comments.
///
/// # Errors
/// If the database fails.
pub async fn count_progress(conn: &Conn<'_>, run_id: RunId) -> StoreResult<u32> {
    let others = PROGRESS.iter().filter(|action| **action != Action::IssueCommentAdded).map(Action::as_str);
    let query = activity::Entity::find()
        .filter(activity::Column::RunId.eq(run_id))
        .filter(activity::Column::Action.is_in(others));
    Ok(u32::try_from(query.count(conn.db()).await?).unwrap_or(u32::MAX))
}

/// Returns when the issue last got something new for its agent to look at.
///
/// # Errors
/// If the database fails.
pub async fn latest_input(
    conn: &Conn<'_>,
    issue_id: IssueId,
    ignores_agents: bool,
) -> StoreResult<Option<Timestamp>> {
    let actions = PROGRESS.iter().chain(INPUT).map(Action::as_str);
    let mut query = activity::Entity::find()
        .select_only()
        .column(activity::Column::CreatedAt)
        .filter(activity::Column::EntityId.eq(issue_id.to_string()))
        .filter(activity::Column::Action.is_in(actions));
    if ignores_agents {
        query = query.filter(activity::Column::ActorType.ne(ActorType::Agent));
    }
    Ok(query.order_by_desc(activity::Column::Seq).limit(1).into_tuple().one(conn.db()).await?)
}

/// Lists what a run said on an issue, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn comments_of_run(
    conn: &Conn<'_>,
    run_id: RunId,
    issue_id: IssueId,
) -> StoreResult<Vec<comments::Model>> {
    let query = comments::Entity::find()
        .filter(comments::Column::CreatedByRunId.eq(run_id))
        .filter(comments::Column::IssueId.eq(issue_id))
        .filter(comments::Column::DeletedAt.is_null())
        .order_by_asc(comments::Column::Seq);
    Ok(query.limit(100).all(conn.db()).await?)
}
