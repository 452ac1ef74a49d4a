//! Approvals.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::approval::{ApprovalKind, ApprovalStatus};
use wireclip_domain::{
    AgentId, ApprovalCommentId, ApprovalId, CompanyId, IssueId, OpaqueJson, Timestamp, UserId,
};

use crate::agents::Agent;
use crate::fields::{Fields, FromFields};
use crate::kinds::{LONGEST_LISTED_TEXT, LONGEST_TEXT, id, list, record, text, word};

/// How many issues a new approval may name.
const MOST_ISSUES: usize = 100;

/// Something that the board decides about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Approval {
    /// Its id.
    pub id: ApprovalId,
    /// The company.
    pub company_id: CompanyId,
    /// What it is about.
    pub r#type: ApprovalKind,
    /// The agent that asked, if one did.
    pub requested_by_agent_id: Option<AgentId>,
    /// The person who asked, if one did.
    pub requested_by_user_id: Option<UserId>,
    /// Where it stands.
    pub status: ApprovalStatus,
    /// What there is to decide about, without secrets.
    pub payload: OpaqueJson,
    /// What the board said with its decision.
    pub decision_note: Option<String>,
    /// Who decided.
    pub decided_by_user_id: Option<UserId>,
    /// When it was decided.
    pub decided_at: Option<Timestamp>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When something last happened to it.
    pub updated_at: Timestamp,
}

/// A comment on an approval.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalComment {
    /// Its id.
    pub id: ApprovalCommentId,
    /// The company.
    pub company_id: CompanyId,
    /// The approval.
    pub approval_id: ApprovalId,
    /// The agent that wrote it, if one did.
    pub author_agent_id: Option<AgentId>,
    /// The person who wrote it, if one did.
    pub author_user_id: Option<UserId>,
    /// What it says.
    pub body: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// What became of a request to hire.
#[derive(Debug, Serialize, ToSchema)]
pub struct Hire {
    /// The agent: at work, or waiting for the board.
    pub agent: Agent,
    /// What the board has to decide, if it wants to be asked.
    pub approval: Option<Approval>,
}

/// A request to the board.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateApprovalRequest {
    /// What it is about.
    pub r#type: ApprovalKind,
    /// What there is to decide about.
    pub payload: OpaqueJson,
    /// The issues that are the reason, or that wait for it.
    pub issue_ids: Option<Vec<IssueId>>,
}

impl FromFields for CreateApprovalRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let kind = fields.required("type", word());
        // Checked and no more: who asks follows from the caller, and the answer says so.
        let asked_by = fields.nullable("requestedByAgentId", id::<AgentId>());
        fields.disregard("requestedByAgentId");
        let payload = fields.required("payload", record());
        let issue_ids = fields.optional("issueIds", list(id()).max(MOST_ISSUES));
        asked_by?;
        Some(Self { r#type: kind?, payload: payload?, issue_ids: issue_ids? })
    }
}

/// A decision.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct DecideApprovalRequest {
    /// What there is to say with it.
    pub decision_note: Option<String>,
}

impl FromFields for DecideApprovalRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let note = fields.nullable("decisionNote", text().max(LONGEST_LISTED_TEXT));
        Some(Self { decision_note: note?.set() })
    }
}

/// Another proposal.
#[derive(Debug, ToSchema)]
pub struct ResubmitApprovalRequest {
    /// What there is to decide about now; the same as before if nothing is said.
    pub payload: Option<OpaqueJson>,
}

impl FromFields for ResubmitApprovalRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let payload = fields.optional("payload", record());
        Some(Self { payload: payload? })
    }
}

/// A request to say something about an approval.
#[derive(Debug, ToSchema)]
pub struct CreateApprovalCommentRequest {
    /// What is said.
    pub body: String,
}

impl FromFields for CreateApprovalCommentRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let body = fields.required("body", text().min(1).max(LONGEST_TEXT));
        Some(Self { body: body? })
    }
}

/// A request to link an issue to an approval.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct LinkApprovalRequest {
    /// The approval.
    pub approval_id: ApprovalId,
}

impl FromFields for LinkApprovalRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let approval_id = fields.required("approvalId", id());
        Some(Self { approval_id: approval_id? })
    }
}

/// Which approvals of a company are wanted.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListApprovalsQuery {
    /// Only those that stand so.
    pub status: Option<ApprovalStatus>,
}

impl FromFields for ListApprovalsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let status = fields.optional("status", word());
        Some(Self { status: status? })
    }
}
