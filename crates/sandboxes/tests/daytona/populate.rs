//! One lookup at a time, shared by all who wait for it, and nothing kept of one that failed.

use wireclip_fake_daytona::{Fault, Hold, routes};
use wireclip_ports::sandbox::{ProviderError, SandboxProvider as _};

use super::support::{World, shell, until};

#[tokio::test]
async fn s14_twenty_at_once_share_one_lookup() {
    let mut world = World::new().await;
    let lease = World::unseen(&world.acquire().await);
    world.provider = world.another_process();
    let hold = Hold::new();
    world.fake.fault(routes::GET_SANDBOX, Fault::Hold(hold.clone()));
    let work: Vec<_> = (0..20).map(|_| world.sh_beside(&lease, ":")).collect();
    hold.arrived(1).await;
    world.inside(&lease, 20).await;
    until("the others wait for it", || world.provider.cache_figures().joins == 19).await;
    hold.release();
    let mut looked = 0;
    for work in work {
        looked += u64::from(work.await.unwrap().unwrap().timings.is_cache_hit == Some(false));
    }
    assert_eq!((world.gets(), world.executions()), (1, 20));
    assert_eq!(looked, 1, "whoever waits for another's lookup has a hit");
}

#[tokio::test]
async fn s15_a_slow_lookup_delays_no_other_lease() {
    let mut world = World::new().await;
    let (a, b) = (World::unseen(&world.acquire().await), World::unseen(&world.acquire().await));
    world.provider = world.another_process();
    let hold = Hold::new();
    world.fake.fault(routes::GET_SANDBOX.of(a.id.as_str()), Fault::Hold(hold.clone()));
    let slow = world.sh_beside(&a, ":");
    hold.arrived(1).await;
    world.ok(&b).await;
    assert!(!slow.is_finished());
    hold.release();
    slow.await.unwrap().unwrap();
}

#[tokio::test]
async fn s16_a_sandbox_that_was_not_found_is_looked_for_again() {
    let mut world = World::new().await;
    let lease = World::unseen(&world.acquire().await);
    world.provider = world.another_process();
    world.fake.fault(routes::GET_SANDBOX, Fault::status(404));
    let error = world.sh(&lease, ":").await.unwrap_err();
    assert!(matches!(error, ProviderError::NotFound { .. }), "{error}");
    world.ok(&lease).await;
    assert_eq!(world.gets(), 2);
    // What was found again is not taken for gone at the end.
    world.release(&lease, wireclip_ports::sandbox::Disposition::Destroy).await.unwrap();
    assert!(world.fake.sandboxes().is_empty());
}

#[tokio::test]
async fn s17_a_failed_lookup_fails_all_who_wait_and_nobody_after() {
    let mut world = World::new().await;
    let lease = World::unseen(&world.acquire().await);
    world.provider = world.another_process();
    let hold = Hold::new();
    world.fake.fault(routes::GET_SANDBOX, Fault::Hold(hold.clone()));
    world.fake.fault(routes::GET_SANDBOX, Fault::status(500));
    let work: Vec<_> = (0..5).map(|_| world.sh_beside(&lease, ":")).collect();
    hold.arrived(1).await;
    until("the others wait for it", || world.provider.cache_figures().joins == 4).await;
    hold.release();
    for work in work {
        let error = work.await.unwrap().unwrap_err();
        assert!(matches!(error, ProviderError::Failed { status: 500, .. }), "{error}");
    }
    assert_eq!((world.gets(), world.executions()), (1, 0));
    world.ok(&lease).await;
    assert_eq!(world.gets(), 2);
}

#[tokio::test]
async fn s18_who_waits_gets_the_lookup_of_a_caller_that_went_away() {
    let mut world = World::new().await;
    let lease = World::unseen(&world.acquire().await);
    world.provider = world.another_process();
    let hold = Hold::new();
    world.fake.fault(routes::GET_SANDBOX, Fault::Hold(hold.clone()));
    let first = world.sh_beside(&lease, ":");
    hold.arrived(1).await;
    let second = world.sh_beside(&lease, ":");
    until("the second waits for it", || world.provider.cache_figures().joins == 1).await;
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    hold.release();
    second.await.unwrap().unwrap();
    assert_eq!((world.gets(), world.executions()), (1, 1));
}

#[tokio::test]
async fn s60_a_lookup_waits_as_long_as_the_rate_limit_says_and_is_made_once_more() {
    let mut world = World::new().await;
    let lease = World::unseen(&world.acquire().await);
    world.provider = world.another_process();
    world.fake.fault(routes::GET_SANDBOX, Fault::too_many_requests(1));
    let began = std::time::Instant::now();
    world.ok(&lease).await;
    assert!(began.elapsed() >= std::time::Duration::from_secs(1));
    assert_eq!((world.gets(), world.executions()), (2, 1));

    // Twice is enough: the second answer is the caller's, and nothing is kept of it.
    let place = world.another_process().open(&lease).unwrap();
    world.fake.clear_journal();
    world.fake.fault(routes::GET_SANDBOX.times(2), Fault::too_many_requests(0));
    let error = place.execute(shell(":")).await.unwrap_err();
    assert!(matches!(error, ProviderError::RateLimited { .. }), "{error}");
    assert_eq!(world.gets(), 2);
    place.execute(shell(":")).await.unwrap();
    assert_eq!(world.gets(), 3);
}

#[tokio::test]
async fn a_command_is_not_sent_twice_by_a_rate_limit() {
    let world = World::new().await;
    let lease = world.acquire().await;
    world.fake.fault(routes::EXECUTE, Fault::too_many_requests(0));
    let error = world.sh(&lease, "echo x >> said").await.unwrap_err();
    assert!(matches!(error, ProviderError::RateLimited { .. }), "{error}");
    assert!(!world.path(&lease, "said").exists());
}
