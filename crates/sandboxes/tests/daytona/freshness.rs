//! When a handle is looked at again before it is used.

use std::time::Duration;

use serde_json::json;
use wireclip_fake_daytona::{Fault, Hold, routes};
use wireclip_ports::sandbox::{
    CaptureOrder, CommandEnding, LeaseHold, ProviderError, SandboxProvider as _, SetupState,
};
use wireclip_sandboxes::handle_cache::Eviction;

use super::reuse::{file, move_in, move_out};
use super::support::{LIMIT, MINUTE, World, shell, until};

/// Three quarters of a minute short of eight: behind a threshold that began at 0, before one that
/// began at five minutes.
const FIVE: Duration = Duration::from_secs(5 * 60);
const EIGHT_AFTER_FIVE: Duration = Duration::from_secs(3 * 60);

#[tokio::test]
async fn s20_just_inside_the_window_nothing_is_looked_at() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.ok(&lease).await;
    world.advance(Duration::from_secs(7 * 60 + 29));
    world.ok(&lease).await;
    assert_eq!(world.gets(), 0);
}

#[tokio::test]
async fn s21_at_half_the_interval_the_sandbox_is_looked_at_once() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.ok(&lease).await;
    world.advance(Duration::from_secs(7 * 60 + 30));
    world.ok(&lease).await;
    assert_eq!((world.gets(), world.executions()), (1, 2));
    // What was seen then counts from then on.
    world.ok(&lease).await;
    assert_eq!(world.gets(), 1);
}

#[tokio::test]
async fn s22_work_keeps_the_handle_fresh() {
    let world = World::new().await;
    let lease = world.acquire().await;
    for _ in 0..10 {
        world.ok(&lease).await;
        world.advance(MINUTE * 6);
    }
    assert_eq!(world.gets(), 0);
}

/// Executes something that does not go well after five minutes, and returns how many lookups the
/// next execution takes after eight.
async fn lookups_after(spoil: impl AsyncFn(&World, &LeaseHold)) -> u64 {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.ok(&lease).await;
    world.advance(FIVE);
    spoil(&world, &lease).await;
    world.fake.clear_faults();
    world.advance(EIGHT_AFTER_FIVE);
    world.fake.clear_journal();
    world.ok(&lease).await;
    world.gets()
}

#[tokio::test]
async fn s25_an_execution_that_broke_is_no_sign_of_life() {
    // What breaks on the way makes doubtful whether the sandbox runs; the service's own trouble
    // does not, and is all the same no proof that it does.
    for fault in [Fault::DropBefore, Fault::status(500)] {
        let gets = lookups_after(async |world, lease| {
            world.fake.fault(routes::EXECUTE, fault.clone());
            world.sh(lease, ":").await.unwrap_err();
        });
        assert_eq!(gets.await, 1, "{fault:?}");
    }
}

#[tokio::test]
async fn s26_an_execution_that_ran_out_of_time_is_no_sign_of_life() {
    let gets = lookups_after(async |world, lease| {
        let mut order = shell("sleep 60");
        order.time_limit = Some(Duration::from_millis(900));
        let executed = world.place(lease).execute(order).await.unwrap();
        assert_eq!(executed.ending, CommandEnding::TimedOut);
    });
    assert_eq!(gets.await, 1);
}

#[tokio::test]
async fn s27_a_command_that_fails_is_a_sign_of_life() {
    let gets = lookups_after(async |world, lease| {
        let executed = world.sh(lease, "exit 1").await.unwrap();
        assert_eq!(executed.ending, CommandEnding::Exited(1));
    });
    assert_eq!(gets.await, 0);
}

#[tokio::test]
async fn s28_files_that_were_moved_are_a_sign_of_life_and_files_that_were_not_are_none() {
    for (goes_wrong, expected) in [(true, 1), (false, 0)] {
        let gets = lookups_after(async |world, lease| {
            let local = tempfile::NamedTempFile::new().unwrap();
            if goes_wrong {
                world.fake.fault(routes::BULK_UPLOAD, Fault::status(500));
            }
            let remote = lease.observed.root.clone().unwrap().join("a");
            let moved = world.place(lease).sync_in(move_in(file(local.path(), remote)), LIMIT).await;
            assert_eq!(moved.is_err(), goes_wrong, "{moved:?}");
        });
        assert_eq!(gets.await, expected, "in, goes wrong: {goes_wrong}");
        let gets = lookups_after(async |world, lease| {
            let local = tempfile::tempdir().unwrap();
            std::fs::write(world.path(lease, "a"), "x").unwrap();
            if goes_wrong {
                world.fake.fault(routes::BULK_DOWNLOAD.always(), Fault::status(500));
            }
            let remote = lease.observed.root.clone().unwrap().join("a");
            let order = move_out(file(&local.path().join("a"), remote));
            let moved = world.place(lease).sync_out(order, LIMIT).await;
            assert_eq!(moved.is_err(), goes_wrong, "{moved:?}");
        });
        assert_eq!(gets.await, expected, "out, goes wrong: {goes_wrong}");
    }
}

#[tokio::test]
async fn a_workspace_that_proved_to_be_one_is_a_sign_of_life() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    world.ok(&lease).await;
    world.advance(FIVE);
    let lease = world.resumed(&lease).await;
    world.advance(EIGHT_AFTER_FIVE);
    world.fake.clear_journal();
    world.ok(&lease).await;
    assert_eq!(world.gets(), 0);
}

#[tokio::test]
async fn a_look_counts_from_its_beginning() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.advance(MINUTE * 8);
    let hold = Hold::new();
    world.fake.fault(routes::GET_SANDBOX, Fault::Hold(hold.clone()));
    // What is looked up here does not come to be work, which would be a sign of life.
    world.fake.fault(routes::EXECUTE.always(), Fault::status(500));
    let work = world.sh_beside(&lease, ":");
    hold.arrived(1).await;
    world.advance(MINUTE);
    hold.release();
    work.await.unwrap().unwrap_err();
    world.fake.clear_journal();
    // Only here, so that the service does not stop it.
    world.clock.advance(Duration::from_secs(6 * 60 + 29));
    world.sh(&lease, ":").await.unwrap_err();
    assert_eq!(world.gets(), 0);
    world.fake.clear_faults();
    world.clock.advance(Duration::from_secs(1));
    world.ok(&lease).await;
    assert_eq!(world.gets(), 1, "half of a quarter of an hour after the look began");
}

#[tokio::test]
async fn s29_making_the_directory_is_no_sign_of_life() {
    let gets = lookups_after(async |world, lease| {
        world.place(lease).realize(None, LIMIT).await.unwrap();
    });
    assert_eq!(gets.await, 1);
    let gets = lookups_after(async |world, lease| {
        let state = world.provider.get_setup(lease.clone(), None, LIMIT).await.unwrap();
        assert!(matches!(state, SetupState::Waiting { .. }), "{state:?}");
    });
    assert_eq!(gets.await, 1, "looking at a setup");
    let gets = lookups_after(async |world, lease| {
        let order = CaptureOrder { lease: lease.clone(), label: "as-it-is".to_owned() };
        world.provider.capture_template(order, LIMIT).await.unwrap();
    });
    assert_eq!(gets.await, 1, "a capture");
}

#[tokio::test]
async fn s30_a_sandbox_that_is_never_stopped_is_never_looked_at() {
    let world = World::new().await;
    let lease = world.acquire_with(&json!({"autoStopInterval": 0})).await;
    world.ok(&lease).await;
    world.advance(MINUTE * 60 * 24);
    world.ok(&lease).await;
    assert_eq!(world.gets(), 0);
}

#[tokio::test]
async fn s31_a_look_that_fails_fails_its_call_and_the_next_looks_anew() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.advance(MINUTE * 8);
    world.fake.fault(routes::GET_SANDBOX, Fault::status(500));
    let error = world.sh(&lease, ":").await.unwrap_err();
    assert!(matches!(error, ProviderError::Failed { status: 500, .. }), "{error}");
    assert_eq!((world.gets(), world.executions()), (1, 0));
    world.ok(&lease).await;
    assert_eq!(world.gets(), 2);
    // Forgotten, so that the second was no look at a handle that may not be true any more.
    let figures = world.provider.cache_figures();
    assert_eq!((figures.evicted(Eviction::Reread), figures.rereads, figures.misses), (1, 1, 1));
}

#[tokio::test]
async fn s32_ten_at_once_look_once() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.advance(MINUTE * 8);
    let hold = Hold::new();
    world.fake.fault(routes::GET_SANDBOX, Fault::Hold(hold.clone()));
    let work: Vec<_> = (0..10).map(|_| world.sh_beside(&lease, ":")).collect();
    hold.arrived(1).await;
    until("the others wait for it", || world.provider.cache_figures().joins == 9).await;
    hold.release();
    for work in work {
        work.await.unwrap().unwrap();
    }
    assert_eq!((world.gets(), world.executions()), (1, 10));
    assert_eq!(world.provider.cache_figures().rereads, 1);
}

#[tokio::test]
async fn what_the_sandbox_reports_counts_and_not_what_was_asked_for() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let url = format!("{}/sandbox/{}/autostop/4", world.fake.api_url(), lease.id);
    let answer = reqwest::Client::new().post(url).bearer_auth(super::support::KEY).send().await.unwrap();
    assert!(answer.status().is_success());
    world.advance(Duration::from_secs(7 * 60 + 30));
    world.fake.settle_all();
    world.ok(&lease).await;
    world.fake.clear_journal();
    world.advance(MINUTE * 2);
    world.ok(&lease).await;
    assert_eq!(world.gets(), 1, "half of four minutes are over");
}

#[tokio::test]
async fn a_look_does_not_take_longer_than_the_liveness_limit() {
    let world = World::new().await;
    let lease = world.acquire_with(&json!({"livenessTimeoutMs": 1500})).await;
    world.advance(MINUTE * 8);
    world.fake.fault(routes::GET_SANDBOX, Fault::Hold(Hold::new()));
    let late = tokio::time::timeout(LIMIT, world.sh(&lease, ":")).await.unwrap();
    assert!(matches!(late, Err(ProviderError::Timeout { .. })), "{late:?}");
    assert_eq!(world.executions(), 0);
    // Whoever comes while that look is given up shares its end; the next one looks for itself.
    if world.sh(&lease, ":").await.is_err() {
        world.ok(&lease).await;
    }
}

#[tokio::test]
async fn a_credential_that_is_refused_is_forgotten_with_its_handle() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.fake.fault(routes::EXECUTE, Fault::status(403));
    let refused = world.sh(&lease, ":").await;
    assert!(matches!(refused, Err(ProviderError::Forbidden { .. })), "{refused:?}");
    assert_eq!(world.provider.cache_figures().evicted(Eviction::Refused), 1);
    world.ok(&lease).await;
    assert_eq!(world.gets(), 1);
    world.fake.revoke_key(super::support::KEY);
    let refused = world.sh(&lease, ":").await;
    assert!(matches!(refused, Err(ProviderError::Unauthorized { .. })), "{refused:?}");
    assert_eq!(world.provider.cache_figures().evicted(Eviction::Refused), 2);
    world.fake.add_key(super::support::KEY, "acme");
    world.fake.clear_journal();
    world.ok(&lease).await;
    assert_eq!(world.gets(), 1);
}
