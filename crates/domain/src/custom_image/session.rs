//! Where a person's work on a sandbox stands.

use super::CustomImageRefused;
use crate::time::Timestamp;
use crate::words;

words! {
    /// Where a setup session stands.
    pub enum SessionStatus("setup session status") {
        /// Its sandbox is being made.
        Starting = "starting",
        /// The person is let in.
        WaitingForUser = "waiting_for_user",
        /// Its sandbox is being captured.
        Capturing = "capturing",
        /// A template came of it.
        Promoted = "promoted",
        /// Somebody did not want it any more.
        Cancelled = "cancelled",
        /// Its time was over.
        TimedOut = "timed_out",
        /// Its sandbox did not come to be, or is gone.
        Failed = "failed",
    }
}

words! {
    /// What can happen to a setup session.
    pub enum SessionEvent("setup session event") {
        /// Its sandbox is there, and the person can get in.
        LetIn = "let_in",
        /// The person is done: the sandbox is to be captured.
        Capture = "capture",
        /// It was not captured; the person may try again.
        NotCaptured = "not_captured",
        /// The template is there.
        Promote = "promote",
        /// Somebody does not want it any more.
        Cancel = "cancel",
        /// Its time is over.
        TimeOut = "time_out",
        /// Its sandbox did not come to be, or is gone.
        Fail = "fail",
    }
}

/// Every move that a session may make. What is not listed is refused.
const MOVES: &[(SessionStatus, SessionEvent, SessionStatus)] = {
    use {SessionEvent as E, SessionStatus as S};
    &[
        (S::Starting, E::LetIn, S::WaitingForUser),
        (S::Starting, E::Cancel, S::Cancelled),
        (S::Starting, E::Fail, S::Failed),
        (S::WaitingForUser, E::Capture, S::Capturing),
        (S::WaitingForUser, E::Cancel, S::Cancelled),
        (S::WaitingForUser, E::TimeOut, S::TimedOut),
        (S::WaitingForUser, E::Fail, S::Failed),
        (S::Capturing, E::NotCaptured, S::WaitingForUser),
        (S::Capturing, E::Promote, S::Promoted),
    ]
};

/// Returns where `event` takes a session that is `status`.
///
/// # Errors
/// If a session that stands there does not move by that event.
pub fn next(status: SessionStatus, event: SessionEvent) -> Result<SessionStatus, CustomImageRefused> {
    MOVES
        .iter()
        .find(|(from, by, _)| *from == status && *by == event)
        .map(|(_, _, to)| *to)
        .ok_or(CustomImageRefused::SessionIs { status, event })
}

/// Goes on only if a person may still work in a session.
///
/// # Errors
/// If it is not waiting for one, or its time is over.
pub fn check_open(
    status: SessionStatus,
    expires_at: Timestamp,
    now: Timestamp,
) -> Result<(), CustomImageRefused> {
    if status != SessionStatus::WaitingForUser {
        return Err(CustomImageRefused::NotWaiting { status });
    }
    if expires_at <= now {
        return Err(CustomImageRefused::Expired);
    }
    Ok(())
}

impl SessionStatus {
    /// Returns whether the session is going on.
    #[must_use]
    pub const fn is_open(self) -> bool {
        match self {
            Self::Starting | Self::WaitingForUser | Self::Capturing => true,
            Self::Promoted | Self::Cancelled | Self::TimedOut | Self::Failed => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;

    #[test]
    fn what_is_over_never_moves_again() {
        for status in SessionStatus::ALL.iter().filter(|status| !status.is_open()) {
            for event in SessionEvent::ALL {
                assert!(next(*status, *event).is_err(), "{status} {event}");
            }
        }
    }

    #[test]
    fn every_open_session_can_come_to_its_end() {
        for status in SessionStatus::ALL.iter().filter(|status| status.is_open()) {
            let ends = |status: SessionStatus| {
                SessionEvent::ALL.iter().any(|event| next(status, *event).is_ok_and(|to| !to.is_open()))
            };
            assert!(ends(*status), "{status}");
        }
    }

    #[test]
    fn nobody_takes_a_sandbox_away_that_is_being_captured() {
        assert!(next(SessionStatus::Capturing, SessionEvent::Cancel).is_err());
        assert!(next(SessionStatus::Capturing, SessionEvent::TimeOut).is_err());
    }

    #[test]
    fn no_move_is_listed_twice() {
        for (at, (from, by, _)) in MOVES.iter().enumerate() {
            assert!(!MOVES[at + 1..].iter().any(|(f, b, _)| f == from && b == by));
        }
    }

    #[test]
    fn a_person_works_only_while_there_is_time() {
        let now = Timestamp::from_unix_millis(1000);
        let later = Timestamp::from_unix_millis(1001);
        assert_eq!(check_open(SessionStatus::WaitingForUser, later, now), Ok(()));
        assert_eq!(check_open(SessionStatus::WaitingForUser, now, now), Err(CustomImageRefused::Expired));
        let status = SessionStatus::Starting;
        assert_eq!(check_open(status, later, now), Err(CustomImageRefused::NotWaiting { status }));
    }
}
