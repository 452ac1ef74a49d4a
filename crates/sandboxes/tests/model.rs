//! Entering a lease against its teardown, in every interleaving.
//!
//! The slot's own source is compiled here with the locks of a model checker.

#[expect(dead_code, reason = "what the model does not need")]
#[path = "../src/handle_cache/lookup.rs"]
mod lookup;
#[expect(dead_code, reason = "what the model does not need")]
#[path = "../src/handle_cache/slot.rs"]
mod slot;
#[path = "../src/handle_cache/waiting.rs"]
mod waiting;

/// What the slot takes its locks from.
mod sync {
    pub(crate) use loom::sync::{Mutex, MutexGuard};
}

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Waker};

use loom::future::block_on;
use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use loom::thread;
use slot::{LeaseSlot, NotEntered, Purpose};
use wireclip_domain::Timestamp;

type Slot = LeaseSlot<(), ()>;

/// The sandbox of the model: nobody may be in it while it is deleted, nor afterwards.
#[derive(Default)]
struct Place {
    inside: AtomicUsize,
    /// How many teardowns delete it at this moment.
    ending: AtomicUsize,
    is_deleted: AtomicBool,
    deletions: AtomicUsize,
}

impl Place {
    fn visit(&self) {
        self.inside.fetch_add(1, Ordering::SeqCst);
        assert_eq!(self.ending.load(Ordering::SeqCst), 0, "inside while it is deleted");
        self.inside.fetch_sub(1, Ordering::SeqCst);
    }
}

fn work(slot: &Arc<Slot>, place: &Place) {
    match block_on(slot.enter(Purpose::Work)) {
        Ok(entered) => {
            assert!(!place.is_deleted.load(Ordering::SeqCst), "worked in a sandbox that was deleted");
            place.visit();
            drop(entered);
        }
        Err(refused) => assert_eq!(refused, NotEntered::Closed),
    }
}

/// Enters to open the slot again, and opens it if that is wanted.
fn resume(slot: &Arc<Slot>, place: &Place, opens: bool) -> bool {
    match block_on(slot.enter(Purpose::Resume)) {
        Ok(entered) => {
            place.visit();
            // It is brought up before anybody works there.
            place.is_deleted.store(false, Ordering::SeqCst);
            opens && entered.open()
        }
        Err(refused) => {
            assert_eq!(refused, NotEntered::Unsettled);
            false
        }
    }
}

fn tear_down(slot: &Arc<Slot>, place: &Place) {
    let guard = slot.begin_teardown();
    block_on(guard.drained());
    place.ending.fetch_add(1, Ordering::SeqCst);
    assert_eq!(place.inside.load(Ordering::SeqCst), 0, "deleted with somebody inside");
    place.is_deleted.store(true, Ordering::SeqCst);
    place.deletions.fetch_add(1, Ordering::SeqCst);
    place.ending.fetch_sub(1, Ordering::SeqCst);
    assert!(slot.is_closing(), "opened, or taken for closed, by somebody else");
    drop(guard);
}

fn shared() -> (Arc<Slot>, Arc<Place>) {
    (Arc::new(Slot::new()), Arc::new(Place::default()))
}

/// Runs something beside the test.
fn beside(
    slot: &Arc<Slot>,
    place: &Arc<Place>,
    run: impl FnOnce(&Arc<Slot>, &Place) + 'static,
) -> thread::JoinHandle<()> {
    let (slot, place) = (Arc::clone(slot), Arc::clone(place));
    thread::spawn(move || run(&slot, &place))
}

/// Plays what has three threads: in every order with so many switches that nothing forces.
fn model_of_three(play: impl Fn() + Sync + Send + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    model.check(play);
}

#[test]
fn nobody_works_in_a_sandbox_that_is_deleted_and_nobody_waits_forever() {
    loom::model(|| {
        let (slot, place) = shared();
        let worker = beside(&slot, &place, work);
        tear_down(&slot, &place);
        worker.join().unwrap();
        assert!(slot.is_closed() && slot.is_idle());
    });
}

#[test]
fn overlapping_teardowns_keep_the_gate_up_until_both_are_done() {
    model_of_three(|| {
        let (slot, place) = shared();
        let other = beside(&slot, &place, tear_down);
        // Whoever opens it again comes before both or after both, and not between.
        let resumer = beside(&slot, &place, |slot, place| {
            assert!(!resume(slot, place, false));
        });
        tear_down(&slot, &place);
        // Whether or not the other one is done: closed to work.
        assert!(matches!(block_on(slot.enter(Purpose::Work)), Err(NotEntered::Closed)));
        other.join().unwrap();
        resumer.join().unwrap();
        assert_eq!(place.deletions.load(Ordering::SeqCst), 2);
        assert!(slot.is_closed() && slot.is_idle());
    });
}

#[test]
fn a_resume_opens_only_when_no_teardown_is_under_way() {
    model_of_three(|| {
        let (slot, place) = shared();
        drop(slot.begin_teardown());
        let has_opened = Arc::new(AtomicBool::new(false));
        let resumer = {
            let has_opened = Arc::clone(&has_opened);
            beside(&slot, &place, move |slot, place| {
                has_opened.store(resume(slot, place, true), Ordering::SeqCst);
            })
        };
        let worker = beside(&slot, &place, work);
        tear_down(&slot, &place);
        resumer.join().unwrap();
        worker.join().unwrap();
        // Opened before the second teardown it was closed again by it; opened after it, it is open.
        if !has_opened.load(Ordering::SeqCst) {
            assert!(slot.is_closed());
        }
        assert!(slot.is_idle());
    });
}

#[test]
fn whoever_stops_waiting_takes_nobodys_turn() {
    model_of_three(|| {
        let (slot, place) = shared();
        let inside = block_on(slot.enter(Purpose::Work)).unwrap();
        let guard = slot.begin_teardown();
        let waiting = beside(&slot, &place, work);
        let mut context = Context::from_waker(Waker::noop());
        {
            let (mut entering, mut drained) = (pin!(slot.enter(Purpose::Work)), pin!(guard.drained()));
            assert!(entering.as_mut().poll(&mut context).is_pending());
            assert!(drained.as_mut().poll(&mut context).is_pending());
        }
        let leaver = thread::spawn(move || drop(inside));
        block_on(guard.drained());
        drop(guard);
        leaver.join().unwrap();
        waiting.join().unwrap();
        assert!(slot.is_closed() && slot.is_idle());
    });
}

#[test]
fn a_late_lookup_is_neither_kept_nor_used() {
    loom::model(|| {
        let (slot, _) = shared();
        let entered = block_on(slot.enter(Purpose::Work)).unwrap();
        let lookup = match entered.find(|(), _| true, |_, _| ()) {
            Some(lookup::Found::Started(lookup, (), _)) => lookup,
            _ => unreachable!("nothing is known yet"),
        };
        let evictor = {
            let slot = Arc::clone(&slot);
            thread::spawn(move || slot.evict())
        };
        slot.finish_lookup(lookup, Some((Arc::new(()), Timestamp::from_unix_millis(0))));
        evictor.join().unwrap();
        // Evicted before or after: it is gone.
        assert_ne!(entered.standing(lookup), lookup::Standing::Current);
        drop(entered);
    });
}
