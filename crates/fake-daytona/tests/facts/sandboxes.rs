//! Making sandboxes, looking at them, labels, ssh, snapshots.

use serde_json::{Value, json};
use wireclip_fake_daytona::{FakeDaytona, Pace, SandboxState};

use super::kit::{builder, fake, with};

fn ids(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn create_answers_a_sandbox_that_is_not_started_yet() {
    let (fake, caller) = with(builder().pace(Pace::Held)).await;
    let created = caller.post("/sandbox", json!({"labels": {"a": "1"}, "env": {"B": "2"}})).await.expect(200);
    assert_eq!((&created["state"], &created["desiredState"]), (&json!("creating"), &json!("started")));
    assert_eq!(created["toolboxProxyUrl"], fake.toolbox_url());
    assert_eq!((&created["labels"]["a"], &created["env"]["B"]), (&json!("1"), &json!("2")));
    assert_eq!((&created["target"], &created["organizationId"]), (&json!("us"), &json!("acme")));
    for field in ["cpu", "gpu", "memory", "disk"] {
        assert!(created[field].is_number(), "{field}");
    }
    let id = created["id"].as_str().unwrap();
    assert_eq!(caller.state(id).await, "creating");
    fake.settle(id);
    assert_eq!(caller.state(id).await, "started");
}

#[tokio::test]
async fn intervals_have_the_services_defaults() {
    let (_fake, caller) = fake().await;
    let created = caller.post("/sandbox", json!({})).await.expect(200);
    let intervals = ["autoStopInterval", "autoArchiveInterval", "autoDeleteInterval"];
    assert_eq!(intervals.map(|name| created[name].as_i64().unwrap()), [15, 7 * 24 * 60, -1]);
    assert!(created.get("autoDestroyAt").is_none());
}

#[tokio::test]
async fn what_cannot_be_created_is_refused() {
    let (_fake, caller) = with(builder().quota(1)).await;
    for body in [
        json!({"snapshot": "unknown"}),
        json!({"cpu": 2}),
        json!({"target": "moon"}),
        json!({"autoStopInterval": -1}),
        json!({"snapshot": "daytonaio/sandbox:0.8.0", "buildInfo": {"dockerfileContent": "FROM a"}}),
        json!({"labels": "text"}),
    ] {
        caller.post("/sandbox", body).await.expect(400);
    }
    caller.post("/sandbox", json!({"name": "box"})).await.expect(200);
    caller.post("/sandbox", json!({})).await.expect(403);
}

#[tokio::test]
async fn a_name_is_taken_until_its_sandbox_is_destroyed() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({"name": "box"})).await;
    caller.post("/sandbox", json!({"name": "box"})).await.expect(409);
    caller.with_key("key-of-other").post("/sandbox", json!({"name": "box"})).await.expect(200);
    caller.delete(&sandbox.path("")).await.expect(200);
    caller.post("/sandbox", json!({"name": "box"})).await.expect(200);
}

#[tokio::test]
async fn a_path_takes_an_id_or_a_name() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({"name": "box"})).await;
    assert_eq!(caller.get("/sandbox/box").await.expect(200)["id"], sandbox.id.as_str());
    caller.post("/sandbox/box/stop", json!({})).await.expect(200);
    assert_eq!(caller.state(&sandbox.id).await, "stopped");
}

#[tokio::test]
async fn a_build_begins_with_pending_build() {
    let (fake, caller) = with(builder().pace(Pace::Held)).await;
    let body = json!({"buildInfo": {"dockerfileContent": "FROM debian\n"}, "cpu": 2, "memory": 4});
    let created = caller.post("/sandbox", body).await.expect(200);
    assert_eq!((&created["state"], &created["cpu"]), (&json!("pending_build"), &json!(2.0)));
    assert_eq!(created["buildInfo"]["dockerfileContent"], "FROM debian\n");
    assert!(created.get("snapshot").is_none());
    let id = created["id"].as_str().unwrap();
    // Before it is built it may be deleted, though it is changing.
    caller.delete(&format!("/sandbox/{id}")).await.expect(200);
    fake.settle(id);
    caller.get(&format!("/sandbox/{id}")).await.expect(404);
}

#[tokio::test]
async fn lists_are_narrowed_by_labels_states_and_names() {
    let (_fake, caller) = fake().await;
    let one = caller.sandbox(json!({"name": "one", "labels": {"team": "a", "run": "1"}})).await;
    let two = caller.sandbox(json!({"name": "two", "labels": {"team": "a"}})).await;
    caller.post(&two.path("/stop"), json!({})).await.expect(200);
    let by = async |query: &str| caller.get(&format!("/sandbox?{query}")).await.expect(200);
    assert_eq!(ids(&by("").await), [&one.id, &two.id]);
    assert_eq!(ids(&by("order=desc").await), [&two.id, &one.id]);
    assert_eq!(ids(&by("labels=%7B%22team%22%3A%22a%22%7D").await), [&one.id, &two.id]);
    assert_eq!(ids(&by("labels=%7B%22run%22%3A%221%22%7D").await), [&one.id]);
    assert_eq!(ids(&by("states=stopped").await), [&two.id]);
    assert_eq!(ids(&by("states=stopped,started").await).len(), 2);
    assert_eq!(ids(&by("name=on").await), [&one.id]);
    caller.get("/sandbox?labels=nonsense").await.expect(400);
    caller.get("/sandbox?states=nonsense").await.expect(400);
}

#[tokio::test]
async fn lists_come_in_pages_by_cursor_or_by_number() {
    let (_fake, caller) = fake().await;
    for _ in 0..5 {
        caller.post("/sandbox", json!({})).await.expect(200);
    }
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = caller.get(&format!("/sandbox?limit=2{cursor}")).await.expect(200);
        seen.extend(ids(&page).into_iter().map(str::to_owned));
        let Some(next) = page["nextCursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(seen.len(), 5);
    let page = caller.get("/sandbox/paginated?page=3&limit=2").await.expect(200);
    assert_eq!((&page["total"], &page["page"], &page["totalPages"]), (&json!(5), &json!(3), &json!(3)));
    assert_eq!(ids(&page), [seen.last().unwrap()]);
    caller.get("/sandbox/paginated?states=destroyed").await.expect(400);
}

#[tokio::test]
async fn the_search_may_lag_and_the_database_does_not() {
    let (fake, caller) = fake().await;
    fake.lag_search();
    let sandbox = caller.sandbox(json!({})).await;
    assert_eq!(ids(&caller.get("/sandbox").await.expect(200)), [""; 0]);
    assert_eq!(ids(&caller.get("/sandbox/paginated").await.expect(200)), [&sandbox.id]);
    fake.catch_up_search();
    assert_eq!(ids(&caller.get("/sandbox").await.expect(200)), [&sandbox.id]);
}

#[tokio::test]
async fn labels_are_replaced_as_a_whole() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({"labels": {"a": "1"}})).await;
    let answer = caller.put(&sandbox.path("/labels"), json!({"labels": {"b": "2"}})).await.expect(200);
    assert_eq!(answer, json!({"labels": {"b": "2"}}));
    let labels = fake.sandbox(&sandbox.id).unwrap().labels;
    assert_eq!(labels.into_iter().collect::<Vec<_>>(), [("b".to_owned(), "2".to_owned())]);
}

#[tokio::test]
async fn a_new_ssh_access_revokes_the_one_before() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let token = |fake: &FakeDaytona| fake.sandbox(&sandbox.id).unwrap().ssh_token;
    let first = caller.post(&sandbox.path("/ssh-access?expiresInMinutes=5"), json!({})).await.expect(200);
    assert_eq!(
        (first["sandboxId"].as_str(), first["token"].as_str()),
        (Some(sandbox.id.as_str()), token(&fake).as_deref())
    );
    let command = first["sshCommand"].as_str().unwrap();
    assert!(command.starts_with(&format!("ssh {}@", first["token"].as_str().unwrap())));
    let second = caller.post(&sandbox.path("/ssh-access"), json!({})).await.expect(200);
    assert_eq!(second["token"].as_str(), token(&fake).as_deref());
    assert!(second["expiresAt"].as_str() > first["expiresAt"].as_str());
    let old = format!("/ssh-access?token={}", first["token"].as_str().unwrap());
    caller.delete(&sandbox.path(&old)).await.expect(404);
    let new = format!("/ssh-access?token={}", second["token"].as_str().unwrap());
    assert_eq!(caller.delete(&sandbox.path(&new)).await.expect(200)["id"], sandbox.id.as_str());
    assert_eq!(token(&fake), None);
}

#[tokio::test]
async fn a_snapshot_keeps_the_files_for_later_sandboxes() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.execute("mkdir deep; echo kept > deep/file; chmod 700 deep; ln -s deep/file link").await;
    let answer = caller.post(&sandbox.path("/snapshot"), json!({"name": "mine"})).await.expect(200);
    assert_eq!((&answer["state"], &answer["desiredState"]), (&json!("snapshotting"), &json!("started")));
    assert_eq!(caller.state(&sandbox.id).await, "started");
    let snapshot = caller.get("/snapshots/mine").await.expect(200);
    assert_eq!(snapshot["state"], "active");
    let copy = caller.sandbox(json!({"snapshot": "mine"})).await;
    assert_eq!(copy.execute("cat link; stat -c %a deep").await, (0, "kept\n700\n".to_owned()));
    caller.post(&sandbox.path("/snapshot"), json!({"name": "mine"})).await.expect(409);
    caller.with_key("key-of-other").get("/snapshots/mine").await.expect(404);
    let listed = caller.get("/snapshots?name=mine").await.expect(200);
    assert_eq!((&listed["total"], &listed["items"][0]["id"]), (&json!(1), &snapshot["id"]));
    let deleted = caller.delete(&format!("/snapshots/{}", snapshot["id"].as_str().unwrap())).await;
    assert_eq!((deleted.status, deleted.body.len()), (200, 0));
    assert_eq!(fake.snapshots("acme"), ["daytonaio/sandbox:0.8.0"]);
    caller.get("/snapshots/mine").await.expect(404);
    caller.post("/sandbox", json!({"snapshot": "mine"})).await.expect(400);
}

#[tokio::test]
async fn a_running_sandbox_works_on_while_its_snapshot_is_taken() {
    let (fake, caller) = with(builder().pace(Pace::Held)).await;
    let id = caller.post("/sandbox", json!({})).await.expect(200)["id"].as_str().unwrap().to_owned();
    fake.settle(&id);
    caller.post(&format!("/sandbox/{id}/snapshot"), json!({"name": "mine"})).await.expect(200);
    assert_eq!(fake.sandbox(&id).unwrap().state, SandboxState::Snapshotting);
    caller.get("/snapshots/mine").await.expect(404);
    caller.post(&format!("/sandbox/{id}/stop"), json!({})).await.expect(409);
    fake.settle(&id);
    caller.get("/snapshots/mine").await.expect(200);
    assert_eq!(caller.state(&id).await, "started");
}

#[tokio::test]
async fn the_toolboxs_address_and_the_configuration_name_the_same_proxy() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let config = caller.get("/config").await.expect(200);
    assert_eq!(
        (&config["proxyToolboxUrl"], &config["defaultSnapshot"]),
        (&json!(fake.toolbox_url()), &json!("daytonaio/sandbox:0.8.0"))
    );
    let address = caller.get(&sandbox.path("/toolbox-proxy-url")).await.expect(200);
    assert_eq!(address, json!({"url": fake.toolbox_url()}));
}

#[tokio::test]
async fn containers_do_not_pause_fork_or_resize() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    for call in ["/pause", "/fork", "/resize"] {
        caller.post(&sandbox.path(call), json!({})).await.expect(400);
    }
}
