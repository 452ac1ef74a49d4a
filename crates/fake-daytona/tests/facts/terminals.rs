//! Terminals.

use std::time::Duration;

use serde_json::json;
use wireclip_fake_daytona::SandboxState;

use super::kit::{Ended, LIMIT, fake};

#[tokio::test]
async fn a_terminal_is_a_login_shell_of_the_size_that_was_asked_for() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let body = json!({"id": "t", "cols": 120, "rows": 30, "envs": {"A": "7"}});
    let created = sandbox.post("/process/pty", body).await.expect(201);
    assert_eq!(created["sessionId"], "t");
    let mut socket = sandbox.socket("/process/pty/t/connect").await;
    assert_eq!(socket.next().await.unwrap(), br#"{"type":"control","status":"connected"}"#);
    socket.send(b"stty size; shopt login_shell; echo $TERM-$A-end\n").await;
    let said = socket.until("xterm-256color-7-end").await;
    assert!(said.contains("30 120") && said.contains("login_shell"), "{said}");
    let info = sandbox.get("/process/pty/t").await.expect(200);
    assert_eq!((&info["cols"], &info["rows"], &info["active"]), (&json!(120), &json!(30), &json!(true)));
}

#[tokio::test]
async fn a_terminal_without_a_size_has_80_columns_and_24_rows() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.post("/process/pty", json!({"id": "t"})).await.expect(201);
    let info = sandbox.get("/process/pty").await.expect(200)["sessions"][0].clone();
    assert_eq!((&info["id"], &info["cols"], &info["rows"]), (&json!("t"), &json!(80), &json!(24)));
    sandbox.post("/process/pty", json!({"id": "t"})).await.expect(409);
    sandbox.post("/process/pty", json!({"id": "u", "cols": 1001})).await.expect(400);
}

#[tokio::test]
async fn the_close_tells_how_the_shell_ended() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    for (id, words, code, reason) in [
        ("well", "exit 0\n", Some(1000), r#"{"exitCode":0}"#),
        ("badly", "exit 3\n", None, r#"{"exitCode":3"#),
        ("killed", "kill -9 $$\n", None, r#"{"exitCode":137"#),
    ] {
        sandbox.post("/process/pty", json!({"id": id, "lazyStart": true})).await.expect(201);
        let mut socket = sandbox.socket(&format!("/process/pty/{id}/connect")).await;
        socket.send(words.as_bytes()).await;
        let (_, Ended::Closed(closed, text)) = socket.rest().await else { panic!("no goodbye") };
        assert_eq!(closed == 1000, code == Some(1000), "{id}: {closed}");
        assert!(text.starts_with(reason), "{id}: {text}");
        assert_eq!(sandbox.get(&format!("/process/pty/{id}")).await.expect(200)["active"], false);
        sandbox.post(&format!("/process/pty/{id}/resize"), json!({"cols": 90, "rows": 20})).await.expect(410);
    }
}

#[tokio::test]
async fn a_terminal_is_resized_while_it_lives() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.post("/process/pty", json!({"id": "t", "lazyStart": true})).await.expect(201);
    let mut socket = sandbox.socket("/process/pty/t/connect").await;
    socket.send(b"echo rea''dy\n").await;
    socket.until("ready").await;
    let info = sandbox.post("/process/pty/t/resize", json!({"cols": 90, "rows": 20})).await.expect(200);
    assert_eq!(info["cols"], 90);
    let resized = async {
        loop {
            socket.send(b"stty size; echo sa''id\n").await;
            if socket.until("said").await.contains("20 90") {
                return;
            }
        }
    };
    tokio::time::timeout(LIMIT, resized).await.expect("it keeps its size");
}

#[tokio::test]
async fn input_beyond_64_kib_closes_with_1009() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.post("/process/pty", json!({"id": "t"})).await.expect(201);
    let mut socket = sandbox.socket("/process/pty/t/connect").await;
    socket.send(&vec![b'x'; 64 * 1024 + 1]).await;
    assert!(matches!(socket.rest().await.1, Ended::Closed(1009, _)));
}

#[tokio::test]
async fn an_unknown_terminal_is_refused_in_the_first_message() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let mut socket = sandbox.socket("/process/pty/none/connect").await;
    let first = String::from_utf8(socket.next().await.unwrap()).unwrap();
    assert!(first.starts_with(r#"{"type":"control","status":"error","error":""#), "{first}");
    sandbox.get("/process/pty/none").await.expect(404);
    sandbox.delete("/process/pty/none").await.expect(404);
}

#[tokio::test]
async fn a_deleted_terminal_says_137() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.post("/process/pty", json!({"id": "t"})).await.expect(201);
    let mut socket = sandbox.socket("/process/pty/t/connect").await;
    socket.send(b"echo rea''dy\n").await;
    socket.until("ready").await;
    let farewell = sandbox.delete("/process/pty/t").await.expect(200);
    assert!(farewell["message"].is_string());
    let (_, Ended::Closed(_, reason)) = socket.rest().await else { panic!("no goodbye") };
    assert!(reason.starts_with(r#"{"exitCode":137"#), "{reason}");
}

#[tokio::test]
async fn a_terminal_that_never_falls_silent_still_hears_its_client() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.post("/process/pty", json!({"id": "t", "lazyStart": true})).await.expect(201);
    let mut socket = sandbox.socket("/process/pty/t/connect").await;
    socket.send(b"while :; do echo bus''y; done\n").await;
    socket.until("busy").await;
    socket.send(b"\x03").await;
    socket.send(b"exit 0\n").await;
    assert_eq!(socket.rest().await.1, Ended::Closed(1000, r#"{"exitCode":0}"#.to_owned()));
}

#[tokio::test]
async fn a_client_that_does_not_read_is_dropped() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.post("/process/pty", json!({"id": "t", "lazyStart": true})).await.expect(201);
    let mut socket = sandbox.socket("/process/pty/t/connect").await;
    socket.send(b"while :; do head -c 100000 /dev/zero | tr '\\0' x; done\n").await;
    // As long as it is connected, the sandbox does not stop for want of use.
    let dropped = async {
        while fake.sandbox(&sandbox.id).is_some_and(|sandbox| sandbox.state == SandboxState::Started) {
            fake.advance(Duration::from_secs(16 * 60));
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(LIMIT, dropped).await.expect("it is never dropped");
    let (_, ended) = socket.rest().await;
    assert!(matches!(ended, Ended::Broken | Ended::Closed(1008, _)), "{ended:?}");
}
