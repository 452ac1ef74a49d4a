//! How the blockers of a blocked issue stand: whether somebody works on what is in the way, or
//! whether somebody must look.

use std::collections::HashMap;

use super::{BlockedBy, is_resolved};
use crate::issue::IssueStatus;
use crate::{IssueId, words};

words! {
    /// How the blockers of an issue stand.
    pub enum AttentionState("blocker attention") {
        None = "none",
        Covered = "covered",
        Stalled = "stalled",
        NeedsAttention = "needs_attention",
    }
}

/// An issue of a chain of blockers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Its identifier.
    pub identifier: String,
    /// Its title.
    pub title: String,
    /// Where it stands.
    pub status: IssueStatus,
    /// Whether a run works on it.
    pub is_worked_on: bool,
}

/// How the blockers of an issue stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attention {
    /// All in all.
    pub state: AttentionState,
    /// How many are not done.
    pub unresolved: usize,
    /// How many of them somebody works on, at the end of the chain.
    pub covered: usize,
    /// How many of them lie in review.
    pub stalled: usize,
    /// How many of them nobody works on.
    pub needing: usize,
    /// Whether a run works on anything of the chains.
    pub is_live: bool,
    /// The blocker that decides, and the end of its chain.
    pub decisive: Option<(IssueId, IssueId)>,
    /// The end of a chain that lies in review.
    pub stalled_end: Option<IssueId>,
}

impl Attention {
    /// Nothing stands in the way.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            state: AttentionState::None,
            unresolved: 0,
            covered: 0,
            stalled: 0,
            needing: 0,
            is_live: false,
            decisive: None,
            stalled_end: None,
        }
    }

    /// Returns the recorded word for why it stands so.
    #[must_use]
    pub const fn reason(&self) -> Option<&'static str> {
        match self.state {
            AttentionState::None => None,
            AttentionState::Covered => Some("active_dependency"),
            AttentionState::Stalled => Some("stalled_review"),
            AttentionState::NeedsAttention => Some("attention_required"),
        }
    }
}

/// Says how the blockers of `issue` stand. Only an issue that says it is blocked waits; `links`
/// has every issue that can be reached over `blocked_by`.
#[must_use]
pub fn attention(
    issue: IssueId,
    status: IssueStatus,
    blocked_by: &BlockedBy,
    links: &HashMap<IssueId, Link>,
) -> Attention {
    let mut found = Attention::none();
    if status != IssueStatus::Blocked {
        return found;
    }
    for direct in open_blockers(issue, blocked_by, links) {
        found.unresolved += 1;
        let end = end_of_chain(direct, blocked_by, links);
        let Some(link) = links.get(&end) else { continue };
        let state = if link.is_worked_on {
            found.covered += 1;
            found.is_live = true;
            AttentionState::Covered
        } else if link.status == IssueStatus::InReview {
            found.stalled += 1;
            found.stalled_end.get_or_insert(end);
            AttentionState::Stalled
        } else {
            found.needing += 1;
            AttentionState::NeedsAttention
        };
        if state > found.state {
            found.state = state;
            found.decisive = Some((direct, end));
        }
    }
    found
}

fn open_blockers<'a>(
    issue: IssueId,
    blocked_by: &'a BlockedBy,
    links: &'a HashMap<IssueId, Link>,
) -> impl Iterator<Item = IssueId> + 'a {
    let blockers = blocked_by.get(&issue).map_or(&[][..], Vec::as_slice);
    blockers.iter().copied().filter(|id| links.get(id).is_some_and(|link| !is_resolved(link.status)))
}

/// Follows the first open blocker from issue to issue; relations run in no circle.
fn end_of_chain(from: IssueId, blocked_by: &BlockedBy, links: &HashMap<IssueId, Link>) -> IssueId {
    std::iter::successors(Some(from), |issue| open_blockers(*issue, blocked_by, links).next())
        .take(links.len() + 1)
        .last()
        .unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(status: IssueStatus, is_worked_on: bool) -> Link {
        Link { identifier: "ABC-1".to_owned(), title: "In the way".to_owned(), status, is_worked_on }
    }

    #[test]
    fn the_end_of_the_chain_decides() {
        let [issue, direct, end] = [IssueId::random(), IssueId::random(), IssueId::random()];
        let blocked_by = BlockedBy::from([(issue, vec![direct]), (direct, vec![end])]);
        let check = |last: Link, state, needing| {
            let links = HashMap::from([(direct, link(IssueStatus::Blocked, false)), (end, last)]);
            let found = attention(issue, IssueStatus::Blocked, &blocked_by, &links);
            assert_eq!((found.state, found.unresolved, found.needing), (state, 1, needing));
            assert_eq!(found.decisive, Some((direct, end)));
        };
        check(link(IssueStatus::InProgress, true), AttentionState::Covered, 0);
        check(link(IssueStatus::InReview, false), AttentionState::Stalled, 0);
        check(link(IssueStatus::Todo, false), AttentionState::NeedsAttention, 1);
    }

    #[test]
    fn what_does_not_say_that_it_is_blocked_needs_nobody() {
        let [issue, blocker] = [IssueId::random(), IssueId::random()];
        let blocked_by = BlockedBy::from([(issue, vec![blocker])]);
        let open = HashMap::from([(blocker, link(IssueStatus::Todo, false))]);
        assert_eq!(attention(issue, IssueStatus::Todo, &blocked_by, &open), Attention::none());
        let done = HashMap::from([(blocker, link(IssueStatus::Done, false))]);
        assert_eq!(attention(issue, IssueStatus::Blocked, &blocked_by, &done), Attention::none());
    }
}
