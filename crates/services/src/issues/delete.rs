//! Removing issues.

use wireclip_domain::activity::Action;
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_store::issues::{self, Issue, relations};

use super::{IssueView, Issues, about, view};
use crate::change::Committed;
use crate::error::{ServiceError, ServiceResult};
use crate::issue_writes;
use crate::request::Scoped;
use crate::stops::{self, StopOrder};

impl Issues {
    /// Removes an issue with all that belongs to it; its number is not given out again. Returns
    /// the issue as it was.
    ///
    /// # Errors
    /// `Conflict` if issues stand below it; `Forbidden` or `Conflict` if an agent may not.
    pub async fn delete(&self, issue: &Scoped<Issue>) -> ServiceResult<Committed<IssueView>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let before = issues::lock(&change.conn(), issue.id).await?;
        let before = before.ok_or_else(|| ServiceError::not_found("Issue not found"))?;
        issue_writes::authorize(&mut change, &before, IssueWrite::Delete).await?;
        if relations::has_children(&change.conn(), before.id).await? {
            return Err(ServiceError::conflict("The issue is not deleted while others stand below it"));
        }
        let view = view::of_one(&change.conn(), before).await?;
        let order =
            StopOrder { code: RunErrorCode::IssueNotFound, message: "The issue was deleted".to_owned() };
        stops::stop_issue(&mut change, view.issue.id, &order).await?;
        issues::delete(&change.conn(), &view.issue).await?;
        change.record(view.issue.company_id, about(&view.issue, Action::IssueDeleted, None));
        let gone = IssueView { claim: None, ..view };
        change.commit(gone).await
    }
}
