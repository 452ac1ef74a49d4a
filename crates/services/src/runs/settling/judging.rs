//! What the end of a run means: everything that is read and decided before anything is written.

use wireclip_domain::gate::NotInvokable;
use wireclip_domain::heartbeat_policy::HeartbeatPolicy;
use wireclip_domain::liveness::{self, Deeds, Liveness, LivenessEvidence, RunTexts};
use wireclip_domain::retry::{AfterRun, Attempts, EndedIssue, EndedRun, GoesOn, RetryReason, follow_up};
use wireclip_domain::run::RunStatus;
use wireclip_domain::run_context::RunContext;
use wireclip_domain::run_outcome::{Exit, Outcome, Stop};
use wireclip_domain::wakeup::WakeReason;
use wireclip_domain::{CommentId, IssueId, OpaqueJson, RunId};
use wireclip_store::agents::{self, Agent};
use wireclip_store::issues::{self, Issue};
use wireclip_store::runs::{self, Run};
use wireclip_store::wakeups::{self, Wakeup};
use wireclip_store::{Scope, approval_issues, claims, gate as store_gate, recovery_actions};

use super::RunEnd;
use crate::budgets::reserving;
use crate::change::Change;
use crate::error::{ServiceError, ServiceResult};
use crate::gate;
use crate::stops::StoredStop;

/// A running run whose end is being booked, with all that it touches locked.
pub(super) struct Ending {
    pub run: Run,
    pub agent: Agent,
    pub issue: Option<Issue>,
    /// Issues beside its own that it held.
    pub held: Vec<IssueId>,
    pub served: Vec<Wakeup>,
    pub context: RunContext,
    pub stop: Option<StoredStop>,
}

/// What was decided about an end.
pub(super) struct Judged {
    pub outcome: Outcome,
    pub exit: Exit,
    pub liveness: Liveness,
    pub after: AfterRun,
    /// The comment by which the run told its issue something.
    pub comment: Option<CommentId>,
}

impl Ending {
    /// Locks a run and what its end touches. Nothing if it is not running under this number.
    pub(super) async fn lock(change: &Change<'_>, run_id: RunId, fence: i64) -> ServiceResult<Option<Self>> {
        let conn = change.conn();
        let Some(seen) = runs::get(&conn, &Scope::everything(), run_id).await? else { return Ok(None) };
        let agent = agents::lock(&conn, seen.agent_id)
            .await?
            .ok_or_else(|| ServiceError::internal("end a run", "its agent is gone"))?;
        let mut concerned: Vec<_> = claims::of_run(&conn, run_id).await?;
        concerned.retain(|claim| Some(claim.issue_id) != seen.issue_id);
        let held: Vec<_> = concerned.into_iter().map(|claim| claim.issue_id).collect();
        let mut in_order: Vec<_> = held.iter().copied().chain(seen.issue_id).collect();
        in_order.sort_unstable();
        let mut issue = None;
        for issue_id in in_order {
            let locked = issues::lock(&conn, issue_id).await?;
            if Some(issue_id) == seen.issue_id {
                issue = locked;
            }
        }
        let mut served = Vec::new();
        for wakeup in wakeups::open_of_run(&conn, run_id).await? {
            served.extend(wakeups::lock(&conn, wakeup.id).await?);
        }
        let Some(run) = runs::lock(&conn, run_id).await? else { return Ok(None) };
        if run.status != RunStatus::Running || run.fence != Some(fence) {
            return Ok(None);
        }
        let context = RunContext::stored(run.context.clone());
        let stop = StoredStop::of(&run);
        Ok(Some(Self { run, agent, issue, held, served, context, stop }))
    }

    /// Decides what the end means and what follows it.
    pub(super) async fn judge(&self, change: &Change<'_>, end: &RunEnd) -> ServiceResult<Judged> {
        let mut evidence = end.evidence.clone();
        if let Some(stop) = &self.stop
            && !matches!(evidence.stop, Some(Stop::TimedOut(_)))
        {
            evidence.stop = Some(stop.as_evidence());
        }
        let exit = evidence.exit.clone();
        let outcome = Outcome::of(evidence);
        let said = match &self.issue {
            Some(issue) => store_gate::comments_of_run(&change.conn(), self.run.id, issue.id).await?,
            None => Vec::new(),
        };
        let deeds = Deeds {
            comments: u32::try_from(said.len()).unwrap_or(u32::MAX),
            activities: store_gate::count_progress(&change.conn(), self.run.id).await?,
        };
        let comment = said.last().map(|comment| comment.id);
        let texts = texts(end, said.into_iter().map(|comment| comment.body).collect());
        let liveness = liveness::classify(&LivenessEvidence {
            status: outcome.status(),
            issue: self.issue.as_ref().map(|issue| issue.status),
            deeds,
            is_planning_task: self.issue.as_ref().is_some_and(|issue| {
                liveness::is_planning_task(&issue.title, issue.description.as_deref().unwrap_or_default())
            }),
            texts,
        });
        let ended = self.ended(change, end, &outcome, &liveness, comment.is_some()).await?;
        let after = follow_up(&ended, change.now());
        Ok(Judged { outcome, exit, liveness, after, comment })
    }

    async fn ended(
        &self,
        change: &Change<'_>,
        end: &RunEnd,
        outcome: &Outcome,
        liveness: &Liveness,
        left_comment: bool,
    ) -> ServiceResult<EndedRun> {
        let conn = change.conn();
        let invokable: Result<(), NotInvokable> = gate::invokable(&conn, &self.agent).await?;
        let project_id = self.issue.as_ref().and_then(|issue| issue.project_id);
        let budget_block = reserving::block(&conn, &self.agent, project_id, change.now()).await?;
        Ok(EndedRun {
            run_id: self.run.id,
            agent_id: self.agent.id,
            reason: self.context.wake_reason(),
            follows: self.context.retry_reason().and_then(|reason| reason.parse::<RetryReason>().ok()),
            attempts: Attempts::of(&self.context),
            outcome: outcome.clone(),
            liveness: liveness.state,
            has_started: end.has_started,
            can_resume: end.can_resume,
            answers_interaction: self.context.answers_interaction(),
            left_comment,
            may_be_woken: invokable.is_ok() && budget_block.is_none(),
            turn_limit: HeartbeatPolicy::of(&self.agent.runtime_config).turn_limit,
            issue: match &self.issue {
                Some(issue) => Some(self.ended_issue(change, issue).await?),
                None => None,
            },
        })
    }

    async fn ended_issue(&self, change: &Change<'_>, issue: &Issue) -> ServiceResult<EndedIssue> {
        let conn = change.conn();
        let claim = claims::get(&conn, issue.id).await?;
        let waiting = wakeups::waiting_of_issue(&conn, issue.id).await?;
        let others = runs::live_of_issue(&conn, issue.id).await?;
        let is_comment = |waiting: &Wakeup| {
            let reason = waiting.reason.as_deref().map(WakeReason::from);
            waiting.agent_id == self.agent.id && reason.is_some_and(|reason| reason.is_comment_or_mention())
        };
        let has_wait = gate::has_pending_stage(issue)
            || recovery_actions::open_of_issue(&conn, issue.id).await?.is_some()
            || approval_issues::awaited_by(&conn, issue.id).await?.is_some()
            || !store_gate::unresolved_blockers(&conn, issue.id).await?.is_empty();
        Ok(EndedIssue {
            status: issue.status,
            assignee: issue.assignee_agent_id,
            was_claimed: claim.is_some_and(|claim| claim.run_id == self.run.id),
            goes_on: GoesOn {
                has_waiting_comment: waiting.iter().any(is_comment),
                has_other_run: !waiting.is_empty() || others.iter().any(|run| run.id != self.run.id),
                has_wait,
            },
        })
    }
}

fn texts(end: &RunEnd, comments: Vec<String>) -> RunTexts {
    let said = |key: &str| end.result.text(key).map(str::to_owned);
    RunTexts {
        comments,
        result_next_action: said("nextAction"),
        result: ["summary", "result", "message", "error"].into_iter().filter_map(said).collect(),
        output: [end.stdout_tail.as_str(), end.stderr_tail.as_str()].join("\n"),
    }
}

/// Returns the run's record of its result: what the agent left, with how it was stopped.
pub(super) fn result(ending: &Ending, end: &RunEnd, outcome: &Outcome) -> OpaqueJson {
    let mut result = end.result.clone();
    result.set("stopReason", &outcome.stop_reason());
    let Some(stop) = ending.stop.as_ref().filter(|_| matches!(outcome, Outcome::Cancelled { .. })) else {
        return result;
    };
    result.set("cancelledByActorType", &stop.actor_type);
    result.set("cancelledByActorId", &stop.actor_id);
    if let Some(user_id) = stop.user_id() {
        result.set("cancelledByUserId", &user_id);
    }
    if stop.code == wireclip_domain::run_error_code::RunErrorCode::IssueReassigned.as_str() {
        result.set("reassignmentStopConfirmed", &true);
    }
    result
}
