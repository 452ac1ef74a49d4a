//! Removing issues.
//!
//! A run would go on writing to an issue that is not there, so what works on it is stopped first;
//! only when the last exit was seen does the issue go.

use wireclip_domain::activity::Action;
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::{IssueId, RunId};
use wireclip_store::assets::Going;
use wireclip_store::issues::waiting;
use wireclip_store::issues::{self, Issue, parents};
use wireclip_store::runs;

use super::{IssueView, Issues, about, view, wake_for_removal};
use crate::assets;
use crate::change::{Change, Committed};
use crate::error::{Missing, OrMissing as _, ServiceError, ServiceResult};
use crate::issue_writes;
use crate::request::Scoped;
use crate::stops::{self, StopOrder, require_all_ended};

impl Issues {
    /// Removes an issue with all that belongs to it, once nothing works on it any more; its number
    /// is not given out again. Returns the issue as it was.
    ///
    /// # Errors
    /// `Conflict` if issues stand below it, or a run does not end in time; `Forbidden` or
    /// `Conflict` if an agent may not.
    pub async fn delete(&self, issue: &Scoped<Issue>) -> ServiceResult<Committed<IssueView>> {
        self.stop_work_on(issue).await?;
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let before = removable(&mut change, issue).await?;
        require_all_ended(&others_at_work(&change, before.id).await?)?;
        let view = view::of_one(&change.conn(), before).await?;
        stops::stop_issue(&mut change, view.issue.id, &order()).await?;
        let waited = waiting::dependents(&change.conn(), view.issue.id).await?;
        assets::remove(&mut change, Going::OfIssue(view.issue.id)).await?;
        issues::delete(&change.conn(), &view.issue).await?;
        wake_for_removal(&mut change, &view.issue, waited).await?;
        change.record(view.issue.company_id, about(&view.issue, Action::IssueDeleted, None));
        let gone = IssueView { claim: None, ..view };
        change.commit(gone).await
    }

    /// Stops whatever works on an issue that is to be removed, and waits for the last exit. The
    /// caller's own run is left: it would wait for its own answer.
    async fn stop_work_on(&self, issue: &Scoped<Issue>) -> ServiceResult<()> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        if others_at_work(&change, issue.id).await?.is_empty() {
            return Ok(());
        }
        removable(&mut change, issue).await?;
        stops::stop_issue(&mut change, issue.id, &order()).await?;
        change.commit_and_see_ends().await?.into_inner();
        Ok(())
    }
}

fn order() -> StopOrder {
    StopOrder { code: RunErrorCode::IssueNotFound, message: "The issue was deleted".to_owned() }
}

/// Locks an issue, if the caller may remove it now.
async fn removable(change: &mut Change<'_>, issue: &Issue) -> ServiceResult<Issue> {
    let before = issues::lock(&change.conn(), issue.id).await?;
    let before = before.or_missing(Missing::Issue)?;
    issue_writes::authorize(change, &before, IssueWrite::Delete).await?;
    if parents::has_children(&change.conn(), before.id).await? {
        return Err(ServiceError::conflict("The issue is not deleted while others stand below it"));
    }
    Ok(before)
}

/// The running runs that work on an issue, but for the one that acts.
async fn others_at_work(change: &Change<'_>, issue_id: IssueId) -> ServiceResult<Vec<RunId>> {
    let live = runs::live_of_issue(&change.conn(), issue_id).await?;
    let own = change.actor().run_id;
    let running = live.into_iter().filter(|run| !run.status.is_waiting() && Some(run.id) != own);
    Ok(running.map(|run| run.id).collect())
}
