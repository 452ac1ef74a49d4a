//! Comments on issues.

pub mod queue;
mod structure;

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::comment::CommentAuthorType;
use wireclip_domain::{
    AgentId, AttachmentId, CommentId, CompanyId, IssueId, OpaqueJson, RunId, Timestamp, UserId,
};

use crate::fields::{Fields, FromFields};
use crate::kinds::formats::uuid;
use crate::kinds::{LONGEST_TEXT, boolean, list, object, text, word};

use structure::{Metadata, Presentation};

/// A comment on an issue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    /// Its id.
    pub id: CommentId,
    /// The company to which it belongs.
    pub company_id: CompanyId,
    /// The issue on which it was made.
    pub issue_id: IssueId,
    /// The agent that wrote it, if one did.
    pub author_agent_id: Option<AgentId>,
    /// The person who wrote it, if one did.
    pub author_user_id: Option<UserId>,
    /// The person on whose behalf it was written.
    pub on_behalf_of_user_id: Option<UserId>,
    /// The kind of author.
    pub author_type: CommentAuthorType,
    /// The run in which it was written.
    pub created_by_run_id: Option<RunId>,
    /// The agent that a person's comment is taken to come from; never told here.
    pub derived_author_agent_id: Option<AgentId>,
    /// The run that a comment is taken to come from; never told here.
    pub derived_created_by_run_id: Option<RunId>,
    /// How that was found out; never told here.
    pub derived_author_source: Option<String>,
    /// What its author's client calls it.
    pub client_request_id: Option<String>,
    /// The part of a conversation to which it belongs; never told here.
    pub conversation_session_generation: Option<i64>,
    /// What it says; empty once it was deleted.
    pub body: String,
    /// How it is shown.
    pub presentation: Option<OpaqueJson>,
    /// Structured facts that go with it.
    pub metadata: Option<OpaqueJson>,
    /// When it was deleted.
    pub deleted_at: Option<Timestamp>,
    /// The kind of whoever deleted it.
    pub deleted_by_type: Option<CommentAuthorType>,
    /// The agent that deleted it.
    pub deleted_by_agent_id: Option<AgentId>,
    /// The person who deleted it.
    pub deleted_by_user_id: Option<UserId>,
    /// The run in which it was deleted.
    pub deleted_by_run_id: Option<RunId>,
    /// How far its source is trusted; never told here.
    pub source_trust: Option<OpaqueJson>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A request to say something on an issue.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CreateCommentRequest {
    /// What is said.
    pub body: String,
    /// What makes a repetition recognisable: the same author's second comment of that name on the
    /// issue is the first.
    pub client_request_id: Option<String>,
    /// Attachments of the issue that go with it.
    pub attachment_ids: Vec<AttachmentId>,
    /// Whether the issue is opened again.
    pub reopen: bool,
    /// Whether work goes on, said by whoever is aware that it starts a run.
    pub resume: bool,
    /// Whether the run that works on the issue is stopped first.
    pub interrupt: bool,
    /// How it is shown.
    pub presentation: Option<OpaqueJson>,
    /// Structured facts that go with it.
    pub metadata: Option<OpaqueJson>,
    /// Whether it names a person on whose behalf it is written.
    pub names_responsible_user: bool,
}

impl FromFields for CreateCommentRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let body = fields.required("body", text().min(1).max(LONGEST_TEXT));
        // Checked and no more: who writes follows from the caller, and the answer says so.
        let author_type = fields.optional("authorType", word::<CommentAuthorType>());
        fields.disregard("authorType");
        let client_request_id = fields.nullable("clientRequestId", text().trimmed().min(1).max(255));
        let attachment_ids = fields.optional("attachmentIds", list(uuid::<AttachmentId>()));
        let reopen = fields.optional("reopen", boolean());
        let resume = fields.optional("resume", boolean());
        let interrupt = fields.optional("interrupt", boolean());
        let presentation = fields.nullable("presentation", object::<Presentation>());
        let metadata = fields.nullable("metadata", object::<Metadata>());
        let on_behalf_of = fields.nullable("onBehalfOfUserId", text());
        author_type?;
        Some(Self {
            body: body?,
            client_request_id: client_request_id?.set(),
            attachment_ids: attachment_ids?.unwrap_or_default(),
            reopen: reopen?.unwrap_or_default(),
            resume: resume?.unwrap_or_default(),
            interrupt: interrupt?.unwrap_or_default(),
            presentation: presentation?.set().map(|shown| OpaqueJson::of(&shown)),
            metadata: metadata?.set().map(|facts| OpaqueJson::of(&facts)),
            names_responsible_user: on_behalf_of?.set().is_some(),
        })
    }
}

/// Which comments of an issue are wanted.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListCommentsQuery {
    /// `asc` for the oldest first; anything else is the newest first.
    pub order: Option<String>,
    /// Only what comes behind this comment, in that order.
    pub after: Option<String>,
    /// How many, up to 500.
    pub limit: Option<u32>,
}

impl FromFields for ListCommentsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let order = fields.optional("order", text());
        let after = fields.optional("after", text().trimmed());
        let after_comment = fields.optional("afterCommentId", text().trimmed());
        let limit = fields.optional("limit", text());
        Some(Self {
            order: order?,
            after: after?.or(after_comment?).filter(|id| !id.is_empty()),
            // Wire: a limit that is not a number is not one.
            limit: limit?.and_then(|limit| limit.trim().parse().ok()).filter(|limit| *limit > 0),
        })
    }
}
