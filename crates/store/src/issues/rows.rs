//! Lists of issues as rows on a screen: what a row shows and nothing else, page by page from a
//! place in the order, and how many there are.
//!
//! A page that begins behind a place is as quick as the first: an index goes on right there. In
//! the usual order, which goes up by priority and down by activity, that takes one question for
//! the rest of the priority and one for those behind it.

use std::collections::BTreeMap;

use sea_orm::{
    ColumnTrait, ConnectionTrait, FromQueryResult, QueryOrder, QuerySelect, QueryTrait, Statement,
};
use serde::Deserialize;
use wireclip_domain::issue::list::{IssuePlace, SortDirection, SortField};
use wireclip_domain::issue::{IssuePriority, IssueStatus};
use wireclip_domain::{AgentId, CompanyId, GoalId, IssueId, ProjectId, Timestamp, UserId};
use wireclip_schema::issues::Column;

use super::list::{IssueFilter, IssueOrder, Stretch, filtered, list_query};
use crate::at_once;
use crate::conn::{Conn, DatabaseKind};
use crate::error::StoreResult;
use crate::page::{Page, PageLimit, PageOffset};

/// What a row shows of an issue.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult, Deserialize)]
pub struct IssueRow {
    /// Its id.
    pub id: IssueId,
    /// Its number within the company.
    pub number: i64,
    /// Its name for people.
    pub identifier: String,
    /// What is to be done, in a line.
    pub title: String,
    /// Where it stands.
    pub status: IssueStatus,
    /// How much it matters.
    pub priority: IssuePriority,
    /// The place of the priority.
    pub priority_rank: i32,
    /// The agent that has it.
    pub assignee_agent_id: Option<AgentId>,
    /// The person who has it.
    pub assignee_user_id: Option<UserId>,
    /// The person who made it.
    pub created_by_user_id: Option<UserId>,
    /// Its project.
    pub project_id: Option<ProjectId>,
    /// What it is for.
    pub goal_id: Option<GoalId>,
    /// The issue above it.
    pub parent_id: Option<IssueId>,
    /// The last thing that happened to it.
    pub last_activity_at: Timestamp,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// The columns of a row, in the order of its fields.
const COLUMNS: [Column; 16] = [
    Column::Id,
    Column::Number,
    Column::Identifier,
    Column::Title,
    Column::Status,
    Column::Priority,
    Column::PriorityRank,
    Column::AssigneeAgentId,
    Column::AssigneeUserId,
    Column::CreatedByUserId,
    Column::ProjectId,
    Column::GoalId,
    Column::ParentId,
    Column::LastActivityAt,
    Column::CreatedAt,
    Column::UpdatedAt,
];

/// From where on rows are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// After so many.
    After(PageOffset),
    /// Behind this place; it is one of the same order.
    Behind(IssuePlace),
}

impl IssueRow {
    /// Returns the row's place in an order.
    #[must_use]
    pub fn place(&self, order: IssueOrder) -> IssuePlace {
        match order.field {
            Some(SortField::Updated) => IssuePlace::Updated { at: self.updated_at, number: self.number },
            Some(SortField::Id) => IssuePlace::Id(self.id),
            None => IssuePlace::Usual {
                rank: self.priority_rank,
                activity: self.last_activity_at,
                number: self.number,
            },
        }
    }
}

/// Lists a company's issues, without hidden ones.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    company_id: CompanyId,
    filter: &IssueFilter,
    order: IssueOrder,
    start: Start,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<IssueRow>> {
    if filter.matches_nothing() {
        return Ok(Vec::new());
    }
    let place = match start {
        Start::After(offset) => return page(conn, company_id, filter, order, Page { offset, limit }).await,
        Start::Behind(place) => place,
    };
    let mut found: Vec<IssueRow> = Vec::new();
    for stretch in stretches(place, order) {
        let missing = limit.rows() - found.len() as u64;
        let Some(missing) = u32::try_from(missing).ok().filter(|missing| *missing > 0) else { break };
        let rest = Page { offset: PageOffset::default(), limit: PageLimit::at_most(missing) };
        let narrowed = IssueFilter { stretch: Some(stretch), ..filter.clone() };
        found.extend(page(conn, company_id, &narrowed, order, rest).await?);
    }
    Ok(found)
}

/// What lies behind a place, in order.
fn stretches(place: IssuePlace, order: IssueOrder) -> Vec<Stretch> {
    match (place, order.direction) {
        (IssuePlace::Usual { rank, activity, number }, _) => {
            vec![Stretch::OfRank(rank, activity, number), Stretch::BehindRank(rank)]
        }
        (IssuePlace::Updated { at, number }, Some(SortDirection::Ascending)) => {
            vec![Stretch::ChangedAfter(at, number)]
        }
        (IssuePlace::Updated { at, number }, _) => vec![Stretch::ChangedBefore(at, number)],
        (IssuePlace::Id(id), Some(SortDirection::Descending)) => vec![Stretch::IdsBefore(id)],
        (IssuePlace::Id(id), _) => vec![Stretch::IdsAfter(id)],
    }
}

async fn page(
    conn: &Conn<'_>,
    company_id: CompanyId,
    filter: &IssueFilter,
    order: IssueOrder,
    page: Page<1000>,
) -> StoreResult<Vec<IssueRow>> {
    let question = list_query(conn.kind(), company_id, filter, order, page).select_only().columns(COLUMNS);
    match conn.kind() {
        DatabaseKind::Postgres => Ok(question.into_model().all(conn.db()).await?),
        DatabaseKind::Sqlite => at_once::as_text(conn, question.into_query(), &at_once::these(COLUMNS)).await,
    }
}

// Index: issues_of_plugins, which has these rows only.
const PLUGIN_OPERATIONS: &str = "
SELECT status, COUNT(*) AS issues FROM issues
WHERE company_id = $1 AND origin_kind LIKE 'plugin:%:operation' AND hidden_at IS NULL GROUP BY status";

/// Tells how many of a company's issues stand where, without hidden ones. Of a list that nothing
/// narrows but this, it is known; otherwise the issues are counted.
///
/// # Errors
/// If the database fails.
pub async fn counts(
    conn: &Conn<'_>,
    company_id: CompanyId,
    filter: &IssueFilter,
) -> StoreResult<BTreeMap<IssueStatus, i64>> {
    if !filter.is_by_status_alone() {
        return counted(conn, company_id, filter).await;
    }
    let mut all: BTreeMap<_, _> = super::counts::of_company(conn, company_id).await?.into_iter().collect();
    if !filter.with_plugin_operations {
        let backend = conn.db().get_database_backend();
        let left_out = Statement::from_sql_and_values(backend, PLUGIN_OPERATIONS, [company_id.into()]);
        for group in StatusCount::find_by_statement(left_out).all(conn.db()).await? {
            *all.entry(group.status).or_default() -= group.issues;
        }
    }
    let is_wanted =
        |status: &IssueStatus| filter.statuses.as_ref().is_none_or(|wanted| wanted.contains(status));
    Ok(all.into_iter().filter(|(status, issues)| *issues > 0 && is_wanted(status)).collect())
}

#[derive(FromQueryResult)]
struct StatusCount {
    status: IssueStatus,
    issues: i64,
}

async fn counted(
    conn: &Conn<'_>,
    company_id: CompanyId,
    filter: &IssueFilter,
) -> StoreResult<BTreeMap<IssueStatus, i64>> {
    if filter.matches_nothing() {
        return Ok(BTreeMap::new());
    }
    let groups: Vec<(IssueStatus, i64)> = filtered(conn.kind(), company_id, filter)
        .select_only()
        .column(Column::Status)
        .column_as(Column::Id.count(), "issues")
        .group_by(Column::Status)
        .order_by_asc(Column::Status)
        .into_tuple()
        .all(conn.db())
        .await?;
    Ok(groups.into_iter().collect())
}

#[cfg(test)]
mod tests;
