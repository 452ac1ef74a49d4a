//! What keeps issues from going on by themselves, and wishes to settle it.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::recovery::{ASKED_FOR, GOES_ON, RecoveryOutcome, RunEffect};
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RecoveryActionId, RunId, Timestamp, UserId};

use super::Issue;
use crate::fields::{Fields, FromFields};
use crate::kinds::{boolean, id, object, text, word};

/// What keeps an issue from going on by itself.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryAction {
    /// Its id.
    pub id: RecoveryActionId,
    /// The company.
    pub company_id: CompanyId,
    /// The issue.
    pub source_issue_id: IssueId,
    /// An issue for the recovery itself; there is none.
    pub recovery_issue_id: Option<IssueId>,
    /// Its kind.
    pub kind: String,
    /// Where it stands.
    pub status: String,
    /// What kind of somebody has to act.
    pub owner_type: String,
    /// The agent that has to act.
    pub owner_agent_id: Option<AgentId>,
    /// The person who has to act.
    pub owner_user_id: Option<UserId>,
    /// The agent that had to act before; a recovery never changes hands.
    pub previous_owner_agent_id: Option<AgentId>,
    /// The agent that goes on with the issue when it is settled.
    pub return_owner_agent_id: Option<AgentId>,
    /// What happened.
    pub cause: String,
    /// What makes a second one about the same recognisable.
    pub fingerprint: String,
    /// The facts.
    pub evidence: OpaqueJson,
    /// What is to be done.
    pub next_action: String,
    /// When somebody is woken for it; a person has to look.
    pub wake_policy: Option<OpaqueJson>,
    /// How it is watched; it is not.
    pub monitor_policy: Option<OpaqueJson>,
    /// How often it was tried.
    pub attempt_count: i32,
    /// How often it is tried at most.
    pub max_attempts: Option<u32>,
    /// Until when it waits; without an end.
    pub timeout_at: Option<Timestamp>,
    /// When it was last tried.
    pub last_attempt_at: Option<Timestamp>,
    /// What came of it.
    pub outcome: Option<String>,
    /// What was said of it.
    pub resolution_note: Option<String>,
    /// When it was settled.
    pub resolved_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// What keeps one issue from going on by itself.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryActions {
    /// The one that is to be dealt with.
    pub active: Option<RecoveryAction>,
    /// All that are to be dealt with.
    pub actions: Vec<RecoveryAction>,
}

/// A wish to settle what keeps an issue from going on.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ResolveRecoveryRequest {
    /// Which one; by default the open one.
    pub action_id: Option<RecoveryActionId>,
    /// How.
    pub outcome: RecoveryOutcome,
    /// Where the issue goes.
    pub source_issue_status: Option<IssueStatus>,
    /// What is said of it.
    pub resolution_note: Option<String>,
    /// What a run did whose end nobody saw.
    pub execution_reconciliation: Option<ExecutionReconciliation>,
}

/// What a run did whose end nobody saw.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ExecutionReconciliation {
    /// The run.
    pub run_id: RunId,
    /// That it does nothing any more.
    pub provider_stopped: bool,
    /// What it did.
    pub action_outcome: RunEffect,
    /// How that is known.
    pub outcome_evidence: String,
}

impl FromFields for ExecutionReconciliation {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let run_id = fields.required("runId", id());
        let provider_stopped = fields.required("providerStopped", boolean());
        let action_outcome = fields.required("actionOutcome", word());
        let outcome_evidence = fields.required("outcomeEvidence", text().trimmed().min(20).max(4000));
        if provider_stopped == Some(false) {
            fields.refuse("providerStopped", "What a run did is told once it does nothing any more");
        }
        Some(Self {
            run_id: run_id?,
            provider_stopped: provider_stopped?,
            action_outcome: action_outcome?,
            outcome_evidence: outcome_evidence?,
        })
    }
}

impl FromFields for ResolveRecoveryRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let action_id = fields.nullable("actionId", id());
        let outcome = fields.required("outcome", word().listed_as(ASKED_FOR));
        let source_issue_status = fields.optional("sourceIssueStatus", word::<IssueStatus>());
        let resolution_note = fields.nullable("resolutionNote", text().trimmed().max(4000));
        let reconciliation = fields.nullable("executionReconciliation", object());
        let goes_on = matches!(outcome, Some(RecoveryOutcome::Restored | RecoveryOutcome::HandedBack));
        let status = source_issue_status?;
        if goes_on && !status.is_some_and(|status| GOES_ON.contains(&status)) {
            fields.refuse(
                "sourceIssueStatus",
                "An issue goes on in one of the statuses todo, done and in_review",
            );
        }
        if outcome == Some(RecoveryOutcome::Blocked)
            && status.is_some_and(|status| status != IssueStatus::Blocked)
        {
            fields.refuse("sourceIssueStatus", "An issue that stays blocked has no other status");
        }
        Some(Self {
            action_id: action_id?.set(),
            outcome: outcome?,
            source_issue_status: status,
            resolution_note: resolution_note?.set(),
            execution_reconciliation: reconciliation?.set(),
        })
    }
}

/// What a wish to settle came to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResolvedRecovery {
    /// The issue afterwards.
    pub issue: Issue,
    /// What kept it.
    pub recovery_action: RecoveryAction,
}
