//! A comment on an issue.

use crate::words;

words! {
    /// Who wrote a comment.
    pub enum CommentAuthorType("comment author type") {
        User = "user",
        Agent = "agent",
        System = "system",
    }
}
