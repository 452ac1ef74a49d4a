//! Issues that wait for others: who blocks whom, what counts as resolved, and the tree of parents.
//!
//! Invariant: neither "blocks" nor "is the parent of" ever runs in a circle. Only `done` resolves
//! a blocker; a cancelled one still blocks, and its dependents' owners are told.

pub mod attention;

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use crate::issue::IssueStatus;
use crate::refusal::{Refusal, RefusalKind};
use crate::{CompanyId, IssueId, OpaqueJson};

/// Which issues block an issue: from the blocked one to its blockers.
pub type BlockedBy = HashMap<IssueId, Vec<IssueId>>;

/// Why a set of blockers is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BlockersRefused {
    /// The issue would block itself.
    #[error("an issue cannot be blocked by itself")]
    Itself,
    /// Some are not there, or belong to another company.
    #[error("{} of the blocking issues are not issues of this company", unknown.len())]
    NotOfCompany {
        /// Those ids.
        unknown: Vec<IssueId>,
    },
    /// A blocker waits for the issue, directly or through others.
    #[error("the blocking relations would run in a circle")]
    Cycle {
        /// The way from the issue over its new blocker back to the issue, both ends named.
        path: Vec<IssueId>,
    },
}

impl Refusal for BlockersRefused {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Unprocessable
    }

    fn details(&self) -> Option<OpaqueJson> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Cycle<'a> {
            cycle_issue_ids: &'a [IssueId],
        }
        match self {
            Self::Cycle { path } => Some(OpaqueJson::of(&Cycle { cycle_issue_ids: path })),
            Self::Itself | Self::NotOfCompany { .. } => None,
        }
    }
}

/// What a new set of blockers changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BlockerChange {
    /// All blockers afterwards, each once, in the order in which they were named.
    pub blockers: Vec<IssueId>,
    /// Those that did not block before.
    pub added: Vec<IssueId>,
    /// Those that block no more.
    pub removed: Vec<IssueId>,
}

impl BlockerChange {
    /// Returns whether the set is another one than before.
    #[must_use]
    pub const fn is_change(&self) -> bool {
        !self.added.is_empty() || !self.removed.is_empty()
    }
}

/// Decides whether `wished` may take the place of all blockers of `issue`. `companies` has the
/// company of each named issue that exists; `blocked_by` every relation of the company.
///
/// # Errors
/// If a blocker is the issue itself, is not of the company, or would close a circle.
pub fn decide_blockers(
    issue: IssueId,
    company: CompanyId,
    wished: &[IssueId],
    companies: &HashMap<IssueId, CompanyId>,
    blocked_by: &BlockedBy,
) -> Result<BlockerChange, BlockersRefused> {
    let mut blockers = Vec::new();
    for blocker in wished {
        if !blockers.contains(blocker) {
            blockers.push(*blocker);
        }
    }
    if blockers.contains(&issue) {
        return Err(BlockersRefused::Itself);
    }
    let is_foreign = |blocker: &&IssueId| companies.get(blocker) != Some(&company);
    let unknown: Vec<IssueId> = blockers.iter().filter(is_foreign).copied().collect();
    if !unknown.is_empty() {
        return Err(BlockersRefused::NotOfCompany { unknown });
    }
    for blocker in &blockers {
        if let Some(way) = way_to(*blocker, issue, blocked_by) {
            return Err(BlockersRefused::Cycle { path: std::iter::once(issue).chain(way).collect() });
        }
    }
    let before = blocked_by.get(&issue).map_or(&[][..], Vec::as_slice);
    let added = blockers.iter().filter(|blocker| !before.contains(blocker)).copied().collect();
    let removed = before.iter().filter(|blocker| !blockers.contains(blocker)).copied().collect();
    Ok(BlockerChange { blockers, added, removed })
}

/// Returns a way from an issue over its blockers to `goal`, both ends named, if there is one.
#[must_use]
pub fn way_to(from: IssueId, goal: IssueId, blocked_by: &BlockedBy) -> Option<Vec<IssueId>> {
    let mut came_from: HashMap<IssueId, Option<IssueId>> = HashMap::from([(from, None)]);
    let mut open = vec![from];
    while let Some(issue) = open.pop() {
        if issue == goal {
            let mut way: Vec<IssueId> =
                std::iter::successors(Some(goal), |step| came_from.get(step).copied().flatten()).collect();
            way.reverse();
            return Some(way);
        }
        for blocker in blocked_by.get(&issue).into_iter().flatten() {
            if !came_from.contains_key(blocker) {
                came_from.insert(*blocker, Some(issue));
                open.push(*blocker);
            }
        }
    }
    None
}

/// Returns whether a blocker in this status holds nobody up any more.
#[must_use]
pub const fn is_resolved(status: IssueStatus) -> bool {
    matches!(status, IssueStatus::Done)
}

/// A blocker as the rules see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blocker {
    /// The blocking issue.
    pub issue_id: IssueId,
    /// Its identifier.
    pub identifier: String,
    /// Its title.
    pub title: String,
    /// Where it stands.
    pub status: IssueStatus,
}

/// Work that waits, and for what.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} blocking issues are not done", unresolved.len())]
pub struct StillBlocked {
    /// The blockers that are not done.
    pub unresolved: Vec<Blocker>,
}

impl Refusal for StillBlocked {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Unprocessable
    }

    fn details(&self) -> Option<OpaqueJson> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Unresolved<'a> {
            issue_id: IssueId,
            identifier: &'a str,
            title: &'a str,
            reason: &'static str,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Details<'a> {
            unresolved_blocker_issue_ids: Vec<IssueId>,
            unresolved_blockers: Vec<Unresolved<'a>>,
        }
        Some(OpaqueJson::of(&Details {
            unresolved_blocker_issue_ids: self.unresolved.iter().map(|blocker| blocker.issue_id).collect(),
            unresolved_blockers: self
                .unresolved
                .iter()
                .map(|blocker| Unresolved {
                    issue_id: blocker.issue_id,
                    identifier: &blocker.identifier,
                    title: &blocker.title,
                    // Wire: the one reason without workspaces of their own, cancelled blockers too.
                    reason: "not_done",
                })
                .collect(),
        }))
    }
}

/// Decides from present state whether an issue with these blockers may be worked on.
///
/// # Errors
/// With the blockers that are not done.
pub fn check_ready(blockers: &[Blocker]) -> Result<(), StillBlocked> {
    let unresolved: Vec<Blocker> =
        blockers.iter().filter(|blocker| !is_resolved(blocker.status)).cloned().collect();
    if unresolved.is_empty() { Ok(()) } else { Err(StillBlocked { unresolved }) }
}

/// Why an issue cannot get a parent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParentRefused {
    /// It is not there, or belongs to another company.
    #[error("the parent is no issue of this company")]
    NotOfCompany,
    /// The issue would be its own parent.
    #[error("an issue cannot be its own parent")]
    Itself,
    /// The parent lies below the issue.
    #[error("the parent lies below this issue")]
    Cycle {
        /// From the parent up to the issue, both ends named.
        path: Vec<IssueId>,
    },
}

impl Refusal for ParentRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::NotOfCompany => RefusalKind::NotFound,
            Self::Itself | Self::Cycle { .. } => RefusalKind::Unprocessable,
        }
    }
}

/// Decides whether `issue` may stand under `parent`. `parent_company` is the parent's, if there
/// is such an issue; `parents` has at least the parents above it.
///
/// # Errors
/// If the parent is not of the company, or stands at or below the issue.
pub fn decide_parent(
    issue: IssueId,
    company: CompanyId,
    parent: IssueId,
    parent_company: Option<CompanyId>,
    parents: &HashMap<IssueId, IssueId>,
) -> Result<(), ParentRefused> {
    if parent == issue {
        return Err(ParentRefused::Itself);
    }
    if parent_company != Some(company) {
        return Err(ParentRefused::NotOfCompany);
    }
    let mut passed = BTreeSet::new();
    let path: Vec<IssueId> = std::iter::successors(Some(parent), |above| parents.get(above).copied())
        .take_while(|above| passed.insert(*above))
        .collect();
    match path.iter().position(|above| *above == issue) {
        Some(at) => Err(ParentRefused::Cycle { path: path[..=at].to_vec() }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
