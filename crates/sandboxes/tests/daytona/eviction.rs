//! Leases that were ended take no work, and cost no request.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use wireclip_fake_daytona::{Fault, Hold, routes};
use wireclip_ports::sandbox::{
    CaptureOrder, Disposition, LeaseHold, ProviderError, Receipt, ReceiptOutcome, SandboxProvider as _,
};

use super::reuse::{file, move_in};
use super::setup::start_setup;
use super::support::{KEY, LIMIT, World, is_pending};

const DESTROYED: Receipt = Receipt { outcome: ReceiptOutcome::Destroyed, was_forced: false };

#[tokio::test]
async fn s34_a_released_lease_takes_no_work() {
    let world = World::new().await;
    let lease = world.acquire().await;
    assert_eq!(world.release(&lease, Disposition::Destroy).await, Ok(DESTROYED));
    world.fake.clear_journal();
    assert_eq!(world.sh(&lease, ":").await, Err(ProviderError::LeaseClosed));
    assert_eq!(world.fake.journal(), []);
}

#[tokio::test]
async fn s35_a_destroyed_lease_takes_no_work_of_any_kind() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let local = tempfile::NamedTempFile::new().unwrap();
    let receipt = world.provider.destroy(lease.clone(), LIMIT, LIMIT).await;
    assert_eq!(receipt, Ok(DESTROYED));
    // Known by its id: no lookup.
    assert_eq!((world.gets(), world.count(routes::DELETE_SANDBOX)), (0, 1));
    world.fake.clear_journal();
    let place = world.place(&lease);
    assert_eq!(world.sh(&lease, ":").await, Err(ProviderError::LeaseClosed));
    let remote = lease.observed.root.clone().unwrap().join("a");
    let moved = place.sync_in(move_in(file(local.path(), remote)), LIMIT).await;
    assert_eq!(moved, Err(ProviderError::LeaseClosed));
    assert_eq!(place.realize(None, LIMIT).await, Err(ProviderError::LeaseClosed));
    assert_eq!(world.fake.journal(), []);
}

#[tokio::test]
async fn s36_a_cancelled_setup_can_be_neither_seen_nor_captured() {
    let world = World::new().await;
    let (lease, _) = start_setup(&world).await;
    assert_eq!(world.release(&lease, Disposition::Destroy).await, Ok(DESTROYED));
    world.fake.clear_journal();
    let seen = world.provider.get_setup(lease.clone(), None, LIMIT).await;
    assert!(matches!(seen, Err(ProviderError::LeaseClosed)), "{seen:?}");
    let order = CaptureOrder { lease, label: "late".to_owned() };
    let captured = world.provider.capture_template(order, LIMIT).await;
    assert_eq!(captured, Err(ProviderError::LeaseClosed));
    assert_eq!(world.fake.journal(), []);
}

#[tokio::test]
async fn s37_a_kept_lease_is_looked_up_at_its_resume_and_not_after() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    world.sh(&lease, "echo kept > file").await.unwrap();
    let receipt = world.release(&lease, Disposition::Stop).await.unwrap();
    assert_eq!(receipt.outcome, ReceiptOutcome::Stopped);
    world.fake.clear_journal();
    let misses = world.provider.cache_figures().misses;
    let lease = world.resumed(&lease).await;
    assert_eq!(world.fake.journal()[0].template, routes::GET_SANDBOX.template, "it was forgotten");
    assert_eq!(world.provider.cache_figures().misses, misses + 1);
    world.fake.clear_journal();
    assert_eq!(world.sh(&lease, "cat file").await.unwrap().stdout, b"kept\n");
    assert_eq!(world.fake.journal().len(), 1);
}

#[tokio::test]
async fn s52_a_sandbox_that_was_missed_is_looked_at_once_more_and_not_touched() {
    let world = World::new().await;
    let (lease, other) = (world.acquire().await, world.acquire().await);
    let (setup, _) = start_setup(&world).await;
    for lease in [&lease, &other, &setup] {
        world.fake.destroy_sandbox(lease.id.as_str());
        let error = world.sh(lease, ":").await.unwrap_err();
        assert!(matches!(error, ProviderError::NotFound { .. }), "{error}");
    }
    world.fake.clear_journal();
    let gone = Receipt { outcome: ReceiptOutcome::AlreadyGone, was_forced: false };
    assert_eq!(world.release(&lease, Disposition::Stop).await, Ok(gone));
    assert_eq!(world.provider.destroy(other, LIMIT, LIMIT).await, Ok(gone));
    assert_eq!(world.release(&setup, Disposition::Destroy).await, Ok(gone));
    assert_eq!((world.gets(), world.fake.journal().len()), (3, 3), "a look each: {:?}", world.fake.journal());
}

#[tokio::test]
async fn a_sandbox_that_was_missed_once_and_is_there_is_ended_like_any_other() {
    for disposition in [Disposition::Stop, Disposition::Destroy] {
        let mut world = World::new().await;
        let lease = World::unseen(&world.acquire().await);
        world.provider = world.another_process();
        world.fake.fault(routes::GET_SANDBOX, Fault::status(404));
        let error = world.sh(&lease, ":").await.unwrap_err();
        assert!(matches!(error, ProviderError::NotFound { .. }), "{error}");
        world.fake.clear_faults();
        let receipt = world.release(&lease, disposition).await.unwrap();
        assert!(!matches!(receipt.outcome, ReceiptOutcome::AlreadyGone), "{disposition:?}: {receipt:?}");
    }
}

#[tokio::test]
async fn a_sandbox_that_turns_out_to_be_gone_is_a_success_for_every_ending() {
    for disposition in [Disposition::Stop, Disposition::Archive, Disposition::Destroy] {
        let world = World::new().await;
        let lease = world.acquire().await;
        world.fake.destroy_sandbox(lease.id.as_str());
        let receipt = world.release(&lease, disposition).await.unwrap();
        assert_eq!(receipt.outcome, ReceiptOutcome::AlreadyGone);
        // What was to be removed is gone at one word; what was to be kept, only at two.
        let words = if disposition == Disposition::Destroy { 1 } else { 2 };
        assert_eq!(world.fake.journal().len(), words, "{disposition:?}: {:?}", world.fake.journal());
    }
}

#[tokio::test]
async fn s53_a_lookup_that_a_release_overtook_is_neither_kept_nor_used() {
    let mut world = World::new().await;
    let lease = World::unseen(&world.acquire().await);
    world.provider = world.another_process();
    let hold = Hold::new();
    world.fake.fault(routes::GET_SANDBOX, Fault::Hold(hold.clone()));
    let work = world.sh_beside(&lease, "touch used");
    hold.arrived(1).await;
    let release = world.release_beside(&lease, Disposition::Stop);
    assert!(is_pending(&release).await);
    hold.release();
    assert_eq!(work.await.unwrap(), Err(ProviderError::LeaseClosed));
    assert_eq!(release.await.unwrap().unwrap().outcome, ReceiptOutcome::Stopped);
    assert_eq!(world.executions(), 0);
    // Nothing was kept: a resume looks for itself.
    world.fake.clear_journal();
    let misses = world.provider.cache_figures().misses;
    world.resume(&lease).await.unwrap();
    assert_eq!(world.fake.journal()[0].template, routes::GET_SANDBOX.template);
    assert_eq!(world.provider.cache_figures().misses, misses + 1);
}

#[tokio::test]
async fn s55_the_region_that_the_service_chose_makes_no_other_lease() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    let region = lease.observed.region.clone().expect("the service says where the sandbox is");
    assert!(lease.spec.settings.get("target").is_none());
    // From here on it stands in the settings.
    let spec = world.spec_with(Some(KEY), &json!({"reuseLease": true, "target": region}));
    let lease = LeaseHold { spec, ..lease };
    world.ok(&lease).await;
    assert_eq!(world.gets(), 0, "known from its creation");
    world.release(&lease, Disposition::Stop).await.unwrap();
    assert_eq!(world.sh(&lease, ":").await, Err(ProviderError::LeaseClosed));
    let lease = world.resumed(&lease).await;
    world.ok(&lease).await;
    assert_eq!(world.provider.known_leases(), 1);
}

#[tokio::test]
async fn s56_short_leases_leave_nothing_behind() {
    let world = Arc::new(World::new().await);
    for _ in 0..20 {
        let lease = world.acquire().await;
        world.ok(&lease).await;
        world.release(&lease, Disposition::Destroy).await.unwrap();
    }
    world.clock.advance(Duration::from_secs(11 * 60));
    let last = world.acquire().await;
    assert_eq!(world.provider.known_leases(), 1, "closed leases are forgotten by themselves");
    world.release(&last, Disposition::Destroy).await.unwrap();
    assert!(world.fake.sandboxes().is_empty());
}
