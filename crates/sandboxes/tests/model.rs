//! Entering a lease against its teardown, in every interleaving.
//!
//! The slot's own source is compiled here with the locks of a model checker.

#[expect(dead_code, reason = "what the model does not need")]
#[path = "../src/handle_cache/slot.rs"]
mod slot;

/// What the slot takes its locks from.
mod sync {
    pub(crate) use loom::sync::{Mutex, MutexGuard};
}

use std::sync::Arc;

use loom::future::block_on;
use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use loom::thread;
use slot::{LeaseSlot, NotEntered, Purpose};
use wireclip_domain::Timestamp;

type Slot = LeaseSlot<(), ()>;

/// The sandbox of the model: nobody may be in it when it is deleted.
#[derive(Default)]
struct Place {
    inside: AtomicUsize,
    is_deleted: AtomicBool,
    deletions: AtomicUsize,
}

fn work(slot: &Arc<Slot>, place: &Place) {
    match block_on(slot.enter(Purpose::Work)) {
        Ok(entered) => {
            place.inside.fetch_add(1, Ordering::SeqCst);
            assert!(!place.is_deleted.load(Ordering::SeqCst), "worked in a sandbox that was deleted");
            place.inside.fetch_sub(1, Ordering::SeqCst);
            drop(entered);
        }
        Err(refused) => assert_eq!(refused, NotEntered::Closed),
    }
}

fn tear_down(slot: &Arc<Slot>, place: &Place) {
    let guard = slot.begin_teardown();
    block_on(guard.drained());
    assert_eq!(place.inside.load(Ordering::SeqCst), 0, "deleted with somebody inside");
    place.is_deleted.store(true, Ordering::SeqCst);
    place.deletions.fetch_add(1, Ordering::SeqCst);
    drop(guard);
}

fn shared() -> (Arc<Slot>, Arc<Place>) {
    (Arc::new(Slot::new()), Arc::new(Place::default()))
}

#[test]
fn nobody_works_in_a_sandbox_that_is_deleted_and_nobody_waits_forever() {
    loom::model(|| {
        let (slot, place) = shared();
        let worker = {
            let (slot, place) = (Arc::clone(&slot), Arc::clone(&place));
            thread::spawn(move || work(&slot, &place))
        };
        tear_down(&slot, &place);
        worker.join().unwrap();
        assert!(slot.is_closed() && slot.is_idle());
    });
}

#[test]
fn overlapping_teardowns_keep_the_gate_up_until_both_are_done() {
    loom::model(|| {
        let (slot, place) = shared();
        let other = {
            let (slot, place) = (Arc::clone(&slot), Arc::clone(&place));
            thread::spawn(move || tear_down(&slot, &place))
        };
        tear_down(&slot, &place);
        // Whether or not the other one is done: closed to work.
        assert!(matches!(block_on(slot.enter(Purpose::Work)), Err(NotEntered::Closed)));
        other.join().unwrap();
        assert_eq!(place.deletions.load(Ordering::SeqCst), 2);
        assert!(slot.is_closed() && slot.is_idle());
    });
}

#[test]
fn a_resume_opens_only_when_no_teardown_is_under_way() {
    loom::model(|| {
        let (slot, place) = shared();
        drop(slot.begin_teardown());
        let resumer = {
            let slot = Arc::clone(&slot);
            thread::spawn(move || match block_on(slot.enter(Purpose::Resume)) {
                Ok(entered) => entered.open(),
                Err(_) => false,
            })
        };
        tear_down(&slot, &place);
        let has_opened = resumer.join().unwrap();
        // Opened before the second teardown it was closed again by it; opened after it, it is open.
        if !has_opened {
            assert!(slot.is_closed());
        }
        assert!(slot.is_idle());
    });
}

#[test]
fn a_late_lookup_is_neither_kept_nor_used() {
    loom::model(|| {
        let (slot, _) = shared();
        let entered = block_on(slot.enter(Purpose::Work)).unwrap();
        let lookup = match slot.find(|(), _| true, |_, _| ()) {
            slot::Found::Started(lookup, (), _) => lookup,
            _ => unreachable!("nothing is known yet"),
        };
        let evictor = {
            let slot = Arc::clone(&slot);
            thread::spawn(move || slot.evict())
        };
        slot.finish_lookup(lookup, Some((Arc::new(()), Timestamp::from_unix_millis(0))));
        evictor.join().unwrap();
        // Evicted before or after: it is gone.
        assert_ne!(slot.standing(lookup), slot::Standing::Current);
        drop(entered);
    });
}
