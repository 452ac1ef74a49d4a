//! A project: issues that belong together, and where their files are.

pub mod workspace;

use crate::refusal::{Refusal, RefusalKind};
use crate::url_key::{slug, unique_name};
use crate::{GoalId, OpaqueJson, ProjectId, words};

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

/// Returns the key by which a project is called. Letters outside A to Z would be lost, so a piece
/// of the id makes up for them.
#[must_use]
pub fn project_url_key(name: &str, id: ProjectId) -> String {
    let piece = || id.as_uuid().simple().to_string()[..8].to_owned();
    match slug(name) {
        Some(key) if name.is_ascii() => key,
        Some(key) => format!("{key}-{}", piece()),
        None => piece(),
    }
}

/// Returns the name that a project gets when it is made or renamed: the wished one, with the first
/// free number if another project of the company has its key.
pub fn unique_project_name(wished: &str, is_taken_by_other: impl Fn(&str) -> bool) -> String {
    if wished.is_ascii() { unique_name(wished, is_taken_by_other) } else { wished.to_owned() }
}

/// Why a project cannot be so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProjectRefused {
    /// Some of its goals are none of the company's.
    #[error("{} of the goals are not of this company", unknown.len())]
    NoSuchGoals {
        /// Their ids.
        unknown: Vec<GoalId>,
    },
    /// Its lead is none of the company's agents.
    #[error("the lead is no agent of this company")]
    NoSuchLead,
    /// Several projects are called so.
    #[error("several projects are called so; use the id of one")]
    Ambiguous {
        /// Their ids.
        projects: Vec<ProjectId>,
    },
}

impl Refusal for ProjectRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::NoSuchGoals { .. } | Self::NoSuchLead => RefusalKind::Unprocessable,
            Self::Ambiguous { .. } => RefusalKind::Conflict,
        }
    }

    fn details(&self) -> Option<OpaqueJson> {
        let mut details = OpaqueJson::object();
        match self {
            Self::NoSuchGoals { unknown } => details.set("unknownGoalIds", unknown),
            Self::Ambiguous { projects } => details.set("projectIds", projects),
            Self::NoSuchLead => return None,
        }
        Some(details)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_a_key_loses_are_made_up_for_by_the_id() {
        let id = ProjectId::random();
        let piece = &id.to_string()[..8];
        assert_eq!(project_url_key("Web Site!", id), "web-site");
        assert_eq!(project_url_key("Café Ouest", id), format!("caf-ouest-{piece}"));
        assert_eq!(project_url_key("東京", id), piece);
    }

    #[test]
    fn namesakes_are_numbered() {
        let is_taken = |key: &str| key == "web-site" || key == "caf";
        assert_eq!(unique_project_name("web site!", is_taken), "web site! 2");
        assert_eq!(unique_project_name("Café", is_taken), "Café");
    }
}
