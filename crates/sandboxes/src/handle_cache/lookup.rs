//! What comes of looking for a handle, and what the answer of a lookup is worth.

use std::sync::Arc;

/// What a slot has for somebody who wants the handle.
pub(crate) enum Found<H, L> {
    /// It is known and fresh.
    Ready(Arc<H>),
    /// Somebody looks it up; wait for that.
    Joined(u64, L),
    /// The caller started to look it up.
    Started(u64, L, Cause),
}

/// Why a handle is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// It is not known.
    Unknown,
    /// It may not be true any more.
    Stale,
}

/// How a finished lookup stands to the slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Its answer may be used.
    Current,
    /// Something was evicted meanwhile; look again.
    Late,
    /// The lease takes no more work.
    Closed,
}
