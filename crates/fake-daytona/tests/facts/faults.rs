//! Faults that are planted: each hits the call that it is meant for, and no other.

use std::time::{Duration, Instant};

use serde_json::json;
use wireclip_fake_daytona::{Fault, Hold, routes};

use super::kit::{Ended, aside, fake};

#[tokio::test]
async fn a_status_replaces_the_call_and_carries_its_headers() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    fake.fault(routes::STOP_SANDBOX, Fault::too_many_requests(7));
    let refused = caller.post(&sandbox.path("/stop"), json!({})).await;
    assert_eq!(refused.headers["retry-after"], "7");
    assert_eq!(refused.expect(429)["statusCode"], 429);
    assert_eq!(caller.state(&sandbox.id).await, "started");
    let fault = Fault::Status { code: 503, body: "{\"own\":1}".into(), headers: Vec::new() };
    fake.fault(routes::GET_SANDBOX, fault);
    assert_eq!(caller.get(&sandbox.path("")).await.expect(503), json!({"own": 1}));
    caller.get(&sandbox.path("")).await.expect(200);
}

#[tokio::test]
async fn a_fault_hits_the_nth_call_or_some_or_all_or_those_of_one_sandbox() {
    let (fake, caller) = fake().await;
    let (one, two) = (caller.sandbox(json!({})).await, caller.sandbox(json!({})).await);
    let statuses = async |count: usize| {
        let mut statuses = Vec::new();
        for _ in 0..count {
            statuses.push(one.get("/work-dir").await.status);
        }
        statuses
    };
    fake.fault(routes::WORK_DIR.nth(2), Fault::status(500));
    assert_eq!(statuses(3).await, [200, 500, 200]);
    fake.fault(routes::WORK_DIR.times(2), Fault::status(500));
    assert_eq!(statuses(3).await, [500, 500, 200]);
    fake.fault(routes::WORK_DIR.of(&two.id), Fault::status(500));
    assert_eq!(statuses(2).await, [200, 200]);
    two.get("/work-dir").await.expect(500);
    fake.fault(routes::WORK_DIR.always(), Fault::status(500));
    assert_eq!(statuses(3).await, [500, 500, 500]);
    fake.clear_faults();
    assert_eq!(statuses(1).await, [200]);
}

#[tokio::test]
async fn a_held_call_has_no_effect_until_it_is_released() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let hold = Hold::new();
    fake.fault(routes::STOP_SANDBOX, Fault::Hold(hold.clone()));
    let stop = {
        let (caller, path) = (caller.clone(), sandbox.path("/stop"));
        aside(async move { caller.post(&path, json!({})).await.status })
    };
    hold.arrived(1).await;
    assert_eq!(caller.state(&sandbox.id).await, "started");
    hold.release();
    assert_eq!(stop.await.unwrap(), 200);
    assert_eq!(caller.state(&sandbox.id).await, "stopped");
}

#[tokio::test]
async fn a_held_answer_has_its_effect_behind_it() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let hold = Hold::new();
    fake.fault(routes::STOP_SANDBOX, Fault::HoldAnswer(hold.clone()));
    let stop = {
        let (caller, path) = (caller.clone(), sandbox.path("/stop"));
        aside(async move { caller.post(&path, json!({})).await.status })
    };
    hold.arrived(1).await;
    assert_eq!(caller.state(&sandbox.id).await, "stopped");
    hold.release();
    assert_eq!(stop.await.unwrap(), 200);
}

#[tokio::test]
async fn a_connection_drops_before_the_effect_or_after_it() {
    let (fake, caller) = fake().await;
    fake.fault(routes::CREATE_SANDBOX, Fault::DropBefore);
    assert!(caller.try_post("/sandbox", json!({"name": "never"})).await.is_err());
    assert_eq!(fake.sandboxes(), []);
    fake.fault(routes::CREATE_SANDBOX, Fault::DropAfter);
    assert!(caller.try_post("/sandbox", json!({"name": "uncertain"})).await.is_err());
    assert_eq!(fake.sandboxes()[0].name, "uncertain");
    assert_eq!(fake.count(routes::CREATE_SANDBOX), 2);
    assert!(fake.journal().iter().all(|entry| entry.status.is_none()));
}

#[tokio::test]
async fn an_effect_can_hide_behind_a_bad_status() {
    let (fake, caller) = fake().await;
    fake.fault(routes::CREATE_SANDBOX, Fault::StatusAfter { code: 504 });
    caller.post("/sandbox", json!({})).await.expect(504);
    assert_eq!(fake.sandboxes().len(), 1);
}

#[tokio::test]
async fn answers_can_have_a_wrong_id_an_unknown_state_or_broken_json() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let path = sandbox.path("");
    fake.fault(routes::GET_SANDBOX, Fault::WrongId);
    let wrong = caller.get(&path).await.expect(200);
    assert!(wrong["id"] != sandbox.id.as_str() && wrong["state"] == "started");
    fake.fault(routes::GET_SANDBOX, Fault::UnknownState);
    assert_eq!(caller.get(&path).await.expect(200)["state"], "hibernating");
    fake.fault(routes::GET_SANDBOX, Fault::MalformedJson);
    let broken = caller.get(&path).await;
    assert!(broken.status == 200 && serde_json::from_slice::<serde_json::Value>(&broken.body).is_err());
    assert_eq!(caller.get(&path).await.expect(200)["id"], sandbox.id.as_str());
}

#[tokio::test]
async fn a_delay_takes_its_time() {
    let (fake, caller) = fake().await;
    fake.fault(routes::CONFIG, Fault::Delay(Duration::from_millis(200)));
    let begun = Instant::now();
    caller.get("/config").await.expect(200);
    assert!(begun.elapsed() >= Duration::from_millis(200));
}

#[tokio::test]
async fn a_log_stream_can_break_and_begins_anew_at_byte_0() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.post("/process/session", json!({"sessionId": "s"})).await.expect(201);
    let command = json!({"command": "echo 12345; echo 67890", "runAsync": true});
    let id = sandbox.post("/process/session/s/exec", command).await.expect(202)["cmdId"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/process/session/s/command/{id}/logs?follow=true");
    fake.fault(routes::SESSION_LOGS, Fault::CutStream { after_bytes: 6 });
    let (begin, ended) = sandbox.socket(&path).await.rest().await;
    assert_eq!((begin.as_slice(), ended), (b"\x01\x01\x01123".as_slice(), Ended::Broken));
    let (whole, ended) = sandbox.socket(&path).await.rest().await;
    assert_eq!(whole, b"\x01\x01\x0112345\n\x01\x01\x0167890\n");
    assert_eq!(ended, Ended::Closed(1000, String::new()));
}
