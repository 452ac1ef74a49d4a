//! Making sandboxes: nothing is lost, whatever goes wrong behind the creation.

use std::sync::Arc;

use serde_json::json;
use wireclip_fake_daytona::{Fault, routes};
use wireclip_ports::sandbox::{
    AcquireOrder, ConfiguredSpec, CreateAttempt, CreateJournal, CreatedTrace, FindCreatedOrder,
    FindOwnedOrder, ProbeOrder, ProviderError, SandboxProvider as _,
};

use super::setup::setup_order;
use super::support::{Journal, KEY, LIMIT, MINUTE, World};

#[tokio::test]
async fn s58_a_lease_that_cannot_be_opened_leaves_no_sandbox() {
    for (route, is_reusable) in
        [(routes::EXECUTE, false), (routes::BULK_UPLOAD, true), (routes::GET_SANDBOX, false)]
    {
        let world = World::new().await;
        let before = if is_reusable { Some(world.acquire_reusable().await) } else { None };
        world.fake.fault(route, Fault::status(500));
        let mut order = world.order(world.spec());
        if is_reusable {
            order.reuse = Some(wireclip_ports::sandbox::ReusableWorkspace {
                agent_id: wireclip_domain::AgentId::random(),
                execution_workspace_id: wireclip_domain::ExecutionWorkspaceId::random(),
                adapter_type: "process".to_owned(),
            });
        }
        let failure = world.try_acquire(order).await.unwrap_err();
        let seen = world.journal.seen.lock().unwrap().last().unwrap().1.clone();
        assert_eq!(failure.left, CreatedTrace::Removed(seen), "{route}");
        assert_eq!(world.count(routes::DELETE_SANDBOX), 1, "{route}");
        assert_eq!(world.fake.sandboxes().len(), before.iter().count(), "{route}");
        assert_eq!(world.provider.known_leases(), before.iter().count(), "nothing is known of it: {route}");
    }
}

#[tokio::test]
async fn s58_a_time_to_live_and_a_way_in_that_cannot_be_had_leave_no_sandbox_either() {
    let world = World::new().await;
    let removed =
        |world: &World| CreatedTrace::Removed(world.journal.seen.lock().unwrap().last().unwrap().1.clone());
    world.fake.fault(routes::SET_TTL, Fault::status(500));
    let expires_at = Some(wireclip_ports::clock::Clock::now(&world.clock).plus(MINUTE * 90));
    let order = AcquireOrder { expires_at, ..world.order(world.spec()) };
    let failure = world.try_acquire(order).await.unwrap_err();
    assert_eq!(failure.left, removed(&world));

    world.fake.fault(routes::CREATE_SSH_ACCESS, Fault::status(500));
    let failure = world.provider.start_setup(setup_order(&world, None), LIMIT).await.unwrap_err();
    assert_eq!(failure.left, removed(&world));
    assert_eq!(world.count(routes::DELETE_SANDBOX), 2);
    assert_eq!((world.fake.sandboxes().len(), world.provider.known_leases()), (0, 0));
}

#[tokio::test]
async fn s58_what_cannot_be_removed_again_is_said_to_be_left() {
    // A removal that fails, and one that is acknowledged and does not come.
    for fault in [Fault::status(500), Fault::Status { code: 200, body: "{}".to_owned(), headers: Vec::new() }]
    {
        let world = World::new().await;
        world.fake.fault(routes::EXECUTE, Fault::status(500));
        world.fake.fault(routes::DELETE_SANDBOX.always(), fault.clone());
        let failure = world.try_acquire(world.order(world.spec())).await.unwrap_err();
        assert!(matches!(failure.left, CreatedTrace::Left(_)), "{fault:?}: {failure:?}");
        assert_eq!(world.fake.sandboxes().len(), 1, "{fault:?}");
    }
}

#[tokio::test]
async fn a_sandbox_is_in_the_journal_before_anything_else_happens_with_it() {
    let mut world = World::new().await;
    world.journal = Arc::new(Journal { is_broken: true, ..Journal::default() });
    let failure = world.try_acquire(world.order(world.spec())).await.unwrap_err();
    assert!(matches!(failure.left, CreatedTrace::Left(_)), "{failure:?}");
    // Created, and not touched again.
    assert_eq!(world.fake.journal().len(), 1);
    assert_eq!(world.fake.sandboxes().len(), 1);
}

#[tokio::test]
async fn a_creation_that_was_not_acknowledged_is_found_by_its_name_and_removed() {
    let world = World::new().await;
    world.fake.fault(routes::CREATE_SANDBOX, Fault::DropAfter);
    let failure = world.try_acquire(world.order(world.spec())).await.unwrap_err();
    assert!(failure.error.is_outcome_unknown(), "{failure:?}");
    assert!(matches!(failure.left, CreatedTrace::Removed(_)), "{failure:?}");
    assert!(world.fake.sandboxes().is_empty());
    assert_eq!(world.journal.seen.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_creation_that_cannot_be_found_stays_unknown_and_can_be_looked_for_later() {
    let world = World::new().await;
    world.fake.fault(routes::CREATE_SANDBOX, Fault::DropAfter);
    world.fake.fault(routes::GET_SANDBOX, Fault::status(404));
    let order = world.order(world.spec());
    let (scope, attempt) = (order.scope, order.attempt);
    let failure = world.try_acquire(order).await.unwrap_err();
    assert_eq!(failure.left, CreatedTrace::Unknown);
    let find = |attempt| FindCreatedOrder { scope, spec: world.spec(), attempt };
    let found = world.provider.find_created(find(attempt), LIMIT).await.unwrap().unwrap();
    assert_eq!(found.id.as_str(), world.fake.sandboxes()[0].id);
    assert_eq!(world.provider.find_created(find(CreateAttempt::random()), LIMIT).await, Ok(None));
}

#[tokio::test]
async fn a_refused_creation_left_nothing() {
    let world = World::new().await;
    let spec = world.spec_with(Some(KEY), &json!({"snapshot": "no-such-snapshot"}));
    let failure = world.try_acquire(world.order(spec)).await.unwrap_err();
    assert!(matches!(failure.error, ProviderError::Refused { .. }), "{failure:?}");
    assert_eq!(failure.left, CreatedTrace::Nothing);
    let failure =
        world.try_acquire(world.order(world.spec_with(Some("wrong"), &json!({})))).await.unwrap_err();
    assert!(matches!(failure.error, ProviderError::Unauthorized { .. }), "{failure:?}");
    assert_eq!(failure.left, CreatedTrace::Nothing);
}

#[tokio::test]
async fn what_is_asked_for_is_what_is_made() {
    let world = World::new().await;
    let settings = json!({
        "image": "node:24", "cpu": 2, "memory": 4, "autoStopInterval": 20, "autoArchiveInterval": 30,
        "autoDeleteInterval": 40,
    });
    let spec = world.spec_with(Some(KEY), &settings);
    let order = AcquireOrder {
        expires_at: Some(wireclip_ports::clock::Clock::now(&world.clock).plus(MINUTE * 90)),
        ..world.order(spec)
    };
    let lease = world.try_acquire(order).await.unwrap();
    let facts = world.fake.sandbox(lease.id.as_str()).unwrap();
    assert!(facts.dockerfile.unwrap().contains("FROM node:24"));
    assert_eq!(
        (facts.auto_stop_minutes, facts.auto_archive_minutes, facts.auto_delete_minutes),
        (20, 30, 40)
    );
    assert!(facts.auto_destroy_at.is_some());
    assert_eq!(lease.observed.auto_stop_minutes, Some(20));
    assert!(std::path::Path::new(lease.observed.root.unwrap().as_str()).is_dir());
}

#[tokio::test]
async fn our_sandboxes_are_found_by_their_labels_and_nobody_elses() {
    let world = World::new().await;
    let lease = world.acquire_reusable().await;
    let url = format!("{}/sandbox", world.fake.api_url());
    let body = json!({"labels": {"wireclip-provider": "other"}});
    let client = reqwest::Client::new();
    let body = body.to_string();
    let request = client.post(url).bearer_auth(KEY).header("content-type", "application/json").body(body);
    assert!(request.send().await.unwrap().status().is_success());
    let order = |scope| FindOwnedOrder { spec: world.spec(), scope, cursor: None, limit: 50 };
    for scope in [None, Some(world.scope)] {
        let page = world.provider.find_owned(order(scope), LIMIT).await.unwrap();
        assert_eq!(page.sandboxes.len(), 1);
        let found = &page.sandboxes[0];
        assert_eq!((&found.id, found.labels.company_id), (&lease.id, Some(world.scope.company_id)));
        assert!(found.labels.is_reusable && found.labels.attempt.is_some());
    }
}

#[tokio::test]
async fn settings_are_tried_out_with_a_sandbox_that_goes_again() {
    let world = World::new().await;
    let probe = |spec| ProbeOrder {
        scope: world.scope,
        spec,
        attempt: CreateAttempt::random(),
        journal: Arc::clone(&world.journal) as Arc<dyn CreateJournal>,
    };
    let report = world.provider.probe(probe(world.spec()), LIMIT).await.unwrap();
    assert!(report.is_ok, "{report:?}");
    assert!(matches!(report.left, CreatedTrace::Removed(_)));
    assert!(world.fake.sandboxes().is_empty());
    let report =
        world.provider.probe(probe(world.spec_with(Some("wrong"), &json!({}))), LIMIT).await.unwrap();
    assert!(!report.is_ok);
    assert!(report.metadata.text("error").is_some());
}

#[tokio::test]
async fn the_form_has_every_setting_and_marks_the_secret_one() {
    let world = World::new().await;
    let description = world.provider.describe();
    assert_eq!(description.secret_keys().collect::<Vec<_>>(), ["apiKey"]);
    let config = ConfiguredSpec {
        settings: wireclip_domain::OpaqueJson::object(),
        present_secrets: vec!["apiKey".to_owned()],
    };
    let normalized = world.provider.validate(&config).normalized.unwrap();
    let mut known: Vec<&str> = description.config.iter().map(|field| field.key).collect();
    known.retain(|key| *key != "apiKey");
    known.sort_unstable();
    let mut keys: Vec<&str> = normalized.keys().collect();
    keys.sort_unstable();
    assert_eq!(known, keys);
}
