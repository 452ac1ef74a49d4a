//! What a lease costs that is used again and again, and what is said of it.

use std::time::Duration;

use wireclip_fake_daytona::{Fault, Hold, routes};
use wireclip_ports::sandbox::{
    ArrivalLimits, CommandEnding, FileAccess, FileKind, SandboxProvider as _, SyncFile, SyncInOperation,
    SyncInOrder, SyncOutOperation, SyncOutOrder,
};

use super::support::{LIMIT, World, shell};

pub(crate) fn file(local: &std::path::Path, remote: wireclip_ports::sandbox::RemotePath) -> SyncFile {
    SyncFile {
        local: local.to_owned(),
        remote,
        kind: FileKind::File,
        mode: None,
        exclude: Vec::new(),
        follow_symlinks: false,
        access: FileAccess::ReadWrite,
    }
}

pub(crate) fn move_in(file: SyncFile) -> SyncInOrder {
    let operation =
        SyncInOperation { operation_id: "in".to_owned(), files: vec![file], commands: Vec::new() };
    SyncInOrder { operations: vec![operation] }
}

pub(crate) fn move_out(file: SyncFile) -> SyncOutOrder {
    let operation = SyncOutOperation { operation_id: "out".to_owned(), files: vec![file] };
    SyncOutOrder { operations: vec![operation], limits: ArrivalLimits::default() }
}

#[tokio::test]
async fn s01_three_executions_cost_three_requests() {
    let world = World::new().await;
    let lease = world.acquire().await;
    for _ in 0..3 {
        world.ok(&lease).await;
    }
    assert_eq!((world.gets(), world.executions()), (0, 3));
    assert_eq!(world.fake.journal().len(), 3, "a warm execution is exactly one request");
}

#[tokio::test]
async fn s02_all_kinds_of_work_share_the_handle() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let place = world.place(&lease);
    let local = tempfile::tempdir().unwrap();
    let (source, target) = (local.path().join("a"), local.path().join("b"));
    std::fs::write(&source, "content").unwrap();
    let remote = lease.observed.root.clone().unwrap().join("a");

    place.realize(None, LIMIT).await.unwrap();
    place.sync_in(move_in(file(&source, remote.clone())), LIMIT).await.unwrap();
    assert_eq!(world.sh(&lease, "cat a").await.unwrap().stdout, b"content");
    place.sync_out(move_out(file(&target, remote)), LIMIT).await.unwrap();
    assert_eq!(std::fs::read_to_string(target).unwrap(), "content");
    assert_eq!(world.gets(), 0);
}

#[tokio::test]
async fn s03_input_costs_no_lookup_and_leaves_nothing() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let mut order = shell("wc -c");
    order.stdin = vec![b'x'; 100_000];
    let executed = world.place(&lease).execute(order).await.unwrap();
    assert_eq!(String::from_utf8(executed.stdout).unwrap().trim(), "100000");
    // The upload and the execution, which takes the upload away itself.
    assert_eq!((world.count(routes::BULK_UPLOAD), world.executions(), world.gets()), (1, 1, 0));
    assert_eq!(world.fake.journal().len(), 2);

    world.fake.clear_journal();
    let mut order = shell("cat");
    order.stdin = b"short\0\xff".to_vec();
    assert_eq!(world.place(&lease).execute(order).await.unwrap().stdout, "short\0\u{fffd}".as_bytes());
    assert_eq!(world.fake.journal().len(), 1, "short input travels with its command");
}

#[tokio::test]
async fn s04_the_time_of_the_lookup_is_told_and_about_nothing_when_it_is_known() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let place = world.another_process().open(&World::unseen(&lease)).unwrap();
    let hold = Hold::new();
    world.fake.fault(routes::GET_SANDBOX, Fault::Hold(hold.clone()));
    let first = {
        let place = std::sync::Arc::clone(&place);
        world.spawn(async move { place.execute(shell(":")).await })
    };
    hold.arrived(1).await;
    world.timing.advance(Duration::from_millis(250));
    hold.release();
    let first = first.await.unwrap().unwrap().timings;
    assert_eq!(first.lookup, Some(Duration::from_millis(250)));
    assert_eq!((first.duration, first.is_cache_hit), (Some(Duration::ZERO), Some(false)));
    let second = place.execute(shell(":")).await.unwrap().timings;
    assert_eq!((second.lookup, second.is_cache_hit), (Some(Duration::ZERO), Some(true)));
}

#[tokio::test]
async fn s05_a_command_that_runs_out_of_time_says_so_with_its_durations_and_output() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let mut order = shell("echo so far; echo bad >&2; sleep 60");
    order.time_limit = Some(Duration::from_secs(1));
    let executed = world.place(&lease).execute(order).await.unwrap();
    assert_eq!(executed.ending, CommandEnding::TimedOut);
    assert_eq!((&*executed.stdout, &*executed.stderr), (&b"so far\n"[..], &b"bad\n"[..]));
    assert!(executed.timings.duration.is_some() && executed.timings.lookup.is_some());
}

#[tokio::test]
async fn the_streams_the_code_and_the_environment_of_a_command_arrive() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let mut order = shell("echo \"$GREETING\"; pwd; echo oh >&2; exit 3");
    order.command.environment.insert("GREETING".to_owned(), "it's \"me\"".into());
    let executed = world.place(&lease).execute(order).await.unwrap();
    let root = lease.observed.root.as_ref().unwrap();
    assert_eq!(executed.ending, CommandEnding::Exited(3));
    assert_eq!(String::from_utf8(executed.stdout).unwrap(), format!("it's \"me\"\n{root}\n"));
    assert_eq!(executed.stderr, b"oh\n");
}

#[tokio::test]
async fn another_process_works_in_an_open_lease_without_asking_first() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let place = world.another_process().open(&lease).unwrap();
    place.execute(shell(":")).await.unwrap();
    assert_eq!(world.fake.journal().len(), 1);
}
