//! Asking agents to work, in the transaction of whatever causes it: what somebody waits on by
//! [`Wakeups::wake`], all else by [`request_quietly`]. Both go through `carry`, which reads what the
//! wish is about, asks the gate and stores what becomes of it.
//!
//! What is refused, put off or joined leaves a receipt with its reason, which is the answer to
//! "why did nothing happen?". Locks are taken in one order everywhere: agent, issue, wake-up, run.

mod carrying_out;
mod facts;
mod loops;
mod manual;
mod promotion;
mod queueing;
mod receipts;
mod responsible;

use wireclip_domain::gate::{AdmissionFacts, Decision, Rejection, SkipReason, Wake, admit};
use wireclip_domain::issue::wake::WakeWanted;
use wireclip_domain::run::{InvocationSource, TriggerDetail};
use wireclip_domain::run_context::{RunContext, WakeInput};
use wireclip_domain::wakeup::{ActorType, WakeReason};
use wireclip_domain::{AgentId, CommentId, CompanyId, IssueId, OpaqueJson, RunId};
use wireclip_store::agents::{self, Agent};
use wireclip_store::issues::{self, Issue};
use wireclip_store::runs::Run;
use wireclip_store::{Scope, wakeups as store};

pub(crate) use carrying_out::put_behind_recovery;
pub(crate) use facts::causing_run;
pub use manual::{ManualAnswer, ManualWake, NoRun, Wakeups};
pub(crate) use promotion::{Release, release};
pub(crate) use queueing::{PlannedRun, plan_retry, tell_queued, tell_status};
pub(crate) use receipts::{WakeupMove, step};

use crate::change::Change;
use crate::error::{Missing, OrMissing as _, ServiceError, ServiceResult, or_refusal};

/// How often a wish is looked at anew because a run that it was to join has ended meanwhile.
const MOST_LOOKS: u32 = 4;

/// A wish that an agent works.
#[derive(Debug, Clone)]
pub struct WakeOrder {
    /// The agent's company.
    pub company_id: CompanyId,
    /// Who is to work.
    pub agent_id: AgentId,
    /// By what kind of cause.
    pub source: InvocationSource,
    /// In what manner.
    pub trigger_detail: Option<TriggerDetail>,
    /// Why.
    pub reason: Option<WakeReason>,
    /// The wire's `payload`: what the wake-up is about (`issueId`, `commentId`, …).
    pub payload: OpaqueJson,
    /// The seed of the run's context.
    pub context: RunContext,
    /// What makes a repetition of the wish recognisable to the company.
    pub idempotency_key: Option<String>,
    /// What may exist only once.
    pub dedup_key: Option<String>,
}

/// What became of the wish.
#[derive(Debug, Clone)]
pub enum WakeAnswer {
    /// A run was admitted for it.
    Queued(Box<Run>),
    /// A run that was there takes it along.
    Coalesced(Box<Run>),
    /// It waits until the issue is free.
    Deferred {
        /// The run that it waits for: that it ends, or that somebody says what it did.
        behind: RunId,
    },
    /// It was refused; the reason is stored with it. There is none if the same was asked for before,
    /// or if nobody would be responsible for the run.
    Skipped(Option<SkipReason>),
    /// It was refused since nobody has said yet what a run did.
    SkippedFor {
        /// That run.
        unsettled: RunId,
    },
}

/// What a wish is besides an ordinary one; only parts of the server say so.
#[derive(Debug, Clone, Default)]
pub(crate) struct Manner {
    /// Whether an agent calls for its own next run.
    pub is_own_call: bool,
    /// The run that this one repeats or continues.
    pub repeats: Option<RunId>,
    /// Which attempt of its mechanism it is, if the machine goes on by itself.
    pub attempt: Option<u32>,
    /// Whether nobody waits for the answer, so that every refusal is to be stored.
    pub is_quiet: bool,
}

/// What became of a wish, before it is decided who hears of a refusal.
#[derive(Debug)]
pub(crate) enum Carried {
    /// This.
    Answered(WakeAnswer),
    /// Nothing, and whoever waits is told by a conflict.
    Rejected(Rejection),
    /// Nothing: what it was to join has ended meanwhile, and everything is to be looked at again.
    Overtaken,
}

/// A wish with everything that it is about, under the locks that its decision needs.
pub(crate) struct Wish<'o> {
    order: &'o WakeOrder,
    manner: &'o Manner,
    agent: Agent,
    issue_id: Option<IssueId>,
    issue: Option<Issue>,
    context: RunContext,
    by: ActorType,
    causing_run: Option<Run>,
}

impl WakeOrder {
    /// Makes the order for a wake-up that a change of an issue wants; a comment may come along.
    #[must_use]
    pub fn wanted(company_id: CompanyId, wanted: WakeWanted, comment_id: Option<CommentId>) -> Self {
        let mut payload = OpaqueJson::object();
        payload.set("issueId", &wanted.issue_id);
        if let Some(comment_id) = comment_id {
            payload.set("commentId", &comment_id);
        }
        Self {
            company_id,
            agent_id: wanted.agent_id,
            source: wanted.source,
            trigger_detail: Some(TriggerDetail::System),
            reason: Some(wanted.reason),
            payload,
            context: RunContext::of_issue(wanted.issue_id),
            idempotency_key: None,
            dedup_key: None,
        }
    }
}

/// Stores a wake-up that nobody waits on: a refusal is kept with it and is no error.
///
/// # Errors
/// If the database fails.
pub async fn request_quietly(change: &mut Change<'_>, order: WakeOrder) -> ServiceResult<WakeAnswer> {
    request_in_manner(change, &order, &Manner::default()).await
}

/// The same, for a wish that is more than an ordinary one.
pub(crate) async fn request_in_manner(
    change: &mut Change<'_>,
    order: &WakeOrder,
    manner: &Manner,
) -> ServiceResult<WakeAnswer> {
    let manner = Manner { is_quiet: true, ..manner.clone() };
    // An agent that is gone, or a run that nobody would be responsible for: nobody is there to be told.
    match or_refusal(carry(change, order, &manner).await)? {
        Ok(Carried::Answered(answer)) => Ok(answer),
        Ok(Carried::Rejected(rejection)) => Ok(WakeAnswer::Skipped(Some(rejection.unheard()))),
        Err(_) => Ok(WakeAnswer::Skipped(None)),
        Ok(Carried::Overtaken) => {
            Err(ServiceError::internal("wake an agent", "its runs change under the change's own lock"))
        }
    }
}

/// Admits or refuses a wish, and stores what becomes of it.
pub(crate) async fn carry(
    change: &mut Change<'_>,
    order: &WakeOrder,
    manner: &Manner,
) -> ServiceResult<Carried> {
    if let Some(key) = &order.dedup_key
        && store::find_by_dedup_key(&change.conn(), order.company_id, key).await?.is_some()
    {
        // It was made before, and is in its own state by now.
        return Ok(Carried::Answered(WakeAnswer::Skipped(None)));
    }
    for _ in 0..MOST_LOOKS {
        let wish = Wish::read(change, order, manner).await?;
        let facts = facts::gather(change, &wish).await?;
        match carrying_out::carry_out(change, &wish, &facts).await? {
            Carried::Overtaken => {}
            carried => return Ok(carried),
        }
    }
    Ok(Carried::Overtaken)
}

impl<'o> Wish<'o> {
    /// Reads what a wish is about, and locks what its decision depends on.
    async fn read(change: &Change<'_>, order: &'o WakeOrder, manner: &'o Manner) -> ServiceResult<Self> {
        let conn = change.conn();
        let scope = Scope::company(order.company_id);
        let by = change.actor().kind;
        let input = WakeInput {
            source: order.source,
            trigger_detail: order.trigger_detail,
            reason: order.reason.as_ref(),
            payload: &order.payload,
        };
        let context = order.context.clone().enriched(&input);
        let issue_id = context.issue_id();
        // Wake-ups for an issue are decided under the issue's lock, others under the agent's.
        let agent = match issue_id {
            Some(_) => agents::get(&conn, &scope, order.agent_id).await?,
            None => agents::lock(&conn, order.agent_id).await?,
        };
        let agent = agent.filter(|agent| agent.company_id == order.company_id).or_missing(Missing::Agent)?;
        let issue = match issue_id {
            Some(issue_id) => issues::lock(&conn, issue_id).await?,
            None => None,
        };
        let issue = issue.filter(|issue| issue.company_id == order.company_id);
        let causing_run = match change.actor().run_id {
            Some(run_id) => wireclip_store::runs::get(&conn, &scope, run_id).await?,
            None => None,
        };
        Ok(Self { order, manner, agent, issue_id, issue, context, by, causing_run })
    }

    /// Returns the wish as the rules see it.
    fn wake(&self) -> Wake<'_> {
        Wake {
            agent_id: self.agent.id,
            source: self.order.source,
            reason: self.order.reason.as_ref(),
            by: self.by,
            brings_comment: !self.context.comment_ids().is_empty(),
            answers_interaction: self.context.answers_interaction(),
            is_manual: self.by == ActorType::User && self.order.source == InvocationSource::OnDemand,
            force_fresh_session: self.context.force_fresh_session(),
            is_resume: self.context.is_resume(),
        }
    }

    /// Decides what becomes of the wish.
    fn decide(&self, facts: &AdmissionFacts) -> Decision {
        admit(&self.wake(), facts)
    }
}
