//! One lease in random orders: whatever meets whatever, the invariants hold.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use wireclip_ports::sandbox::{Disposition, ReceiptOutcome};

use super::super::*;
use super::{DESTROYED, Shifty, World, found, key};

/// A sandbox that knows who is inside and whether it is there.
#[derive(Default)]
struct Place {
    inside: AtomicUsize,
    deletions: AtomicU64,
    is_stopped: AtomicBool,
}

/// A sequence of numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

async fn steps(count: u64) {
    for _ in 0..count {
        tokio::task::yield_now().await;
    }
}

/// Plays one lease: work, resumes, releases and destructions in an order that the seed decides,
/// some of them dropped in the middle.
async fn play(seed: u64) -> BTreeSet<&'static str> {
    let (world, key, place) = (World::new(), key("a"), Arc::new(Place::default()));
    world.seed(&key);
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut plays = Vec::new();
    for _ in 0..10 {
        let (cache, key, place) = (world.cache.clone(), key.clone(), Arc::clone(&place));
        let (kind, wait, length) = (dice.below(10), dice.below(30), dice.below(20));
        let given_up_after = (dice.below(4) == 0).then(|| dice.below(40));
        let play = async move {
            steps(wait).await;
            match kind {
                0..=5 => work(&cache, &key, &place, length).await,
                6 | 7 => resume(&cache, &key, &place, length).await,
                8 => tear_down(&cache, &key, &place, Disposition::Stop, length).await,
                _ => tear_down(&cache, &key, &place, Disposition::Destroy, length).await,
            }
        };
        plays.push(world.tasks.spawn(async move {
            match given_up_after {
                None => play.await,
                Some(patience) => tokio::select! {
                    biased;
                    () = steps(patience) => "given up",
                    outcome = play => outcome,
                },
            }
        }));
    }
    let mut outcomes = BTreeSet::new();
    for play in plays {
        let outcome = tokio::time::timeout(Duration::from_secs(20), play).await;
        outcomes.insert(outcome.unwrap_or_else(|_| panic!("somebody waits for ever (seed {seed})")).unwrap());
    }
    world.tasks.close();
    world.tasks.wait().await;
    assert_eq!(world.cache.active(&key), 0, "seed {seed}");
    assert_eq!(place.inside.load(Ordering::SeqCst), 0);
    assert!(place.deletions.load(Ordering::SeqCst) <= 1, "deleted twice (seed {seed})");
    outcomes
}

/// Counts somebody who is inside, also if they are dropped.
struct Inside<'a>(&'a Place);

impl<'a> Inside<'a> {
    fn of(place: &'a Place) -> Self {
        place.inside.fetch_add(1, Ordering::SeqCst);
        assert_eq!(place.deletions.load(Ordering::SeqCst), 0, "worked in a sandbox that was deleted");
        Self(place)
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.inside.fetch_sub(1, Ordering::SeqCst);
    }
}

async fn work(cache: &LeaseCache<Shifty>, key: &LeaseKey, place: &Place, length: u64) -> &'static str {
    let Ok(activity) = cache.enter(key).await else { return "refused" };
    if activity.handle(|| found(key)).await.is_err() {
        return "overtaken";
    }
    assert!(!place.is_stopped.load(Ordering::SeqCst), "worked in a sandbox that was stopped");
    let _inside = Inside::of(place);
    steps(length).await;
    activity.succeeded();
    "worked"
}

async fn resume(cache: &LeaseCache<Shifty>, key: &LeaseKey, place: &Place, length: u64) -> &'static str {
    let Ok(activity) = cache.enter_to_resume(key).await else { return "not resumed" };
    if place.deletions.load(Ordering::SeqCst) > 0 {
        activity.missed();
        return "gone";
    }
    let _inside = Inside::of(place);
    if activity.handle(|| found(key)).await.is_err() {
        return "overtaken";
    }
    steps(length).await;
    place.is_stopped.store(false, Ordering::SeqCst);
    if activity.open().is_err() {
        // The teardown that waits for us stops it again.
        return "overtaken";
    }
    "resumed"
}

async fn tear_down(
    cache: &LeaseCache<Shifty>,
    key: &LeaseKey,
    place: &Arc<Place>,
    kind: Disposition,
    length: u64,
) -> &'static str {
    let place = Arc::clone(place);
    let work = move |drained: Drained| async move {
        assert!(!drained.was_forced);
        assert_eq!(place.inside.load(Ordering::SeqCst), 0, "ended with somebody inside");
        steps(length).await;
        assert_eq!(place.inside.load(Ordering::SeqCst), 0, "somebody came in while it was ended");
        if kind == Disposition::Destroy {
            place.deletions.fetch_add(1, Ordering::SeqCst);
            return Ok(DESTROYED);
        }
        place.is_stopped.store(true, Ordering::SeqCst);
        Ok(Receipt { outcome: ReceiptOutcome::Stopped, was_forced: false })
    };
    cache.tear_down(key, kind, Duration::from_secs(60), work).await.unwrap();
    "ended"
}

#[tokio::test]
async fn s57_a_thousand_random_orders_keep_the_invariants() {
    let mut outcomes = BTreeSet::new();
    for seed in 1..=1_000 {
        outcomes.extend(play(seed).await);
    }
    // The seeds reach all of it.
    let all = ["ended", "given up", "gone", "overtaken", "refused", "resumed", "worked"];
    for outcome in all {
        assert!(outcomes.contains(outcome), "{outcome} never happened: {outcomes:?}");
    }
}
