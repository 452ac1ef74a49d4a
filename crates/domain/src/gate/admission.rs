//! Whether a wake-up becomes a run, joins one, waits, or is refused.

#[cfg(test)]
mod tests;

use super::issue_scope::{self, Behind, Displaced, IssueFacts, LiveRun, QueueMode};
use super::{BudgetBlock, NotInvokable, SkipReason};
use crate::company::CompanyStatus;
use crate::cooldown::{Throttled, ThrottledWake};
use crate::heartbeat_policy::{DailyCap, HeartbeatPolicy};
use crate::ids::{AgentId, IssueId, RunId, WakeupId};
use crate::json::OpaqueJson;
use crate::loop_guard::LoopBreak;
use crate::refusal::{Refusal, RefusalKind};
use crate::run::{InvocationSource, RunStatus};
use crate::run_context::MergeTarget;
use crate::tree_hold::Held;
use crate::wakeup::{ActorType, WakeReason};

/// A request that an agent works, as far as admission depends on it.
#[derive(Debug, Clone, Copy)]
pub struct Wake<'a> {
    /// Who is to work.
    pub agent_id: AgentId,
    /// What asks.
    pub source: InvocationSource,
    /// Why.
    pub reason: Option<&'a WakeReason>,
    /// Who asks.
    pub by: ActorType,
    /// Whether it brings a comment.
    pub brings_comment: bool,
    /// Whether it brings the answer of an interaction.
    pub answers_interaction: bool,
    /// Whether a person asked by hand.
    pub is_manual: bool,
    /// Whether the run starts afresh.
    pub force_fresh_session: bool,
    /// Whether somebody said explicitly that the work goes on.
    pub is_resume: bool,
}

/// What the wake-up is about, and how that stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// No issue. The live runs of the same agent and the same task key, oldest first.
    Task(Vec<LiveRun>),
    /// An issue that the company does not have.
    MissingIssue,
    /// An issue.
    Issue(Box<IssueFacts>),
}

/// What admission must know beside the wake-up itself.
#[derive(Debug, Clone)]
pub struct AdmissionFacts {
    /// Whether the company works.
    pub company: CompanyStatus,
    /// The scope whose money is spent, if one is.
    pub budget_block: Option<BudgetBlock>,
    /// Whether the agent may be woken.
    pub invokable: Result<(), NotInvokable>,
    /// The agent's heartbeat settings.
    pub policy: HeartbeatPolicy,
    /// Whether an issue waits for the agent that it could take up.
    pub has_actionable_work: bool,
    /// Whether the wake-up would close a loop.
    pub loop_break: Option<LoopBreak>,
    /// The daily limit that the agent has reached, if it has reached one.
    pub daily_cap: Option<DailyCap>,
    /// What the wake-up is about.
    pub about: About,
}

/// What becomes of a wake-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Admission {
    /// Nothing; a receipt says why.
    Refuse {
        /// Why.
        cause: SkipCause,
        /// What receipt is written.
        receipt: Receipt,
    },
    /// Nothing, and whoever asked is told by a conflict.
    Reject(Rejection),
    /// It joins this run.
    Coalesce {
        /// The run.
        run_id: RunId,
        /// How the contexts are merged.
        target: MergeTarget,
    },
    /// It waits.
    Defer {
        /// The wake-up that waits already, which it joins.
        into: Option<WakeupId>,
        /// What it waits for.
        behind: Behind,
    },
    /// A run is queued for it.
    Queue(QueueMode),
}

/// What becomes of a wake-up, and of the runs that stand in its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Waiting runs that are cancelled first.
    pub displaced: Vec<Displaced>,
    /// What becomes of the wake-up.
    pub admission: Admission,
}

/// Why a wake-up is refused, with what the receipt tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkipCause {
    /// The company does not work.
    CompanyInactive,
    /// The timer is off.
    HeartbeatDisabled,
    /// Only the timer wakes this agent.
    WakeOnDemandDisabled,
    /// There is nothing for the timer to wake the agent for. The beat counts all the same.
    NoActionableWork,
    /// The issue is not there.
    IssueNotFound,
    /// The issue, or one above it, is paused.
    TreeHold(Held),
    /// Nobody has said yet what this run did.
    UnsettledRun(RunId),
    /// Other issues must be done first.
    DependenciesBlocked(Vec<IssueId>),
    /// The agent rests.
    Throttled(Throttled),
    /// The agent's day is used up.
    DailyCap(DailyCap),
    /// The wake-up would close a loop.
    Loop(LoopBreak),
}

/// What receipt of a refusal is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Receipt {
    /// One for each wake-up.
    New,
    /// One for as long as the condition lasts, with a counter.
    OnePerCondition,
}

/// A conflict that whoever asked is told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The company does not work.
    #[error("Company is not active")]
    CompanyInactive(CompanyStatus),
    /// Money is spent.
    #[error("The budget of the {} is spent", .0.0.kind)]
    Budget(BudgetBlock),
    /// The agent may not work.
    #[error(transparent)]
    Agent(NotInvokable),
}

/// Decides what becomes of a wake-up: the checks in their fixed order, the first that speaks wins.
#[must_use]
pub fn admit(wake: &Wake<'_>, facts: &AdmissionFacts) -> Decision {
    if let Some(decision) = check_outside(wake, facts).or_else(|| check_policy(wake, facts)) {
        return decision;
    }
    if let Some(cut) = facts.loop_break {
        return Decision::refuse(SkipCause::Loop(cut), wake.receipt_per_condition());
    }
    match &facts.about {
        About::MissingIssue => Decision::refuse(SkipCause::IssueNotFound, Receipt::New),
        About::Issue(issue) => issue_scope::decide(wake, issue, facts.daily_cap),
        About::Task(runs) => about_no_issue(wake, runs, facts.daily_cap).into(),
    }
}

/// Whether anybody may work at all.
fn check_outside(wake: &Wake<'_>, facts: &AdmissionFacts) -> Option<Decision> {
    if facts.company != CompanyStatus::Active {
        return Some(match wake.by {
            ActorType::User => Admission::Reject(Rejection::CompanyInactive(facts.company)).into(),
            _ => Decision::refuse(SkipCause::CompanyInactive, Receipt::New),
        });
    }
    if let Some(block) = facts.budget_block {
        return Some(Admission::Reject(Rejection::Budget(block)).into());
    }
    let refused = facts.invokable.as_ref().err()?;
    Some(Admission::Reject(Rejection::Agent(refused.clone())).into())
}

/// Whether the agent's own settings let it be woken so.
fn check_policy(wake: &Wake<'_>, facts: &AdmissionFacts) -> Option<Decision> {
    let policy = &facts.policy;
    let is_timer = wake.source == InvocationSource::Timer;
    let is_unscoped = matches!(facts.about, About::Task(_));
    let cause = if is_timer && !policy.is_timer_on {
        SkipCause::HeartbeatDisabled
    } else if !is_timer && !policy.wakes_on_demand {
        SkipCause::WakeOnDemandDisabled
    } else if is_timer && is_unscoped && policy.skips_timer_without_work && !facts.has_actionable_work {
        SkipCause::NoActionableWork
    } else {
        return None;
    };
    // Each beat of a timer has its outcome; what else the machine asks, it asks again and again.
    let receipt = if is_timer { Receipt::New } else { wake.receipt_per_condition() };
    Some(Decision::refuse(cause, receipt))
}

/// A queued run is joined rather than a planned one, that rather than a running
/// one; nothing waits, since there is no issue to wait for.
fn about_no_issue(wake: &Wake<'_>, runs: &[LiveRun], cap: Option<DailyCap>) -> Admission {
    for status in [RunStatus::Queued, RunStatus::ScheduledRetry, RunStatus::Running] {
        let joined = runs.iter().filter(|run| run.status == status).find(|run| joins_task(wake, run));
        if let Some(run) = joined {
            return Admission::Coalesce { run_id: run.run_id, target: issue_scope::merge_target(run) };
        }
    }
    match cap {
        Some(cap) => Admission::refuse(SkipCause::DailyCap(cap), Receipt::New),
        None => Admission::Queue(QueueMode::default()),
    }
}

/// Wire: an agent's own call joins its run at work, and so does a beat of its timer. Neither tells
/// it anything; what does, is about an issue, and is never joined to a run that has started.
fn joins_task(wake: &Wake<'_>, run: &LiveRun) -> bool {
    let tells_nothing = wake.by == ActorType::Agent || wake.source == InvocationSource::Timer;
    run.status.is_waiting() || (tells_nothing && !wake.needs_a_start())
}

impl Wake<'_> {
    /// Returns whether the run that takes the wake-up up must start after it: it brings a comment or
    /// an answer, asks for a fresh session, a person sent it, or it tells of something that a run at
    /// work does not hear.
    fn needs_a_start(&self) -> bool {
        self.brings_comment
            || self.force_fresh_session
            || self.is_manual
            || self.answers_interaction
            || self.reason.is_some_and(WakeReason::needs_follow_up)
    }

    /// Returns whether the agent may be woken on a blocked issue, to answer only: a person wrote
    /// to it, somebody named it, or what it waits for will never be done.
    pub(super) fn may_answer_while_blocked(&self) -> bool {
        match self.reason {
            // What is to become of the work behind a cancelled or hidden blocker is for its owner to say.
            Some(
                WakeReason::IssueCommentMentioned
                | WakeReason::IssueBlockerCancelled
                | WakeReason::IssueBlockerHidden,
            ) => true,
            Some(reason) => reason.is_comment() && self.by == ActorType::User,
            None => false,
        }
    }

    /// Returns what receipt is written of a refusal that lasts as long as its condition: each of a
    /// person's wishes has its own, the machine's have one.
    pub(super) fn receipt_per_condition(&self) -> Receipt {
        if self.by == ActorType::User { Receipt::New } else { Receipt::OnePerCondition }
    }

    pub(super) fn as_throttled(&self) -> ThrottledWake<'_> {
        ThrottledWake {
            reason: self.reason,
            is_by_agent: self.by == ActorType::Agent,
            force_fresh_session: self.force_fresh_session,
            is_resume: self.is_resume,
        }
    }
}

impl Decision {
    pub(super) fn refuse(cause: SkipCause, receipt: Receipt) -> Self {
        Admission::refuse(cause, receipt).into()
    }
}

impl From<Admission> for Decision {
    fn from(admission: Admission) -> Self {
        Self { displaced: Vec::new(), admission }
    }
}

impl Admission {
    pub(super) fn refuse(cause: SkipCause, receipt: Receipt) -> Self {
        Self::Refuse { cause, receipt }
    }
}

impl SkipCause {
    /// Returns the word that the receipt stores.
    #[must_use]
    pub fn reason(&self) -> SkipReason {
        match self {
            Self::CompanyInactive => SkipReason::CompanyInactive,
            Self::HeartbeatDisabled => SkipReason::HeartbeatDisabled,
            Self::WakeOnDemandDisabled => SkipReason::WakeOnDemandDisabled,
            Self::NoActionableWork => SkipReason::NoActionableWork,
            Self::IssueNotFound => SkipReason::IssueNotFound,
            Self::TreeHold(_) => SkipReason::TreeHoldActive,
            Self::UnsettledRun(_) => SkipReason::ExecutionReconciliationRequired,
            Self::DependenciesBlocked(_) => SkipReason::DependenciesBlocked,
            Self::Throttled(_) => SkipReason::RewakeThrottled,
            Self::DailyCap(cap) => (*cap).into(),
            Self::Loop(cut) => (*cut).into(),
        }
    }

    /// Returns whether a timer's beat counts although nothing ran, so that the next one is a whole
    /// interval away.
    #[must_use]
    pub fn counts_as_beat(&self) -> bool {
        matches!(self, Self::NoActionableWork | Self::DailyCap(_))
    }
}

impl Refusal for Rejection {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }

    fn details(&self) -> Option<OpaqueJson> {
        match self {
            Self::CompanyInactive(status) => {
                let mut details = OpaqueJson::object();
                details.set("status", status);
                Some(details)
            }
            Self::Budget(block) => {
                let mut details = OpaqueJson::object();
                details.set("scopeType", &block.0.kind);
                details.set("scopeId", &block.0.id);
                Some(details)
            }
            Self::Agent(refused) => refused.details(),
        }
    }
}

impl Rejection {
    /// Returns the word of the receipt that is stored beside the conflict, if one is.
    #[must_use]
    pub fn stored(&self, by: ActorType) -> Option<SkipReason> {
        match self {
            Self::CompanyInactive(_) => None,
            Self::Budget(_) => Some(SkipReason::BudgetBlocked),
            Self::Agent(_) => (by != ActorType::User).then_some(SkipReason::AgentNotInvokable),
        }
    }

    /// Returns the word of the receipt where nobody hears of the conflict: the receipt is then all
    /// that says what became of the wish.
    #[must_use]
    pub fn unheard(&self) -> SkipReason {
        match self {
            Self::CompanyInactive(_) => SkipReason::CompanyInactive,
            Self::Budget(_) => SkipReason::BudgetBlocked,
            Self::Agent(_) => SkipReason::AgentNotInvokable,
        }
    }
}
