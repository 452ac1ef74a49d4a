//! The messages that wait for an issue's run to end: what may still be done with them.
//!
//! They wait in a wake-up; whoever changes them says which queue and which revision they saw, so
//! that nobody changes what they have not seen.

use crate::refusal::{Refusal, RefusalKind};
use crate::{CommentId, OpaqueJson, WakeupId};

/// Why a waiting message cannot be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QueueRefused {
    /// It does not wait, or not in this queue.
    #[error("the message does not wait any more")]
    NotPending,
    /// The queue is another one than its reader saw.
    #[error("the waiting messages were changed meanwhile")]
    RevisionConflict,
    /// The wished order is not one of exactly the messages that wait.
    #[error("the order does not name exactly the messages that wait")]
    OrderMismatch,
    /// The agent is being told of them.
    #[error("the messages are on their way to the agent already")]
    Dispatching,
}

impl Refusal for QueueRefused {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Conflict
    }

    fn code(&self) -> Option<&'static str> {
        Some(match self {
            Self::NotPending => "queued_comment_not_pending",
            Self::RevisionConflict => "queued_comment_revision_conflict",
            Self::OrderMismatch => "queued_comment_order_mismatch",
            Self::Dispatching => "queued_comment_already_dispatching",
        })
    }

    fn details(&self) -> Option<OpaqueJson> {
        // Wire: the code stands in the details as well.
        let mut details = OpaqueJson::object();
        details.set("code", &self.code());
        Some(details)
    }
}

/// A queue as whoever changes it saw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenQueue {
    /// Which queue.
    pub queue_id: WakeupId,
    /// In which revision.
    pub revision: String,
}

/// Decides whether what was seen is what is there. `present` is the queue with its revision, if
/// there is one.
///
/// # Errors
/// If it is gone, or another one by now.
pub fn check_seen(seen: &SeenQueue, present: Option<(WakeupId, &str)>) -> Result<(), QueueRefused> {
    match present {
        Some((queue_id, _)) if queue_id != seen.queue_id => Err(QueueRefused::NotPending),
        None => Err(QueueRefused::NotPending),
        Some((_, revision)) if revision != seen.revision => Err(QueueRefused::RevisionConflict),
        Some(_) => Ok(()),
    }
}

/// Decides whether an order has exactly the messages that wait, each once.
///
/// # Errors
/// If one is missing, foreign or named twice.
pub fn check_order(present: &[CommentId], wished: &[CommentId]) -> Result<(), QueueRefused> {
    let sorted = |ids: &[CommentId]| {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids
    };
    if sorted(present) == sorted(wished) { Ok(()) } else { Err(QueueRefused::OrderMismatch) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_seen_is_changed() {
        let [queue_id, other] = [WakeupId::random(), WakeupId::random()];
        let seen = SeenQueue { queue_id, revision: "a".to_owned() };
        assert_eq!(check_seen(&seen, Some((queue_id, "a"))), Ok(()));
        assert_eq!(check_seen(&seen, Some((queue_id, "b"))), Err(QueueRefused::RevisionConflict));
        assert_eq!(check_seen(&seen, Some((other, "a"))), Err(QueueRefused::NotPending));
        assert_eq!(check_seen(&seen, None), Err(QueueRefused::NotPending));
    }

    #[test]
    fn an_order_has_every_message_once() {
        let [one, two, three] = std::array::from_fn(|_| CommentId::random());
        assert_eq!(check_order(&[one, two], &[two, one]), Ok(()));
        for wished in [&[two][..], &[one, two, three], &[one, one], &[]] {
            assert_eq!(check_order(&[one, two], wished), Err(QueueRefused::OrderMismatch));
        }
    }
}
