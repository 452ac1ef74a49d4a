//! Files that are kept: attachments and images.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use wireclip_domain::{
    AgentId, AssetId, AttachmentId, CommentId, CompanyId, IssueId, RunId, Timestamp, UserId,
};

use crate::fields::{Fields, FromFields};
use crate::kinds::text;

/// What is known of the file of an asset.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptFile {
    /// Where it is kept: `local_disk`.
    pub provider: &'static str,
    /// What it is called there.
    pub object_key: String,
    /// What kind of file it is.
    pub content_type: String,
    /// How large it is, in bytes.
    pub byte_size: i64,
    /// The digest of what it holds, in hexadecimal digits.
    pub sha256: String,
    /// What it was called by whoever brought it.
    pub original_filename: Option<String>,
    /// The agent that brought it.
    pub created_by_agent_id: Option<AgentId>,
    /// The person who brought it.
    #[schema(value_type = Option<String>)]
    pub created_by_user_id: Option<UserId>,
    /// When it came in.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// Where its content is.
    pub content_path: String,
}

/// A file of an issue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Attachment {
    /// Its id.
    pub id: AttachmentId,
    /// Its company.
    pub company_id: CompanyId,
    /// Its issue.
    pub issue_id: IssueId,
    /// The comment that it came with.
    pub issue_comment_id: Option<CommentId>,
    /// The run in which it was brought.
    pub originating_run_id: Option<RunId>,
    /// Its id as a file.
    pub asset_id: AssetId,
    /// The file.
    #[serde(flatten)]
    pub file: KeptFile,
    /// Where it is opened.
    pub open_path: String,
    /// Where it is fetched to be kept.
    pub download_path: String,
}

/// An image of a company's, or another file that stands in its texts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Asset {
    /// Its id.
    pub asset_id: AssetId,
    /// Its company.
    pub company_id: CompanyId,
    /// The file.
    #[serde(flatten)]
    pub file: KeptFile,
}

/// A file of an issue, as a run is told of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttachmentOfContext {
    /// Its id.
    pub id: AttachmentId,
    /// What it is called.
    pub filename: Option<String>,
    /// What kind of file it is.
    pub content_type: String,
    /// How large it is, in bytes.
    pub byte_size: i64,
    /// Where its content is.
    pub content_path: String,
    /// When it came in.
    pub created_at: Timestamp,
}

/// A form with a file.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct FileForm {
    /// The file, of at most 10 MiB.
    #[schema(value_type = String, format = Binary)]
    pub file: Vec<u8>,
    /// Of an attachment: the comment that it comes with.
    pub issue_comment_id: Option<CommentId>,
    /// Of an image: a folder, which is a name and nothing more.
    pub namespace: Option<String>,
}

/// How a file is fetched.
#[derive(Debug, Default, IntoParams)]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct ContentQuery {
    /// `1` to keep it, rather than look at it.
    pub download: Option<String>,
}

impl FromFields for ContentQuery {
    fn from_fields(fields: &mut Fields<'_>) -> Option<Self> {
        let download = fields.optional("download", text());
        Some(Self { download: download? })
    }
}

impl ContentQuery {
    /// Returns whether the file is to be kept.
    #[must_use]
    pub fn is_to_be_kept(&self) -> bool {
        matches!(self.download.as_deref(), Some("1" | "true"))
    }
}
