//! How lists of issues are asked for.

use crate::words;

words! {
    /// By what a list is ordered, if not by priority and latest activity.
    pub enum SortField("sort field") {
        Updated = "updated",
        Id = "id",
    }
}

words! {
    /// In which direction a list is ordered.
    pub enum SortDirection("sort direction") {
        Ascending = "asc",
        Descending = "desc",
    }
}

words! {
    /// How much of each issue a list tells.
    pub enum ListView("list view") {
        Compact = "compact",
    }
}

words! {
    /// Which attention the listed issues need.
    pub enum AttentionFilter("attention") {
        Blocked = "blocked",
    }
}
