//! Keeping what the texts of an issue refer to: other issues, by identifier or link.
//!
//! A text's references are replaced whenever it is written, so that they always tell what stands
//! there now.

use wireclip_domain::reference::issue_mentions;
use wireclip_domain::{CommentId, DocumentId, RowId};
use wireclip_store::issue_references::{self, IssueReference, TextOf};
use wireclip_store::issues::Issue;

use crate::change::Change;
use crate::error::ServiceResult;

/// A text that belongs to an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferringText {
    /// The issue's title.
    Title,
    /// The issue's description.
    Description,
    /// A comment, by its id.
    Comment(CommentId),
    /// A document, by its id.
    Document(DocumentId),
}

impl ReferringText {
    /// Returns the kind, as the wire names it.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Description => "description",
            Self::Comment(_) => "comment",
            Self::Document(_) => "document",
        }
    }

    fn record_id(self) -> Option<RowId> {
        match self {
            Self::Title | Self::Description => None,
            Self::Comment(id) => Some(RowId::from_uuid(id.as_uuid())),
            Self::Document(id) => Some(RowId::from_uuid(id.as_uuid())),
        }
    }
}

/// Stores what a text of an issue refers to now, in the place of what it referred to before.
/// Returns the issues that it refers to, in the order in which the text names them; those that
/// are not there, of another company, or the issue itself do not count.
///
/// # Errors
/// If the database fails.
pub async fn keep(
    change: &mut Change<'_>,
    issue: &Issue,
    text: ReferringText,
    written: &str,
) -> ServiceResult<Vec<Issue>> {
    let stored = TextOf { issue_id: issue.id, kind: text.kind(), record_id: text.record_id() };
    issue_references::forget(&change.conn(), stored).await?;
    let mentions = issue_mentions(written);
    let names: Vec<_> = mentions.iter().map(|mention| mention.issue.clone()).collect();
    let found = issue_references::targets(&change.conn(), issue.company_id, &names).await?;
    let mut referred: Vec<Issue> = Vec::new();
    let mut references = Vec::new();
    for mention in &mentions {
        let Some(target) = found.iter().find(|target| is_meant(target, &mention.issue)) else { continue };
        if target.id == issue.id || referred.iter().any(|known| known.id == target.id) {
            continue;
        }
        references.push(IssueReference {
            id: RowId::random(),
            company_id: issue.company_id,
            source_issue_id: issue.id,
            target_issue_id: target.id,
            source_kind: text.kind().to_owned(),
            source_record_id: text.record_id(),
            matched_text: Some(mention.matched_text.clone()),
            created_at: change.now(),
        });
        referred.push(target.clone());
    }
    issue_references::insert_many(&change.conn(), references).await?;
    Ok(referred)
}

/// Forgets what a text refers to, because it is gone.
///
/// # Errors
/// If the database fails.
pub async fn forget(change: &mut Change<'_>, issue: &Issue, text: ReferringText) -> ServiceResult<()> {
    let stored = TextOf { issue_id: issue.id, kind: text.kind(), record_id: text.record_id() };
    Ok(issue_references::forget(&change.conn(), stored).await?)
}

fn is_meant(issue: &Issue, name: &wireclip_domain::issue::IssueRef) -> bool {
    use wireclip_domain::issue::IssueRef;
    match name {
        IssueRef::Id(id) => issue.id == *id,
        IssueRef::Identifier(identifier) => issue.identifier == identifier.to_string(),
    }
}
