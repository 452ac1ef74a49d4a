//! Sandboxes that were stopped behind our back.

use std::time::Duration;

use wireclip_fake_daytona::{Failure, Fault, Hold, SandboxState, routes};
use wireclip_ports::sandbox::{CommandEnding, ProviderError};

use super::support::{MINUTE, World};

#[tokio::test]
async fn s23_a_sandbox_that_stopped_by_itself_is_started_before_the_command() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.advance(MINUTE * 16);
    assert_ne!(world.fake.sandbox(lease.id.as_str()).unwrap().state, SandboxState::Started);
    world.fake.settle_all();
    let hold = Hold::new();
    world.fake.fault(routes::START_SANDBOX, Fault::Hold(hold.clone()));
    let work = world.sh_beside(&lease, "echo back");
    hold.arrived(1).await;
    world.timing.advance(Duration::from_secs(9));
    hold.release();
    let executed = work.await.unwrap().unwrap();
    assert_eq!((executed.ending, &*executed.stdout), (CommandEnding::Exited(0), &b"back\n"[..]));
    // Bringing it up is no part of finding it, nor of the command.
    assert_eq!(
        (executed.timings.lookup, executed.timings.duration),
        (Some(Duration::ZERO), Some(Duration::ZERO))
    );
    assert_eq!((world.count(routes::START_SANDBOX), world.executions()), (1, 1));
}

#[tokio::test]
async fn s24_a_sandbox_that_does_not_start_gets_no_command_and_another_chance() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.advance(MINUTE * 16);
    world.fake.settle_all();
    world.fake.fault(routes::START_SANDBOX, Fault::status(500));
    let error = world.sh(&lease, ":").await.unwrap_err();
    assert!(matches!(error, ProviderError::Failed { status: 500, .. }), "{error}");
    assert_eq!(world.executions(), 0);
    world.ok(&lease).await;
    assert_eq!((world.count(routes::START_SANDBOX), world.executions()), (2, 1));
}

#[tokio::test]
async fn s33_not_running_is_believed_and_nothing_that_may_have_run_is_sent_again() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.fake.stop_sandbox(lease.id.as_str());
    let executed = world.sh(&lease, "echo once >> said").await.unwrap();
    assert_eq!(executed.ending, CommandEnding::Exited(0));
    assert_eq!(std::fs::read_to_string(world.path(&lease, "said")).unwrap(), "once\n");
    // Refused by the proxy, and sent again to the sandbox.
    assert_eq!((world.executions(), world.count(routes::START_SANDBOX)), (2, 1));

    for fault in [Fault::DropAfter, Fault::StatusAfter { code: 502 }] {
        let before = world.executions();
        world.fake.fault(routes::EXECUTE, fault);
        let error = world.sh(&lease, "echo twice >> said2").await.unwrap_err();
        assert!(error.is_transient(), "{error}");
        assert_eq!(std::fs::read_to_string(world.path(&lease, "said2")).unwrap(), "twice\n");
        std::fs::remove_file(world.path(&lease, "said2")).unwrap();
        // The one that clears up behind it.
        world.fake.asked(routes::EXECUTE, before + 2).await;
    }
}

#[tokio::test]
async fn ten_commands_on_a_stopped_sandbox_start_it_once() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.advance(MINUTE * 16);
    world.fake.settle_all();
    let work: Vec<_> = (0..10).map(|_| world.sh_beside(&lease, ":")).collect();
    for work in work {
        work.await.unwrap().unwrap();
    }
    assert_eq!((world.count(routes::START_SANDBOX), world.executions()), (1, 10));
}

#[tokio::test]
async fn a_sandbox_that_failed_is_recovered_if_that_is_possible_and_otherwise_says_why() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let failure = |is_recoverable| Failure { reason: "the disk is full".to_owned(), is_recoverable };
    world.fake.set_error(lease.id.as_str(), failure(true));
    world.ok(&lease).await;
    assert_eq!(world.count(routes::RECOVER_SANDBOX), 1);
    world.fake.set_error(lease.id.as_str(), failure(false));
    let error = world.sh(&lease, ":").await.unwrap_err();
    assert!(error.to_string().contains("the disk is full"), "{error}");
}

#[tokio::test]
async fn a_sandbox_that_is_seen_to_go_is_forgotten() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.advance(MINUTE * 8);
    world.fake.set_state(lease.id.as_str(), SandboxState::Destroyed);
    let error = world.sh(&lease, ":").await.unwrap_err();
    assert!(matches!(error, ProviderError::NotFound { .. }), "{error}");
    assert_eq!(world.executions(), 0);
    world.fake.clear_journal();
    world.sh(&lease, ":").await.unwrap_err();
    assert_eq!(world.gets(), 1, "nothing was kept of it");
}
