//! For whom a run acts: every run acts for one person.

use crate::ids::UserId;

/// Everybody for whom a run could act, by the ground. Whoever is not known is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResponsibleCandidates {
    /// The person who woke the agent by hand, or stopped its run to deliver messages.
    pub by_hand: Option<UserId>,
    /// Who wrote the newest of the comments that people wrote among those of the wake-up.
    pub comment_author: Option<UserId>,
    /// Whether the run repeats another.
    pub is_retry: bool,
    /// For whom the run acted that this one repeats.
    pub original_run: Option<UserId>,
    /// Whom the context names.
    pub context: Option<UserId>,
    /// Whom the run names already.
    pub run: Option<UserId>,
    /// Whom the routine names.
    pub routine: Option<UserId>,
    /// The person who asked, if one did.
    pub requester: Option<UserId>,
    /// Whether the person asked for it by hand.
    pub is_manual: bool,
    /// Whether the run is about an issue.
    pub is_about_issue: bool,
    /// Whom the issue names.
    pub issue: Option<UserId>,
    /// Whom the issue's parent names.
    pub parent_issue: Option<UserId>,
    /// The company's default, its oldest active owner, or its oldest active member.
    pub company: Option<UserId>,
}

/// A run for which nobody is responsible does not start (422 `responsible_user_unresolved`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("No responsible user could be found for the run")]
pub struct ResponsibleUserUnresolved;

/// Finds the person for whom a run acts: the first ground that names one.
///
/// # Errors
/// If no ground does.
pub fn resolve(candidates: &ResponsibleCandidates) -> Result<UserId, ResponsibleUserUnresolved> {
    let all = candidates;
    let grounds = [
        &all.by_hand,
        when(&all.comment_author, !all.is_retry),
        when(&all.original_run, all.is_retry),
        &all.context,
        &all.run,
        &all.routine,
        when(&all.requester, all.is_manual),
        &all.issue,
        &all.parent_issue,
        when(&all.requester, !all.is_about_issue),
        &all.company,
    ];
    grounds.into_iter().flatten().next().cloned().ok_or(ResponsibleUserUnresolved)
}

fn when(user: &Option<UserId>, holds: bool) -> &Option<UserId> {
    if holds { user } else { &None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(name: &str) -> Option<UserId> {
        Some(UserId::new(name))
    }

    #[test]
    fn the_nearest_ground_wins_and_the_company_comes_last() {
        let mut all = ResponsibleCandidates { company: user("company"), ..Default::default() };
        let check = |all: &ResponsibleCandidates, name: &str| assert_eq!(resolve(all).ok(), user(name));
        check(&all, "company");
        all.requester = user("requester");
        check(&all, "requester");
        all.is_about_issue = true;
        check(&all, "company");
        all.issue = user("issue");
        check(&all, "issue");
        all.is_manual = true;
        check(&all, "requester");
        all.context = user("context");
        check(&all, "context");
        all.comment_author = user("author");
        check(&all, "author");
        all.by_hand = user("hand");
        check(&all, "hand");
        assert_eq!(resolve(&ResponsibleCandidates::default()), Err(ResponsibleUserUnresolved));
    }

    #[test]
    fn a_retry_acts_for_whom_the_original_acted() {
        let all = ResponsibleCandidates {
            is_retry: true,
            comment_author: user("author"),
            original_run: user("original"),
            ..Default::default()
        };
        assert_eq!(resolve(&all).ok(), user("original"));
    }
}
