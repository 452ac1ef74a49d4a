//! What was to be kept is never removed, and no receipt says more than is known.

use wireclip_fake_daytona::{Failure, Fault, Pace, SandboxState, routes};
use wireclip_ports::sandbox::{Disposition, ProviderError, ReceiptOutcome};

use super::support::{World, is_pending};

#[tokio::test]
async fn s54_a_kept_sandbox_that_was_stopped_elsewhere_is_kept() {
    let world = World::new().await;
    for state in [SandboxState::Stopped, SandboxState::Archived] {
        let lease = world.acquire_reusable().await;
        world.sh(&lease, "echo kept > file").await.unwrap();
        world.fake.set_state(lease.id.as_str(), state);
        let receipt = world.release(&lease, Disposition::Stop).await.unwrap();
        assert_eq!(receipt.outcome, ReceiptOutcome::Stopped);
        assert_eq!(world.count(routes::DELETE_SANDBOX), 0);
        let lease = world.resumed(&lease).await;
        assert_eq!(world.sh(&lease, "cat file").await.unwrap().stdout, b"kept\n");
    }
}

#[tokio::test]
async fn a_stop_that_fails_is_reported_and_removes_nothing() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    for fault in [Fault::status(400), Fault::status(500), Fault::DropBefore] {
        world.fake.fault(routes::STOP_SANDBOX, fault);
        world.release(&lease, Disposition::Stop).await.unwrap_err();
    }
    world.fake.set_error(lease.id.as_str(), Failure { reason: "broken".to_owned(), is_recoverable: false });
    let error = world.release(&lease, Disposition::Stop).await.unwrap_err();
    assert!(error.to_string().contains("broken"), "{error}");
    assert_eq!(world.count(routes::DELETE_SANDBOX), 0);
    assert!(world.fake.sandbox(lease.id.as_str()).is_some());
}

#[tokio::test]
async fn a_change_that_is_under_way_is_waited_for() {
    let world = World::with(|fake| fake.pace(Pace::Takes(std::time::Duration::from_millis(40)))).await;
    for disposition in [Disposition::Stop, Disposition::Destroy] {
        let lease = world.acquire_reusable().await;
        // Somebody else stops it meanwhile.
        let url = format!("{}/sandbox/{}/stop", world.fake.api_url(), lease.id);
        let status =
            reqwest::Client::new().post(url).bearer_auth(super::support::KEY).send().await.unwrap().status();
        assert!(status.is_success());
        let receipt = world.release(&lease, disposition).await.unwrap();
        let expected = match disposition {
            Disposition::Stop => ReceiptOutcome::Stopped,
            _ => ReceiptOutcome::Destroyed,
        };
        assert_eq!(receipt.outcome, expected);
    }
}

#[tokio::test]
async fn stopped_is_said_when_it_stands_still_and_not_before() {
    let world = World::with(|fake| fake.pace(Pace::Held)).await;
    let acquiring = {
        let (provider, order) = (world.provider.clone(), world.order(world.spec()));
        world.spawn(async move {
            use wireclip_ports::sandbox::SandboxProvider as _;
            provider.acquire(order, super::support::LIMIT).await
        })
    };
    world.fake.asked(routes::CREATE_SANDBOX, 1).await;
    super::support::until("it was created", || {
        world.fake.settle_all();
        acquiring.is_finished()
    })
    .await;
    let lease = super::support::hold(world.scope, world.spec(), &acquiring.await.unwrap().unwrap());
    let release = world.release_beside(&lease, Disposition::Stop);
    world.fake.asked(routes::STOP_SANDBOX, 1).await;
    assert!(is_pending(&release).await);
    world.fake.settle_all();
    assert_eq!(release.await.unwrap().unwrap().outcome, ReceiptOutcome::Stopped);
}

#[tokio::test]
async fn an_archived_sandbox_is_stopped_first_and_never_removed_instead() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    let receipt = world.release(&lease, Disposition::Archive).await.unwrap();
    assert_eq!(receipt.outcome, ReceiptOutcome::Archived);
    assert_eq!(world.count(routes::SET_AUTO_DELETE), 1);

    let lease = world.acquire_reusable().await;
    world.fake.fault(routes::ARCHIVE_SANDBOX.always(), Fault::status(500));
    let error = world.release(&lease, Disposition::Archive).await.unwrap_err();
    assert!(matches!(error, ProviderError::Failed { .. }), "{error}");
    assert_eq!(world.count(routes::DELETE_SANDBOX), 0);
}

/// What stands before the service answers instead of it, for every call.
fn stand_before(world: &World) {
    for route in [
        routes::GET_SANDBOX,
        routes::STOP_SANDBOX,
        routes::ARCHIVE_SANDBOX,
        routes::SET_AUTO_DELETE,
        routes::DELETE_SANDBOX,
        routes::START_SANDBOX,
        routes::EXECUTE,
    ] {
        world.fake.fault(route.always(), Fault::page(404));
    }
}

#[tokio::test]
async fn a_page_of_a_gateway_is_no_word_that_a_sandbox_is_gone() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    world.sh(&lease, "echo kept > file").await.unwrap();
    for disposition in [Disposition::Stop, Disposition::Archive, Disposition::Destroy] {
        stand_before(&world);
        let error = world.release(&lease, disposition).await.unwrap_err();
        assert!(matches!(error, ProviderError::Unreachable { .. }), "{disposition:?}: {error:?}");
        let error = world.resume(&lease).await.unwrap_err();
        assert!(matches!(error, ProviderError::Unreachable { .. }), "{disposition:?}: {error:?}");
        world.fake.clear_faults();
    }
    world.release(&lease, Disposition::Stop).await.unwrap();
    let lease = world.resumed(&lease).await;
    assert_eq!(world.sh(&lease, "cat file").await.unwrap().stdout, b"kept\n");
}

#[tokio::test]
async fn a_sandbox_that_may_hold_work_is_not_gone_at_one_word() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    world.fake.fault(routes::STOP_SANDBOX, Fault::status(404));
    let receipt = world.release(&lease, Disposition::Stop).await.unwrap();
    assert_eq!(receipt.outcome, ReceiptOutcome::Stopped);
    world.fake.fault(routes::GET_SANDBOX, Fault::status(404));
    world.resume(&World::unseen(&lease)).await.unwrap_err();
    world.resumed(&lease).await;
    // What the service says twice is so.
    world.fake.fault(routes::STOP_SANDBOX.always(), Fault::status(404));
    world.fake.fault(routes::GET_SANDBOX.always(), Fault::status(404));
    let receipt = world.release(&lease, Disposition::Stop).await.unwrap();
    assert_eq!(receipt.outcome, ReceiptOutcome::AlreadyGone);
}

#[tokio::test]
async fn a_creation_that_a_gateway_answered_is_not_taken_for_refused() {
    let world = World::new().await;
    world.fake.fault(routes::CREATE_SANDBOX, Fault::page(404));
    let failure = world.try_acquire(world.order(world.spec())).await.unwrap_err();
    assert_eq!(failure.left, wireclip_ports::sandbox::CreatedTrace::Unknown);
}
