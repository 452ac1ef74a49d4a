//! Waking agents by hand.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::gate::SkipReason;
use wireclip_domain::run::{InvocationSource, TriggerDetail};
use wireclip_domain::wakeup::NoRunReason;
use wireclip_domain::{AgentId, IssueId, OpaqueJson, RunId};

use crate::fields::{Fields, FromFields};
use crate::kinds::{LONGEST, LONGEST_LISTED_TEXT, boolean, id, record, text, word};
use crate::runs::Run;

/// A request that an agent works.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct WakeupRequest {
    /// As what it is booked.
    pub source: Option<InvocationSource>,
    /// In what manner.
    pub trigger_detail: Option<TriggerDetail>,
    /// Why.
    pub reason: Option<String>,
    /// What it is about: `issueId`, `taskKey`, `commentId` and the like.
    pub payload: Option<OpaqueJson>,
    /// What makes a repetition recognisable.
    pub idempotency_key: Option<String>,
    /// Whether the run must not resume the saved session.
    pub force_fresh_session: Option<bool>,
    /// The failed run that is to be repeated.
    pub failed_run_id: Option<RunId>,
}

impl FromFields for WakeupRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let source = fields.optional("source", word());
        let trigger_detail = fields.optional("triggerDetail", word());
        let reason = fields.nullable("reason", text().max(LONGEST_LISTED_TEXT));
        let payload = fields.nullable("payload", record());
        // A session is found again by the task that it was about.
        let named = payload.as_ref().and_then(|payload| payload.as_set());
        let is_long =
            |key: &&str| named.and_then(|payload| payload.text(key)).is_some_and(|text| text.len() > LONGEST);
        if let Some(key) = ["taskKey", "taskId", "issueId"].into_iter().find(is_long) {
            fields.refuse("payload", format!("Too big: expected {key} to have <={LONGEST} bytes"));
        }
        let idempotency_key = fields.nullable("idempotencyKey", text().max(LONGEST));
        let force_fresh_session = fields.optional("forceFreshSession", boolean());
        let failed_run_id = fields.optional("failedRunId", id());
        Some(Self {
            source: source?,
            trigger_detail: trigger_detail?,
            reason: reason?.set(),
            payload: payload?.set(),
            idempotency_key: idempotency_key?.set(),
            force_fresh_session: force_fresh_session?,
            failed_run_id: failed_run_id?,
        })
    }
}

/// What became of a request that an agent works.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum WakeupAnswer {
    /// The run that serves it.
    Run(Box<Run>),
    /// There is none, or none yet.
    NoRun(NoRun),
}

/// Why no run serves a request, or none yet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoRun {
    /// Always `skipped`.
    pub status: &'static str,
    /// Why, in a word.
    pub reason: NoRunReason,
    /// Why it was refused, in the word that its receipt has; absent if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub skip_reason: Option<SkipReason>,
    /// Why, for people.
    pub message: String,
    /// The issue that it was about.
    pub issue_id: Option<IssueId>,
    /// The run that stands in the way.
    pub execution_run_id: Option<RunId>,
    /// Its agent.
    pub execution_agent_id: Option<AgentId>,
    /// That agent's name, if the run is at work.
    pub execution_agent_name: Option<String>,
}
