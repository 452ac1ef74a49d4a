//! Asking agents to work: every wake-up goes through [`request`], in the transaction of its cause.

use wireclip_domain::issue::wake::WakeWanted;
use wireclip_domain::run::{InvocationSource, TriggerDetail};
use wireclip_domain::run_context::RunContext;
use wireclip_domain::wakeup::WakeReason;
use wireclip_domain::{AgentId, CommentId, CompanyId, OpaqueJson};
use wireclip_store::runs::Run;

use crate::change::Change;
use crate::error::{ServiceError, ServiceResult};

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
    Deferred,
    /// It was refused; the reason is stored with it.
    Skipped,
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

/// Decides and stores what becomes of a wish that an agent works.
///
/// # Errors
/// `NotFound` if there is no such agent; `Conflict` if it cannot work now, for wishes that
/// somebody waits on (see [`crate::wakeups`]).
pub async fn request(_change: &mut Change<'_>, _order: WakeOrder) -> ServiceResult<WakeAnswer> {
    Err(ServiceError::not_found("Agent not found"))
}

/// Stores a wake-up that nobody waits on: a refusal is kept with it and is no error.
///
/// # Errors
/// If the database fails.
pub async fn request_quietly(change: &mut Change<'_>, order: WakeOrder) -> ServiceResult<WakeAnswer> {
    match request(change, order).await {
        Err(ServiceError::Refused(_)) => Ok(WakeAnswer::Skipped),
        other => other,
    }
}
