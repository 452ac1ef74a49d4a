//! The end of a run.

mod booking;
mod following;
mod judging;
mod recovery;

use wireclip_domain::caller::Actor;
use wireclip_domain::cost::Usage;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run_outcome::{Evidence, Exit};
use wireclip_domain::{OpaqueJson, RunId};
use wireclip_ports::adapter::{AgentSession, TokenUsage};
use wireclip_store::counters::Within;
use wireclip_store::issues::{self, Issue};
use wireclip_store::runs::Run;

use self::judging::Ending;
use super::{LastOutput, Runs};
use crate::change::Change;
use crate::core::Wanted;
use crate::error::ServiceResult;
use crate::issue_status;
use crate::leases::{RunEndFacts, end_all_of};
use crate::wakeups::{Release, release as release_issue};

pub(crate) use recovery::escalate;

/// How a run ended, as its host and its adapter tell it.
#[derive(Debug, Clone, PartialEq)]
pub struct RunEnd {
    /// What is known of the end. `stop` is what the host itself did (a time limit, a shutdown); a
    /// stored wish to stop the run is added from its row.
    pub evidence: Evidence,
    /// Whether the agent's program was started at all.
    pub has_started: bool,
    /// Whether the adapter can resume safely where the run stopped.
    pub can_resume: bool,
    /// What the agent left for the run's record, with how it was limited (`timeoutFired`,
    /// `timeoutSource`, `effectiveTimeoutSec`, …). `stopReason` and who stopped it are added.
    pub result: OpaqueJson,
    /// The tokens used, if the agent said so.
    pub usage: Option<TokenUsage>,
    /// What was used of which model in the whole run.
    pub used: Vec<Usage>,
    /// The session to resume next time, if the agent proved one.
    pub session: Option<AgentSession>,
    /// Whether the session that the run resumed is no good any more.
    pub clears_session: bool,
    /// Where its log is.
    pub log: Option<LogFacts>,
    /// The last that it printed.
    pub last_output: Option<LastOutput>,
    /// The last of its standard output, masked.
    pub stdout_tail: String,
    /// The last of its standard error, masked.
    pub stderr_tail: String,
}

impl RunEnd {
    /// Makes the end of a run of which nothing more is known than that its host is lost.
    #[must_use]
    pub fn lost() -> Self {
        Self {
            evidence: Evidence { reported: None, stop: None, exit: Exit::Lost, exit_code_counts: false },
            has_started: true,
            can_resume: false,
            result: OpaqueJson::object(),
            usage: None,
            used: Vec::new(),
            session: None,
            clears_session: false,
            log: None,
            last_output: None,
            stdout_tail: String::new(),
            stderr_tail: String::new(),
        }
    }
}

/// Where a run's log is, and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogFacts {
    /// The kind of store.
    pub store: String,
    /// Its name there.
    pub log_ref: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// Its SHA-256, in hex.
    pub sha256: String,
}

/// What became of the report of an end.
#[derive(Debug, Clone)]
pub enum Settled {
    /// The run has ended with this.
    Ended(Box<Run>),
    /// It had ended before, or is hosted by somebody else: the report was dropped.
    Dropped,
}

impl Runs {
    /// Ends a run: its status, its claims, its leases, its result, what it meant, whatever waited for it, and
    /// what follows, all in one transaction. Reporting the same end again changes nothing.
    ///
    /// # Errors
    /// If the database fails; nothing was changed then, and the report must be made again.
    pub async fn settle(&self, run_id: RunId, fence: i64, end: RunEnd) -> ServiceResult<Settled> {
        let mut change = self.core.begin_within(Within::Run(run_id), Actor::system("run_engine")).await?;
        let Some(ending) = Ending::lock(&change, run_id, fence).await? else {
            tracing::debug!(run.id = %run_id, fence, "dropped a late report of a run's end");
            return Ok(Settled::Dropped);
        };
        let judged = ending.judge(&change, &end).await?;
        let run = booking::book(&mut change, &ending, &end, &judged).await?;
        let facts = RunEndFacts { run_id: run.id, status: run.status, has_started: end.has_started };
        end_all_of(&change, facts).await?;
        following::follow(&mut change, &ending, &run, &judged).await?;
        hand_back_nobodys(&mut change, &ending).await?;
        let own = ending.issue.as_ref().map(|issue| issue.id);
        for issue_id in own.into_iter().chain(ending.held.iter().copied()) {
            let release = Release { issue_id, ended_agent_id: run.agent_id, ended_run_id: Some(run.id) };
            release_issue(&mut change, release).await?;
        }
        // A slot is free, and so may a place be.
        change.wake_engine(Wanted::STARTS.and(Wanted::PLACES));
        let run = change.commit(Box::new(run)).await?.into_inner();
        Ok(Settled::Ended(run))
    }
}

/// Makes the run's issue `todo` again if it is said to be worked on and the run took itself off it.
async fn hand_back_nobodys(change: &mut Change<'_>, ending: &Ending) -> ServiceResult<()> {
    let is_nobodys = |issue: &Issue| {
        issue.status == IssueStatus::InProgress
            && issue.assignee_agent_id.is_none()
            && issue.assignee_user_id.is_none()
    };
    let Some(issue) = ending.issue.as_ref().filter(|issue| is_nobodys(issue)) else { return Ok(()) };
    // What followed from the end may have moved it.
    match issues::lock(&change.conn(), issue.id).await?.filter(is_nobodys) {
        Some(issue) => issue_status::hand_back(change, &issue, "run.ended").await,
        None => Ok(()),
    }
}
