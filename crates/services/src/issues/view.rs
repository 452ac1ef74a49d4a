//! An issue as clients see it: the row, its labels, and who holds it.

use std::collections::HashMap;

use wireclip_domain::IssueId;
use wireclip_domain::redaction::shown;
use wireclip_store::Conn;
use wireclip_store::claims::{self, Claim};
use wireclip_store::issues::{Issue, labelling};
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

/// What clients see of issues beside their rows.
pub(super) struct Beside {
    labels: HashMap<IssueId, Vec<Label>>,
    claims: HashMap<IssueId, Claim>,
}

impl Beside {
    /// Reads it with one question each.
    pub(super) async fn of(conn: &Conn<'_>, ids: &[IssueId]) -> ServiceResult<Self> {
        let (labels, claims) =
            tokio::try_join!(labelling::labels_of(conn, ids), claims::of_issues(conn, ids))?;
        Ok(Self { labels, claims })
    }

    /// Makes the view of one of the issues.
    pub(super) fn view(&mut self, issue: Issue) -> IssueView {
        let labels = self.labels.remove(&issue.id).unwrap_or_default();
        let claim = self.claims.remove(&issue.id);
        IssueView::new(issue, labels, claim)
    }
}

/// Adds to issues what clients see of them.
pub(crate) async fn of_many(conn: &Conn<'_>, issues: Vec<Issue>) -> ServiceResult<Vec<IssueView>> {
    let ids: Vec<IssueId> = issues.iter().map(|issue| issue.id).collect();
    let mut beside = Beside::of(conn, &ids).await?;
    Ok(issues.into_iter().map(|issue| beside.view(issue)).collect())
}

/// Adds to an issue what clients see of it.
pub(super) async fn of_one(conn: &Conn<'_>, issue: Issue) -> ServiceResult<IssueView> {
    let ids = [issue.id];
    let (mut labels, claim) =
        tokio::try_join!(labelling::labels_of(conn, &ids), claims::get(conn, issue.id))?;
    Ok(IssueView::new(issue, labels.remove(&ids[0]).unwrap_or_default(), claim))
}
