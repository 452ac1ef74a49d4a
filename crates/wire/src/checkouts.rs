//! Taking issues for agents, and giving them back.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::{AgentId, RunId};

use crate::fields::{Fields, FromFields};
use crate::issues::Issue;
use crate::kinds::{boolean, id, list, word};

/// A request to take an issue.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CheckoutRequest {
    /// The agent that is to have it.
    pub agent_id: AgentId,
    /// The statuses in which it is expected; one at least.
    pub expected_statuses: Vec<IssueStatus>,
}

impl FromFields for CheckoutRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let agent_id = fields.required("agentId", id());
        let expected_statuses = fields.required("expectedStatuses", list(word()).min(1));
        Some(Self { agent_id: agent_id?, expected_statuses: expected_statuses? })
    }
}

/// How a claim is ended by force.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ForceReleaseQuery {
    /// Whether the issue is taken from its agent as well.
    pub clear_assignee: Option<bool>,
}

impl FromFields for ForceReleaseQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let clear_assignee = fields.optional("clearAssignee", boolean());
        Some(Self { clear_assignee: clear_assignee? })
    }
}

/// What a forced release ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct ForceReleased {
    /// The issue afterwards.
    pub issue: Issue,
    /// Who held it.
    pub previous: PreviousHold,
}

/// Who held an issue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviousHold {
    /// The run that had checked it out.
    pub checkout_run_id: Option<RunId>,
    /// The run that worked on it.
    pub execution_run_id: Option<RunId>,
}
