//! Documents of issues: plans, notes, results; texts that are kept with all their revisions.
//!
//! **Invariant:** nothing that was written is overwritten: a new text names the revision that it comes
//! from, and one that comes from another than the latest is refused.

pub mod anchor;
mod key;

use serde::Serialize;

use crate::refusal::{Refusal, RefusalKind};
use crate::time::Timestamp;
use crate::words;
use crate::{DocumentId, DocumentRevisionId, OpaqueJson};

pub use key::{DocumentKey, InvalidKey, PLAN};

/// The longest text of a document, in UTF-16 units.
pub const LONGEST_BODY: usize = 500_000;

/// How many documents an issue may have.
pub const MOST_OF_ISSUE: u64 = 100;

/// How much the latest texts of an issue's documents may hold together, in bytes: its list has them all.
pub const MOST_BYTES_OF_ISSUE: u64 = 8 << 20;

words! {
    /// What a document's text is written in.
    pub enum DocumentFormat("document format") {
        /// Markdown.
        Markdown = "markdown",
    }
}

words! {
    /// Whether a talk about a passage goes on.
    pub enum AnnotationStatus("annotation status") {
        /// It does.
        Open = "open",
        /// It is settled.
        Resolved = "resolved",
    }
}

/// A document as it stands, for whoever wants to change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Which.
    pub id: DocumentId,
    /// Its name within the issue.
    pub key: DocumentKey,
    /// Its latest revision.
    pub latest: DocumentRevisionId,
    /// Since when it is locked.
    pub locked_at: Option<Timestamp>,
}

/// What becomes of a text that is written under a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// It is a new document.
    New,
    /// It is the document's next revision.
    Revision,
    /// The document is locked: what an agent writes is kept as another document beside it.
    Beside,
}

/// Why a document is not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DocumentRefused {
    /// A revision is named of a document that is not there.
    #[error("Document does not exist yet")]
    NotThere(DocumentKey),
    /// It is locked.
    #[error("Document is locked")]
    Locked(Standing),
    /// The text does not say which revision it comes from.
    #[error(
        "Document update requires baseRevisionId: read the document, and name its latestRevisionId as the one \
         that the new text comes from"
    )]
    BaseMissing(DocumentRevisionId),
    /// The text comes from an older revision.
    #[error("Document was updated by someone else")]
    Stale(DocumentRevisionId),
    /// What shall be restored is what stands there.
    #[error("Selected revision is already the latest revision")]
    IsLatest(DocumentRevisionId),
    /// The issue has too many documents, or too long ones.
    #[error(
        "The issue's documents would be more than {MOST_OF_ISSUE}, or hold more than {} MiB",
        MOST_BYTES_OF_ISSUE >> 20
    )]
    TooMuch,
}

impl Refusal for DocumentRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::TooMuch => RefusalKind::Unprocessable,
            Self::NotThere(_)
            | Self::Locked(_)
            | Self::BaseMissing(_)
            | Self::Stale(_)
            | Self::IsLatest(_) => RefusalKind::Conflict,
        }
    }

    fn details(&self) -> Option<OpaqueJson> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Locked<'a> {
            key: &'a DocumentKey,
            document_id: DocumentId,
            locked_at: Option<Timestamp>,
        }
        let mut facts = OpaqueJson::object();
        match self {
            Self::NotThere(key) => facts.set("key", key),
            Self::Locked(Standing { id, key, locked_at, .. }) => {
                return Some(OpaqueJson::of(&Locked { key, document_id: *id, locked_at: *locked_at }));
            }
            Self::BaseMissing(latest) | Self::Stale(latest) | Self::IsLatest(latest) => {
                facts.set("currentRevisionId", latest);
            }
            Self::TooMuch => return None,
        }
        Some(facts)
    }
}

/// Decides what becomes of a text that comes from the revision `base` and is written under a key.
///
/// # Errors
/// If the document is locked for whoever writes, or the text does not come from what stands there.
pub fn decide_written(
    key: &DocumentKey,
    standing: Option<&Standing>,
    base: Option<DocumentRevisionId>,
    is_agent: bool,
) -> Result<Written, DocumentRefused> {
    let Some(standing) = standing else {
        return match base {
            None => Ok(Written::New),
            Some(_) => Err(DocumentRefused::NotThere(key.clone())),
        };
    };
    if standing.locked_at.is_some() {
        return if is_agent { Ok(Written::Beside) } else { Err(DocumentRefused::Locked(standing.clone())) };
    }
    match base {
        None => Err(DocumentRefused::BaseMissing(standing.latest)),
        Some(base) if base != standing.latest => Err(DocumentRefused::Stale(standing.latest)),
        Some(_) => Ok(Written::Revision),
    }
}

/// Decides whether an older revision may become the latest again, or the document go.
///
/// # Errors
/// If the document is locked.
pub fn require_unlocked(standing: &Standing) -> Result<(), DocumentRefused> {
    match standing.locked_at {
        Some(_) => Err(DocumentRefused::Locked(standing.clone())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(locked_at: Option<i64>) -> Standing {
        Standing {
            id: DocumentId::random(),
            key: "plan".parse().unwrap(),
            latest: DocumentRevisionId::random(),
            locked_at: locked_at.map(Timestamp::from_unix_millis),
        }
    }

    #[test]
    fn a_text_is_taken_where_it_comes_from_what_stands_there() {
        let key: DocumentKey = "plan".parse().unwrap();
        let (free, locked) = (standing(None), standing(Some(1)));
        let other = Some(DocumentRevisionId::random());
        for is_agent in [false, true] {
            let of = |standing, base| decide_written(&key, standing, base, is_agent);
            assert_eq!(of(None, None), Ok(Written::New));
            assert_eq!(of(None, other), Err(DocumentRefused::NotThere(key.clone())));
            assert_eq!(of(Some(&free), Some(free.latest)), Ok(Written::Revision));
            assert_eq!(of(Some(&free), None), Err(DocumentRefused::BaseMissing(free.latest)));
            assert_eq!(of(Some(&free), other), Err(DocumentRefused::Stale(free.latest)));
        }
        for base in [None, other, Some(locked.latest)] {
            assert_eq!(decide_written(&key, Some(&locked), base, true), Ok(Written::Beside));
            let refused = Err(DocumentRefused::Locked(locked.clone()));
            assert_eq!(decide_written(&key, Some(&locked), base, false), refused);
        }
    }
}
