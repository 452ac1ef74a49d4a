//! Talks about passages of documents.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::comment::CommentAuthorType;
use wireclip_domain::document::AnnotationStatus;
use wireclip_domain::document::anchor::{AnchorConfidence, AnchorState, Position, Quote};
use wireclip_domain::{
    AgentId, AnnotationCommentId, AnnotationId, CompanyId, DocumentId, DocumentKey, DocumentRevisionId,
    IssueId, OpaqueJson, RunId, Timestamp, UserId,
};

use crate::fields::{Fields, FromFields};
use crate::kinds::{LONGEST_TEXT, boolean, id, int, object, text, word};

/// The longest passage, and the longest text around it that is kept.
const LONGEST_PASSAGE: usize = 10_000;

/// A talk about a passage of a document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Annotation {
    /// Its id.
    pub id: AnnotationId,
    /// Its company.
    pub company_id: CompanyId,
    /// The document's issue.
    pub issue_id: IssueId,
    /// The routine to which the document belongs; documents of routines are not built.
    pub routine_id: Option<OpaqueJson>,
    /// The case to which the document belongs; cases are not built.
    pub case_id: Option<OpaqueJson>,
    /// The document.
    pub document_id: DocumentId,
    /// The document's name within the issue.
    #[schema(value_type = String)]
    pub document_key: DocumentKey,
    /// Whether it goes on.
    #[schema(value_type = String)]
    pub status: AnnotationStatus,
    /// Whether the passage is still there.
    #[schema(value_type = String)]
    pub anchor_state: AnchorState,
    /// How sure that is.
    #[schema(value_type = String)]
    pub anchor_confidence: AnchorConfidence,
    /// The revision in which the passage was selected.
    pub original_revision_id: DocumentRevisionId,
    /// The number of that.
    pub original_revision_number: i64,
    /// The revision in which it was looked for last.
    pub current_revision_id: DocumentRevisionId,
    /// The number of that.
    pub current_revision_number: i64,
    /// The passage.
    pub selected_text: String,
    /// What stood before it.
    pub prefix_text: String,
    /// What stood behind it.
    pub suffix_text: String,
    /// Where it begins for whoever selected it, in UTF-16 units.
    pub normalized_start: i64,
    /// Where it ends for whoever selected it.
    pub normalized_end: i64,
    /// Where it begins in the text as it is written, in UTF-16 units.
    pub markdown_start: i64,
    /// Where it ends there.
    pub markdown_end: i64,
    /// The passage as it was selected.
    pub anchor_selector: OpaqueJson,
    /// The agent that began it.
    pub created_by_agent_id: Option<AgentId>,
    /// The person who began it.
    #[schema(value_type = Option<String>)]
    pub created_by_user_id: Option<UserId>,
    /// The agent that settled it.
    pub resolved_by_agent_id: Option<AgentId>,
    /// The person who settled it.
    #[schema(value_type = Option<String>)]
    pub resolved_by_user_id: Option<UserId>,
    /// When it was settled.
    pub resolved_at: Option<Timestamp>,
    /// When it was begun.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// What was said, in order; in lists only if it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub comments: Option<Vec<AnnotationComment>>,
}

/// Something that was said about a passage.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnotationComment {
    /// Its id.
    pub id: AnnotationCommentId,
    /// Its company.
    pub company_id: CompanyId,
    /// The talk.
    pub thread_id: AnnotationId,
    /// The document's issue.
    pub issue_id: IssueId,
    /// The routine to which the document belongs; documents of routines are not built.
    pub routine_id: Option<OpaqueJson>,
    /// The case to which the document belongs; cases are not built.
    pub case_id: Option<OpaqueJson>,
    /// The document.
    pub document_id: DocumentId,
    /// What was said.
    pub body: String,
    /// What kind of author it has.
    #[schema(value_type = String)]
    pub author_type: CommentAuthorType,
    /// The agent that said it.
    pub author_agent_id: Option<AgentId>,
    /// The person who said it.
    #[schema(value_type = Option<String>)]
    pub author_user_id: Option<UserId>,
    /// The run in which it was said.
    pub created_by_run_id: Option<RunId>,
    /// The comment on the issue that repeats it; none does.
    pub issue_comment_id: Option<OpaqueJson>,
    /// When it was said.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A request to talk about a passage.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct AnnotateRequest {
    /// The revision in which the passage was selected.
    pub base_revision_id: DocumentRevisionId,
    /// The number of that.
    pub base_revision_number: i64,
    /// The passage: `quote` with `exact`, `prefix` and `suffix`, and `position`.
    #[schema(value_type = OpaqueJson)]
    pub selector: Selector,
    /// What is said about it.
    pub body: String,
}

/// A passage of a text.
#[derive(Debug)]
pub struct Selector {
    /// What it says.
    pub quote: Quote,
    /// Where it is.
    pub position: Position,
}

struct ReadQuote(Quote);

impl FromFields for ReadQuote {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let exact = fields.required("exact", text().min(1).max(LONGEST_PASSAGE));
        let prefix = fields.optional("prefix", text().max(LONGEST_PASSAGE));
        let suffix = fields.optional("suffix", text().max(LONGEST_PASSAGE));
        Some(Self(Quote {
            exact: exact?,
            prefix: prefix?.unwrap_or_default(),
            suffix: suffix?.unwrap_or_default(),
        }))
    }
}

struct ReadPosition(Position);

impl FromFields for ReadPosition {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        // No text is longer.
        let place = || int().min(0).max(10_000_000);
        let normalized_start = fields.required("normalizedStart", place());
        let normalized_end = fields.required("normalizedEnd", place());
        let markdown_start = fields.required("markdownStart", place());
        let markdown_end = fields.required("markdownEnd", place());
        Some(Self(Position {
            normalized_start: normalized_start?,
            normalized_end: normalized_end?,
            markdown_start: markdown_start?,
            markdown_end: markdown_end?,
        }))
    }
}

impl FromFields for Selector {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let quote = fields.required("quote", object::<ReadQuote>());
        let position = fields.required("position", object::<ReadPosition>());
        Some(Self { quote: quote?.0, position: position?.0 })
    }
}

impl FromFields for AnnotateRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let base_revision_id = fields.required("baseRevisionId", id::<DocumentRevisionId>());
        let base_revision_number = fields.required("baseRevisionNumber", int().min(1));
        let selector = fields.required("selector", object::<Selector>());
        let body = fields.required("body", text().trimmed().min(1).max(LONGEST_TEXT));
        Some(Self {
            base_revision_id: base_revision_id?,
            base_revision_number: base_revision_number?,
            selector: selector?,
            body: body?,
        })
    }
}

/// A request to say something about a passage.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct AnnotationCommentRequest {
    /// What is said.
    pub body: String,
}

impl FromFields for AnnotationCommentRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let body = fields.required("body", text().trimmed().min(1).max(LONGEST_TEXT));
        Some(Self { body: body? })
    }
}

/// A request to settle a talk, or to open it again.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct SettleAnnotationRequest {
    /// `open` or `resolved`.
    #[schema(value_type = String)]
    pub status: AnnotationStatus,
}

impl FromFields for SettleAnnotationRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let status = fields.required("status", word::<AnnotationStatus>());
        Some(Self { status: status? })
    }
}

/// Which talks about a document are wanted.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListAnnotationsQuery {
    /// Only those that stand so: `open` or `resolved`.
    #[param(value_type = Option<String>)]
    pub status: Option<AnnotationStatus>,
    /// Whether what was said is told, too.
    pub include_comments: Option<bool>,
}

impl FromFields for ListAnnotationsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let status = fields.optional("status", word::<AnnotationStatus>());
        let include_comments = fields.optional("includeComments", boolean());
        Some(Self { status: status?, include_comments: include_comments? })
    }
}
