//! An issue as clients see it: the row, its labels, and who holds it.

use wireclip_domain::redaction::shown;
use wireclip_store::Conn;
use wireclip_store::claims::{self, Claim};
use wireclip_store::issues::{Issue, relations};
use wireclip_store::labels::Label;

use crate::error::ServiceResult;

/// An issue as clients see it.
#[derive(Debug, Clone, PartialEq)]
pub struct IssueView {
    /// The row, with the secrets of its settings hidden.
    pub issue: Issue,
    /// Its labels, by name.
    pub labels: Vec<Label>,
    /// Who holds it, if a run does.
    pub claim: Option<Claim>,
}

impl IssueView {
    /// Makes a view of a row; what is secret in its settings is hidden.
    #[must_use]
    pub(super) fn new(mut issue: Issue, labels: Vec<Label>, claim: Option<Claim>) -> Self {
        for settings in [&mut issue.assignee_adapter_overrides, &mut issue.execution_workspace_settings] {
            *settings = settings.as_ref().map(shown);
        }
        Self { issue, labels, claim }
    }
}

/// Adds to issues what clients see of them, with one question each.
pub(super) async fn of_all(conn: &Conn<'_>, rows: Vec<Issue>) -> ServiceResult<Vec<IssueView>> {
    let ids: Vec<_> = rows.iter().map(|issue| issue.id).collect();
    let (mut labels, mut claims) =
        tokio::try_join!(relations::labels_of(conn, &ids), claims::of_issues(conn, &ids))?;
    let view = |issue: Issue| {
        let (labels, claim) = (labels.remove(&issue.id).unwrap_or_default(), claims.remove(&issue.id));
        IssueView::new(issue, labels, claim)
    };
    Ok(rows.into_iter().map(view).collect())
}

/// Adds to an issue what clients see of it.
pub(super) async fn of_one(conn: &Conn<'_>, issue: Issue) -> ServiceResult<IssueView> {
    let ids = [issue.id];
    let (mut labels, claim) =
        tokio::try_join!(relations::labels_of(conn, &ids), claims::get(conn, issue.id))?;
    Ok(IssueView::new(issue, labels.remove(&ids[0]).unwrap_or_default(), claim))
}
