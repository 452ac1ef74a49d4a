//! The toolbox of a sandbox that does not run.

use serde_json::json;
use wireclip_fake_daytona::{Pace, SandboxState, routes};

use super::kit::{builder, fake, with};

#[tokio::test]
async fn a_stopped_or_archived_sandbox_is_400_and_asked_whether_it_is_started() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    for state in [SandboxState::Stopped, SandboxState::Archived] {
        fake.set_state(&sandbox.id, state);
        let answer = sandbox.post("/process/execute", json!({"command": "true"})).await.expect(400);
        let message = answer["message"].as_str().unwrap().to_lowercase();
        assert!(
            message.contains("failed to resolve container ip") && message.contains("started?"),
            "{message}"
        );
    }
    // It does not wake by being used.
    assert_eq!(caller.state(&sandbox.id).await, "archived");
}

#[tokio::test]
async fn a_changing_sandbox_is_400_or_502() {
    let (fake, caller) = with(builder().pace(Pace::Held)).await;
    let id = caller.post("/sandbox", json!({})).await.expect(200)["id"].as_str().unwrap().to_owned();
    let ask = async || {
        let url = format!("/../toolbox/{id}/work-dir");
        caller.get(&url).await.status
    };
    assert_eq!(ask().await, 400);
    fake.settle(&id);
    assert_eq!(ask().await, 200);
    caller.post(&format!("/sandbox/{id}/stop"), json!({})).await.expect(200);
    assert_eq!(ask().await, 502);
}

#[tokio::test]
async fn a_destroyed_sandbox_is_not_found() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let home = fake.sandbox(&sandbox.id).unwrap().home;
    assert!(home.exists());
    caller.delete(&sandbox.path("")).await.expect(200);
    sandbox.get("/work-dir").await.expect(404);
    assert!(!home.exists());
    assert_eq!(fake.count_for(routes::WORK_DIR, &sandbox.id), 1);
}
