//! The cache on its own, with handles that a test can bend, and no service behind it.

mod orders;

use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

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
    world.tasks.close();
    world.tasks.wait().await;
    world.advance(601);
    // The next that is asked for makes it look by itself.
    world.seed(&key("later"));
    assert_eq!(world.cache.known_leases(), 1);
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
    // Whoever outstays a teardown gets no handle with which a sandbox could be started again.
    let late = stubborn.handle(|| found(&key)).await.err();
    assert_eq!(late, Some(ProviderError::LeaseClosed));
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

#[tokio::test]
async fn nothing_piles_up_behind_somebody_who_stays_inside() {
    let (world, key) = (World::new(), key("a"));
    let long = world.cache.enter(&key).await.unwrap();
    for _ in 0..100 {
        let short = world.cache.enter(&key).await.unwrap();
        assert!(short.forced().now_or_never().is_none());
    }
    assert_eq!(world.cache.entry(&key).slot.waiting(), 0);
    drop(long);
}

#[tokio::test]
async fn a_quiet_server_forgets_what_nobody_uses() {
    let (world, old, other) = (World::new(), key("old"), key("other"));
    world.seed(&old);
    world.seed(&other);
    for _ in 0..6 {
        world.advance(600);
        drop(world.cache.enter(&other).await.unwrap());
    }
    assert_eq!(world.cache.known_leases(), 1);
    assert_eq!(world.cache.figures().evicted(Eviction::Unused), 1);
}

#[tokio::test]
async fn a_life_of_a_lease_is_counted_kind_by_kind() {
    let (world, key) = (World::new(), key("a"));
    world.seed(&key);
    let activity = world.cache.enter(&key).await.unwrap();
    activity.handle(|| found(&key)).await.unwrap();
    for reason in [Eviction::Resume, Eviction::Refused] {
        activity.evict(reason);
        // There is nothing more to forget.
        activity.evict(reason);
        activity.handle(|| found(&key)).await.unwrap();
    }
    world.advance(450);
    activity.handle(|| std::future::ready(Err(failed()))).await.err().unwrap();
    activity.handle(|| found(&self::key("b"))).await.err().unwrap();
    let ending = {
        let (cache, key) = (world.cache.clone(), key.clone());
        let work = |_| std::future::ready(Ok(DESTROYED));
        world.tasks.spawn(async move { cache.tear_down(&key, Disposition::Destroy, LONG, work).await })
    };
    while !activity.is_waited_for() {
        tokio::task::yield_now().await;
    }
    // It has begun to wait.
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
    world.advance(3);
    drop(activity);
    ending.await.unwrap().unwrap();
    // Nothing was held any more.
    world.tear_down(&key).await.unwrap();
    let json = world.cache.figures().to_json().to_string();
    let figures: serde_json::Value = serde_json::from_str(&json).unwrap();
    let expected = serde_json::json!({
        "hits": 1, "misses": 3, "joins": 0, "rereads": 1, "teardowns": 2, "forcedTeardowns": 0,
        "drainWaitMs": 3000,
        "evictions": {"teardown": 0, "resume": 1, "reread": 1, "identity": 1, "refused": 1, "unused": 0},
    });
    assert_eq!(figures, expected);
    let kept = self::key("kept");
    world.seed(&kept);
    world.tear_down(&kept).await.unwrap();
    assert_eq!(world.cache.figures().evicted(Eviction::Teardown), 1);
}

const LONG: Duration = Duration::from_secs(60);
