//! Which call may come in which state, and what it leads to.

use std::time::Duration;

use serde_json::{Value, json};
use wireclip_fake_daytona::{Failure, FakeDaytona, Pace, SandboxState};

use super::kit::{Caller, builder, fake, with};

const CALLS: [&str; 4] = ["/start", "/stop", "/archive", "/recover"];

/// A sandbox in this state, made by hand.
async fn sandbox_in(fake: &FakeDaytona, caller: &Caller, state: SandboxState) -> String {
    let sandbox = caller.sandbox(json!({})).await;
    fake.set_state(&sandbox.id, state);
    sandbox.id
}

async fn answers(call: &str) -> Vec<(SandboxState, u16)> {
    let (fake, caller) = fake().await;
    let mut answers = Vec::new();
    for state in SandboxState::ALL {
        let id = sandbox_in(&fake, &caller, state).await;
        let path = format!("/sandbox/{id}{call}");
        let reply =
            if call.is_empty() { caller.delete(&path).await } else { caller.post(&path, json!({})).await };
        answers.push((state, reply.status));
    }
    answers
}

/// The states that give a call this answer.
fn with_status(answers: &[(SandboxState, u16)], status: u16) -> Vec<SandboxState> {
    answers.iter().filter(|(_, answer)| *answer == status).map(|(state, _)| *state).collect()
}

#[tokio::test]
async fn start_comes_from_started_stopped_archived_and_paused() {
    use SandboxState::{Archived, BuildFailed, Destroyed, Error, Paused, Started, Stopped};
    let answers = answers("/start").await;
    assert_eq!(with_status(&answers, 200), [Started, Stopped, Archived, Paused]);
    assert_eq!(with_status(&answers, 400), [Error, BuildFailed]);
    assert_eq!(with_status(&answers, 404), [Destroyed]);
    assert_eq!(with_status(&answers, 409).len(), SandboxState::ALL.len() - 7);
}

#[tokio::test]
async fn stop_comes_from_started_and_paused_and_a_stopped_one_is_400() {
    use SandboxState::{Archived, BuildFailed, Destroyed, Error, Paused, Started, Stopped};
    let answers = answers("/stop").await;
    assert_eq!(with_status(&answers, 200), [Started, Paused]);
    assert_eq!(with_status(&answers, 400), [Stopped, Error, BuildFailed, Archived]);
    assert_eq!(with_status(&answers, 404), [Destroyed]);
    assert_eq!(with_status(&answers, 409).len(), SandboxState::ALL.len() - 7);
}

#[tokio::test]
async fn archive_comes_from_stopped_only() {
    use SandboxState::{Archived, BuildFailed, Destroyed, Error, Paused, Started, Stopped};
    let answers = answers("/archive").await;
    assert_eq!(with_status(&answers, 200), [Stopped]);
    assert_eq!(with_status(&answers, 400), [Started, Error, BuildFailed, Archived, Paused]);
    assert_eq!(with_status(&answers, 404), [Destroyed]);
}

#[tokio::test]
async fn delete_comes_from_any_state() {
    let answers = answers("").await;
    assert_eq!(with_status(&answers, 404), [SandboxState::Destroyed]);
    assert_eq!(with_status(&answers, 200).len(), SandboxState::ALL.len() - 1);
}

#[tokio::test]
async fn snapshot_comes_from_started_and_stopped() {
    let (fake, caller) = fake().await;
    let mut accepted = Vec::new();
    for state in SandboxState::ALL {
        let id = sandbox_in(&fake, &caller, state).await;
        let body = json!({"name": format!("of-{}", state.word())});
        if caller.post(&format!("/sandbox/{id}/snapshot"), body).await.status == 200 {
            accepted.push(state);
        }
    }
    assert_eq!(accepted, [SandboxState::Started, SandboxState::Stopped]);
}

#[tokio::test]
async fn recover_comes_from_a_recoverable_error() {
    let (fake, caller) = fake().await;
    let id = sandbox_in(&fake, &caller, SandboxState::Started).await;
    let recover = format!("/sandbox/{id}/recover");
    caller.post(&recover, json!({})).await.expect(400);
    fake.set_error(&id, Failure { reason: "disk full".into(), is_recoverable: false });
    let shown = caller.get(&format!("/sandbox/{id}")).await.expect(200);
    assert_eq!(
        (&shown["state"], &shown["errorReason"], &shown["recoverable"]),
        (&json!("error"), &json!("disk full"), &json!(false))
    );
    caller.post(&recover, json!({})).await.expect(400);
    fake.set_error(&id, Failure { reason: "disk full".into(), is_recoverable: true });
    caller.post(&recover, json!({})).await.expect(200);
    assert_eq!(caller.state(&id).await, "started");
    fake.set_error(&id, Failure { reason: "disk full".into(), is_recoverable: true });
    caller.post(&format!("{recover}?skipStart=true"), json!({})).await.expect(200);
    assert_eq!(caller.state(&id).await, "stopped");
}

#[tokio::test]
async fn while_a_change_is_under_way_every_other_one_is_409() {
    let (fake, caller) = with(builder().pace(Pace::Held)).await;
    let id = caller.post("/sandbox", json!({})).await.expect(200)["id"].as_str().unwrap().to_owned();
    let refuse_all = async || {
        for call in ["/start", "/stop", "/archive"] {
            caller.post(&format!("/sandbox/{id}{call}"), json!({})).await.expect(409);
        }
        caller.post(&format!("/sandbox/{id}/snapshot"), json!({"name": "x"})).await.expect(409);
        caller.delete(&format!("/sandbox/{id}")).await.expect(409);
    };
    refuse_all().await;
    fake.settle(&id);
    caller.post(&format!("/sandbox/{id}/stop"), json!({})).await.expect(200);
    refuse_all().await;
    fake.settle(&id);
    caller.post(&format!("/sandbox/{id}/start"), json!({})).await.expect(200);
    refuse_all().await;
    fake.settle(&id);
    caller.delete(&format!("/sandbox/{id}")).await.expect(200);
    refuse_all().await;
    assert_eq!(caller.state(&id).await, "destroying");
    fake.settle(&id);
    for call in CALLS {
        caller.post(&format!("/sandbox/{id}{call}"), json!({})).await.expect(404);
    }
    caller.delete(&format!("/sandbox/{id}")).await.expect(404);
}

#[tokio::test]
async fn a_sandbox_is_archived_and_comes_back_with_its_files() {
    let (fake, caller) = with(builder().pace(Pace::Held)).await;
    let id = caller.post("/sandbox", json!({})).await.expect(200)["id"].as_str().unwrap().to_owned();
    fake.settle(&id);
    fake.write_file(&id, "kept", "yes").unwrap();
    let step = async |call: &str| -> Value {
        caller.post(&format!("/sandbox/{id}{call}"), json!({})).await.expect(200)
    };
    assert_eq!(step("/stop").await["state"], "stopping");
    fake.settle(&id);
    assert_eq!(step("/archive").await["state"], "archiving");
    // On the way to archived a start turns it round.
    assert_eq!(step("/start").await["state"], "restoring");
    fake.settle(&id);
    step("/stop").await;
    fake.settle(&id);
    step("/archive").await;
    fake.settle(&id);
    assert_eq!(caller.state(&id).await, "archived");
    assert_eq!(step("/start").await["state"], "restoring");
    fake.settle(&id);
    assert_eq!(caller.state(&id).await, "started");
    assert_eq!(fake.read_file(&id, "kept").unwrap(), b"yes");
}

#[tokio::test]
async fn starting_what_is_started_changes_nothing() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let answer = caller.post(&sandbox.path("/start"), json!({})).await.expect(200);
    assert_eq!(answer["state"], "started");
}

#[tokio::test]
async fn an_ephemeral_sandbox_is_destroyed_by_its_stop_and_never_archived() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({"autoDeleteInterval": 0})).await;
    caller.post(&sandbox.path("/archive"), json!({})).await.expect(400);
    caller.post(&sandbox.path("/stop"), json!({})).await.expect(200);
    caller.get(&sandbox.path("")).await.expect(404);
    assert!(fake.is_destroyed(&sandbox.id));
}

#[tokio::test]
async fn a_change_can_end_in_an_error() {
    let (fake, caller) = fake().await;
    let failure = Failure { reason: "no runner".into(), is_recoverable: false };
    fake.fail_next_change(failure.clone());
    let id = caller.post("/sandbox", json!({})).await.expect(200)["id"].as_str().unwrap().to_owned();
    assert_eq!(caller.state(&id).await, "error");
    fake.fail_next_change(failure.clone());
    let body = json!({"buildInfo": {"dockerfileContent": "FROM a"}});
    let built = caller.post("/sandbox", body).await.expect(200)["id"].as_str().unwrap().to_owned();
    assert_eq!(caller.state(&built).await, "build_failed");
    // What fails on its way out is not seen any more, and can be deleted again.
    fake.fail_next_change(failure);
    caller.delete(&format!("/sandbox/{id}")).await.expect(200);
    caller.get(&format!("/sandbox/{id}")).await.expect(404);
    let listed = caller.get("/sandbox?includeErroredDeleted=true").await.expect(200);
    assert_eq!(listed["items"].as_array().unwrap().len(), 2);
    assert_eq!(caller.get("/sandbox").await.expect(200)["items"].as_array().unwrap().len(), 1);
    caller.delete(&format!("/sandbox/{id}")).await.expect(200);
    assert!(fake.is_destroyed(&id));
}

#[tokio::test]
async fn changes_take_as_long_as_they_are_told_to() {
    let pace = Duration::from_millis(300);
    let (fake, caller) = with(builder().pace(Pace::Takes(pace))).await;
    let begun = std::time::Instant::now();
    let sandbox = caller.sandbox(json!({})).await;
    assert!(begun.elapsed() >= pace);
    caller.post(&sandbox.path("/stop"), json!({})).await.expect(200);
    assert_eq!(caller.state(&sandbox.id).await, "stopping");
    // The fake's clock counts as well.
    fake.advance(pace);
    assert_eq!(caller.state(&sandbox.id).await, "stopped");
}

#[tokio::test]
async fn of_two_deletes_at_once_one_is_accepted() {
    let (_fake, caller) = with(builder().pace(Pace::Takes(Duration::from_millis(200)))).await;
    let sandbox = caller.sandbox(json!({})).await;
    let path = sandbox.path("");
    let (one, other) = tokio::join!(caller.delete(&path), caller.delete(&path));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}
