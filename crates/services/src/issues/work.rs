//! The runs that go on about issues, and those that are planned.

use std::collections::HashMap;

use wireclip_domain::IssueId;
use wireclip_domain::run::RunStatus;
use wireclip_store::runs::{self, Run};
use wireclip_store::{Conn, Scope, agents};

use crate::error::ServiceResult;

/// The run that goes on about an issue, and the one that is planned.
#[derive(Debug, Clone, Default)]
pub struct IssueWork {
    /// The run that is at work, or that is next in the queue.
    pub active: Option<Run>,
    /// The retry that is due later.
    pub planned: Option<PlannedRetry>,
}

/// A retry that is due later.
#[derive(Debug, Clone)]
pub struct PlannedRetry {
    /// The run that is planned.
    pub run: Run,
    /// The name of its agent.
    pub agent_name: String,
}

/// What goes on with issues, by issue; there is nothing of those on which nothing goes on.
pub type WorkOfIssues = HashMap<IssueId, IssueWork>;

/// Reads what goes on with issues.
pub(super) async fn of_issues(conn: &Conn<'_>, issues: &[IssueId]) -> ServiceResult<WorkOfIssues> {
    let mut work = WorkOfIssues::new();
    for run in runs::live_of_issues(conn, issues).await? {
        let Some(issue_id) = run.issue_id else { continue };
        let of_issue = work.entry(issue_id).or_default();
        match run.status {
            // One run at a time holds an issue; the queue is in the order of its making.
            RunStatus::Running => of_issue.active = Some(run),
            RunStatus::Queued => of_issue.active = of_issue.active.take().or(Some(run)),
            RunStatus::ScheduledRetry if of_issue.planned.is_none() => {
                let agent = agents::get(conn, &Scope::company(run.company_id), run.agent_id).await?;
                // A run's row goes with its agent's.
                of_issue.planned = agent.map(|agent| PlannedRetry { run, agent_name: agent.name });
            }
            _ => {}
        }
    }
    Ok(work)
}
