//! Why nothing starts on an issue, for whoever has just changed it and may expect that something
//! does.

use wireclip_domain::gate::SkipReason;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::retry::ExecutionBlock;
use wireclip_domain::wakeup::WakeupStatus;
use wireclip_store::issues::{self, Issue};
use wireclip_store::recovery_actions::{self, RecoveryAction};
use wireclip_store::{Conn, Scope, runs, wakeups};

use super::Issues;
use crate::error::ServiceResult;

/// The word for an issue that is parked.
const BACKLOG: &str = "issue_backlog";

/// What an issue waits for.
#[derive(Debug, Clone, Default)]
pub struct Waiting {
    /// What keeps it from going on until somebody has settled it.
    pub recovery: Option<RecoveryAction>,
    /// Why its agent does not start, in a word; nothing if it does, or if it has none.
    pub reason: Option<String>,
}

impl Issues {
    /// Returns what an issue waits for, as it stands by now.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn waiting(&self, issue: &Issue) -> ServiceResult<Waiting> {
        let conn = self.core.store.read();
        let now = issues::get(&conn, &Scope::company(issue.company_id), issue.id).await?;
        of(&conn, now.as_ref().unwrap_or(issue)).await
    }
}

pub(super) async fn of(conn: &Conn<'_>, issue: &Issue) -> ServiceResult<Waiting> {
    let recovery = recovery_actions::open_of_issue(conn, issue.id).await?;
    let reason = match &recovery {
        Some(action) if action.cause == ExecutionBlock::CAUSE => {
            Some(SkipReason::ExecutionReconciliationRequired.as_str().to_owned())
        }
        Some(action) => Some(action.cause.clone()),
        None => refusal(conn, issue).await?,
    };
    Ok(Waiting { recovery, reason })
}

/// Returns why the newest wake-up of the issue's agent was refused, if that is why nothing goes on.
async fn refusal(conn: &Conn<'_>, issue: &Issue) -> ServiceResult<Option<String>> {
    let Some(agent_id) = issue.assignee_agent_id.filter(|_| !issue.status.is_closed()) else {
        return Ok(None);
    };
    if !runs::at_work_on(conn, issue.id).await?.is_empty() {
        return Ok(None);
    }
    if issue.status == IssueStatus::Backlog {
        return Ok(Some(BACKLOG.to_owned()));
    }
    let latest = wakeups::latest_of(conn, agent_id, Some(issue.id)).await?;
    Ok(latest.filter(|row| row.status == WakeupStatus::Skipped).and_then(|row| row.status_reason))
}
