//! Those that wait for an issue's end: what its end must know of them, and no more. An issue may have
//! thousands of children, each with a long text.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::{AgentId, IssueId, UserId};
use wireclip_schema::{issue_blockers, issues};

use crate::conn::Conn;
use crate::error::StoreResult;

/// So many ids are asked for at once; a statement holds only so many values.
const AT_ONCE: usize = 1000;

/// An issue that waits for another.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct WaitingIssue {
    /// The issue.
    pub id: IssueId,
    /// Where it stands.
    pub status: IssueStatus,
    /// The agent that has it.
    pub assignee_agent_id: Option<AgentId>,
    /// The person who has it.
    pub assignee_user_id: Option<UserId>,
}

const OF_WAITING: [issues::Column; 4] = [
    issues::Column::Id,
    issues::Column::Status,
    issues::Column::AssigneeAgentId,
    issues::Column::AssigneeUserId,
];

/// Returns the issues that an issue blocks, by number.
///
/// # Errors
/// If the database fails.
pub async fn dependents(conn: &Conn<'_>, blocker: IssueId) -> StoreResult<Vec<WaitingIssue>> {
    let waiting = issue_blockers::Entity::belongs_to(issues::Entity)
        .from(issue_blockers::Column::IssueId)
        .to(issues::Column::Id)
        .into();
    Ok(issue_blockers::Entity::find()
        .select_only()
        .columns(OF_WAITING)
        .join(JoinType::InnerJoin, waiting)
        .filter(issue_blockers::Column::BlockerId.eq(blocker))
        .order_by_asc(issues::Column::Number)
        .into_model::<WaitingIssue>()
        .all(conn.db())
        .await?)
}

#[derive(FromQueryResult)]
struct BlockerOf {
    waiting_id: IssueId,
    id: IssueId,
    status: IssueStatus,
}

/// Returns what blocks each of these issues, by number, and where that stands.
///
/// # Errors
/// If the database fails.
pub async fn blockers(
    conn: &Conn<'_>,
    waiting: &[IssueId],
) -> StoreResult<HashMap<IssueId, Vec<(IssueId, IssueStatus)>>> {
    let mut found: HashMap<IssueId, Vec<(IssueId, IssueStatus)>> = HashMap::new();
    for some in waiting.chunks(AT_ONCE) {
        let blocker = issue_blockers::Entity::belongs_to(issues::Entity)
            .from(issue_blockers::Column::BlockerId)
            .to(issues::Column::Id)
            .into();
        let pairs = issue_blockers::Entity::find()
            .select_only()
            .column_as(issue_blockers::Column::IssueId, "waiting_id")
            .columns([issues::Column::Id, issues::Column::Status])
            .join(JoinType::InnerJoin, blocker)
            .filter(issue_blockers::Column::IssueId.is_in(some.iter().copied()))
            .order_by_asc(issues::Column::Number)
            .into_model::<BlockerOf>()
            .all(conn.db())
            .await?;
        for pair in pairs {
            found.entry(pair.waiting_id).or_default().push((pair.id, pair.status));
        }
    }
    Ok(found)
}

/// Returns the issue above others.
///
/// # Errors
/// If the database fails.
pub async fn parent(conn: &Conn<'_>, id: IssueId) -> StoreResult<Option<WaitingIssue>> {
    Ok(issues::Entity::find_by_id(id)
        .select_only()
        .columns(OF_WAITING)
        .into_model::<WaitingIssue>()
        .one(conn.db())
        .await?)
}

/// Returns whether an issue right below this one is still open.
///
/// # Errors
/// If the database fails.
pub async fn has_open_child(conn: &Conn<'_>, parent: IssueId) -> StoreResult<bool> {
    let child = issues::Entity::find()
        .select_only()
        .columns(OF_WAITING)
        .filter(issues::Column::ParentId.eq(parent))
        .filter(issues::Column::Status.is_not_in([IssueStatus::Done, IssueStatus::Cancelled]))
        .into_model::<WaitingIssue>()
        .one(conn.db())
        .await?;
    Ok(child.is_some())
}
