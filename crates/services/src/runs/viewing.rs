//! Runs as people and agents look at them.

use std::collections::{BTreeSet, HashMap};

use wireclip_domain::agent::AdapterType;
use wireclip_domain::policy::Right;
use wireclip_domain::retry::ExecutionBlock;
use wireclip_domain::run::{ExecutionPhase, RunStatus};
use wireclip_domain::{AgentId, IssueId, OpaqueJson, RunId};
use wireclip_ports::host::LogPart;
use wireclip_store::agents::{Agent, AgentName};
use wireclip_store::companies::Company;
use wireclip_store::issues::{self, Issue};
use wireclip_store::recovery_actions::RecoveryAction;
use wireclip_store::run_events::{self, RunEvent};
use wireclip_store::run_results::{self, RunResult};
use wireclip_store::runs::{self, Run, RunFilter};
use wireclip_store::wakeups::{self, Wakeup};
use wireclip_store::{Conn, PageLimit, Scope, activity, agents, recovery_actions};

use super::Runs;
use super::hosting::hosted;
use crate::authority::{self, About};
use crate::error::{Missing, OrMissing as _, Refusal, RefusalKind, ServiceError, ServiceResult};
use crate::request::{Request, Scoped};
use crate::waits::{self, Wait};

/// A run with what it left and how its work stands.
#[derive(Debug, Clone)]
pub struct RunDetail {
    /// The run.
    pub run: Run,
    /// What it left, if it has ended.
    pub result: Option<RunResult>,
    /// How its work stands.
    pub execution: Execution,
    /// What it waits for, if it has not started.
    pub waits: Option<Wait>,
}

/// What a run's page shows first.
#[derive(Debug, Clone)]
pub struct RunPage {
    /// The run.
    pub detail: RunDetail,
    /// The issues that it was about or wrote to.
    pub issues: Vec<Issue>,
    /// What it noted, in order: at most 1000 notes.
    pub events: Vec<RunEvent>,
}

/// How the work of a run stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execution {
    /// In a word.
    pub phase: ExecutionPhase,
    /// Why it does not go on, in a word.
    pub cause: Option<String>,
    /// Which attempt it is, from 1.
    pub attempt: u32,
    /// How many there are at most.
    pub max_attempts: u32,
}

/// A run with the names of its agent, for lists of what goes on.
#[derive(Debug, Clone)]
pub struct NamedRun {
    /// The run.
    pub run: Run,
    /// Its agent's name.
    pub agent_name: String,
    /// Its agent's adapter.
    pub adapter_type: AdapterType,
    /// How its work stands.
    pub execution: Execution,
}

impl Runs {
    /// Finds a run within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if there is none.
    pub async fn load(&self, request: &Request, id: RunId) -> ServiceResult<Scoped<Run>> {
        let conn = self.core.store.read();
        let run = runs::get(&conn, &request.scope(), id).await?;
        let run = run.or_missing(Missing::Run)?;
        authority::require(&conn, &request.caller, Right::RunRead, About::company(run.company_id)).await?;
        Ok(request.found(run))
    }

    /// Reads a run with what it left.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn detail(&self, run: &Scoped<Run>) -> ServiceResult<RunDetail> {
        let conn = self.core.store.read();
        let result = run_results::get(&conn, run.id).await?;
        let open = match run.issue_id {
            Some(issue_id) => recovery_actions::open_of_issue(&conn, issue_id).await?,
            None => None,
        };
        let execution = execution(run, open.as_ref());
        let waits = waits::of_run(&conn, run, self.core.clock.now()).await?;
        Ok(RunDetail { run: (**run).clone(), result, execution, waits })
    }

    /// Reads a run anew, with what it left.
    ///
    /// # Errors
    /// `NotFound` if it is gone.
    pub async fn reload_detail(&self, run: &Scoped<Run>) -> ServiceResult<RunDetail> {
        let conn = self.core.store.read();
        let now = runs::get(&conn, &Scope::company(run.company_id), run.id).await?;
        let now = now.or_missing(Missing::Run)?;
        self.detail(&run.with(now)).await
    }

    /// Reads what a run's page shows first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn page(&self, run: &Scoped<Run>) -> ServiceResult<RunPage> {
        let (detail, issues, events) =
            tokio::try_join!(self.detail(run), self.issues(run), self.events(run, 0, PageLimit::MAX))?;
        Ok(RunPage { detail, issues, events })
    }

    /// Lists a company's runs, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(
        &self,
        company: &Scoped<Company>,
        filter: &RunFilter,
        limit: PageLimit<1000>,
    ) -> ServiceResult<Vec<Run>> {
        Ok(runs::list(&self.core.store.read(), company.id, filter, limit).await?)
    }

    /// Lists a company's queued and running runs, newest first; if there are fewer than `at_least`,
    /// the newest others follow.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn live(
        &self,
        company: &Scoped<Company>,
        limit: PageLimit<1000>,
        at_least: u32,
    ) -> ServiceResult<Vec<NamedRun>> {
        let conn = self.core.store.read();
        let mut live = runs::live_of_company(&conn, company.id, limit).await?;
        let missing = usize::try_from(at_least).unwrap_or(usize::MAX).saturating_sub(live.len());
        if missing > 0 {
            let ended = RunStatus::ENDED.to_vec();
            let filter = RunFilter { statuses: ended, ..RunFilter::default() };
            let most = u32::try_from(missing).unwrap_or(u32::MAX);
            live.extend(runs::list(&conn, company.id, &filter, PageLimit::at_most(most)).await?);
        }
        named(&conn, live).await
    }

    /// Lists a run's notes after a number.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn events(
        &self,
        run: &Scoped<Run>,
        after_seq: i64,
        limit: PageLimit<1000>,
    ) -> ServiceResult<Vec<RunEvent>> {
        Ok(run_events::list(&self.core.store.read(), run.id, after_seq, limit).await?)
    }

    /// Reads a part of a run's log.
    ///
    /// # Errors
    /// `NotFound` if the run ended and nothing of it was started; `Conflict` if the log lies on another node; or if
    /// it cannot be read.
    pub async fn log(&self, run: &Scoped<Run>, offset: u64, limit_bytes: usize) -> ServiceResult<LogPart> {
        let part = self.core.hosts.read_log(&hosted(run), offset, limit_bytes).await;
        let part = part.map_err(|error| ServiceError::internal("read the log of a run", error))?;
        let is_nothing = part.content.is_empty() && offset == 0;
        match run.node_id {
            // A home that was restored has the logs of the node whose backup it was.
            Some(node_id) if node_id != self.core.facts.node_id && is_nothing => {
                let mut details = OpaqueJson::object();
                details.set("nodeId", &node_id);
                let message = "The log of this run lies on the node that ran it; ask that one's server";
                let refusal = Refusal::new(RefusalKind::Conflict, message);
                Err(refusal.with_code("log_on_another_node").with_details(details).into())
            }
            // Of a run whose host was lost there may be a log that nobody booked.
            _ if is_nothing && run.status.is_terminal() && run.log_ref.is_none() => {
                Err(ServiceError::not_found("Run log not found"))
            }
            _ => Ok(part),
        }
    }

    /// Lists the issues that a run was about or wrote to.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn issues(&self, run: &Scoped<Run>) -> ServiceResult<Vec<Issue>> {
        let conn = self.core.store.read();
        let mut ids: Vec<IssueId> = run.issue_id.into_iter().collect();
        for touched in activity::issues_of_run(&conn, run.company_id, run.id).await? {
            if !ids.contains(&touched) {
                ids.push(touched);
            }
        }
        let found = issues::get_many(&conn, &ids).await?;
        let mut found: HashMap<IssueId, Issue> = found
            .into_iter()
            .filter(|issue| issue.company_id == run.company_id)
            .map(|issue| (issue.id, issue))
            .collect();
        Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
    }

    /// Lists the runs about an issue, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn of_issue(&self, issue: &Scoped<Issue>) -> ServiceResult<Vec<NamedRun>> {
        of_issue(&self.core.store.read(), issue).await
    }

    /// Lists the queued and running runs about an issue, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn live_of_issue(&self, issue: &Scoped<Issue>) -> ServiceResult<Vec<NamedRun>> {
        let conn = self.core.store.read();
        let mut live = runs::live_of_issue(&conn, issue.id).await?;
        live.retain(|run| run.status != RunStatus::ScheduledRetry);
        live.reverse();
        named(&conn, live).await
    }

    /// Returns the run that is at work on an issue, else the one that is next.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn active_of_issue(&self, issue: &Scoped<Issue>) -> ServiceResult<Option<NamedRun>> {
        let live = self.live_of_issue(issue).await?;
        let (running, mut queued): (Vec<_>, Vec<_>) =
            live.into_iter().partition(|named| named.run.status == RunStatus::Running);
        Ok(running.into_iter().next().or_else(|| queued.pop()))
    }

    /// Returns the run by which the issue is executed: the active one, else the last.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn execution_of_issue(&self, issue: &Scoped<Issue>) -> ServiceResult<Option<NamedRun>> {
        match self.active_of_issue(issue).await? {
            Some(active) => Ok(Some(active)),
            None => Ok(self.of_issue(issue).await?.into_iter().next()),
        }
    }

    /// Lists what became of the wake-ups for an issue, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn wakeups_of_issue(
        &self,
        issue: &Scoped<Issue>,
        limit: PageLimit<1000>,
    ) -> ServiceResult<Vec<Wakeup>> {
        Ok(wakeups::of_issue(&self.core.store.read(), issue.id, limit).await?)
    }

    /// Lists what became of the wake-ups of an agent, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn wakeups_of_agent(
        &self,
        agent: &Scoped<Agent>,
        limit: PageLimit<1000>,
    ) -> ServiceResult<Vec<Wakeup>> {
        Ok(wakeups::of_agent(&self.core.store.read(), agent.id, limit).await?)
    }
}

/// Lists the runs about an issue, newest first.
pub(crate) async fn of_issue(conn: &Conn<'_>, issue: &Issue) -> ServiceResult<Vec<NamedRun>> {
    let filter = RunFilter { issue_id: Some(issue.id), ..RunFilter::default() };
    let found = runs::list(conn, issue.company_id, &filter, PageLimit::at_most(200)).await?;
    named(conn, found).await
}

/// Returns the name of a local run's log.
#[must_use]
pub fn log_ref(run: &Run) -> String {
    hosted(run).log_ref()
}

/// How often a run's work is tried at most, as the wire tells it.
const MAX_ATTEMPTS: u32 = ExecutionBlock::MAX_ATTEMPTS;

/// Says how the work of a run stands, by the open recovery action of its issue.
fn execution(run: &Run, open: Option<&RecoveryAction>) -> Execution {
    let blocks = open.filter(|action| action.run_id == Some(run.id));
    let (phase, cause) = match (run.status, blocks) {
        (_, Some(action)) => (ExecutionPhase::RecoveryNeeded, Some(action.cause.clone())),
        (RunStatus::Queued, None) => (ExecutionPhase::Queued, None),
        (RunStatus::ScheduledRetry, None) => {
            (ExecutionPhase::RetryScheduled, run.scheduled_retry_reason.clone())
        }
        (RunStatus::Running, None) if run.stop_requested_at.is_some() => (ExecutionPhase::Stopping, None),
        (RunStatus::Running, None) => (ExecutionPhase::Running, None),
        (RunStatus::Succeeded, None) => (ExecutionPhase::Completed, None),
        (RunStatus::Failed | RunStatus::TimedOut, None) => (ExecutionPhase::Failed, run.error_code.clone()),
        (RunStatus::Cancelled, None) => (ExecutionPhase::Cancelled, run.error_code.clone()),
        (RunStatus::Interrupted, None) => (ExecutionPhase::Interrupted, run.error_code.clone()),
    };
    let retries = u32::try_from(run.scheduled_retry_attempt).unwrap_or(0);
    Execution { phase, cause, attempt: retries.saturating_add(1), max_attempts: MAX_ATTEMPTS }
}

/// Names the agents of a company's runs.
async fn named(conn: &Conn<'_>, found: Vec<Run>) -> ServiceResult<Vec<NamedRun>> {
    let Some(first) = found.first() else { return Ok(Vec::new()) };
    let scope = Scope::company(first.company_id);
    let agent_ids: BTreeSet<AgentId> = found.iter().map(|run| run.agent_id).collect();
    let names = agents::names(conn, &scope, &agent_ids.into_iter().collect::<Vec<_>>()).await?;
    let issue_ids: BTreeSet<IssueId> = found.iter().filter_map(|run| run.issue_id).collect();
    let issue_ids: Vec<IssueId> = issue_ids.into_iter().collect();
    let open = recovery_actions::open_of_issues(conn, &issue_ids).await?;
    let named = found.into_iter().filter_map(|run| {
        // A run's row goes with its agent's.
        let AgentName { name, adapter_type } = names.get(&run.agent_id)?.clone();
        let execution = execution(&run, run.issue_id.and_then(|issue_id| open.get(&issue_id)));
        Some(NamedRun { run, agent_name: name, adapter_type, execution })
    });
    Ok(named.collect())
}

impl Execution {
    /// Returns what may be done about it, as words of the wire.
    #[must_use]
    pub fn permitted_actions(&self) -> Vec<&'static str> {
        match self.phase {
            ExecutionPhase::RecoveryNeeded => vec!["inspect_run", "inspect_recovery"],
            ExecutionPhase::Queued | ExecutionPhase::RetryScheduled | ExecutionPhase::Running => {
                vec!["inspect_run", "cancel_run"]
            }
            _ => vec!["inspect_run"],
        }
    }
}
