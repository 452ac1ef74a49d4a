//! What a person wants to be told of no more, or not now.

use crate::refusal::{Refusal, RefusalKind};
use crate::time::Timestamp;
use crate::words;

words! {
    /// For how long an item leaves a person's inbox.
    pub enum DismissalKind("dismissal kind") {
        Dismiss = "dismiss",
        Snooze = "snooze",
    }
}

/// What items an inbox has: `approval:…`, `join:…`, `run:…` and `attention:…`.
const KINDS: &[&str] = &["approval", "join", "run", "attention"];

/// The form of an item's key, as clients read it in a refusal.
pub const ITEM_KEY_PATTERN: &str = "/^(approval|join|run|attention):.+$/";

/// The name of an item of an inbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemKey(String);

/// A text that names no item of an inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Unsupported inbox item key")]
pub struct NotAnItem;

impl Refusal for NotAnItem {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Invalid
    }
}

impl ItemKey {
    /// Returns the key as it is stored and sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for ItemKey {
    type Err = NotAnItem;

    fn from_str(text: &str) -> Result<Self, NotAnItem> {
        let text = text.trim();
        let (kind, item) = text.split_once(':').ok_or(NotAnItem)?;
        if !KINDS.contains(&kind) || item.is_empty() || item.contains('\n') {
            return Err(NotAnItem);
        }
        Ok(Self(text.to_owned()))
    }
}

/// A dismissal that contradicts itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadDismissal {
    /// Put off, but until when?
    #[error("Snooze requires snoozedUntil")]
    NoEnd,
    /// Dismissed for good, and until some time.
    #[error("Dismissals must not include snoozedUntil")]
    EndOfADismissal,
    /// Put off until a time that has passed.
    #[error("snoozedUntil must be in the future")]
    EndHasPassed,
}

/// Checks until when an item is put off.
///
/// # Errors
/// If the kind and the time contradict each other.
pub fn check_end(kind: DismissalKind, until: Option<Timestamp>, now: Timestamp) -> Result<(), BadDismissal> {
    match (kind, until) {
        (DismissalKind::Dismiss, None) => Ok(()),
        (DismissalKind::Dismiss, Some(_)) => Err(BadDismissal::EndOfADismissal),
        (DismissalKind::Snooze, None) => Err(BadDismissal::NoEnd),
        (DismissalKind::Snooze, Some(until)) if until <= now => Err(BadDismissal::EndHasPassed),
        (DismissalKind::Snooze, Some(_)) => Ok(()),
    }
}

/// Returns whether an item that was dismissed stays away: what happened to it afterwards, or the
/// end of its snooze, brings it back.
#[must_use]
pub fn stays_away(
    dismissed_at: Timestamp,
    snoozed_until: Option<Timestamp>,
    last_happened_at: Timestamp,
    now: Timestamp,
) -> bool {
    match snoozed_until {
        Some(until) => until > now,
        None => dismissed_at >= last_happened_at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_four_kinds_of_item_have_keys() {
        for key in ["approval:abc", " run:def ", "join:1", "attention:budget:7"] {
            assert_eq!(key.parse::<ItemKey>().map(|key| key.0), Ok(key.trim().to_owned()));
        }
        for text in ["mail:abc", "run:", "run", "", "RUN:abc", "run:a\nb"] {
            assert_eq!(text.parse::<ItemKey>(), Err(NotAnItem), "{text}");
        }
    }

    #[test]
    fn a_snooze_ends_in_the_future_and_a_dismissal_never() {
        let at = Timestamp::from_unix_millis;
        let check = |kind, until| check_end(kind, until, at(5));
        assert_eq!(check(DismissalKind::Dismiss, None), Ok(()));
        assert_eq!(check(DismissalKind::Snooze, Some(at(6))), Ok(()));
        assert_eq!(check(DismissalKind::Dismiss, Some(at(6))), Err(BadDismissal::EndOfADismissal));
        assert_eq!(check(DismissalKind::Snooze, None), Err(BadDismissal::NoEnd));
        assert_eq!(check(DismissalKind::Snooze, Some(at(5))), Err(BadDismissal::EndHasPassed));
    }

    #[test]
    fn an_item_comes_back_when_something_happens_to_it() {
        let at = Timestamp::from_unix_millis;
        assert!(stays_away(at(5), None, at(4), at(9)));
        assert!(!stays_away(at(5), None, at(6), at(9)));
        assert!(stays_away(at(5), Some(at(10)), at(6), at(9)));
        assert!(!stays_away(at(5), Some(at(9)), at(4), at(9)));
    }
}
