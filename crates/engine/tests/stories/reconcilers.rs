//! What happens by itself, whatever else is going on.

use std::time::Duration;

use wireclip_domain::{RunId, Timestamp};
use wireclip_engine::EngineHandle;
use wireclip_ports::clock::Clock as _;
use wireclip_store::idempotency::{self, NewKey};
use wireclip_testkit::{World, eventually};

fn last_run_of(engine: &EngineHandle, name: &str) -> Option<Timestamp> {
    let reconcilers = engine.status().reconcilers;
    reconcilers.into_iter().find(|status| status.name == name).and_then(|status| status.last_run_at)
}

#[tokio::test]
async fn every_row_of_the_table_runs_and_runs_again() {
    let world = World::new().await;
    let machine = world.machine();
    let engine = world.start(&machine);
    engine.reconciled().await;
    let begun = world.clock.now();
    let step = Duration::from_secs(5);
    for reconciler in wireclip_engine::RECONCILERS {
        eventually(&format!("{} runs again", reconciler.name), async || {
            world.clock.advance(step);
            let again = last_run_of(&engine, reconciler.name).is_some_and(|last| last > begun.plus(step));
            again.then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn a_node_keeps_its_lease_while_its_start_still_looks_at_what_was_left() {
    let world = World::new().await;
    let machine = world.machine();
    machine.hosts.hold_traces(true);
    let begun = world.clock.now();
    let engine = world.start(&machine);
    // Longer than the lease lasts.
    world
        .in_time("the lease is renewed", async || {
            let renewed =
                last_run_of(&engine, "nodes").is_some_and(|last| last > begun.plus(Duration::from_secs(35)));
            renewed.then_some(())
        })
        .await;
    assert_eq!(last_run_of(&engine, "retention"), None, "the start is not done");

    machine.hosts.hold_traces(false);
    engine.reconciled().await;
    assert!(engine.status().takes_runs);
}

#[tokio::test]
async fn a_reconciler_that_panics_keeps_no_other_from_its_turn() {
    let world = World::new().await;
    let machine = world.machine();
    machine.hosts.panic_at_traces();
    let engine = world.start(&machine);
    engine.reconciled().await;
    let begun = world.clock.now();
    let again = |name| last_run_of(&engine, name).is_some_and(|last| last > begun);
    eventually("it and what comes behind it run again", async || {
        world.clock.advance(Duration::from_secs(5));
        (again("orphans") && again("stranded")).then_some(())
    })
    .await;
    let orphans = engine.status().reconcilers.into_iter().find(|status| status.name == "orphans");
    assert!(orphans.unwrap().error.is_some_and(|error| error.contains("panicked")));
}

#[tokio::test]
async fn old_answers_go_in_batches_and_all_in_one_turn() {
    for world in World::on_each_database().await {
        let machine = world.machine();
        let services = world.services(&machine);
        let transaction = world.store().begin_write().await.unwrap();
        for number in 0..501 {
            let key = NewKey {
                caller: "somebody".to_owned(),
                route: "POST /somewhere".to_owned(),
                key: number.to_string(),
                request_digest: String::new(),
            };
            idempotency::take(&transaction.conn(), key, world.clock.now()).await.unwrap();
        }
        transaction.commit().await.unwrap();
        let before = world.clock.now();
        assert_eq!(services.retention.remove_answers(before).await.unwrap(), 0, "{}", world.database);
        world.clock.advance(Duration::from_millis(1));
        assert_eq!(services.retention.remove_answers(world.clock.now()).await.unwrap(), 500);

        let core = world.stepped(&machine);
        core.reconcile_once("nodes").await.unwrap();
        world.clock.advance(Duration::from_secs(24 * 3600));
        core.reconcile_once("nodes").await.unwrap();
        let report = core.reconcile_once("retention").await.unwrap().unwrap();
        assert_eq!((report.found, report.changed), (1, 1), "{}", world.database);
    }
}

#[tokio::test]
async fn a_folder_that_cannot_be_removed_keeps_no_other() {
    let world = World::new().await;
    let machine = world.machine();
    let core = world.stepped(&machine);
    let folders = world.services(&machine).core.facts.home.join("scratch");
    tokio::fs::create_dir_all(&folders).await.unwrap();
    let (stuck, other) =
        (folders.join(RunId::random().to_string()), folders.join(RunId::random().to_string()));
    // No folder, so that it cannot be removed as one.
    tokio::fs::write(&stuck, "").await.unwrap();
    tokio::fs::create_dir(&other).await.unwrap();
    let report = core.reconcile_once("scratch").await.unwrap().unwrap();
    assert_eq!((report.changed, report.failed), (1, 1));
    assert!(!other.exists());
}
