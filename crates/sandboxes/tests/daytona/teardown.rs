//! A lease is closed first, waits for what is inside, and is carried to its end.

use std::sync::Arc;
use std::time::Duration;

use wireclip_fake_daytona::{Entry, Fault, Hold, Route, routes};
use wireclip_ports::sandbox::{
    CaptureOrder, Disposition, GoneReason, ProviderError, Receipt, ReceiptOutcome, ReleaseOrder,
    ResumeAnswer, SandboxProvider as _,
};

use super::reuse::{file, move_in, move_out};
use super::setup::start_setup;
use super::support::{LIMIT, World, is_pending, until};

const DESTROYED: Receipt = Receipt { outcome: ReceiptOutcome::Destroyed, was_forced: false };

/// Holds the next call of a kind, and returns what lets it go.
fn held(world: &World, route: Route) -> Hold {
    let hold = Hold::new();
    world.fake.fault(route, Fault::Hold(hold.clone()));
    hold
}

fn endings(world: &World) -> u64 {
    world.count(routes::STOP_SANDBOX) + world.count(routes::DELETE_SANDBOX)
}

#[tokio::test]
async fn s42_a_release_waits_for_a_running_command() {
    for (disposition, outcome) in
        [(Disposition::Stop, ReceiptOutcome::Stopped), (Disposition::Destroy, ReceiptOutcome::Destroyed)]
    {
        let world = World::new().await;
        let lease = world.acquire().await;
        let hold = held(&world, routes::EXECUTE);
        let work = world.sh_beside(&lease, ":");
        hold.arrived(1).await;
        let release = world.release_beside(&lease, disposition);
        assert!(is_pending(&release).await);
        assert_eq!(endings(&world), 0);
        hold.release();
        work.await.unwrap().unwrap();
        assert_eq!(release.await.unwrap(), Ok(Receipt { outcome, was_forced: false }));
        assert_eq!(endings(&world), 1);
    }
}

#[tokio::test]
async fn s43_the_end_of_a_setup_waits_for_files_on_their_way_in() {
    let world = World::new().await;
    let (lease, _) = start_setup(&world).await;
    let local = tempfile::NamedTempFile::new().unwrap();
    let hold = held(&world, routes::BULK_UPLOAD);
    let work = {
        let (place, remote) = (world.place(&lease), lease.observed.root.clone().unwrap().join("a"));
        let order = move_in(file(local.path(), remote));
        world.spawn(async move { place.sync_in(order, LIMIT).await })
    };
    hold.arrived(1).await;
    let end = world.release_beside(&lease, Disposition::Destroy);
    assert!(is_pending(&end).await);
    assert_eq!(endings(&world), 0);
    hold.release();
    work.await.unwrap().unwrap();
    assert_eq!(end.await.unwrap(), Ok(DESTROYED));
    assert_eq!(endings(&world), 1);
}

#[tokio::test]
async fn s44_a_destruction_waits_for_a_snapshot() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let hold = held(&world, routes::SNAPSHOT_SANDBOX);
    let capture = {
        let provider = world.provider.clone();
        let order = CaptureOrder { lease: lease.clone(), label: "wanted".to_owned() };
        world.spawn(async move { provider.capture_template(order, LIMIT).await })
    };
    hold.arrived(1).await;
    let release = world.release_beside(&lease, Disposition::Destroy);
    assert!(is_pending(&release).await);
    assert_eq!(endings(&world), 0);
    hold.release();
    let captured = capture.await.unwrap().unwrap();
    release.await.unwrap().unwrap();
    assert!(world.fake.snapshots("acme").contains(&captured.template.reference));
}

#[tokio::test]
async fn s45_work_that_comes_during_a_release_waits_and_is_refused() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let hold = held(&world, routes::EXECUTE);
    let first = world.sh_beside(&lease, ":");
    hold.arrived(1).await;
    let release = world.release_beside(&lease, Disposition::Destroy);
    assert!(is_pending(&release).await);
    let second = world.sh_beside(&lease, "touch late");
    assert!(is_pending(&second).await);
    hold.release();
    first.await.unwrap().unwrap();
    release.await.unwrap().unwrap();
    assert_eq!(second.await.unwrap(), Err(ProviderError::LeaseClosed));
    assert_eq!(world.executions(), 1);
}

#[tokio::test]
async fn s46_a_release_and_a_destruction_at_once_both_end_well() {
    for disposition in [Disposition::Destroy, Disposition::Stop] {
        let world = World::new().await;
        let lease = world.acquire().await;
        let hold = held(&world, routes::EXECUTE);
        let work = world.sh_beside(&lease, ":");
        hold.arrived(1).await;
        let release = world.release_beside(&lease, disposition);
        let destroy = world.release_beside(&lease, Disposition::Destroy);
        assert!(is_pending(&release).await && is_pending(&destroy).await);
        hold.release();
        work.await.unwrap().unwrap();
        let (release, destroy) = (release.await.unwrap().unwrap(), destroy.await.unwrap().unwrap());
        assert!(world.fake.sandboxes().is_empty(), "{release:?} {destroy:?}");
        // Two of a kind are one, and have one answer.
        let teardowns = if disposition == Disposition::Destroy { 1 } else { 2 };
        assert_eq!(world.provider.cache_figures().teardowns, teardowns);
        assert_eq!(release == destroy, teardowns == 1, "{release:?} {destroy:?}");
        assert_eq!(world.count(routes::DELETE_SANDBOX), 1);
        assert_eq!(world.sh(&lease, ":").await, Err(ProviderError::LeaseClosed));
    }
}

#[tokio::test]
async fn s47_a_destruction_waits_for_files_in_both_directions() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.sh(&lease, "echo x > out").await.unwrap();
    let local = tempfile::tempdir().unwrap();
    std::fs::write(local.path().join("in"), "x").unwrap();
    let (up, down) = (held(&world, routes::BULK_UPLOAD), held(&world, routes::BULK_DOWNLOAD));
    let root = lease.observed.root.clone().unwrap();
    let incoming = {
        let place = world.place(&lease);
        let order = move_in(file(&local.path().join("in"), root.join("in")));
        world.spawn(async move { place.sync_in(order, LIMIT).await })
    };
    let outgoing = {
        let place = world.place(&lease);
        let order = move_out(file(&local.path().join("out"), root.join("out")));
        world.spawn(async move { place.sync_out(order, LIMIT).await })
    };
    up.arrived(1).await;
    down.arrived(1).await;
    let release = world.release_beside(&lease, Disposition::Destroy);
    assert!(is_pending(&release).await);
    up.release();
    incoming.await.unwrap().unwrap();
    assert!(is_pending(&release).await);
    assert_eq!(endings(&world), 0);
    down.release();
    outgoing.await.unwrap().unwrap();
    release.await.unwrap().unwrap();
}

#[tokio::test]
async fn s48_a_command_whose_caller_goes_away_holds_nothing_up_and_is_ended() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let work = world.sh_beside(&lease, "echo $$ > pid; sleep 600");
    let pid = world.path(&lease, "pid");
    until("the command runs", || std::fs::read_to_string(&pid).is_ok_and(|pid| pid.ends_with('\n'))).await;
    world.inside(&lease, 1).await;
    work.abort();
    world.inside(&lease, 0).await;
    let pid = std::fs::read_to_string(pid).unwrap();
    let process = std::path::PathBuf::from(format!("/proc/{}", pid.trim()));
    until("the command was ended inside, too", || !process.exists()).await;
    let receipt = world.release(&lease, Disposition::Destroy).await.unwrap();
    assert!(!receipt.was_forced);
}

#[tokio::test]
async fn s49_a_release_whose_caller_goes_away_is_carried_to_its_end() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let hold = held(&world, routes::EXECUTE);
    let work = world.sh_beside(&lease, ":");
    hold.arrived(1).await;
    let release = world.release_beside(&lease, Disposition::Stop);
    assert!(is_pending(&release).await);
    release.abort();
    assert!(release.await.unwrap_err().is_cancelled());
    hold.release();
    work.await.unwrap().unwrap();
    world.fake.asked(routes::STOP_SANDBOX, 1).await;
    assert_eq!(world.sh(&lease, ":").await, Err(ProviderError::LeaseClosed));
    let receipt = world.release(&lease, Disposition::Destroy).await.unwrap();
    assert_eq!(receipt.outcome, ReceiptOutcome::Destroyed);
}

#[tokio::test]
async fn a_server_that_stops_waits_for_a_release_whose_caller_is_gone() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let hold = held(&world, routes::STOP_SANDBOX);
    let release = world.release_beside(&lease, Disposition::Stop);
    hold.arrived(1).await;
    release.abort();
    let provider = world.provider.clone();
    let shut_down = world.spawn(async move { provider.shut_down().await });
    assert!(is_pending(&shut_down).await);
    hold.release();
    shut_down.await.unwrap();
    assert_eq!(world.count(routes::STOP_SANDBOX), 1);
}

#[tokio::test]
async fn s50_a_destruction_that_failed_is_asked_for_again_and_the_lease_stays_closed() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.fake.fault(routes::DELETE_SANDBOX, Fault::status(500));
    let error = world.release(&lease, Disposition::Destroy).await.unwrap_err();
    assert!(error.is_outcome_unknown(), "{error}");
    assert_eq!(world.sh(&lease, ":").await, Err(ProviderError::LeaseClosed));
    let receipt = world.release(&lease, Disposition::Destroy).await.unwrap();
    assert_eq!(receipt.outcome, ReceiptOutcome::Destroyed);
    assert_eq!((world.count(routes::DELETE_SANDBOX), world.executions()), (2, 0));
}

#[tokio::test]
async fn s51_a_command_that_never_ends_is_killed_when_the_drain_is_over() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let work = world.sh_beside(&lease, "echo $$ > pid; sleep 600");
    let pid = world.path(&lease, "pid");
    until("the command runs", || std::fs::read_to_string(&pid).is_ok_and(|pid| pid.ends_with('\n'))).await;
    let pid = std::fs::read_to_string(pid).unwrap();
    let order = ReleaseOrder {
        lease: lease.clone(),
        disposition: Disposition::Stop,
        drain: Duration::from_millis(50),
    };
    let receipt = world.provider.release(order, LIMIT).await.unwrap();
    assert_eq!(receipt, Receipt { outcome: ReceiptOutcome::Stopped, was_forced: true });
    assert_eq!(work.await.unwrap(), Err(ProviderError::LeaseClosed));
    let process = std::path::PathBuf::from(format!("/proc/{}", pid.trim()));
    until("the command is gone", || !process.exists()).await;
    assert_eq!(world.provider.cache_figures().forced_teardowns, 1);
}

#[tokio::test]
async fn s61_a_setup_is_cancelled_behind_its_last_command_and_takes_no_other() {
    let world = World::new().await;
    let (lease, _) = start_setup(&world).await;
    let hold = held(&world, routes::EXECUTE);
    let first = world.sh_beside(&lease, ":");
    hold.arrived(1).await;
    let end = world.release_beside(&lease, Disposition::Destroy);
    assert!(is_pending(&end).await);
    let second = world.sh_beside(&lease, ":");
    assert!(is_pending(&second).await);
    assert_eq!(endings(&world), 0);
    hold.release();
    first.await.unwrap().unwrap();
    assert_eq!(end.await.unwrap(), Ok(DESTROYED));
    assert_eq!(second.await.unwrap(), Err(ProviderError::LeaseClosed));
    assert_eq!((endings(&world), world.executions()), (1, 1));
}

#[tokio::test]
async fn s62_a_command_that_ends_badly_does_not_keep_a_setup_from_being_cancelled() {
    let world = World::new().await;
    let (lease, _) = start_setup(&world).await;
    let hold = held(&world, routes::EXECUTE);
    world.fake.fault(routes::EXECUTE, Fault::status(500));
    let work = world.sh_beside(&lease, ":");
    hold.arrived(1).await;
    let end = world.release_beside(&lease, Disposition::Destroy);
    assert!(is_pending(&end).await);
    hold.release();
    work.await.unwrap().unwrap_err();
    assert_eq!(end.await.unwrap(), Ok(DESTROYED));
    assert_eq!(world.sh(&lease, ":").await, Err(ProviderError::LeaseClosed));
    // Nothing was kept: whoever may come in all the same has to look.
    world.fake.clear_journal();
    let answer = world.resume(&lease).await.unwrap();
    assert!(matches!(answer, ResumeAnswer::Gone { reason: GoneReason::NotFound, .. }), "{answer:?}");
    assert_eq!(world.fake.journal()[0].template, routes::GET_SANDBOX.template);
}

/// Plays one lease from a seed: commands, files, resumes and endings at once, in whatever order.
async fn play(seed: u64) {
    let world = Arc::new(World::new().await);
    let lease = world.acquire_reusable().await;
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = move |bound: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % bound
    };
    let mut work = Vec::new();
    for _ in 0..8 {
        let (world, lease, kind) = (Arc::clone(&world), lease.clone(), next(10));
        let delay = Duration::from_millis(next(12));
        let tasks = Arc::clone(&world);
        work.push(tasks.spawn(async move {
            tokio::time::sleep(delay).await;
            match kind {
                0..=2 => drop(world.sh(&lease, ":").await),
                3 | 4 => {
                    let local = tempfile::NamedTempFile::new().unwrap();
                    let remote = lease.observed.root.clone().unwrap().join("a");
                    drop(world.place(&lease).sync_in(move_in(file(local.path(), remote)), LIMIT).await);
                }
                5 | 6 => drop(world.resume(&lease).await),
                7 | 8 => drop(world.release(&lease, Disposition::Stop).await),
                _ => drop(world.release(&lease, Disposition::Destroy).await),
            }
        }));
    }
    for work in work {
        tokio::time::timeout(LIMIT, work).await.expect("everybody who waits comes to an end").unwrap();
    }
    let journal = world.fake.journal();
    let work = [routes::EXECUTE, routes::BULK_UPLOAD, routes::CREATE_FOLDER].map(|route| route.template);
    let is_deletion = |entry: &&Entry| entry.method == "DELETE" && entry.status == Some(200);
    let deleted = |entry: &&Entry| is_deletion(entry) && entry.template == routes::DELETE_SANDBOX.template;
    if let Some(deleted) = journal.iter().find(deleted) {
        for entry in journal.iter().filter(|entry| work.contains(&entry.template)) {
            assert!(
                entry.number < deleted.number,
                "sent to a sandbox that was deleted (seed {seed}): {entry:?}"
            );
            let is_answered = entry.answered_before.is_some_and(|next| next <= deleted.number);
            assert!(is_answered, "deleted under what was going on (seed {seed}): {entry:?}");
        }
    }
    assert_eq!(world.provider.activities(&lease).unwrap(), 0);
}

#[tokio::test]
async fn s57_random_orders_on_a_real_service_keep_the_invariants() {
    for seed in 1..=12 {
        play(seed).await;
    }
}
