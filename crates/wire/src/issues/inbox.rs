//! What people have seen of issues, and what they archived.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{AgentId, CompanyId, IssueId, RowId, RunId, Timestamp, UserId};

/// That a person read an issue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadState {
    /// Its id.
    pub id: RowId,
    /// The company.
    pub company_id: CompanyId,
    /// The issue.
    pub issue_id: IssueId,
    /// The person.
    pub user_id: UserId,
    /// When they last read it.
    pub last_read_at: Timestamp,
    /// When they first read it.
    pub created_at: Timestamp,
    /// When this was last changed.
    pub updated_at: Timestamp,
}

/// That an issue counts as unread.
#[derive(Debug, Serialize, ToSchema)]
pub struct Unread {
    /// The issue.
    pub id: IssueId,
    /// Whether it counted as read before.
    pub removed: bool,
}

/// That a person put an issue away from their inbox.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxArchive {
    /// Its id.
    pub id: RowId,
    /// The company.
    pub company_id: CompanyId,
    /// The issue.
    pub issue_id: IssueId,
    /// The person.
    pub user_id: UserId,
    /// What kind of actor put it away.
    pub archived_by_actor_type: ActorType,
    /// The agent that did.
    pub archived_by_agent_id: Option<AgentId>,
    /// The run in which it did.
    pub archived_by_run_id: Option<RunId>,
    /// When it was archived.
    pub archived_at: Timestamp,
    /// When it was first archived.
    pub created_at: Timestamp,
    /// When this was last changed.
    pub updated_at: Timestamp,
}

/// What became of taking an issue back into the inbox.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ReturnedToInbox {
    /// It had been put away.
    TakenOut(InboxArchive),
    /// It had not.
    NothingToDo(TakenBack),
}

/// That an issue lies in a person's inbox, and did before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakenBack {
    /// Always true.
    pub ok: bool,
    /// The person.
    pub user_id: UserId,
}
