//! Lists of issues: which, in which order, from where on.
//!
//! Indexes: `issues_by_order` and `issues_by_status` hold the usual order, `issues_by_update` and
//! `issues_by_id` the two others; the narrower filters have indexes of their own.

mod of_people;
#[cfg(test)]
mod tests;

use sea_orm::sea_query::{Alias, Expr, Func, Query, SelectStatement, SimpleExpr, UnionType};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, Iterable, Order, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select, Value,
};
use wireclip_domain::document::PLAN;
use wireclip_domain::issue::list::{SortDirection, SortField};
use wireclip_domain::issue::{IssuePriority, IssueStatus};
use wireclip_domain::{
    AgentId, CompanyId, IssueId, LabelId, ProjectId, ProjectWorkspaceId, RowId, Timestamp, UserId,
};
use wireclip_schema::issues::{Column, Entity};
use wireclip_schema::{documents, issue_labels, runs};

use self::of_people::of_people;
use super::Issue;
use crate::at_once;
use crate::conn::{Conn, DatabaseKind};
use crate::dialect;
use crate::error::StoreResult;
use crate::issue_search;
use crate::page::Page;

/// Lists tell no more of a description than this, in characters.
pub const MAX_DESCRIPTION: u16 = 1200;

/// What routines make.
const ROUTINE_EXECUTION: &str = "routine_execution";
/// What plugins make for themselves ends so.
const PLUGIN_OPERATION: &str = "plugin:%:operation";

/// Which issues are wanted; each filter narrows the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IssueFilter {
    /// Those in one of these statuses; with none of them, no issue.
    pub statuses: Option<Vec<IssueStatus>>,
    /// Those of this agent; the inner `None` for those of no agent.
    pub assignee_agent: Option<Option<AgentId>>,
    /// Those of this person.
    pub assignee_user: Option<UserId>,
    /// Those that this person made, has, read or commented on.
    pub touched_by: Option<UserId>,
    /// Those that this person has not put away from their inbox.
    pub in_inbox_of: Option<UserId>,
    /// Those with a comment of somebody else that this person has not read.
    pub unread_for: Option<UserId>,
    /// Those that this agent made, has or commented on.
    pub participant_agent: Option<AgentId>,
    /// Those of this project.
    pub project_id: Option<ProjectId>,
    /// Those whose files are in this place.
    pub project_workspace_id: Option<ProjectWorkspaceId>,
    /// Those of this workspace.
    pub execution_workspace_id: Option<RowId>,
    /// Those right below this issue.
    pub parent_id: Option<IssueId>,
    /// Those anywhere below this issue.
    pub descendant_of: Option<IssueId>,
    /// Those that runs of this issue made.
    pub made_from: Option<IssueId>,
    /// Those with this label.
    pub label_id: Option<LabelId>,
    /// Those that have a plan, or those that have none.
    pub has_plan: Option<bool>,
    /// Those that this made.
    pub origin_kind: Option<String>,
    /// Those that something of this beginning made.
    pub origin_kind_prefix: Option<String>,
    /// Those that this one made.
    pub origin_id: Option<String>,
    /// Whether those that routines made are left out.
    pub without_routine_executions: bool,
    /// Whether those that plugins made for themselves are there.
    pub with_plugin_operations: bool,
    /// Those that changed since.
    pub updated_since: Option<Timestamp>,
    /// Those whose texts have these words.
    pub words: Option<String>,
    /// Those of this stretch of the order.
    pub stretch: Option<Stretch>,
}

/// A part of an order that an index has in one piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stretch {
    /// Those of one priority, behind this activity and number.
    OfRank(i32, Timestamp, i64),
    /// Those of the priorities behind this one.
    BehindRank(i32),
    /// Those that changed before this change and number.
    ChangedBefore(Timestamp, i64),
    /// Those that changed after it.
    ChangedAfter(Timestamp, i64),
    /// Those with a smaller id.
    IdsBefore(IssueId),
    /// Those with a larger id.
    IdsAfter(IssueId),
}

/// In which order, and from where on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IssueOrder {
    /// By what; by priority and latest activity if by nothing else.
    pub field: Option<SortField>,
    /// In which direction; newest first and smallest id first if in none.
    pub direction: Option<SortDirection>,
    /// Those after this one, by id.
    pub after: Option<IssueId>,
}

/// Returns a priority's place in the usual order.
#[must_use]
pub fn priority_rank(priority: IssuePriority) -> i32 {
    match priority {
        IssuePriority::Critical => 0,
        IssuePriority::High => 1,
        IssuePriority::Medium => 2,
        IssuePriority::Low => 3,
    }
}

/// Lists a company's issues, without hidden ones. Of descriptions it has the first
/// [`MAX_DESCRIPTION`] characters, and one more of those that are longer.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    company_id: CompanyId,
    filter: &IssueFilter,
    order: IssueOrder,
    page: Page<1000>,
) -> StoreResult<Vec<Issue>> {
    if filter.matches_nothing() {
        return Ok(Vec::new());
    }
    at_once::all(conn, beginnings(list_query(conn.kind(), company_id, filter, order, page))).await
}

/// Asks for no more of each description than lists tell, and for enough to know that there is more.
fn beginnings(query: Select<Entity>) -> Select<Entity> {
    let beginning = Func::cust("substr").args([
        Expr::col((Entity, Column::Description)),
        Expr::val(1),
        Expr::val(i32::from(MAX_DESCRIPTION) + 1),
    ]);
    Column::iter().fold(query.select_only(), |query, column| match column {
        Column::Description => query.expr_as(beginning.clone(), "description"),
        column => query.column(column),
    })
}

/// Counts a company's issues, without hidden ones.
///
/// # Errors
/// If the database fails.
pub async fn count(conn: &Conn<'_>, company_id: CompanyId, filter: &IssueFilter) -> StoreResult<u64> {
    if filter.matches_nothing() {
        return Ok(0);
    }
    Ok(filtered(conn.kind(), company_id, filter).count(conn.db()).await?)
}

pub(crate) fn list_query(
    kind: DatabaseKind,
    company_id: CompanyId,
    filter: &IssueFilter,
    order: IssueOrder,
    page: Page<1000>,
) -> Select<Entity> {
    let query = match filter.statuses.as_deref() {
        Some(statuses @ [_, _, ..]) if order.field.is_none() && order.after.is_none() => {
            let first = first_of_each(kind, company_id, filter, statuses, page);
            Entity::find().filter(Column::Id.in_subquery(first))
        }
        _ => filtered(kind, company_id, filter),
    };
    let query = in_order(query, order).limit(page.limit.rows());
    // An offset of nothing would still be a step of its own in some plans.
    if page.offset.rows() > 0 { query.offset(page.offset.rows()) } else { query }
}

/// The first of each status, from which the page is chosen: an index has one status in order, and
/// of several only these few rows are left to sort.
fn first_of_each(
    kind: DatabaseKind,
    company_id: CompanyId,
    filter: &IssueFilter,
    statuses: &[IssueStatus],
    page: Page<1000>,
) -> SelectStatement {
    let mut distinct = statuses.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let mut parts = distinct.into_iter().map(|status| {
        let of_one = IssueFilter { statuses: Some(vec![status]), ..filter.clone() };
        let rows = in_order(filtered(kind, company_id, &of_one), IssueOrder::default())
            .select_only()
            .column(Column::Id)
            .limit(page.offset.rows() + page.limit.rows());
        // A part of a union has no order of its own unless it is a table.
        let table = Alias::new("of_one_status");
        let (id, rows) = (Expr::col((table.clone(), Column::Id)), rows.into_query());
        Query::select().expr(id).from_subquery(rows, table).to_owned()
    });
    let mut all = parts.next().expect("there are several");
    for part in parts {
        all.union(UnionType::All, part);
    }
    all
}

fn in_order(query: Select<Entity>, order: IssueOrder) -> Select<Entity> {
    let query = match order.after {
        Some(after) => query.filter(Column::Id.gt(after)),
        None => query,
    };
    let direction = |usual: Order| match order.direction {
        Some(SortDirection::Ascending) => Order::Asc,
        Some(SortDirection::Descending) => Order::Desc,
        None => usual,
    };
    match order.field {
        None if order.after.is_none() => query
            .order_by_asc(Column::PriorityRank)
            .order_by_desc(Column::LastActivityAt)
            .order_by_desc(Column::Number),
        Some(SortField::Updated) => query
            .order_by(Column::UpdatedAt, direction(Order::Desc))
            .order_by(Column::Number, direction(Order::Desc)),
        Some(SortField::Id) | None => query.order_by(Column::Id, direction(Order::Asc)),
    }
}

impl IssueFilter {
    /// Returns whether nothing narrows the list but where issues stand.
    pub(super) fn is_by_status_alone(&self) -> bool {
        let others = Self { statuses: None, with_plugin_operations: false, ..self.clone() };
        others == Self::default()
    }

    pub(super) fn matches_nothing(&self) -> bool {
        self.statuses.as_ref().is_some_and(Vec::is_empty)
    }
}

pub(super) fn filtered(kind: DatabaseKind, company_id: CompanyId, filter: &IssueFilter) -> Select<Entity> {
    let mut all = Condition::all().add(Column::CompanyId.eq(company_id)).add(Column::HiddenAt.is_null());
    match filter.statuses.as_deref() {
        Some([status]) => all = all.add(Column::Status.eq(*status)),
        Some(statuses) => all = all.add(Column::Status.is_in(statuses.iter().copied())),
        None => {}
    }
    all = all.add_option(filter.assignee_agent.map(|agent| match agent {
        Some(agent) => Column::AssigneeAgentId.eq(agent),
        None => Column::AssigneeAgentId.is_null(),
    }));
    all = all
        .add_option(filter.assignee_user.clone().map(|user| Column::AssigneeUserId.eq(user)))
        .add_option(filter.project_id.map(|id| Column::ProjectId.eq(id)))
        .add_option(filter.project_workspace_id.map(|id| Column::ProjectWorkspaceId.eq(id)))
        .add_option(filter.execution_workspace_id.map(|id| Column::ExecutionWorkspaceId.eq(id)))
        .add_option(filter.parent_id.map(|id| Column::ParentId.eq(id)))
        .add_option(filter.descendant_of.map(|id| below(kind, id)))
        .add_option(filter.made_from.map(made_by_runs_of))
        .add_option(filter.label_id.map(|id| Column::Id.in_subquery(labelled(id))))
        .add_option(filter.has_plan.map(|has_plan| match has_plan {
            true => Column::Id.in_subquery(planned()),
            false => Column::Id.not_in_subquery(planned()),
        }))
        .add_option(filter.origin_kind.clone().map(|origin| Column::OriginKind.eq(origin)))
        .add_option(filter.origin_kind_prefix.as_deref().map(|prefix| Column::OriginKind.starts_with(prefix)))
        .add_option(filter.origin_id.clone().map(|id| Column::OriginId.eq(id)))
        .add_option(filter.updated_since.map(|since| Column::UpdatedAt.gte(since)))
        .add_option(filter.words.as_deref().map(|words| issue_search::condition(kind, words)))
        .add_option(filter.stretch.map(|stretch| within(kind, stretch)));
    if filter.without_routine_executions {
        all = all.add(Column::OriginKind.ne(ROUTINE_EXECUTION));
    }
    if !filter.with_plugin_operations && filter.origin_kind.is_none() {
        all = all.add(Column::OriginKind.not_like(PLUGIN_OPERATION));
    }
    Entity::find().filter(all).filter(of_people(filter))
}

fn within(kind: DatabaseKind, stretch: Stretch) -> SimpleExpr {
    let sql = |text, values: Vec<Value>| dialect::condition(kind, text, values);
    match stretch {
        Stretch::OfRank(rank, activity, number) => sql(
            "issues.priority_rank = ? AND (issues.last_activity_at, issues.number) < (?, ?)",
            vec![rank.into(), activity.into(), number.into()],
        ),
        Stretch::BehindRank(rank) => Column::PriorityRank.gt(rank),
        Stretch::ChangedBefore(at, number) => {
            sql("(issues.updated_at, issues.number) < (?, ?)", vec![at.into(), number.into()])
        }
        Stretch::ChangedAfter(at, number) => {
            sql("(issues.updated_at, issues.number) > (?, ?)", vec![at.into(), number.into()])
        }
        Stretch::IdsBefore(id) => Column::Id.lt(id),
        Stretch::IdsAfter(id) => Column::Id.gt(id),
    }
}

fn below(kind: DatabaseKind, root: IssueId) -> SimpleExpr {
    dialect::condition(
        kind,
        "issues.id IN (WITH RECURSIVE below (id) AS (SELECT id FROM issues WHERE parent_id = ? UNION \
         SELECT issues.id FROM issues JOIN below ON issues.parent_id = below.id) SELECT id FROM below)",
        [root.into()],
    )
}

fn made_by_runs_of(issue_id: IssueId) -> SimpleExpr {
    let runs = Query::select()
        .column(runs::Column::Id)
        .from(runs::Entity)
        .and_where(runs::Column::IssueId.eq(issue_id))
        .to_owned();
    Column::OriginRunId.in_subquery(runs)
}

fn planned() -> SelectStatement {
    Query::select()
        .column(documents::Column::IssueId)
        .from(documents::Entity)
        .and_where(documents::Column::Key.eq(PLAN))
        .to_owned()
}

fn labelled(label_id: LabelId) -> SelectStatement {
    Query::select()
        .column(issue_labels::Column::IssueId)
        .from(issue_labels::Entity)
        .and_where(issue_labels::Column::LabelId.eq(label_id))
        .to_owned()
}
