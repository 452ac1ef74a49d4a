//! The cache on its own, with handles that a test can bend, and no service behind it.

use std::collections::BTreeSet;
use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};

use async_trait::async_trait;
use futures_util::FutureExt as _;
use tokio::sync::Notify;
use wireclip_domain::{CompanyId, EnvironmentId};
use wireclip_ports::sandbox::{Disposition, LeaseScope, ReceiptOutcome};

use super::*;

#[derive(Debug, Clone)]
struct HandClock(Arc<AtomicI64>);

#[async_trait]
impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix_millis(self.0.load(Ordering::SeqCst))
    }

    async fn sleep_until(&self, _: Timestamp) {}
}

/// A handle that turns into another sandbox's.
#[derive(Debug)]
struct Shifty {
    right: ProviderLeaseId,
    wrong: ProviderLeaseId,
    is_bent: AtomicBool,
    fresh_for: Option<Duration>,
}

impl Shifty {
    fn of(key: &LeaseKey) -> Self {
        Self {
            right: key.lease.clone(),
            wrong: ProviderLeaseId::new("another"),
            is_bent: AtomicBool::new(false),
            fresh_for: Some(Duration::from_secs(450)),
        }
    }
}

impl Handle for Shifty {
    fn id(&self) -> &ProviderLeaseId {
        if self.is_bent.load(Ordering::SeqCst) { &self.wrong } else { &self.right }
    }

    fn fresh_for(&self) -> Option<Duration> {
        self.fresh_for
    }
}

struct World {
    cache: LeaseCache<Shifty>,
    clock: HandClock,
    tasks: TaskTracker,
}

impl World {
    fn new() -> Self {
        let clock = HandClock(Arc::new(AtomicI64::new(0)));
        let tasks = TaskTracker::new();
        let limits = CacheLimits::default();
        let cache = LeaseCache::new(Arc::new(clock.clone()), Arc::new(clock.clone()), tasks.clone(), limits);
        Self { cache, clock, tasks }
    }

    fn advance(&self, seconds: i64) {
        self.clock.0.fetch_add(seconds * 1000, Ordering::SeqCst);
    }

    fn seed(&self, key: &LeaseKey) {
        self.cache.seed(key, Shifty::of(key), self.clock.now()).unwrap();
    }

    async fn tear_down(&self, key: &LeaseKey) -> Result<Receipt, ProviderError> {
        let work = |_| std::future::ready(Ok(DESTROYED));
        self.cache.tear_down(key, Disposition::Destroy, Duration::from_secs(5), work).await
    }
}

const DESTROYED: Receipt = Receipt { outcome: ReceiptOutcome::Destroyed, was_forced: false };

fn key(lease: &str) -> LeaseKey {
    LeaseKey {
        driver: "test",
        scope: LeaseScope { company_id: CompanyId::random(), environment_id: EnvironmentId::random() },
        lease: ProviderLeaseId::new(lease),
        account: AccountPrint::of("https://a", &"key".into(), None),
    }
}

fn found(key: &LeaseKey) -> impl Future<Output = Result<Shifty, ProviderError>> + use<> {
    std::future::ready(Ok(Shifty::of(key)))
}

fn failed() -> ProviderError {
    ProviderError::Failed { action: "look", status: 500, message: "broken".to_owned() }
}

#[tokio::test]
async fn s12_a_handle_that_became_another_sandboxes_is_never_used() {
    let (world, key) = (World::new(), key("a"));
    world.seed(&key);
    let activity = world.cache.enter(&key).await.unwrap();
    let handle = activity.handle(|| found(&key)).await.unwrap().handle;
    handle.is_bent.store(true, Ordering::SeqCst);
    let error = activity.handle(|| found(&key)).await.err().unwrap();
    assert!(matches!(error, ProviderError::IdentityMismatch { .. }), "{error}");
    assert_eq!(world.cache.figures().evicted(Eviction::Identity), 1);
    // Evicted: the next one looks for itself.
    let used = activity.handle(|| found(&key)).await.unwrap();
    assert!(!used.is_hit && !Arc::ptr_eq(&used.handle, &handle));
}

#[tokio::test]
async fn a_handle_of_another_sandbox_is_not_even_stored() {
    let (world, key) = (World::new(), key("a"));
    let bent = Shifty::of(&key);
    bent.is_bent.store(true, Ordering::SeqCst);
    world.cache.seed(&key, bent, world.clock.now()).unwrap_err();
    assert_eq!(world.cache.known_leases(), 0);
}

#[tokio::test]
async fn s19_a_failure_that_comes_late_takes_nothing_newer_away() {
    let (world, key) = (World::new(), key("a"));
    let go = Arc::new(Notify::new());
    let activity = Arc::new(world.cache.enter(&key).await.unwrap());
    let slow = {
        let (activity, go) = (Arc::clone(&activity), Arc::clone(&go));
        world.tasks.spawn(async move {
            let fail = || {
                let go = Arc::clone(&go);
                async move {
                    go.notified().await;
                    Err(failed())
                }
            };
            activity.handle(fail).await.map(|used| used.is_hit)
        })
    };
    while world.cache.figures().misses == 0 {
        tokio::task::yield_now().await;
    }
    activity.evict(Eviction::Refused);
    let newer = activity.handle(|| found(&key)).await.unwrap().handle;
    go.notify_one();
    assert_eq!(slow.await.unwrap(), Err(failed()));
    let kept = activity.handle(|| std::future::ready(Err(failed()))).await.unwrap();
    assert!(kept.is_hit && Arc::ptr_eq(&kept.handle, &newer));
}

#[tokio::test]
async fn a_lookup_that_panics_is_an_error_and_not_waited_for_again() {
    let (world, key) = (World::new(), key("a"));
    let activity = world.cache.enter(&key).await.unwrap();
    let broken = activity.handle(|| async { panic!("a bug") }).await;
    assert!(matches!(broken.err(), Some(ProviderError::Failed { .. })));
    activity.handle(|| found(&key)).await.unwrap();
}

#[tokio::test]
async fn only_success_moves_the_moment_up_to_which_a_handle_is_true() {
    let (world, key) = (World::new(), key("a"));
    world.seed(&key);
    world.advance(300);
    world.cache.enter(&key).await.unwrap().succeeded();
    world.advance(449);
    let activity = world.cache.enter(&key).await.unwrap();
    assert!(activity.handle(|| found(&key)).await.unwrap().is_hit);
    // Looking at it is no success.
    world.advance(1);
    assert!(!activity.handle(|| found(&key)).await.unwrap().is_hit);
    assert_eq!(world.cache.figures().rereads, 1);
}

#[tokio::test]
async fn a_long_operation_counts_up_to_shortly_before_its_end() {
    let (world, key) = (World::new(), key("a"));
    world.seed(&key);
    let activity = world.cache.enter(&key).await.unwrap();
    world.advance(3600);
    activity.succeeded();
    world.advance(450 - 95 - 1);
    assert!(activity.handle(|| found(&key)).await.unwrap().is_hit);
    world.advance(1);
    assert!(!activity.handle(|| found(&key)).await.unwrap().is_hit);
}

#[tokio::test]
async fn a_key_shows_no_credential() {
    let account = AccountPrint::of("https://a", &"dtn_secret".into(), Some("acme"));
    let key = LeaseKey { account, ..key("a") };
    assert!(!format!("{key:?}").contains("dtn_secret"));
}

#[tokio::test]
async fn s56_ten_thousand_short_leases_leave_no_slot_behind() {
    let world = World::new();
    for number in 0..10_000 {
        let key = key(&format!("lease-{number}"));
        world.seed(&key);
        let activity = world.cache.enter(&key).await.unwrap();
        assert!(activity.handle(|| found(&key)).await.unwrap().is_hit);
        drop(activity);
        assert_eq!(world.tear_down(&key).await, Ok(DESTROYED));
        assert!(matches!(world.cache.enter(&key).await, Err(ProviderError::LeaseClosed)));
        if number % 1000 == 0 {
            world.advance(60);
        }
        // Closed leases are remembered up to a bound, without anybody's asking.
        assert!(world.cache.known_leases() <= 1_000 + SWEEP_EVERY + 1, "after {number}");
    }
    world.advance(601);
    world.tasks.close();
    world.tasks.wait().await;
    assert_eq!(world.cache.prune(), 0);
}

#[tokio::test]
async fn a_lease_is_not_resumed_over_work_that_a_forced_teardown_left_behind() {
    let (world, key) = (World::new(), key("a"));
    world.seed(&key);
    let stubborn = world.cache.enter(&key).await.unwrap();
    let work = |drained: Drained| {
        assert!(drained.was_forced);
        std::future::ready(Ok(Receipt { outcome: ReceiptOutcome::Stopped, was_forced: true }))
    };
    let limit = Duration::from_millis(1);
    world.cache.tear_down(&key, Disposition::Stop, limit, work).await.unwrap();
    stubborn.forced().await;
    let refused = world.cache.enter_to_resume(&key).await.err();
    assert!(matches!(refused, Some(ProviderError::StateChanging { .. })), "{refused:?}");
    assert_eq!(world.cache.figures().forced_teardowns, 1);
    drop(stubborn);
    let resuming = world.cache.enter_to_resume(&key).await.unwrap();
    // The order to stop was not for this one.
    assert!(resuming.forced().now_or_never().is_none());
    resuming.open().unwrap();
    world.cache.enter(&key).await.unwrap();
}

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
