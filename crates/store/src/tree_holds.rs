//! Holds on an issue and everything below it, and the trees that they are about.

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect, Statement,
};
use wireclip_domain::tree_hold::{Held, ReleaseStrategy, TreeHoldStatus, TreeMode};
use wireclip_domain::{CompanyId, IssueId, TreeHoldId};
use wireclip_schema::tree_holds::{Column, Entity};
use wireclip_schema::{issues, tree_hold_members as members};

pub use wireclip_schema::tree_hold_members::Model as TreeHoldMember;
pub use wireclip_schema::tree_holds::Model as TreeHold;

use crate::change::{locked, update_changed};
use crate::conn::Conn;
use crate::dialect::is;
use crate::error::StoreResult;
use crate::issues::Issue;
use crate::page::PageLimit;

/// An issue of a tree, with how far it stands below the root.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeNode {
    /// The issue.
    pub issue: Issue,
    /// 0 for the root.
    pub depth: i32,
}

/// Which holds of an issue are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct TreeHoldFilter {
    /// Only those that stand so.
    pub status: Option<TreeHoldStatus>,
    /// Only those of this mode.
    pub mode: Option<TreeMode>,
    /// How many.
    pub limit: PageLimit<1000>,
}

/// Returns a hold of an issue.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, root: IssueId, id: TreeHoldId) -> StoreResult<Option<TreeHold>> {
    Ok(Entity::find_by_id(id).filter(Column::RootIssueId.eq(root)).one(conn.db()).await?)
}

/// Returns a hold, whosever it is; only what the machine does by itself asks so.
///
/// # Errors
/// If the database fails.
pub async fn find(conn: &Conn<'_>, id: TreeHoldId) -> StoreResult<Option<TreeHold>> {
    Ok(Entity::find_by_id(id).one(conn.db()).await?)
}

/// Reads a hold anew and keeps others from changing it until the transaction ends.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, id: TreeHoldId) -> StoreResult<Option<TreeHold>> {
    Ok(locked(Entity::find_by_id(id)).one(conn.db()).await?)
}

/// Lists the holds that were made on an issue, oldest first; of too many the newest.
///
/// # Errors
/// If the database fails.
pub async fn list(conn: &Conn<'_>, root: IssueId, filter: &TreeHoldFilter) -> StoreResult<Vec<TreeHold>> {
    // Index: tree_holds_by_root.
    let mut query = Entity::find().filter(Column::RootIssueId.eq(root));
    if let Some(status) = filter.status {
        query = query.filter(Column::Status.eq(status));
    }
    if let Some(mode) = filter.mode {
        query = query.filter(Column::Mode.eq(mode));
    }
    let newest = query.order_by_desc(Column::Seq).limit(filter.limit.rows());
    let mut holds = newest.all(conn.db()).await?;
    holds.reverse();
    Ok(holds)
}

/// Lists the members of these holds, in the order of their trees.
///
/// # Errors
/// If the database fails.
pub async fn members_of(conn: &Conn<'_>, holds: &[TreeHoldId]) -> StoreResult<Vec<TreeHoldMember>> {
    let mut found = Vec::new();
    for hold in holds {
        let query = members::Entity::find().filter(members::Column::HoldId.eq(*hold));
        found.extend(query.order_by_asc(members::Column::Position).all(conn.db()).await?);
    }
    Ok(found)
}

/// Returns the number of a company's next hold; the caller holds the company.
///
/// # Errors
/// If the database fails.
pub async fn next_seq(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<i64> {
    let query = Entity::find().select_only().column(Column::Seq).filter(Column::CompanyId.eq(company_id));
    let last: Option<i64> = query.order_by_desc(Column::Seq).limit(1).into_tuple().one(conn.db()).await?;
    Ok(last.unwrap_or(0) + 1)
}

/// Stores a new hold with its members.
///
/// # Errors
/// `Duplicate` if it is a second pause on the same issue.
pub async fn insert(conn: &Conn<'_>, hold: &TreeHold, of: &[TreeHoldMember]) -> StoreResult<()> {
    Entity::insert(hold.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    // Below SQLite's limit of parameters.
    for some in of.chunks(200) {
        let rows = some.iter().map(|member| member.clone().into_active_model());
        members::Entity::insert_many(rows).exec_without_returning(conn.db()).await?;
    }
    Ok(())
}

/// Writes what changed of a hold; the caller holds its lock.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &TreeHold, after: &TreeHold) -> StoreResult<()> {
    update_changed::<Entity>(conn, before, after).await
}

#[derive(Debug, FromQueryResult)]
struct Holding {
    hold_id: TreeHoldId,
    root_issue_id: IssueId,
}

/// The nearest issue from an issue upwards on which a pause stands. The depth bounds a circle, which
/// no write makes.
const PAUSE: &str = "WITH RECURSIVE chain (id, parent_id, depth) AS ( \
    SELECT id, parent_id, 0 FROM issues WHERE id = $1 \
    UNION ALL \
    SELECT issues.id, issues.parent_id, chain.depth + 1 FROM issues JOIN chain ON issues.id = chain.parent_id \
    WHERE chain.depth < 1024) \
    SELECT tree_holds.id AS hold_id, tree_holds.root_issue_id AS root_issue_id \
    FROM chain JOIN tree_holds ON tree_holds.root_issue_id = chain.id \
    WHERE tree_holds.status = $2 AND tree_holds.mode = $3 \
    ORDER BY chain.depth LIMIT 1";

/// Returns the pause that holds an issue, the nearest if several do.
///
/// # Errors
/// If the database fails.
pub async fn holding(conn: &Conn<'_>, company_id: CompanyId, issue_id: IssueId) -> StoreResult<Option<Held>> {
    // Mostly there is none in the whole company. Index: tree_holds_active.
    let any = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::CompanyId.eq(company_id))
        .filter(Column::Mode.eq(TreeMode::Pause))
        .filter(is(Column::Status, TreeHoldStatus::Active));
    if any.limit(1).into_tuple::<TreeHoldId>().one(conn.db()).await?.is_none() {
        return Ok(None);
    }
    let values = [issue_id.into(), TreeHoldStatus::Active.into(), TreeMode::Pause.into()];
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), PAUSE, values);
    let found = Holding::find_by_statement(statement).one(conn.db()).await?;
    Ok(found.map(|found| Held { hold_id: found.hold_id, root_issue_id: found.root_issue_id }))
}

/// Returns an issue with all below it, by depth and number; one more than `most` at the most, so that
/// it is seen if there are more.
///
/// # Errors
/// If the database fails.
pub async fn tree(conn: &Conn<'_>, root: &Issue, most: usize) -> StoreResult<Vec<TreeNode>> {
    let mut nodes = vec![TreeNode { issue: root.clone(), depth: 0 }];
    let mut level = vec![root.id];
    let mut depth = 0;
    while !level.is_empty() && nodes.len() <= most {
        depth += 1;
        let mut below = Vec::new();
        // Below SQLite's limit of parameters.
        for some in level.chunks(1000) {
            let left = (most + 1).saturating_sub(nodes.len() + below.len());
            let query = issues::Entity::find()
                .filter(issues::Column::CompanyId.eq(root.company_id))
                .filter(issues::Column::ParentId.is_in(some.iter().copied()))
                .order_by_asc(issues::Column::Number)
                .limit(left as u64);
            below.extend(query.all(conn.db()).await?);
        }
        below.sort_by_key(|issue| issue.number);
        level = below.iter().map(|issue| issue.id).collect();
        nodes.extend(below.into_iter().map(|issue| TreeNode { issue, depth }));
    }
    Ok(nodes)
}

/// Lists the active holds on these issues, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn active_on(conn: &Conn<'_>, roots: &[IssueId]) -> StoreResult<Vec<TreeHold>> {
    let mut found = Vec::new();
    // Below SQLite's limit of parameters.
    for some in roots.chunks(1000) {
        let query = Entity::find()
            .filter(Column::RootIssueId.is_in(some.iter().copied()))
            .filter(is(Column::Status, TreeHoldStatus::Active));
        found.extend(query.all(conn.db()).await?);
    }
    found.sort_by_key(|hold| hold.seq);
    Ok(found)
}

/// Lists active pauses that end once the runs below them have, oldest first.
///
/// # Errors
/// If the database fails.
pub async fn ending_by_themselves(
    conn: &Conn<'_>,
    after: Option<TreeHoldId>,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<TreeHoldId>> {
    let mut query = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(is(Column::Status, TreeHoldStatus::Active))
        .filter(Column::Mode.eq(TreeMode::Pause))
        .filter(Column::ReleaseStrategy.eq(ReleaseStrategy::AfterActiveRunsFinish))
        .order_by_asc(Column::Id);
    if let Some(after) = after {
        query = query.filter(Column::Id.gt(after));
    }
    Ok(query.limit(limit.rows()).into_tuple().all(conn.db()).await?)
}
