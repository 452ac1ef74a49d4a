//! A goal: what the work is for.

use crate::words;

words! {
    /// Whose goal it is.
    pub enum GoalLevel("goal level") {
        Company = "company",
        Team = "team",
        Agent = "agent",
        Task = "task",
    }
}

words! {
    /// Where a goal stands.
    pub enum GoalStatus("goal status") {
        Planned = "planned",
        Active = "active",
        Achieved = "achieved",
        Cancelled = "cancelled",
    }
}
