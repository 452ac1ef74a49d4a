//! The labels that issues bear. One question for a whole page of issues.

use std::collections::HashMap;

use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, Iterable, JoinType, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};
use serde::Deserialize;
use wireclip_domain::{IssueId, LabelId};
use wireclip_schema::{issue_labels, labels};

use super::Issue;
use crate::at_once;
use crate::conn::{Conn, DatabaseKind};
use crate::error::StoreResult;
use crate::labels::Label;

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
