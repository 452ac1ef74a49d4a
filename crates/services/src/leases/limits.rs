//! How long the steps of leases may take, and who waits for whom.
//!
//! **Invariant:** whoever takes something upon himself has it for longer than he may take, so that
//! nobody else begins before he has his answer, or none.

use std::time::Duration;

/// How long a run waits for the end of the lease whose place it wants, rather than to take another.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(90);
/// How often it looks.
pub(super) const LOOK_AGAIN: Duration = Duration::from_millis(250);
/// How long a provider may take to open a place again.
pub(super) const RESUME_LIMIT: Duration = Duration::from_secs(5 * 60);
/// How long a provider may take to make a place.
pub(super) const ACQUIRE_LIMIT: Duration = Duration::from_secs(5 * 60);
/// How long a provider may take to make a place, look at it and take it down.
pub(crate) const PROBE_LIMIT: Duration = Duration::from_secs(3 * 60);
/// What storing what came of it may take on a busy database.
const COMMIT: Duration = Duration::from_secs(60);

/// From the note that a place is about to be made, after this time somebody else looks what became
/// of it. The waits for old places come before that note.
pub(super) const SETTLED_AFTER: Duration = Duration::from_secs(10 * 60);
const _: () = assert!(SETTLED_AFTER.as_secs() > ACQUIRE_LIMIT.as_secs() + COMMIT.as_secs());
const _: () = assert!(SETTLED_AFTER.as_secs() > PROBE_LIMIT.as_secs() + COMMIT.as_secs());

/// How long a provider may take to stop or remove a place.
pub(super) const RELEASE_LIMIT: Duration = Duration::from_secs(120);
/// How long a person may take to end what they do in a sandbox whose setup ends.
pub(super) const SETUP_DRAIN: Duration = Duration::from_secs(10);
/// How long what does not stop by itself may take to stop when it is told to.
const STOPPING: Duration = Duration::from_secs(5);
/// Whoever asks for the end of a lease has it to himself for so long.
pub(super) const END_CLAIMED_FOR: Duration = Duration::from_secs(200);
const _: () = assert!(
    END_CLAIMED_FOR.as_secs()
        >= SETUP_DRAIN.as_secs() + STOPPING.as_secs() + RELEASE_LIMIT.as_secs() + COMMIT.as_secs()
);

/// How long a provider may take to look for what it made, and to remove what it found.
pub(super) const FIND_LIMIT: Duration = Duration::from_secs(60);
pub(super) const REMOVE_LIMIT: Duration = Duration::from_secs(90);
/// Whoever settles a create has it to himself for so long.
pub(super) const CREATE_CLAIMED_FOR: Duration = Duration::from_secs(240);
const _: () =
    assert!(CREATE_CLAIMED_FOR.as_secs() >= FIND_LIMIT.as_secs() + REMOVE_LIMIT.as_secs() + COMMIT.as_secs());
/// A provider may take so long to show what it made: not to find it proves nothing before.
pub(super) const SHOWN_AFTER: Duration = Duration::from_secs(10 * 60);
