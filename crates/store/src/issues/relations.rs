//! What belongs to issues: labels, blockers, parents. One question for
//! a whole page of issues.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, IntoActiveModel, Iterable, JoinType,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, Statement,
};
use serde::Deserialize;
use wireclip_domain::blocker::BlockedBy;
use wireclip_domain::goal::GoalLevel;
use wireclip_domain::{CompanyId, GoalId, IssueId, LabelId, ProjectId, ProjectWorkspaceId};
use wireclip_schema::{goals, issue_blockers, issue_labels, issues, labels, project_workspaces, projects};

pub use wireclip_schema::issue_blockers::Model as BlockerPair;

use super::Issue;
use crate::at_once;
use crate::conn::{Conn, DatabaseKind};
use crate::error::StoreResult;
use crate::labels::Label;
use crate::projects::Project;
use crate::scope::Scope;

/// Nothing is followed further than this: neither parents nor blockers.
const MAX_CHAIN: u32 = 1024;
/// Of more goals than this the oldest decide.
const MAX_COMPANY_GOALS: u64 = 1000;

/// Returns the labels of these issues, by name.
///
/// # Errors
/// If the database fails.
pub async fn labels_of(conn: &Conn<'_>, ids: &[IssueId]) -> StoreResult<HashMap<IssueId, Vec<Label>>> {
    let mut found: HashMap<IssueId, Vec<Label>> = HashMap::new();
    if ids.is_empty() {
        return Ok(found);
    }
    let label = issue_labels::Entity::belongs_to(labels::Entity)
        .from(issue_labels::Column::LabelId)
        .to(labels::Column::Id)
        .into();
    let pairs = issue_labels::Entity::find()
        .select_only()
        .column(issue_labels::Column::IssueId)
        .columns(labels::Column::iter())
        .join(JoinType::InnerJoin, label)
        .filter(issue_labels::Column::IssueId.is_in(ids.iter().copied()))
        .order_by_asc(labels::Column::Name);
    let pairs: Vec<LabelOfIssue> = match conn.kind() {
        DatabaseKind::Postgres => pairs.into_model().all(conn.db()).await?,
        DatabaseKind::Sqlite => {
            let each = format!("json_array(hex(issue_id), {})", at_once::row::<labels::Entity>());
            at_once::as_text(conn, pairs.into_query(), &each).await?
        }
    };
    for LabelOfIssue { issue_id, label } in pairs {
        found.entry(issue_id).or_default().push(label);
    }
    Ok(found)
}

#[derive(FromQueryResult, Deserialize)]
struct LabelOfIssue {
    issue_id: IssueId,
    #[sea_orm(nested)]
    label: Label,
}

/// Replaces all labels of an issue.
///
/// # Errors
/// `Reference` if there is no such label.
pub async fn set_labels(
    conn: &Conn<'_>,
    issue: &Issue,
    had_some: bool,
    label_ids: &[LabelId],
) -> StoreResult<()> {
    if had_some {
        issue_labels::Entity::delete_many()
            .filter(issue_labels::Column::IssueId.eq(issue.id))
            .exec(conn.db())
            .await?;
    }
    if label_ids.is_empty() {
        return Ok(());
    }
    let rows = label_ids.iter().zip(0..).map(|(label_id, position)| {
        issue_labels::Model {
            issue_id: issue.id,
            label_id: *label_id,
            company_id: issue.company_id,
            position,
        }
        .into_active_model()
    });
    issue_labels::Entity::insert_many(rows).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Returns those of these labels that the company has, by name.
///
/// # Errors
/// If the database fails.
pub async fn labels_of_company(
    conn: &Conn<'_>,
    company_id: CompanyId,
    ids: &[LabelId],
) -> StoreResult<Vec<Label>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(labels::Entity::find()
        .filter(labels::Column::CompanyId.eq(company_id))
        .filter(labels::Column::Id.is_in(ids.iter().copied()))
        .order_by_asc(labels::Column::Name)
        .all(conn.db())
        .await?)
}

/// Which end of a blocking relation is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The issues that an issue waits for.
    Blockers,
    /// The issues that wait for it.
    Dependents,
}

/// Returns the issues on one side of these, by number.
///
/// # Errors
/// If the database fails.
pub async fn blocking(
    conn: &Conn<'_>,
    side: Side,
    ids: &[IssueId],
) -> StoreResult<HashMap<IssueId, Vec<Issue>>> {
    use issue_blockers::Column as Pair;
    let mut found: HashMap<IssueId, Vec<Issue>> = HashMap::new();
    if ids.is_empty() {
        return Ok(found);
    }
    let own = match side {
        Side::Blockers => Pair::IssueId,
        Side::Dependents => Pair::BlockerId,
    };
    let pairs = issue_blockers::Entity::find().filter(own.is_in(ids.iter().copied())).all(conn.db()).await?;
    let ends = |pair: &issue_blockers::Model| match side {
        Side::Blockers => (pair.issue_id, pair.blocker_id),
        Side::Dependents => (pair.blocker_id, pair.issue_id),
    };
    let mut others: Vec<IssueId> = pairs.iter().map(|pair| ends(pair).1).collect();
    others.sort_unstable();
    others.dedup();
    let mut known = super::get_many(conn, &others).await?;
    known.sort_by_key(|issue| issue.number);
    for issue in known {
        for pair in pairs.iter().filter(|pair| ends(pair).1 == issue.id) {
            found.entry(ends(pair).0).or_default().push(issue.clone());
        }
    }
    Ok(found)
}

/// Replaces all blockers of an issue.
///
/// # Errors
/// `Reference` if there is no such issue.
pub async fn change_blockers(
    conn: &Conn<'_>,
    removed: &[IssueId],
    added: Vec<issue_blockers::Model>,
    issue_id: IssueId,
) -> StoreResult<()> {
    use issue_blockers::{Column, Entity};
    if !removed.is_empty() {
        Entity::delete_many()
            .filter(Column::IssueId.eq(issue_id))
            .filter(Column::BlockerId.is_in(removed.iter().copied()))
            .exec(conn.db())
            .await?;
    }
    if !added.is_empty() {
        let rows = added.into_iter().map(IntoActiveModel::into_active_model);
        Entity::insert_many(rows).exec_without_returning(conn.db()).await?;
    }
    Ok(())
}

#[derive(Debug, FromQueryResult)]
struct Link {
    from_id: IssueId,
    to_id: IssueId,
}

/// Returns the blocking relations that can be reached from these issues over their blockers: one
/// question for each step away from them.
///
/// # Errors
/// If the database fails.
pub async fn blocked_by(conn: &Conn<'_>, from: &[IssueId]) -> StoreResult<BlockedBy> {
    let mut found = BlockedBy::new();
    let mut next: Vec<IssueId> = from.to_vec();
    while !next.is_empty() {
        let pairs = issue_blockers::Entity::find()
            .filter(issue_blockers::Column::IssueId.is_in(next.iter().copied()))
            .all(conn.db())
            .await?;
        for id in next.drain(..) {
            found.entry(id).or_default();
        }
        for pair in &pairs {
            found.entry(pair.issue_id).or_default().push(pair.blocker_id);
        }
        next = pairs.iter().map(|pair| pair.blocker_id).filter(|id| !found.contains_key(id)).collect();
        next.sort_unstable();
        next.dedup();
    }
    Ok(found)
}

/// The parents above an issue.
const PARENTS: &str = "WITH RECURSIVE chain (from_id, to_id) AS ( \
    SELECT id, parent_id FROM issues WHERE id = $1 AND parent_id IS NOT NULL \
    UNION \
    SELECT issues.id, issues.parent_id FROM issues JOIN chain ON issues.id = chain.to_id \
    WHERE issues.parent_id IS NOT NULL) \
    SELECT from_id, to_id FROM chain";

/// Returns who is whose parent, from an issue upwards.
///
/// # Errors
/// If the database fails.
pub async fn parents(conn: &Conn<'_>, from: IssueId) -> StoreResult<HashMap<IssueId, IssueId>> {
    Ok(links(conn, PARENTS, from).await?.into_iter().map(|link| (link.from_id, link.to_id)).collect())
}

async fn links(conn: &Conn<'_>, sql: &str, from: IssueId) -> StoreResult<Vec<Link>> {
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), sql, [from.into()]);
    Ok(Link::find_by_statement(statement).all(conn.db()).await?)
}

/// Returns the issues above an issue, nearest first.
///
/// # Errors
/// If the database fails.
pub async fn ancestors(conn: &Conn<'_>, issue: &Issue) -> StoreResult<Vec<Issue>> {
    let Some(parent) = issue.parent_id else { return Ok(Vec::new()) };
    let parents = parents(conn, parent).await?;
    let mut ids: Vec<IssueId> = Vec::new();
    let mut next = Some(parent);
    while let Some(id) = next.filter(|id| !ids.contains(id) && *id != issue.id) {
        if ids.len() >= MAX_CHAIN as usize {
            break;
        }
        ids.push(id);
        next = parents.get(&id).copied();
    }
    let mut known: BTreeMap<IssueId, Issue> =
        super::get_many(conn, &ids).await?.into_iter().map(|issue| (issue.id, issue)).collect();
    Ok(ids.iter().filter_map(|id| known.remove(id)).collect())
}

/// Returns whether any issue stands right below an issue.
///
/// # Errors
/// If the database fails.
pub async fn has_children(conn: &Conn<'_>, parent: IssueId) -> StoreResult<bool> {
    let child = issues::Entity::find().filter(issues::Column::ParentId.eq(parent)).one(conn.db()).await?;
    Ok(child.is_some())
}

/// Returns the goals that are a company's own, from which one without a project is taken.
///
/// # Errors
/// If the database fails.
pub async fn company_goals(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<Vec<goals::Model>> {
    Ok(goals::Entity::find()
        .filter(goals::Column::CompanyId.eq(company_id))
        .filter(goals::Column::Level.eq(GoalLevel::Company))
        .order_by_asc(goals::Column::CreatedAt)
        .limit(MAX_COMPANY_GOALS)
        .all(conn.db())
        .await?)
}

/// Returns whether a place is one of a project's.
///
/// # Errors
/// If the database fails.
pub async fn has_workspace(
    conn: &Conn<'_>,
    project_id: ProjectId,
    workspace_id: ProjectWorkspaceId,
) -> StoreResult<bool> {
    let found = project_workspaces::Entity::find_by_id(workspace_id).one(conn.db()).await?;
    Ok(found.is_some_and(|workspace| workspace.project_id == project_id))
}

/// Returns those of these projects that are there for the scope.
///
/// # Errors
/// If the database fails.
pub async fn projects_of(
    conn: &Conn<'_>,
    scope: &Scope,
    ids: impl Iterator<Item = ProjectId>,
) -> StoreResult<HashMap<ProjectId, Project>> {
    let ids: BTreeSet<ProjectId> = ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = projects::Entity::find().filter(projects::Column::Id.is_in(ids));
    let found = query.filter(scope.condition(projects::Column::CompanyId)).all(conn.db()).await?;
    Ok(found.into_iter().map(|project| (project.id, project)).collect())
}

/// Returns those of these goals that are there for the scope.
///
/// # Errors
/// If the database fails.
pub async fn goals_of(
    conn: &Conn<'_>,
    scope: &Scope,
    ids: impl Iterator<Item = GoalId>,
) -> StoreResult<HashMap<GoalId, goals::Model>> {
    let ids: BTreeSet<GoalId> = ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = goals::Entity::find().filter(goals::Column::Id.is_in(ids));
    let found = query.filter(scope.condition(goals::Column::CompanyId)).all(conn.db()).await?;
    Ok(found.into_iter().map(|goal| (goal.id, goal)).collect())
}
