//! What the fake and the real service have in common, checked on both by the same requests.
//!
//! The fake is always checked. The service is checked when `DAYTONA_API_KEY` is set (and
//! `DAYTONA_API_URL`, unless it is the hosted one); that creates one sandbox from the default
//! snapshot and deletes it again, whatever happens in between.

#![expect(clippy::disallowed_methods, reason = "the service takes real time")]
#![expect(clippy::print_stdout, reason = "a test that skips itself says so")]
#![expect(clippy::unwrap_used, reason = "a test that gets something else ends there")]

#[expect(dead_code, reason = "the facts of the fake need more of it")]
#[path = "facts/kit.rs"]
mod kit;

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::time::Duration;

use futures_util::FutureExt;
use kit::{Caller, Ended, Sandbox, read_parts};
use serde_json::{Value, json};

const HOSTED: &str = "https://app.daytona.io/api";

#[tokio::test]
async fn the_fake_keeps_the_contract() {
    let (_fake, caller) = kit::fake().await;
    keeps_the_contract(&caller).await;
}

#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "people say by the environment which service to check")]
async fn the_service_keeps_the_contract() {
    let Ok(key) = std::env::var("DAYTONA_API_KEY") else {
        println!("skipped: DAYTONA_API_KEY is not set");
        return;
    };
    let url = std::env::var("DAYTONA_API_URL").unwrap_or_else(|_| HOSTED.to_owned());
    keeps_the_contract(&Caller::new(&url, &key)).await;
}

async fn keeps_the_contract(caller: &Caller) {
    let labels = json!({"wireclip-contract": "true"});
    let sandbox =
        caller.sandbox(json!({"labels": labels, "autoStopInterval": 15, "autoDeleteInterval": 60})).await;
    let checks = async {
        sandbox_is_described(&sandbox).await;
        commands_run(&sandbox).await;
        sessions_keep_their_shell(&sandbox).await;
        files_go_in_and_come_out(&sandbox).await;
        archive_is_refused_while_started(&sandbox).await;
        stop_and_start_keep_the_files(&sandbox).await;
    };
    let checked = AssertUnwindSafe(checks).catch_unwind().await;
    let deleted = deleted(&sandbox).await;
    if let Err(panic) = checked {
        resume_unwind(panic);
    }
    assert_eq!(deleted, 200);
    is_gone_after_a_while(&sandbox).await;
}

/// Deletes a sandbox, also if something else is changing it, and returns the last answer.
async fn deleted(sandbox: &Sandbox) -> u16 {
    for _ in 0..60 {
        let status = sandbox.caller.delete(&sandbox.path("")).await.status;
        if status != 409 {
            return status;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    409
}

/// What tells a word of the service from the page of something that stands before it: our client
/// takes a sandbox for gone at no other.
fn is_a_word_of_the_service(body: &Value) {
    let is_signed = body["statusCode"] == 404 || body["code"].as_str().is_some_and(|code| !code.is_empty());
    let text = body["message"].as_str().unwrap_or_default();
    assert!(is_signed && !text.is_empty() && !text.starts_with("Cannot "), "{body}");
}

async fn sandbox_is_described(sandbox: &Sandbox) {
    let shown = sandbox.caller.get(&sandbox.path("")).await.expect(200);
    assert_eq!((shown["id"].as_str(), &shown["state"]), (Some(sandbox.id.as_str()), &json!("started")));
    assert_eq!((&shown["autoStopInterval"], &shown["autoDeleteInterval"]), (&json!(15), &json!(60)));
    assert_eq!(shown["labels"]["wireclip-contract"], "true");
    // By its name as well, which is how a creation is found that was not acknowledged.
    let name = shown["name"].as_str().unwrap();
    let by_name = sandbox.caller.get(&format!("/sandbox/{name}")).await.expect(200);
    assert_eq!(by_name["id"], shown["id"]);
    let config = sandbox.caller.get("/config").await.expect(200);
    assert!(config["proxyToolboxUrl"].is_string());
}

async fn commands_run(sandbox: &Sandbox) {
    assert_eq!(sandbox.execute("echo out; echo err >&2; exit 3").await.0, 3);
    let (code, said) = sandbox.execute("echo out; echo err >&2").await;
    assert_eq!((code, said.contains("out"), said.contains("err")), (0, true, true));
    let body = json!({"command": "echo $A; pwd", "cwd": "/tmp", "envs": {"A": "a b"}});
    let answer = sandbox.post("/process/execute", body).await.expect(200);
    assert!(answer["result"].as_str().unwrap().starts_with("a b\n/tmp"), "{answer}");
    let slow = sandbox.post("/process/execute", json!({"command": "sleep 30", "timeout": 1})).await;
    assert_eq!(slow.status, 408, "{}", slow.text());
    sandbox.post("/process/execute", json!({"command": ""})).await.expect(400);
}

async fn sessions_keep_their_shell(sandbox: &Sandbox) {
    sandbox.post("/process/session", json!({"sessionId": "contract"})).await.expect(201);
    sandbox.post("/process/session", json!({"sessionId": "contract"})).await.expect(409);
    let exec = "/process/session/contract/exec";
    let body = json!({"command": "cd /tmp && A=kept", "runAsync": false});
    assert_eq!(sandbox.post(exec, body).await.expect(200)["exitCode"], 0);
    let body = json!({"command": "(echo $A; pwd; echo err >&2; exit 5)", "runAsync": true});
    let begun = sandbox.post(exec, body).await.expect(202);
    let path = format!("/process/session/contract/command/{}", begun["cmdId"].as_str().unwrap());
    let (log, ended) = sandbox.socket(&format!("{path}/logs?follow=true")).await.rest().await;
    assert!(matches!(ended, Ended::Closed(1000, _)), "{ended:?}");
    let mut lines: Vec<_> = log.split_inclusive(|byte| *byte == b'\n').collect();
    lines.sort_unstable();
    let marked: [&[u8]; 3] = [b"\x01\x01\x01/tmp\n", b"\x01\x01\x01kept\n", b"\x02\x02\x02err\n"];
    assert_eq!(lines, marked);
    assert_eq!(sandbox.get(&path).await.expect(200)["exitCode"], 5);
    assert_eq!(sandbox.delete("/process/session/contract").await.status, 204);
    is_a_word_of_the_service(&sandbox.get("/process/session/contract").await.expect(404));
}

async fn files_go_in_and_come_out(sandbox: &Sandbox) {
    let dir = sandbox.work_dir().await;
    sandbox.post(&format!("/files/folder?path={dir}/contract&mode=755"), json!({})).await.expect(201);
    let (one, two) = (format!("{dir}/contract/one"), format!("{dir}/contract/deep/two"));
    sandbox.upload(&[(&one, b"1"), (&two, b"\x00\xff")]).await.expect(200);
    let missing = format!("{dir}/contract/none");
    let answer = sandbox.post("/files/bulk-download", json!({"paths": [one, missing, two]})).await;
    assert_eq!(answer.status, 200);
    let (parts, is_complete) = read_parts(&answer.body);
    assert!(is_complete);
    let kinds: Vec<_> = parts.iter().map(|(name, _, _)| name.as_str()).collect();
    assert_eq!(kinds, ["file", "error", "file"]);
    assert_eq!((parts[0].2.as_slice(), parts[2].2.as_slice()), (b"1".as_slice(), b"\x00\xff".as_slice()));
    let info = sandbox.get(&format!("/files/info?path={two}")).await.expect(200);
    assert_eq!((&info["size"], &info["isDir"]), (&json!(2), &json!(false)));
    sandbox.get(&format!("/files/download?path={missing}")).await.expect(404);
}

async fn archive_is_refused_while_started(sandbox: &Sandbox) {
    sandbox.caller.post(&sandbox.path("/archive"), json!({})).await.expect(400);
}

async fn stop_and_start_keep_the_files(sandbox: &Sandbox) {
    let caller = &sandbox.caller;
    caller.post(&sandbox.path("/stop"), json!({})).await.expect(200);
    caller.reaches(&sandbox.id, "stopped").await;
    caller.post(&sandbox.path("/stop"), json!({})).await.expect(400);
    let refused = sandbox.post("/process/execute", json!({"command": "true"})).await;
    assert!([400, 502, 503].contains(&refused.status), "{}", refused.text());
    caller.post(&sandbox.path("/start"), json!({})).await.expect(200);
    caller.reaches(&sandbox.id, "started").await;
    assert_eq!(sandbox.execute("cat contract/one").await, (0, "1".to_owned()));
}

async fn is_gone_after_a_while(sandbox: &Sandbox) {
    let gone = async {
        loop {
            let reply = sandbox.caller.get(&sandbox.path("")).await;
            if reply.status == 404 {
                return reply.json();
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let told = tokio::time::timeout(Duration::from_secs(60), gone).await.expect("it is never gone");
    is_a_word_of_the_service(&told);
}
