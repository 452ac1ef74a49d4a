//! What asks for a person: counted for the number beside the inbox, and told for the inbox itself.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use wireclip_domain::agent::AgentStatus;
use wireclip_domain::agent::standing::Standing;
use wireclip_domain::caller::Caller;
use wireclip_domain::inbox::stays_away;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::issue::list::{SortDirection, SortField};
use wireclip_domain::{ApprovalId, CompanyId, RunId, Timestamp};
use wireclip_store::companies::Company;
use wireclip_store::inbox_dismissals::{self, InboxDismissal};
use wireclip_store::issues::list::{IssueFilter, IssueOrder};
use wireclip_store::runs::{self, Run};
use wireclip_store::{Conn, Page, PageLimit, PageOffset, approvals, dashboard};

use super::{Inbox, person};
use crate::approvals::{ApprovalView, shown_to_board};
use crate::error::ServiceResult;
use crate::issues::Issues;
use crate::issues::listing::{ListedIssue, ListedWith};
use crate::request::Scoped;

/// How many issues of each kind are told.
const ISSUES: u32 = 200;

/// The states in which an issue is its person's to do.
const OPEN: [IssueStatus; 5] = [
    IssueStatus::Backlog,
    IssueStatus::Todo,
    IssueStatus::InProgress,
    IssueStatus::InReview,
    IssueStatus::Blocked,
];

/// How much asks for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Badges {
    /// All of it.
    pub inbox: u64,
    /// What there is to decide.
    pub approvals: u64,
    /// Agents whose last run failed.
    pub failed_runs: u64,
    /// People and agents who ask to join.
    pub join_requests: u64,
}

/// What waits for a person, and was not put away.
#[derive(Debug, Clone)]
pub struct Waiting {
    /// Open issues that are theirs, and those of others that wait for a review: at most 200 of
    /// each, the last changed first.
    pub issues: Vec<ListedIssue>,
    /// The last runs of their agents, where they failed, newest first.
    pub failed_runs: Vec<Run>,
    /// What there is to decide, newest first.
    pub approvals: Vec<ApprovalView>,
}

impl Inbox {
    /// Counts what asks for the caller: what there is to decide and failed runs, as far as they were
    /// not dismissed; or, without the latter, that some agent is in error.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn badges(&self, company: &Scoped<Company>) -> ServiceResult<Badges> {
        let conn = self.core.store.read();
        let asking = self.asking(&conn, company).await?;
        let failed_runs = asking.failed_runs.len() as u64;
        let approvals = asking.approvals.len() as u64;
        let alerts = u64::from(failed_runs == 0 && has_agent_in_error(&conn, company.id).await?);
        Ok(Badges { inbox: approvals + failed_runs + alerts, approvals, failed_runs, join_requests: 0 })
    }

    /// Tells what waits for the calling person.
    ///
    /// # Errors
    /// `Forbidden` if the caller is no person.
    pub async fn waiting(&self, company: &Scoped<Company>) -> ServiceResult<Waiting> {
        let user_id = person(company.caller())?;
        let conn = self.core.store.read();
        let kept = || IssueFilter { in_inbox_of: Some(user_id.clone()), ..IssueFilter::default() };
        let own =
            IssueFilter { assignee_user: Some(user_id.clone()), statuses: Some(OPEN.to_vec()), ..kept() };
        let reviews = IssueFilter { statuses: Some(vec![IssueStatus::InReview]), ..kept() };
        let asking = self.asking(&conn, company).await?;
        let (mut issues, reviews, failed_runs, approvals) = tokio::try_join!(
            self.latest(company, &own),
            self.latest(company, &reviews),
            async { Ok(runs::get_many(&conn, &asking.failed_runs).await?) },
            shown_to_board(&conn, company, &asking.approvals),
        )?;
        let known: HashSet<_> = issues.iter().map(|listed| listed.view.issue.id).collect();
        issues.extend(reviews.into_iter().filter(|listed| !known.contains(&listed.view.issue.id)));
        issues.sort_by_key(|listed| std::cmp::Reverse(listed.view.issue.updated_at));
        Ok(Waiting { issues, failed_runs, approvals })
    }

    async fn latest(
        &self,
        company: &Scoped<Company>,
        filter: &IssueFilter,
    ) -> ServiceResult<Vec<ListedIssue>> {
        let order = IssueOrder {
            field: Some(SortField::Updated),
            direction: Some(SortDirection::Descending),
            after: None,
        };
        let page = Page { offset: PageOffset::at_most(0), limit: PageLimit::at_most(ISSUES) };
        let issues = Issues::new(Arc::clone(&self.core));
        issues.list(company, filter, order, page, &ListedWith::default()).await
    }

    /// Finds what the caller did not put away of what failed and of what there is to decide.
    async fn asking(&self, conn: &Conn<'_>, company: &Scoped<Company>) -> ServiceResult<Asking> {
        let dismissed = match company.caller() {
            Caller::Board(board) => {
                inbox_dismissals::list(conn, company.id, &board.user_id, PageLimit::MAX).await?
            }
            Caller::Agent(_) => Vec::new(),
        };
        let put_away = PutAway::at(self.core.clock.now(), &dismissed);
        let failed = dashboard::last_run_failed(conn, company.id, PageLimit::MAX).await?;
        let open = approvals::open(conn, company.id, PageLimit::MAX).await?;
        Ok(Asking {
            failed_runs: failed
                .into_iter()
                .filter(|run| !put_away.has(&format!("run:{}", run.run_id), run.updated_at))
                .map(|run| run.run_id)
                .collect(),
            approvals: open
                .into_iter()
                .filter(|(id, updated_at)| !put_away.has(&format!("approval:{id}"), *updated_at))
                .map(|(id, _)| id)
                .collect(),
        })
    }
}

/// What was not put away.
struct Asking {
    /// The last runs of agents, where they failed.
    failed_runs: Vec<RunId>,
    /// What there is to decide.
    approvals: Vec<ApprovalId>,
}

/// What a person put away, by item.
struct PutAway<'a> {
    items: HashMap<&'a str, &'a InboxDismissal>,
    now: Timestamp,
}

impl<'a> PutAway<'a> {
    fn at(now: Timestamp, dismissed: &'a [InboxDismissal]) -> Self {
        let items = dismissed.iter().map(|dismissal| (dismissal.item_key.as_str(), dismissal)).collect();
        Self { items, now }
    }

    /// Returns whether an item stays away to which something happened at that time.
    fn has(&self, item: &str, updated_at: Timestamp) -> bool {
        self.items.get(item).is_some_and(|dismissal| {
            stays_away(dismissal.dismissed_at, dismissal.snoozed_until, updated_at, self.now)
        })
    }
}

async fn has_agent_in_error(conn: &Conn<'_>, company_id: CompanyId) -> ServiceResult<bool> {
    let groups = dashboard::agent_groups(conn, company_id).await?;
    Ok(groups.iter().any(|group| {
        let standing = Standing {
            state: group.state,
            has_running_run: group.has_running_run,
            has_error: group.has_error,
        };
        standing.status() == AgentStatus::Error
    }))
}
