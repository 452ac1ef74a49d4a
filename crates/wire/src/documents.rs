//! Documents of issues.

mod annotations;

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::document::{DocumentFormat, DocumentKey, LONGEST_BODY};
use wireclip_domain::patch::Field;
use wireclip_domain::{
    AgentId, CompanyId, DocumentId, DocumentRevisionId, IssueId, OpaqueJson, Timestamp, UserId,
};

use crate::fields::{Fields, FromFields};
use crate::kinds::{boolean, id, int, text, word};

pub use annotations::{
    AnnotateRequest, Annotation, AnnotationComment, AnnotationCommentRequest, ListAnnotationsQuery,
    SettleAnnotationRequest,
};

/// The longest title, and the longest line about what is new.
const LONGEST_TITLE: usize = 500;

/// A document with its text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssueDocument {
    /// What is known of it.
    #[serde(flatten)]
    pub summary: DocumentSummary,
    /// Its text.
    pub body: String,
}

/// A document without its text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentSummary {
    /// Its id.
    pub id: DocumentId,
    /// Its company.
    pub company_id: CompanyId,
    /// Its issue.
    pub issue_id: IssueId,
    /// Its name within the issue.
    #[schema(value_type = String)]
    pub key: DocumentKey,
    /// What it is called.
    pub title: Option<String>,
    /// What the text is written in.
    #[schema(value_type = String)]
    pub format: DocumentFormat,
    /// Its latest revision, which a change names.
    pub latest_revision_id: DocumentRevisionId,
    /// The number of that.
    pub latest_revision_number: i64,
    /// The agent that began it.
    pub created_by_agent_id: Option<AgentId>,
    /// The person who began it.
    #[schema(value_type = Option<String>)]
    pub created_by_user_id: Option<UserId>,
    /// The agent that wrote the latest revision.
    pub updated_by_agent_id: Option<AgentId>,
    /// The person who wrote the latest revision.
    #[schema(value_type = Option<String>)]
    pub updated_by_user_id: Option<UserId>,
    /// Since when it is locked.
    pub locked_at: Option<Timestamp>,
    /// The agent that locked it; always `null`, people do.
    pub locked_by_agent_id: Option<AgentId>,
    /// The person who locked it.
    #[schema(value_type = Option<String>)]
    pub locked_by_user_id: Option<UserId>,
    /// How far its source is trusted; never told here.
    pub source_trust: Option<OpaqueJson>,
    /// When it was begun.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A revision of a document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentRevision {
    /// Its id.
    pub id: DocumentRevisionId,
    /// The document's company.
    pub company_id: CompanyId,
    /// The document.
    pub document_id: DocumentId,
    /// The document's issue.
    pub issue_id: IssueId,
    /// The document's name within the issue.
    #[schema(value_type = String)]
    pub key: DocumentKey,
    /// Its number, from 1 on.
    pub revision_number: i64,
    /// What the document was called.
    pub title: Option<String>,
    /// What the text is written in.
    #[schema(value_type = String)]
    pub format: DocumentFormat,
    /// The text.
    pub body: String,
    /// What was new in it.
    pub change_summary: Option<String>,
    /// The agent that wrote it.
    pub created_by_agent_id: Option<AgentId>,
    /// The person who wrote it.
    #[schema(value_type = Option<String>)]
    pub created_by_user_id: Option<UserId>,
    /// When it was written.
    pub created_at: Timestamp,
}

/// A text for a document.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct WriteDocumentRequest {
    /// What it is called; as before where nothing is said.
    #[schema(value_type = Option<String>)]
    pub title: Field<String>,
    /// `markdown`.
    #[schema(value_type = String)]
    pub format: DocumentFormat,
    /// The text, of at most 500,000 characters.
    pub body: String,
    /// What is new in it, in a line.
    pub change_summary: Option<String>,
    /// The revision that the text comes from: the latest, or the change is refused.
    pub base_revision_id: Option<DocumentRevisionId>,
}

impl FromFields for WriteDocumentRequest {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let title = fields.nullable("title", text().trimmed().max(LONGEST_TITLE));
        let format = fields.required("format", word::<DocumentFormat>());
        let body = fields.required("body", text().max(LONGEST_BODY));
        let change_summary = fields.nullable("changeSummary", text().trimmed().max(LONGEST_TITLE));
        let base_revision_id = fields.nullable("baseRevisionId", id::<DocumentRevisionId>());
        Some(Self {
            title: title?,
            format: format?,
            body: body?,
            change_summary: change_summary?.set(),
            base_revision_id: base_revision_id?.set(),
        })
    }
}

/// Which documents of an issue are wanted.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListDocumentsQuery {
    /// Whether those are listed that the system keeps for itself.
    pub include_system: Option<bool>,
}

impl FromFields for ListDocumentsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let include_system = fields.optional("includeSystem", boolean());
        Some(Self { include_system: include_system? })
    }
}

/// Which revisions of a document are wanted.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ListRevisionsQuery {
    /// Only those with a smaller number: how a list goes on that ended early.
    pub before: Option<i64>,
}

impl FromFields for ListRevisionsQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let before = fields.optional("before", int().min(1));
        Some(Self { before: before? })
    }
}
