//! What a refused wish looks like to whoever wished: the kind, the code, the facts.
//!
//! Every rule has an error of its own; this trait is what they have in common, so that an answer
//! can be made of each without a list of all.

use crate::OpaqueJson;

/// The kinds of refusal, as a client tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefusalKind {
    /// The wish itself makes no sense (400).
    Invalid,
    /// Nobody is known to have proven who they are, or which run acts (401).
    Unauthenticated,
    /// The caller may not (403).
    Forbidden,
    /// It is not there, or not there for this caller (404).
    NotFound,
    /// It could be done, but not as things stand (409).
    Conflict,
    /// The wish is well formed and contradicts what is known (422).
    Unprocessable,
}

/// The reason why a rule says no, with the facts that led to it. All of it is safe to show.
pub trait Refusal: std::error::Error {
    /// Returns the kind of the refusal.
    fn kind(&self) -> RefusalKind;

    /// Returns the word by which clients recognise the refusal, if it has one.
    fn code(&self) -> Option<&'static str> {
        None
    }

    /// Returns the facts, if there are any to tell.
    fn details(&self) -> Option<OpaqueJson> {
        None
    }
}
