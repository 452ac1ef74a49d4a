//! What only a fake has: its journal, its latency, what happens behind the client's back.

use std::time::{Duration, Instant};

use serde_json::json;
use wireclip_fake_daytona::{CannedExecution, Latency, SandboxState, key_fingerprint, routes};

use super::kit::{KEY, builder, fake, with};

#[tokio::test]
async fn the_journal_tells_what_was_asked_by_whom_without_telling_the_key() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    fake.clear_journal();
    sandbox.execute("true").await;
    caller.get("/sandbox/none").await.expect(404);
    let journal = fake.journal();
    assert_eq!(journal.len(), 2);
    assert_eq!((journal[0].method.as_str(), journal[0].template), ("POST", "/toolbox/{s}/process/execute"));
    assert_eq!((journal[0].sandbox.as_deref(), journal[0].status), (Some(sandbox.id.as_str()), Some(200)));
    assert_eq!((journal[1].path.as_str(), journal[1].status), ("/api/sandbox/none", Some(404)));
    assert_eq!(journal[0].key, Some(key_fingerprint(KEY)));
    assert!(!format!("{journal:?}").contains(KEY));
    assert!(journal[0].since_start <= journal[1].since_start);
}

#[tokio::test]
async fn counters_are_kept_by_operation_and_by_sandbox() {
    let (fake, caller) = fake().await;
    let (one, two) = (caller.sandbox(json!({})).await, caller.sandbox(json!({})).await);
    fake.clear_journal();
    for _ in 0..3 {
        one.execute("true").await;
    }
    two.execute("true").await;
    caller.get(&one.path("")).await.expect(200);
    assert_eq!((fake.count(routes::EXECUTE), fake.count_for(routes::EXECUTE, &one.id)), (4, 3));
    assert_eq!(fake.counts()["GET /sandbox/{s}"], 1);
    fake.asked(routes::EXECUTE, 4).await;
}

#[tokio::test]
async fn latency_is_fixed_or_drawn_from_a_seed() {
    let slow = Duration::from_millis(100);
    let (_fake, caller) = with(builder().latency(Latency::Fixed(slow))).await;
    let begun = Instant::now();
    caller.get("/config").await.expect(200);
    assert!(begun.elapsed() >= slow);
    let random = Latency::Random { seed: 7, from: Duration::from_millis(20), to: Duration::from_millis(30) };
    let (_fake, caller) = with(builder().latency(random)).await;
    let begun = Instant::now();
    caller.get("/config").await.expect(200);
    assert!(begun.elapsed() >= Duration::from_millis(20));
}

#[tokio::test]
async fn a_sandbox_can_be_stopped_destroyed_and_changed_from_outside() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({"labels": {"a": "1"}})).await;
    assert_eq!(fake.sandboxes()[0].labels["a"], "1");
    fake.write_file(&sandbox.id, "deep/file", "replaced").unwrap();
    assert_eq!(sandbox.execute("cat deep/file").await.1, "replaced");
    assert!(fake.stop_sandbox(&sandbox.id));
    assert_eq!(caller.state(&sandbox.id).await, "stopped");
    assert_eq!(fake.read_file(&sandbox.id, "deep/file").unwrap(), b"replaced");
    assert!(fake.set_state(&sandbox.id, SandboxState::Started));
    assert_eq!(sandbox.execute("true").await.0, 0);
    assert!(fake.destroy_sandbox(&sandbox.id));
    assert!(fake.is_destroyed(&sandbox.id) && !fake.destroy_sandbox(&sandbox.id));
    caller.get(&sandbox.path("")).await.expect(404);
}

#[tokio::test]
async fn canned_commands_run_nothing() {
    let canned = CannedExecution { exit_code: 4, result: "said".into() };
    let (fake, caller) = with(builder().canned_execution(canned)).await;
    let sandbox = caller.sandbox(json!({})).await;
    assert_eq!(sandbox.execute("touch file").await, (4, "said".to_owned()));
    assert!(fake.read_file(&sandbox.id, "file").is_err());
}

#[tokio::test]
async fn people_read_the_journal_and_move_the_clock_over_http() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let journal = caller.get("/../fake/journal").await.expect(200);
    assert_eq!(journal["counts"]["POST /sandbox"], 1);
    assert_eq!(journal["requests"][0]["template"], "/sandbox");
    caller.post("/../fake/advance?minutes=16", json!({})).await.expect(200);
    assert_eq!(fake.sandbox(&sandbox.id).unwrap().state, SandboxState::Stopped);
}

#[tokio::test]
async fn with_the_fake_its_processes_and_files_go() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.execute("sleep 1000 > /dev/null 2>&1 & echo $! > pid").await;
    let process = String::from_utf8(fake.read_file(&sandbox.id, "pid").unwrap()).unwrap();
    let process = format!("/proc/{}/stat", process.trim());
    drop(fake);
    let gone = async {
        while std::fs::read_to_string(&process).is_ok_and(|stat| !stat.contains(") Z ")) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(super::kit::LIMIT, gone).await.expect("the process lives on");
}
