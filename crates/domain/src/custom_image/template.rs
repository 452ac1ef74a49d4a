//! Where a template stands.

use super::CustomImageRefused;
use crate::words;

words! {
    /// Where a template stands.
    pub enum TemplateStatus("template status") {
        /// Later sandboxes start from it, if it fits the settings.
        Active = "active",
        /// Another took its place; it can be brought back.
        Superseded = "superseded",
        /// It is not to be used any more.
        Revoked = "revoked",
        /// It is being captured, or did not come to be.
        Failed = "failed",
    }
}

words! {
    /// What a template is.
    pub enum TemplateKind("template kind") {
        Snapshot = "snapshot",
        Image = "image",
        ProviderTemplate = "provider_template",
        Unknown = "unknown",
    }
}

words! {
    /// What can happen to a template.
    pub enum TemplateEvent("template event") {
        /// It came to be.
        Promote = "promote",
        /// Another takes its place.
        Supersede = "supersede",
        /// It takes its place again.
        Restore = "restore",
        /// It is not to be used any more.
        Revoke = "revoke",
    }
}

/// Every move that a template may make. What is not listed is refused.
const MOVES: &[(TemplateStatus, TemplateEvent, TemplateStatus)] = {
    use {TemplateEvent as E, TemplateStatus as S};
    &[
        (S::Failed, E::Promote, S::Active),
        (S::Active, E::Supersede, S::Superseded),
        (S::Active, E::Revoke, S::Revoked),
        (S::Superseded, E::Restore, S::Active),
        (S::Superseded, E::Revoke, S::Revoked),
    ]
};

/// Returns where `event` takes a template that is `status`.
///
/// # Errors
/// If a template that stands there does not move by that event.
pub fn next(status: TemplateStatus, event: TemplateEvent) -> Result<TemplateStatus, CustomImageRefused> {
    MOVES
        .iter()
        .find(|(from, by, _)| *from == status && *by == event)
        .map(|(_, _, to)| *to)
        .ok_or(CustomImageRefused::TemplateIs { status, event })
}

impl TemplateStatus {
    /// Returns whether sandboxes may start from it.
    #[must_use]
    pub const fn is_usable(self) -> bool {
        match self {
            Self::Active | Self::Superseded => true,
            Self::Revoked | Self::Failed => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;

    #[test]
    fn what_was_revoked_never_comes_back() {
        for event in TemplateEvent::ALL {
            assert!(next(TemplateStatus::Revoked, *event).is_err());
        }
    }

    #[test]
    fn what_did_not_come_to_be_is_never_started_from() {
        assert!(!TemplateStatus::Failed.is_usable());
        assert!(next(TemplateStatus::Failed, TemplateEvent::Restore).is_err());
    }

    #[test]
    fn no_move_is_listed_twice() {
        for (at, (from, by, _)) in MOVES.iter().enumerate() {
            assert!(!MOVES[at + 1..].iter().any(|(f, b, _)| f == from && b == by));
        }
    }
}
