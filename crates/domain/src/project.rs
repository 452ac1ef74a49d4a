//! A project: issues that belong together, and where their files are.

use crate::words;

words! {
    /// Where a project stands.
    pub enum ProjectStatus("project status") {
        Backlog = "backlog",
        Planned = "planned",
        InProgress = "in_progress",
        Completed = "completed",
        Cancelled = "cancelled",
    }
}
