//! Errors that change nothing, each with the reason why not.

/// A result whose error nobody needs to hear of.
pub(crate) trait Forgive {
    /// Goes on either way; `reason` says why that is right.
    fn forgive(self, reason: &'static str);
}

impl<T, E> Forgive for Result<T, E> {
    fn forgive(self, _reason: &'static str) {}
}
