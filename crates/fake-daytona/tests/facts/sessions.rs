//! Sessions: one shell, many commands.

use serde_json::{Value, json};

use super::kit::{Ended, LIMIT, Sandbox, aside, builder, fake, with};

struct Session<'a>(&'a Sandbox);

impl Session<'_> {
    async fn start(sandbox: &Sandbox) -> Session<'_> {
        sandbox.post("/process/session", json!({"sessionId": "s"})).await.expect(201);
        Session(sandbox)
    }

    async fn run(&self, command: &str) -> Value {
        self.0.post("/process/session/s/exec", json!({"command": command})).await.expect(200)
    }

    async fn begin(&self, command: &str) -> String {
        let body = json!({"command": command, "runAsync": true});
        let answer = self.0.post("/process/session/s/exec", body).await.expect(202);
        answer["cmdId"].as_str().unwrap().to_owned()
    }

    fn command(id: &str) -> String {
        format!("/process/session/s/command/{id}")
    }

    async fn exit_code(&self, id: &str) -> i64 {
        let ended = async {
            loop {
                let command = self.0.get(&Self::command(id)).await.expect(200);
                if let Some(code) = command["exitCode"].as_i64() {
                    return code;
                }
            }
        };
        tokio::time::timeout(LIMIT, ended).await.expect("the command never ends")
    }
}

#[tokio::test]
async fn folder_and_variables_persist_between_commands() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let session = Session::start(&sandbox).await;
    session.run("mkdir -p deep && cd deep && A=5").await;
    let answer = session.run("pwd; echo $A").await;
    let home = sandbox.work_dir().await;
    assert_eq!(answer["stdout"], format!("{home}/deep\n5\n"));
}

#[tokio::test]
async fn streams_of_a_synchronous_command_are_told_apart() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let answer = Session::start(&sandbox).await.run("echo a; echo b >&2; (exit 4)").await;
    assert_eq!(
        (&answer["exitCode"], &answer["stdout"], &answer["stderr"]),
        (&json!(4), &json!("a\n"), &json!("b\n"))
    );
    assert!(answer["cmdId"].is_string() && answer["output"].as_str().unwrap().len() == 4);
}

#[tokio::test]
async fn an_unfinished_last_line_gains_a_newline() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    assert_eq!(Session::start(&sandbox).await.run("printf abc").await["stdout"], "abc\n");
}

#[tokio::test]
async fn an_asynchronous_command_has_no_exit_code_until_its_log_is_complete() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let session = Session::start(&sandbox).await;
    let id = session.begin("echo one; while [ ! -e go ]; do sleep 0.05; done; echo two; (exit 7)").await;
    assert_eq!(sandbox.get(&Session::command(&id)).await.expect(200).get("exitCode"), None);
    fake.write_file(&sandbox.id, "go", "").unwrap();
    assert_eq!(session.exit_code(&id).await, 7);
    let logs = sandbox.get(&format!("{}/logs", Session::command(&id))).await;
    assert_eq!(logs.text(), "one\ntwo\n");
}

#[tokio::test]
async fn logs_are_json_for_newer_kits_and_text_for_others() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let id =
        Session::start(&sandbox).await.run("echo a; echo b >&2").await["cmdId"].as_str().unwrap().to_owned();
    let path = format!("{}/logs", Session::command(&id));
    for (header, value, is_json) in [
        ("X-Daytona-SDK-Version", "0.167.0", true),
        ("X-Daytona-SDK-Version", "0.218.0", true),
        ("X-Daytona-SDK-Version", "0.166.9", false),
        ("X-Daytona-Split-Output", "true", true),
        ("X-Other", "1", false),
    ] {
        let logs = sandbox.by(caller.with_header(header, value)).get(&path).await;
        if is_json {
            assert_eq!(
                (&logs.json()["stdout"], &logs.json()["stderr"]),
                (&json!("a\n"), &json!("b\n")),
                "{header}"
            );
        } else {
            assert_eq!(logs.text().len(), 4, "{header}: {value}");
        }
    }
}

#[tokio::test]
async fn the_log_stream_marks_each_line_and_begins_at_byte_0_for_everybody() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let session = Session::start(&sandbox).await;
    let id = session.begin("echo a; echo b; sleep 0.2; echo c >&2").await;
    let follow = format!("{}/logs?follow=true", Session::command(&id));
    let first = sandbox.socket(&follow).await.rest().await;
    let again = sandbox.socket(&follow).await.rest().await;
    let marked = b"\x01\x01\x01a\n\x01\x01\x01b\n\x02\x02\x02c\n".to_vec();
    assert_eq!(first, (marked, Ended::Closed(1000, String::new())));
    assert_eq!(again, first);
}

#[tokio::test]
async fn the_log_streams_while_the_command_runs() {
    let (fake, caller) = with(builder().frame_bytes(2)).await;
    let sandbox = caller.sandbox(json!({})).await;
    let session = Session::start(&sandbox).await;
    let id = session.begin("echo early; while [ ! -e go ]; do sleep 0.05; done").await;
    let mut socket = sandbox.socket(&format!("{}/logs?follow=true", Session::command(&id))).await;
    assert_eq!(socket.next().await.unwrap(), [1, 1]);
    socket.until("ly\n").await;
    fake.write_file(&sandbox.id, "go", "").unwrap();
    assert_eq!(socket.rest().await.1, Ended::Closed(1000, String::new()));
}

#[tokio::test]
async fn input_reaches_a_running_command_and_is_refused_after_its_end() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let session = Session::start(&sandbox).await;
    let id = session.begin("read a; echo got $a").await;
    let path = format!("{}/input", Session::command(&id));
    let accepted = async {
        // Until the shell has reached the command.
        while sandbox.post(&path, json!({"data": "hello\n"})).await.status == 410 {
            assert!(sandbox.get(&Session::command(&id)).await.json()["exitCode"].is_null());
        }
    };
    tokio::time::timeout(LIMIT, accepted).await.expect("the input is never taken");
    assert_eq!(session.exit_code(&id).await, 0);
    let logs = sandbox.get(&format!("{}/logs", Session::command(&id))).await.text();
    assert!(logs.contains("hello\n") && logs.contains("got hello\n"), "{logs}");
    sandbox.post(&path, json!({"data": "late\n"})).await.expect(410);
}

#[tokio::test]
async fn commands_run_one_after_another() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let session = Session::start(&sandbox).await;
    session.begin("sleep 0.3; touch first").await;
    assert_eq!(session.run("ls").await["stdout"], "first\n");
}

#[tokio::test]
async fn an_exit_at_top_level_takes_the_shell_away_and_no_exit_code_comes() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let session = Session::start(&sandbox).await;
    let id = session.begin("echo last; exit 3").await;
    let follow = format!("{}/logs?follow=true", Session::command(&id));
    let (text, ended) = sandbox.socket(&follow).await.rest().await;
    assert_eq!(text, b"\x01\x01\x01last\n");
    assert!(matches!(ended, Ended::Closed(1011, _)), "{ended:?}");
    assert_eq!(sandbox.get(&Session::command(&id)).await.expect(200).get("exitCode"), None);
    sandbox.post("/process/session/s/exec", json!({"command": "true"})).await.expect(400);
    let in_a_subshell = sandbox.post("/process/session", json!({"sessionId": "t"})).await;
    in_a_subshell.expect(201);
    let answer = sandbox.post("/process/session/t/exec", json!({"command": "(exit 3)"})).await.expect(200);
    assert_eq!(answer["exitCode"], 3);
}

#[tokio::test]
async fn session_ids_are_unique_and_not_blank_and_not_entrypoint() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    Session::start(&sandbox).await;
    sandbox.post("/process/session", json!({"sessionId": "s"})).await.expect(409);
    sandbox.post("/process/session", json!({"sessionId": " "})).await.expect(400);
    sandbox.post("/process/session", json!({"sessionId": "entrypoint"})).await.expect(400);
}

#[tokio::test]
async fn a_deleted_session_ends_its_processes_and_is_not_found() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let session = Session::start(&sandbox).await;
    let id = session.begin("echo $$; sleep 1000").await;
    let mut socket = sandbox.socket(&format!("{}/logs?follow=true", Session::command(&id))).await;
    let shell = socket.until("\n").await.trim_start_matches('\u{1}').trim().to_owned();
    let listed = sandbox.get("/process/session").await.expect(200);
    assert_eq!(listed[0]["sessionId"], "s");
    assert_eq!(listed[0]["commands"][0]["id"], id.as_str());
    assert_eq!(sandbox.delete("/process/session/s").await.status, 204);
    let gone = async {
        while std::path::Path::new(&format!("/proc/{shell}")).exists() {
            tokio::task::yield_now().await
        }
    };
    tokio::time::timeout(LIMIT, gone).await.expect("the shell lives on");
    sandbox.get("/process/session/s").await.expect(404);
    sandbox.delete("/process/session/s").await.expect(404);
    sandbox.post("/process/session/s/exec", json!({"command": "true"})).await.expect(404);
}

#[tokio::test]
async fn a_session_dies_with_the_stop_of_its_sandbox() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let session = Session::start(&sandbox).await;
    let id = session.begin("sleep 1000").await;
    let socket = sandbox.socket(&format!("{}/logs?follow=true", Session::command(&id))).await;
    caller.post(&sandbox.path("/stop"), json!({})).await.expect(200);
    assert_eq!(socket.rest().await.1, Ended::Broken);
    caller.post(&sandbox.path("/start"), json!({})).await.expect(200);
    caller.reaches(&sandbox.id, "started").await;
    sandbox.get("/process/session/s").await.expect(404);
}

#[tokio::test]
async fn a_synchronous_command_that_reads_its_input_waits_for_ever() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    Session::start(&sandbox).await;
    let reader = {
        let sandbox = sandbox.clone();
        let body = json!({"command": "touch begun; cat"});
        aside(async move { sandbox.post("/process/session/s/exec", body).await.status })
    };
    let begins = async { while sandbox.get("/files/info?path=begun").await.status != 200 {} };
    tokio::time::timeout(LIMIT, begins).await.expect("the command never begins");
    let listed = sandbox.get("/process/session/s").await.expect(200);
    assert!(listed["commands"][0].get("exitCode").is_none());
    assert!(!reader.is_finished());
    assert_eq!(sandbox.delete("/process/session/s").await.status, 204);
    assert_eq!(reader.await.unwrap(), 400);
}

#[tokio::test]
async fn a_command_of_several_lines_may_end_in_a_heredoc_or_a_comment() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let session = Session::start(&sandbox).await;
    assert_eq!(session.run("cat <<END\na\nb\nEND").await["stdout"], "a\nb\n");
    assert_eq!(session.run("echo c # d").await["stdout"], "c\n");
}
