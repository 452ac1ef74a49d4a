//! What can be asked of lists of runs.

use utoipa::IntoParams;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, IssueId};

use crate::fields::{Fields, FromFields};
use crate::kinds::{boolean, id, int, word};

/// What is asked of a company's runs.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListRunsQuery {
    /// Those of this agent.
    pub agent_id: Option<AgentId>,
    /// Those about this issue.
    pub issue_id: Option<IssueId>,
    /// Those that stand so.
    pub status: Option<RunStatus>,
    /// So many at most, 1 to 1000.
    pub limit: Option<i64>,
    /// Whether less is told of each; all lists do.
    pub summary: Option<bool>,
}

impl FromFields for ListRunsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let agent_id = fields.optional("agentId", id());
        let issue_id = fields.optional("issueId", id());
        let status = fields.optional("status", word());
        let limit = fields.optional("limit", int().min(1).max(1000));
        let summary = fields.optional("summary", boolean());
        Some(Self {
            agent_id: agent_id?,
            issue_id: issue_id?,
            status: status?,
            limit: limit?,
            summary: summary?,
        })
    }
}

/// What is asked of the runs that go on.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct LiveRunsQuery {
    /// So many at most.
    pub limit: Option<i64>,
    /// If there are fewer, the newest others follow.
    pub min_count: Option<i64>,
}

impl FromFields for LiveRunsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let limit = fields.optional("limit", int().min(0).max(1000));
        let min_count = fields.optional("minCount", int().min(0).max(1000));
        Some(Self { limit: limit?, min_count: min_count? })
    }
}

/// What is asked of a run's notes.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct EventsQuery {
    /// Those after this number.
    pub after_seq: Option<i64>,
    /// So many at most.
    pub limit: Option<i64>,
}

impl FromFields for EventsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let after_seq = fields.optional("afterSeq", int().min(0));
        let limit = fields.optional("limit", int().min(1).max(1000));
        Some(Self { after_seq: after_seq?, limit: limit? })
    }
}

/// What is asked of a run's log.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct LogQuery {
    /// From which byte on.
    pub offset: Option<i64>,
    /// So many bytes at most.
    pub limit_bytes: Option<i64>,
}

impl FromFields for LogQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let offset = fields.optional("offset", int().min(0));
        let limit_bytes = fields.optional("limitBytes", int().min(1).max(MOST_LOG_BYTES));
        Some(Self { offset: offset?, limit_bytes: limit_bytes? })
    }
}

/// The largest part of a log that one answer holds.
const MOST_LOG_BYTES: i64 = 1 << 20;
