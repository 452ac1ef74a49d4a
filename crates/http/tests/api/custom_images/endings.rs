//! The ways out of a session: its sandbox goes on each.

use serde_json::{Value, json};
use wireclip_domain::custom_image::SessionStatus;
use wireclip_domain::{NodeId, Timestamp};
use wireclip_fake_daytona::{Fault, Hold, routes};
use wireclip_store::custom_image_sessions::{self, CustomImageSession};
use wireclip_store::custom_image_templates::{self, CustomImageTemplate};

use super::{Session, World};
use crate::agents::text;

/// Lets the time of everything that waits for it come.
pub(super) async fn make_due(world: &World) {
    let past = Timestamp::from_unix_millis(1);
    let change = world.app.services.core.store.begin_write().await.unwrap();
    let conn = change.conn();
    let environment = world.environment.parse().unwrap();
    if let Some(before) = custom_image_sessions::open(&conn, environment).await.unwrap() {
        let after = CustomImageSession { due_at: Some(past), expires_at: past, ..before.clone() };
        custom_image_sessions::update(&conn, &before, &after).await.unwrap();
    }
    for before in custom_image_templates::of_environment(&conn, environment).await.unwrap() {
        let due = before.removal_due_at.map(|_| past);
        let after = CustomImageTemplate { removal_due_at: due, ..before.clone() };
        custom_image_templates::update(&conn, &before, &after).await.unwrap();
    }
    drop(conn);
    change.commit().await.unwrap();
}

/// Does what the reconcilers do.
async fn reconcile(world: &World) {
    let (images, leases) = (&world.app.services.custom_images, &world.app.services.leases);
    for id in images.sessions_due(10).await.unwrap() {
        images.look_at_due(id).await.unwrap();
    }
    for id in images.removals_due(10).await.unwrap() {
        images.remove_due(id).await.unwrap();
    }
    for id in leases.due(10).await.unwrap() {
        leases.clean(id).await.unwrap();
    }
}

async fn status(world: &World, session: &Session) -> Value {
    world.done("GET", &session.path, json!({})).await["session"]["status"].clone()
}

#[tokio::test]
async fn a_session_whose_time_is_over_ends_with_its_sandbox() {
    for world in World::on_each_database().await {
        let session = world.start().await;
        reconcile(&world).await;
        assert_eq!(status(&world, &session).await, "waiting_for_user", "{}", world.database());
        make_due(&world).await;
        world.refused("POST", &format!("{}/finish", session.path), json!({}), 409).await;
        reconcile(&world).await;
        assert_eq!(status(&world, &session).await, "timed_out", "{}", world.database());
        assert!(world.fake.is_destroyed(&session.sandbox), "{}", world.database());
        world.start().await;
    }
}

#[tokio::test]
async fn a_session_that_a_dead_server_began_fails() {
    for world in World::on_each_database().await {
        let session = world.start().await;
        stand(&world, SessionStatus::Starting).await;
        make_due(&world).await;
        reconcile(&world).await;
        assert_eq!(status(&world, &session).await, "failed", "{}", world.database());
        assert!(world.fake.is_destroyed(&session.sandbox), "{}", world.database());
    }
}

#[tokio::test]
async fn a_capture_that_nobody_carries_on_gives_the_sandbox_back() {
    for world in World::on_each_database().await {
        let session = world.start_with(json!({"ttlSeconds": 86_400})).await;
        stand(&world, SessionStatus::Capturing).await;
        world.refused("POST", &format!("{}/cancel", session.path), json!({}), 409).await;
        let change = world.app.services.core.store.begin_write().await.unwrap();
        let environment = world.environment.parse().unwrap();
        let before = custom_image_sessions::open(&change.conn(), environment).await.unwrap().unwrap();
        let after = CustomImageSession { due_at: Some(Timestamp::from_unix_millis(1)), ..before.clone() };
        custom_image_sessions::update(&change.conn(), &before, &after).await.unwrap();
        change.commit().await.unwrap();
        reconcile(&world).await;
        assert_eq!(status(&world, &session).await, "waiting_for_user", "{}", world.database());
        assert!(!world.fake.is_destroyed(&session.sandbox), "what the person did is there still");
        world.done("POST", &format!("{}/finish", session.path), json!({})).await;
    }
}

#[tokio::test]
async fn what_an_earlier_process_was_at_is_looked_at_at_once() {
    for world in World::on_each_database().await {
        let session = world.start_with(json!({"ttlSeconds": 86_400})).await;
        stand(&world, SessionStatus::Capturing).await;
        let images = &world.app.services.custom_images;
        assert_eq!(images.disown().await.unwrap(), 0, "{}: another server is at it", world.database());
        carry(&world, SessionStatus::Capturing).await;
        assert_eq!(images.disown().await.unwrap(), 1, "{}", world.database());
        reconcile(&world).await;
        assert_eq!(status(&world, &session).await, "waiting_for_user", "{}", world.database());
        carry(&world, SessionStatus::Starting).await;
        images.disown().await.unwrap();
        reconcile(&world).await;
        assert_eq!(status(&world, &session).await, "failed", "{}", world.database());
        assert!(world.fake.is_destroyed(&session.sandbox), "{}", world.database());
    }
}

#[tokio::test]
async fn a_sandbox_that_could_not_be_captured_waits_for_its_person() {
    for world in World::on_each_database().await {
        let session = world.start().await;
        world.fake.fault(routes::SNAPSHOT_SANDBOX, Fault::status(400));
        let finish = format!("{}/finish", session.path);
        let refused = world.app.send("POST", &finish, Some(json!({}))).await;
        assert!(refused.status.is_client_error() || refused.status == 503, "{}", refused.body);
        world.fake.clear_faults();
        let shown = world.done("GET", &session.path, json!({})).await;
        assert_eq!(shown["session"]["status"], "waiting_for_user", "{}", world.database());
        assert!(!text(&shown["session"]["failureReason"]).is_empty());
        assert_eq!(world.what_there_is().await["activeTemplate"], Value::Null);
        let template = world.done("POST", &finish, json!({})).await["template"].clone();
        assert!(text(&template["templateRef"]).ends_with("-2"), "a try has a name of its own: {template}");
        // What may be left of the first one is looked for, and forgotten.
        reconcile(&world).await;
        let conn = world.app.services.core.store.read();
        let environment = world.environment.parse().unwrap();
        let left = custom_image_templates::of_environment(&conn, environment).await.unwrap();
        assert_eq!(left.len(), 1, "{}", world.database());
    }
}

#[tokio::test]
async fn a_sandbox_that_went_away_takes_its_session_along() {
    for world in World::on_each_database().await {
        let session = world.start().await;
        world.fake.destroy_sandbox(&session.sandbox);
        // As a server that does not know the way in any more.
        let other = wireclip_services::Services::new(core_of(&world));
        let request = local();
        let id = text(&session.shown["session"]["id"]).parse().unwrap();
        let loaded = other.custom_images.load_session(&request, id).await.unwrap();
        let shown = other.custom_images.look(&loaded).await.unwrap();
        assert_eq!(shown.session.status, SessionStatus::Failed, "{}", world.database());
        assert!(shown.connection.is_none());
        world.start().await;
    }
}

#[tokio::test]
async fn another_server_lets_the_person_in_anew() {
    for world in World::on_each_database().await {
        let session = world.start().await;
        let other = wireclip_services::Services::new(core_of(&world));
        let id = text(&session.shown["session"]["id"]).parse().unwrap();
        let loaded = other.custom_images.load_session(&local(), id).await.unwrap();
        let shown = other.custom_images.look(&loaded).await.unwrap();
        assert!(shown.connection.is_some(), "{}", world.database());
        assert!(shown.session.connection_expires_at.is_some());
    }
}

#[tokio::test]
async fn an_environment_that_goes_takes_its_session_along() {
    for world in World::on_each_database().await {
        world.image().await;
        let session = world.start().await;
        let path = format!("/environments/{}", world.environment);
        assert_eq!(world.app.send("DELETE", &path, None).await.status, 200, "{}", world.database());
        reconcile(&world).await;
        assert!(world.fake.is_destroyed(&session.sandbox), "{}", world.database());
        world.refused("GET", &session.path, json!({}), 404).await;
    }
}

#[tokio::test]
async fn a_company_that_goes_takes_its_session_along() {
    for world in World::on_each_database().await {
        let body = json!({"name": "Guest"});
        let guest = text(&world.done("POST", "/companies", body).await["id"]);
        let sessions = world.path(&format!("custom-image-setup-sessions?companyId={guest}"));
        let shown = world.done("POST", &sessions, json!({})).await;
        let gone = world.app.send("DELETE", &format!("/companies/{guest}"), None).await;
        assert_eq!(gone.status, 200, "{}: {}", world.database(), gone.body);
        assert!(world.fake.is_destroyed(&text(&shown["session"]["providerLeaseId"])));
        assert_eq!(world.what_there_is().await["activeSession"], Value::Null);
    }
}

/// Puts the open session where another server left it.
async fn stand(world: &World, status: SessionStatus) {
    leave(world, status, None).await;
}

/// Puts the open session where an earlier process of this server left it.
async fn carry(world: &World, status: SessionStatus) {
    leave(world, status, Some(world.app.services.core.facts.node_id)).await;
}

/// Waits until something is so.
async fn comes(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let waited = async {
        while !is_so().await {
            tokio::task::yield_now().await;
        }
    };
    let limit = std::time::Duration::from_secs(30);
    assert!(tokio::time::timeout(limit, waited).await.is_ok(), "it never came to this: {what}");
}

/// Sends a request whose client hangs up while the provider is at it.
async fn hangs_up(world: &World, route: wireclip_fake_daytona::Route, path: &str, body: Value) {
    let hold = Hold::new();
    world.fake.fault(route, Fault::Hold(hold.clone()));
    tokio::select! {
        reply = world.app.send("POST", path, Some(body)) => panic!("{path}: {}", reply.body),
        () = hold.arrived(1) => {}
    }
    hold.release();
}

#[tokio::test]
async fn what_a_provider_was_asked_for_goes_on_when_the_client_hangs_up() {
    for world in World::on_each_database().await {
        let path = world.path("custom-image-setup-sessions");
        hangs_up(&world, routes::CREATE_SANDBOX, &path, json!({})).await;
        comes("the person is let in", async || {
            world.what_there_is().await["activeSession"]["status"] == "waiting_for_user"
        })
        .await;
        let session = text(&world.what_there_is().await["activeSession"]["id"]);
        let finish = format!("/environment-custom-image-setup-sessions/{session}/finish");
        hangs_up(&world, routes::SNAPSHOT_SANDBOX, &finish, json!({})).await;
        comes("it is captured", async || {
            world.what_there_is().await["latestSession"]["status"] == "promoted"
        })
        .await;
        comes("its sandbox is gone", async || world.fake.sandboxes().is_empty()).await;
        hangs_up(&world, routes::CREATE_SANDBOX, &world.path("probe"), json!({})).await;
        comes("the try is booked", async || {
            world.told().await.iter().any(|entry| entry["action"] == "environment.probed")
        })
        .await;
        assert!(world.fake.sandboxes().is_empty(), "{}", world.database());
    }
}

async fn leave(world: &World, status: SessionStatus, carrier_node_id: Option<NodeId>) {
    let change = world.app.services.core.store.begin_write().await.unwrap();
    let environment = world.environment.parse().unwrap();
    let before = custom_image_sessions::open(&change.conn(), environment).await.unwrap().unwrap();
    let after = CustomImageSession { status, carrier_node_id, ..before.clone() };
    custom_image_sessions::update(&change.conn(), &before, &after).await.unwrap();
    change.commit().await.unwrap();
}

fn local() -> wireclip_services::Request {
    use wireclip_domain::caller::{BoardCaller, Caller};
    wireclip_services::Request::of(Caller::Board(BoardCaller::local()))
}

fn core_of(world: &World) -> wireclip_services::Core {
    let core = &world.app.services.core;
    wireclip_services::Core {
        store: core.store.clone(),
        clock: core.clock.clone(),
        bus: core.bus.clone(),
        nudge: core.nudge.clone(),
        hosts: core.hosts.clone(),
        run_tokens: core.run_tokens.clone(),
        facts: core.facts.clone(),
        adapters: core.adapters.clone(),
        test_place: core.test_place.clone(),
        places: core.places.clone(),
        sandboxes: core.sandboxes.clone(),
        sealer: core.sealer.clone(),
        files: core.files.clone(),
        carried: core.carried.clone(),
    }
}
