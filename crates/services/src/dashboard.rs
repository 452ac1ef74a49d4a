//! What a company looks like from above.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use wireclip_domain::Timestamp;
use wireclip_domain::agent::AgentStatus;
use wireclip_domain::agent::standing::Standing;
use wireclip_domain::approval::ApprovalKind;
use wireclip_domain::budget::Stretch;
use wireclip_domain::company::PauseReason;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::run::RunStatus;
use wireclip_store::approvals;
use wireclip_store::budgets;
use wireclip_store::companies::Company;
use wireclip_store::costs::spent;
use wireclip_store::dashboard::{self, AgentGroup, RunGroup};

use crate::core::Core;
use crate::error::ServiceResult;
use crate::request::Scoped;

/// How many days the dashboard looks back, today included.
const DAYS: u32 = 14;
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Looks at companies from above.
#[derive(Debug, Clone)]
pub struct Dashboard {
    core: Arc<Core>,
}

/// What a company looks like from above.
#[derive(Debug, Clone)]
pub struct Summary {
    /// Its agents by how they stand.
    pub agents: AgentCounts,
    /// Its issues by how they stand.
    pub issues: IssueCounts,
    /// What it has spent this month.
    pub spent_monthly: MicroDollars,
    /// What it may spend in a month; zero for no limit.
    pub budget_monthly: MicroDollars,
    /// How many approvals wait for the board.
    pub pending_approvals: u64,
    /// How many of these are about budgets.
    pub pending_budget_approvals: u64,
    /// How many limits were met and not dealt with.
    pub open_incidents: u64,
    /// How many agents a budget paused.
    pub agents_paused_by_budget: i64,
    /// How many projects a budget paused.
    pub projects_paused_by_budget: u64,
    /// Its runs by day, the oldest day first.
    pub days: Vec<RunDay>,
}

/// How many agents stand where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AgentCounts {
    /// Those that could work.
    pub active: i64,
    /// Those that work.
    pub running: i64,
    /// Those that are paused.
    pub paused: i64,
    /// Those whose last failure has not been cleared.
    pub error: i64,
}

/// How many issues stand where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IssueCounts {
    /// Those that are neither done nor cancelled.
    pub open: i64,
    /// Those that are worked on.
    pub in_progress: i64,
    /// Those that wait for something.
    pub blocked: i64,
    /// Those that are done.
    pub done: i64,
}

/// The runs of one day.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RunDay {
    /// The day in UTC, as `2026-01-02`.
    pub date: String,
    /// Runs that succeeded.
    pub succeeded: i64,
    /// Runs that failed, and that nothing made up for.
    pub failed: i64,
    /// Runs that failed, and another made up for them.
    pub recovered: i64,
    /// Runs that were cancelled, or go on.
    pub other: i64,
    /// All runs.
    pub total: i64,
    /// What went wrong in those that failed.
    pub failed_by_error_code: BTreeMap<String, i64>,
}

impl Dashboard {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Sums a company up. What it costs does not depend on how many issues there are.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn summary(&self, company: &Scoped<Company>) -> ServiceResult<Summary> {
        let conn = self.core.store.read();
        let now = self.core.clock.now();
        let groups = dashboard::agent_groups(&conn, company.id).await?;
        let budget = ApprovalKind::BudgetOverrideRequired;
        let since = now.start_of_day().minus(DAY * (DAYS - 1));
        Ok(Summary {
            agents: count_agents(&groups),
            issues: count_issues(&dashboard::issues_by_status(&conn, company.id).await?),
            spent_monthly: spent::of_company(&conn, company.id, Stretch::Month, now).await?,
            budget_monthly: company.budget_monthly_micros,
            pending_approvals: approvals::count_pending(&conn, company.id, None).await?,
            pending_budget_approvals: approvals::count_pending(&conn, company.id, Some(budget)).await?,
            open_incidents: budgets::count_open_incidents(&conn, company.id).await?,
            agents_paused_by_budget: groups
                .iter()
                .filter(|group| group.pause_reason == Some(PauseReason::Budget))
                .map(|group| group.agents)
                .sum(),
            projects_paused_by_budget: dashboard::paused_projects(&conn, company.id, PauseReason::Budget)
                .await?,
            days: days_of(&dashboard::run_groups(&conn, company.id, since).await?, since),
        })
    }
}

fn count_agents(groups: &[AgentGroup]) -> AgentCounts {
    let mut counts = AgentCounts::default();
    for group in groups {
        let standing = Standing {
            state: group.state,
            has_running_run: group.has_running_run,
            has_error: group.has_error,
        };
        let count = match standing.status() {
            AgentStatus::Active | AgentStatus::Idle => &mut counts.active,
            AgentStatus::Running => &mut counts.running,
            AgentStatus::Paused => &mut counts.paused,
            AgentStatus::Error => &mut counts.error,
            AgentStatus::PendingApproval | AgentStatus::Terminated => continue,
        };
        *count += group.agents;
    }
    counts
}

fn count_issues(by_status: &[(IssueStatus, i64)]) -> IssueCounts {
    let mut counts = IssueCounts::default();
    for (status, issues) in by_status {
        match status {
            IssueStatus::Done => counts.done += issues,
            IssueStatus::Cancelled => continue,
            IssueStatus::InProgress => counts.in_progress += issues,
            IssueStatus::Blocked => counts.blocked += issues,
            IssueStatus::Backlog | IssueStatus::Todo | IssueStatus::InReview => {}
        }
        if *status != IssueStatus::Done {
            counts.open += issues;
        }
    }
    counts
}

fn days_of(groups: &[RunGroup], since: Timestamp) -> Vec<RunDay> {
    let date = |day: u32| since.plus(DAY * day).as_utc().format("%Y-%m-%d").to_string();
    let mut days: Vec<_> = (0..DAYS).map(|day| RunDay { date: date(day), ..RunDay::default() }).collect();
    for group in groups {
        let Some(day) = days.iter_mut().find(|day| day.date == group.day) else { continue };
        day.total += group.runs;
        match group.status {
            RunStatus::Succeeded => day.succeeded += group.runs,
            RunStatus::Failed | RunStatus::TimedOut if group.is_recovered => day.recovered += group.runs,
            RunStatus::Failed | RunStatus::TimedOut => {
                day.failed += group.runs;
                let code = group.error_code.clone().unwrap_or_else(|| "unknown".to_owned());
                *day.failed_by_error_code.entry(code).or_default() += group.runs;
            }
            RunStatus::Queued
            | RunStatus::ScheduledRetry
            | RunStatus::Running
            | RunStatus::Interrupted
            | RunStatus::Cancelled => day.other += group.runs,
        }
    }
    days
}
