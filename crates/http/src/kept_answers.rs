//! Answers that are given again as they are, for as long as nothing was committed since.
//!
//! **Invariant:** a kept answer is made of rows, its query and its caller alone, and goes out only
//! under the version of the store that was read before its rows were: it is never older than what
//! the caller could have read. Whatever is committed, by whomever, ends it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::HeaderMap;
use wireclip_domain::CompanyId;
use wireclip_services::records::StoreVersion;

/// All kept bodies together are at most so long, in bytes.
const MAX_BYTES: usize = 8 << 20;

/// Answers of one version of the store.
#[derive(Debug, Default)]
pub(crate) struct KeptAnswers(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    version: Option<StoreVersion>,
    answers: HashMap<Asked, KeptAnswer>,
    bytes: usize,
}

/// What was asked, and by whom.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Asked {
    pub(crate) company_id: CompanyId,
    pub(crate) caller: String,
    pub(crate) query: String,
}

/// A body, what it is called if clients can ask by that, and what is told beside it.
#[derive(Debug, Clone)]
pub(crate) struct KeptAnswer {
    pub(crate) body: Bytes,
    pub(crate) tag: Option<String>,
    pub(crate) beside: HeaderMap,
}

impl KeptAnswers {
    /// Returns the answer, if it was kept under this version.
    pub(crate) fn get(&self, version: &StoreVersion, asked: &Asked) -> Option<KeptAnswer> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.version.as_ref() != Some(version) {
            return None;
        }
        kept.answers.get(asked).cloned()
    }

    /// Keeps an answer whose rows were read after the version.
    pub(crate) fn keep(&self, version: StoreVersion, asked: Asked, answer: KeptAnswer) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let length = answer.body.len();
        if kept.version.as_ref() != Some(&version) || kept.bytes + length > MAX_BYTES {
            *kept = Kept { version: Some(version), ..Kept::default() };
        }
        if length > MAX_BYTES {
            return;
        }
        kept.bytes += length;
        if let Some(replaced) = kept.answers.insert(asked, answer) {
            kept.bytes -= replaced.body.len();
        }
    }
}
