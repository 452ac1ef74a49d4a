//! What happens by itself, and what counts as activity.

use std::time::Duration;

use serde_json::json;
use wireclip_fake_daytona::{FakeDaytona, Fault, Hold, SandboxState, routes};

use super::kit::{builder, fake, with};

const fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(minutes * 60)
}

fn state(fake: &FakeDaytona, id: &str) -> SandboxState {
    fake.sandbox(id).unwrap().state
}

#[tokio::test]
async fn an_idle_sandbox_stops_after_its_interval() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    fake.advance(minutes(14));
    assert_eq!(state(&fake, &sandbox.id), SandboxState::Started);
    fake.advance(minutes(1) + Duration::from_secs(10));
    assert_eq!(caller.state(&sandbox.id).await, "stopped");
}

#[tokio::test]
async fn an_interval_of_0_never_stops() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({"autoStopInterval": 0})).await;
    fake.advance(minutes(24 * 60));
    assert_eq!(state(&fake, &sandbox.id), SandboxState::Started);
}

#[tokio::test]
async fn toolbox_requests_and_reported_activity_keep_a_sandbox_awake() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    fake.advance(minutes(10));
    sandbox.execute("true").await;
    fake.advance(minutes(10));
    let noted = caller.post(&sandbox.path("/last-activity"), json!({})).await;
    assert_eq!((noted.status, noted.body.len()), (201, 0));
    fake.advance(minutes(10));
    assert_eq!(state(&fake, &sandbox.id), SandboxState::Started);
    fake.advance(minutes(6));
    assert_eq!(state(&fake, &sandbox.id), SandboxState::Stopped);
}

#[tokio::test]
async fn reads_labels_intervals_and_processes_inside_do_not_keep_it_awake() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.execute("sleep 1000 > /dev/null 2>&1 &").await;
    fake.advance(minutes(10));
    caller.get(&sandbox.path("")).await.expect(200);
    caller.put(&sandbox.path("/labels"), json!({"labels": {}})).await.expect(200);
    caller.post(&sandbox.path("/autoarchive/60"), json!({})).await.expect(200);
    let quiet = caller.with_header("X-Daytona-Skip-Last-Activity-Update", "true");
    sandbox.by(quiet).get("/work-dir").await.expect(200);
    fake.advance(minutes(6));
    assert_eq!(state(&fake, &sandbox.id), SandboxState::Stopped);
}

#[tokio::test]
async fn a_request_that_lasts_keeps_it_awake() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.post("/process/pty", json!({"id": "t"})).await.expect(201);
    let mut socket = sandbox.socket("/process/pty/t/connect").await;
    socket.next().await.unwrap();
    fake.advance(minutes(60));
    assert_eq!(state(&fake, &sandbox.id), SandboxState::Started);
    socket.send(b"exit 0\n").await;
    socket.rest().await;
    // The connection's end is noticed by and by.
    let slept = async {
        while state(&fake, &sandbox.id) == SandboxState::Started {
            fake.advance(minutes(16));
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(super::kit::LIMIT, slept).await.expect("it never stops");
}

#[tokio::test]
async fn the_proxy_reports_a_sandbox_at_most_every_45_seconds() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let seen = |fake: &FakeDaytona| fake.sandbox(&sandbox.id).unwrap().last_activity_at;
    fake.advance(minutes(1));
    sandbox.execute("true").await;
    let first = seen(&fake);
    fake.advance(Duration::from_secs(44));
    sandbox.execute("true").await;
    assert_eq!(seen(&fake), first);
    fake.advance(Duration::from_secs(1));
    sandbox.execute("true").await;
    assert!(seen(&fake) > first);
}

#[tokio::test]
async fn with_the_flush_race_a_sandbox_stops_just_after_it_was_used() {
    for (has_race, expected) in [(false, SandboxState::Started), (true, SandboxState::Stopped)] {
        let builder = if has_race { builder().flush_race() } else { builder() };
        let (fake, caller) = with(builder).await;
        let sandbox = caller.sandbox(json!({})).await;
        // The tick that finds it idle comes within the next ten seconds.
        fake.advance(minutes(15) - Duration::from_secs(5));
        sandbox.execute("true").await;
        fake.advance(Duration::from_secs(10));
        assert_eq!(state(&fake, &sandbox.id), expected);
    }
}

#[tokio::test]
async fn a_stopped_sandbox_is_archived_and_an_archived_one_stays() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({"autoArchiveInterval": 60})).await;
    caller.post(&sandbox.path("/stop"), json!({})).await.expect(200);
    fake.advance(minutes(59));
    assert_eq!(state(&fake, &sandbox.id), SandboxState::Stopped);
    fake.advance(minutes(2));
    assert_eq!(state(&fake, &sandbox.id), SandboxState::Archived);
    fake.advance(minutes(30 * 24 * 60));
    assert_eq!(state(&fake, &sandbox.id), SandboxState::Archived);
}

#[tokio::test]
async fn a_stopped_sandbox_is_deleted_after_its_interval() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    caller.post(&sandbox.path("/autodelete/60"), json!({})).await.expect(200);
    fake.advance(minutes(16));
    assert_eq!(state(&fake, &sandbox.id), SandboxState::Stopped);
    fake.advance(minutes(61));
    assert!(fake.is_destroyed(&sandbox.id));
    caller.get(&sandbox.path("")).await.expect(404);
}

#[tokio::test]
async fn a_time_to_live_destroys_in_any_state() {
    let (fake, caller) = fake().await;
    let from_creation = caller.sandbox(json!({"ttlMinutes": 30})).await;
    let from_now = caller.sandbox(json!({"autoStopInterval": 0})).await;
    let switched_off = caller.sandbox(json!({"ttlMinutes": 5})).await;
    fake.advance(minutes(1));
    let answer = caller.post(&from_now.path("/ttl/60"), json!({})).await.expect(200);
    assert!(answer["autoDestroyAt"].is_string());
    let answer = caller.post(&switched_off.path("/ttl/0"), json!({})).await.expect(200);
    assert_eq!(answer.get("autoDestroyAt"), None);
    fake.advance(minutes(30));
    assert!(fake.is_destroyed(&from_creation.id));
    assert!(!fake.is_destroyed(&from_now.id) && !fake.is_destroyed(&switched_off.id));
    fake.advance(minutes(30));
    assert!(fake.is_destroyed(&from_now.id) && !fake.is_destroyed(&switched_off.id));
}

#[tokio::test]
async fn files_survive_a_stop_and_processes_do_not() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.execute("echo kept > file; setsid sh -c 'echo $$ > pid; sleep 1000' > /dev/null 2>&1 & while [ ! -s pid ]; do sleep 0.05; done").await;
    let process = String::from_utf8(fake.read_file(&sandbox.id, "pid").unwrap()).unwrap();
    let process = format!("/proc/{}/stat", process.trim());
    assert!(std::path::Path::new(&process).exists());
    fake.advance(minutes(16));
    assert_eq!(state(&fake, &sandbox.id), SandboxState::Stopped);
    let gone = async {
        // A process that has ended may wait to be noticed by its parent.
        while std::fs::read_to_string(&process).is_ok_and(|stat| !stat.contains(") Z ")) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(super::kit::LIMIT, gone).await.expect("the process lives on");
    caller.post(&sandbox.path("/start"), json!({})).await.expect(200);
    assert_eq!(sandbox.execute("cat file").await, (0, "kept\n".to_owned()));
}

#[tokio::test]
async fn a_command_that_runs_when_the_sandbox_stops_is_lost_with_502() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let hold = Hold::new();
    fake.fault(routes::STOP_SANDBOX, Fault::Hold(hold.clone()));
    let command = sandbox.post("/process/execute", json!({"command": "touch begun; sleep 1000"}));
    let stop = async {
        while fake.read_file(&sandbox.id, "begun").is_err() {
            tokio::task::yield_now().await;
        }
        hold.release();
        caller.post(&sandbox.path("/stop"), json!({})).await.expect(200)
    };
    let (lost, _) = tokio::join!(command, stop);
    lost.expect(502);
}
