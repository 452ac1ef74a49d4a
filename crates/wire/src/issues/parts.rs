//! Parts that requests and answers share.

use serde::Serialize;
use utoipa::ToSchema;
use wireclip_domain::issue::{IssuePriority, IssueStatus, UnblockDescriptor, UnblockOwner};
use wireclip_domain::{AgentId, IssueId, RowId, UserId};

use crate::fields::{Fields, FromFields};
use crate::kinds::{Either, Kind, either, id, object, text, the_word};

/// Another issue, as far as an issue tells of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssueBrief {
    /// Its id.
    pub id: IssueId,
    /// Its name for people.
    pub identifier: String,
    /// Its title.
    pub title: String,
    /// Where it stands.
    pub status: IssueStatus,
    /// How much it matters.
    pub priority: IssuePriority,
    /// The agent that has it.
    pub assignee_agent_id: Option<AgentId>,
    /// The person who has it.
    pub assignee_user_id: Option<UserId>,
}

/// The issues that an issue's texts name, and those whose texts name it.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct RelatedWork {
    /// Those that it names.
    pub outbound: Vec<RelatedIssue>,
    /// Those that name it.
    pub inbound: Vec<RelatedIssue>,
}

/// An issue that names another, or is named.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelatedIssue {
    /// The issue.
    pub issue: IssueBrief,
    /// In how many texts.
    pub mention_count: usize,
    /// In which.
    pub sources: Vec<ReferenceSource>,
}

/// A text that names an issue.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceSource {
    /// `title`, `description`, `comment` or `document`.
    pub kind: String,
    /// Which comment or document.
    pub source_record_id: Option<RowId>,
    /// The kind, for people.
    pub label: String,
    /// What the text says.
    pub matched_text: Option<String>,
}

/// Who can unblock an issue, and how, as requests say it.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct UnblockRequest {
    /// `board`, or `{agentId}` or `{userId}`.
    #[schema(value_type = wireclip_domain::OpaqueJson)]
    pub owner: UnblockOwner,
    /// What they have to do.
    pub action: String,
}

impl UnblockRequest {
    /// Returns what the rules read.
    #[must_use]
    pub fn into_descriptor(self) -> UnblockDescriptor {
        UnblockDescriptor { owner: self.owner, action: self.action }
    }

    /// Returns the kind of unblock descriptors.
    pub(crate) fn kind() -> impl Kind<Out = Self> {
        object::<Self>()
    }
}

impl FromFields for UnblockRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let owner = fields.required("owner", either(the_word("board"), object::<NamedOwner>()));
        let action = fields.required("action", text().trimmed().min(1).max(2000));
        let owner = match owner? {
            Either::First(()) => UnblockOwner::Board,
            Either::Second(NamedOwner(owner)) => owner,
        };
        Some(Self { owner, action: action? })
    }
}

struct NamedOwner(UnblockOwner);

impl FromFields for NamedOwner {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let agent = fields.optional("agentId", id::<AgentId>());
        let user = fields.optional("userId", text().min(1));
        match (agent?, user?) {
            (Some(agent), None) => Some(Self(UnblockOwner::Agent(agent))),
            (None, Some(user)) => Some(Self(UnblockOwner::User(UserId::new(user)))),
            _ => {
                fields.refuse("", "Invalid input: expected agentId or userId");
                None
            }
        }
    }
}
