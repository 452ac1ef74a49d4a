//! Which issues an approval is about: an issue that is linked to an open one waits for it.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::{ApprovalId, CompanyId, IssueId, OpaqueJson};
use wireclip_store::approval_issues::{self, ApprovalLink};
use wireclip_store::approvals::{self, Approval};
use wireclip_store::issues::{self, Issue};
use wireclip_store::{Conn, PageLimit};

use super::{ApprovalView, Approvals, lock, views};
use crate::authority::About;
use crate::change::{ActivityRecord, Change, Committed};
use crate::error::{Missing, OrMissing as _, ServiceError, ServiceResult};
use crate::issue_writes;
use crate::issues::{IssueView, view};
use crate::request::Scoped;

impl Approvals {
    /// Lists the issues of an approval, in the order in which they were linked.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn issues(&self, approval: &Scoped<Approval>) -> ServiceResult<Vec<IssueView>> {
        let conn = self.core.store.read();
        view::of_many(&conn, linked(&conn, approval).await?).await
    }

    /// Lists the approvals of an issue, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn of_issue(&self, issue: &Scoped<Issue>) -> ServiceResult<Vec<ApprovalView>> {
        self.linked_to(&self.core.store.read(), issue).await
    }

    /// Links an issue to an approval; once more does no harm. Returns the issue's approvals.
    ///
    /// # Errors
    /// `NotFound` if the company has no such approval; as [`issue_writes::authorize`].
    pub async fn link(
        &self,
        issue: &Scoped<Issue>,
        id: ApprovalId,
    ) -> ServiceResult<Committed<Vec<ApprovalView>>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let linking = locked(&change, issue.company_id, issue.id).await?;
        let approval = of_company(&change, issue.company_id, id).await?;
        issue_writes::authorize(&mut change, &linking, IssueWrite::Comment).await?;
        keep_links(&mut change, &approval, std::slice::from_ref(&linking)).await?;
        let approvals = self.linked_to(&change.conn(), issue).await?;
        change.commit(approvals).await
    }

    /// Takes an issue off an approval; does nothing to it if it is not linked.
    ///
    /// # Errors
    /// `NotFound` if the company has no such approval; as [`issue_writes::authorize`].
    pub async fn unlink(&self, issue: &Scoped<Issue>, id: ApprovalId) -> ServiceResult<Committed<()>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let linked = locked(&change, issue.company_id, issue.id).await?;
        let approval = of_company(&change, issue.company_id, id).await?;
        issue_writes::authorize(&mut change, &linked, IssueWrite::Update).await?;
        approval_issues::unlink(&change.conn(), approval.id, linked.id).await?;
        tell(&mut change, &linked, approval.id, Action::IssueApprovalUnlinked);
        change.commit(()).await
    }

    async fn linked_to(&self, conn: &Conn<'_>, issue: &Scoped<Issue>) -> ServiceResult<Vec<ApprovalView>> {
        let ids = approval_issues::approvals_of(conn, issue.id, PageLimit::MAX).await?;
        let approvals = approvals::get_many(conn, &ids).await?;
        views(conn, issue.caller(), About::company(issue.company_id), approvals).await
    }
}

/// Returns the issues of an approval, in the order in which they were linked.
pub(super) async fn linked(conn: &Conn<'_>, approval: &Approval) -> ServiceResult<Vec<Issue>> {
    let ids = approval_issues::issues_of(conn, approval.id, PageLimit::MAX).await?;
    let mut issues = issues::get_many(conn, &ids).await?;
    issues.sort_by_key(|issue| ids.iter().position(|id| *id == issue.id));
    Ok(issues)
}

/// Reads the issues that a new approval shall be about, each once, and has whoever asks authorised to
/// link them.
///
/// # Errors
/// `NotFound` for one that the company does not have; as [`issue_writes::authorize`].
pub(crate) async fn link_all(
    change: &mut Change<'_>,
    company_id: CompanyId,
    ids: &[IssueId],
) -> ServiceResult<Vec<Issue>> {
    let mut issues: Vec<Issue> = Vec::new();
    for id in ids {
        if issues.iter().any(|issue| issue.id == *id) {
            continue;
        }
        let issue = locked(change, company_id, *id).await?;
        issue_writes::authorize(change, &issue, IssueWrite::Comment).await?;
        issues.push(issue);
    }
    Ok(issues)
}

/// Links issues to an approval, in their order.
///
/// # Errors
/// `Unprocessable` if the approval has too many then.
pub(crate) async fn keep_links(
    change: &mut Change<'_>,
    approval: &Approval,
    issues: &[Issue],
) -> ServiceResult<()> {
    let first = approval_issues::next_position(&change.conn(), approval.id).await?;
    for (issue, position) in issues.iter().zip(first..) {
        let link = ApprovalLink {
            approval_id: approval.id,
            issue_id: issue.id,
            company_id: approval.company_id,
            position,
            linked_by_agent_id: change.actor().agent_id,
            linked_by_user_id: change.actor().user_id(),
            created_at: change.now(),
        };
        approval_issues::link(&change.conn(), &link).await?;
        tell(change, issue, approval.id, Action::IssueApprovalLinked);
    }
    if approval_issues::count(&change.conn(), approval.id).await? > u64::from(approval_issues::LIST_CAP) {
        return Err(ServiceError::unprocessable("The approval is about as many issues as it can be"));
    }
    Ok(())
}

async fn locked(change: &Change<'_>, company_id: CompanyId, id: IssueId) -> ServiceResult<Issue> {
    let issue = issues::lock(&change.conn(), id).await?;
    issue.filter(|issue| issue.company_id == company_id).or_missing(Missing::Issue)
}

async fn of_company(change: &Change<'_>, company_id: CompanyId, id: ApprovalId) -> ServiceResult<Approval> {
    let approval = lock(change, id).await?;
    Some(approval).filter(|approval| approval.company_id == company_id).or_missing(Missing::Approval)
}

fn tell(change: &mut Change<'_>, issue: &Issue, approval_id: ApprovalId, action: Action) {
    let mut details = OpaqueJson::object();
    details.set("approvalId", &approval_id);
    let record = ActivityRecord::about(EntityType::Issue, issue.id, action, details);
    change.record(issue.company_id, record);
}
