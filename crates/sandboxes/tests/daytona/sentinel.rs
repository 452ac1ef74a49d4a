//! A resumed sandbox proves to be the workspace, every time.

use wireclip_fake_daytona::{Fault, routes};
use wireclip_ports::sandbox::{
    GoneReason, RUNTIME_FOLDER, ResumeAnswer, SandboxProvider as _, SentinelResult,
};
use wireclip_sandboxes::handle_cache::Eviction;

use super::support::World;

fn proof(world: &World, lease: &wireclip_ports::sandbox::LeaseHold) -> std::path::PathBuf {
    world.path(lease, RUNTIME_FOLDER).join("reusable-sandbox-lease.json")
}

fn not_proven(result: SentinelResult) -> ResumeAnswer {
    ResumeAnswer::Gone { reason: GoneReason::NotProven, sentinel: Some(result) }
}

#[tokio::test]
async fn s38_another_workspaces_proof_is_no_proof() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    world.ok(&lease).await;
    for content in ["{\"version\":1,\"token\":\"00\"}", "no JSON"] {
        std::fs::write(proof(&world, &lease), content).unwrap();
        let answer = world.resume(&lease).await.unwrap();
        assert_eq!(answer, not_proven(SentinelResult::Mismatch));
    }
    assert!(world.provider.cache_figures().evicted(Eviction::Resume) >= 1);
    world.fake.clear_journal();
    world.ok(&lease).await;
    assert_eq!(world.gets(), 1, "the handle was forgotten");
    assert!(world.fake.sandbox(lease.id.as_str()).is_some(), "what is there was left alone");
}

#[tokio::test]
async fn s39_a_proof_that_is_missing_is_no_proof() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    std::fs::remove_file(proof(&world, &lease)).unwrap();
    assert_eq!(world.resume(&lease).await.unwrap(), not_proven(SentinelResult::Missing));
    // A lease that never had one cannot be resumed at all.
    let lease = world.acquire().await;
    assert_eq!(world.resume(&lease).await.unwrap(), not_proven(SentinelResult::Missing));
}

#[tokio::test]
async fn s40_the_proof_is_read_although_the_handle_is_known() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    for _ in 0..2 {
        world.resumed(&lease).await;
    }
    assert_eq!((world.count(routes::DOWNLOAD_FILE), world.gets()), (2, 0));
    assert_eq!(world.fake.journal().len(), 2);
}

#[tokio::test]
async fn s41_a_proof_that_cannot_be_read_is_an_error_and_removes_nothing() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    world.fake.fault(routes::DOWNLOAD_FILE, Fault::status(500));
    world.resume(&lease).await.unwrap_err();
    assert_eq!(world.count(routes::DELETE_SANDBOX), 0);
    assert!(world.fake.sandbox(lease.id.as_str()).is_some());
    world.fake.clear_journal();
    world.resumed(&lease).await;
    assert_eq!(world.gets(), 1, "the handle was forgotten");
}

#[tokio::test]
async fn the_proof_cannot_be_worked_out_from_ids() {
    let world = World::new().await;
    let reusable = world.acquire_reusable().await;
    let token = |lease: &wireclip_ports::sandbox::LeaseHold| lease.observed.sentinel.clone().unwrap().token;
    let content = std::fs::read_to_string(proof(&world, &reusable)).unwrap();
    assert!(content.contains(&token(&reusable).unwrap()));
    let place = world.provider.describe();
    assert!(place.capabilities.reusable_leases);
    // The same ids give another token.
    let again = world.acquire_reusable().await;
    assert_ne!(token(&reusable), token(&again));
}

#[tokio::test]
async fn a_sandbox_that_is_gone_is_gone() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    world.release(&lease, wireclip_ports::sandbox::Disposition::Stop).await.unwrap();
    world.fake.destroy_sandbox(lease.id.as_str());
    let answer = world.resume(&lease).await.unwrap();
    assert_eq!(answer, ResumeAnswer::Gone { reason: GoneReason::NotFound, sentinel: None });
}
