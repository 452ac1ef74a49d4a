//! A secret of a company: a named value that is sealed where it is stored and read only by what
//! it is bound to.
//!
//! **Invariant:** a secret's value is in no answer, event or log. Settings name secrets by id.

use crate::words;

words! {
    /// Whether a secret may be read.
    pub enum SecretStatus("secret status") {
        Active = "active",
        Disabled = "disabled",
        Archived = "archived",
        Deleted = "deleted",
    }
}

words! {
    /// Whether a version of a secret may be read.
    pub enum SecretVersionStatus("secret version status") {
        Current = "current",
        Previous = "previous",
        Disabled = "disabled",
        Destroyed = "destroyed",
        Failed = "failed",
    }
}

words! {
    /// The kind of thing that a secret is bound to.
    pub enum SecretTarget("secret target") {
        Agent = "agent",
        Project = "project",
        Routine = "routine",
        Environment = "environment",
    }
}
