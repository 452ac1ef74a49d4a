//! One-shot commands.

use serde_json::json;

use super::kit::{LIMIT, aside, fake};

#[tokio::test]
async fn output_of_both_streams_is_one_text() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let (code, result) = sandbox.execute("echo out; echo err >&2; echo again; exit 3").await;
    assert_eq!((code, result.as_str()), (3, "out\nerr\nagain\n"));
}

#[tokio::test]
async fn a_script_that_reads_its_input_eats_its_own_text() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let (code, result) = sandbox.execute("cat\necho never run").await;
    assert_eq!((code, result.as_str()), (0, "echo never run\n"));
}

#[tokio::test]
async fn a_command_runs_in_the_working_directory_or_where_it_is_told() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let home = sandbox.work_dir().await;
    assert_eq!(sandbox.execute("pwd").await, (0, format!("{home}\n")));
    sandbox.post("/files/folder?path=below&mode=755", json!({})).await.expect(201);
    let answer =
        sandbox.post("/process/execute", json!({"command": "pwd", "cwd": "below"})).await.expect(200);
    assert_eq!(answer["result"], format!("{home}/below\n"));
}

#[tokio::test]
async fn variables_of_the_sandbox_and_of_the_command_are_set_and_no_others() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({"env": {"A": "1"}})).await;
    let body = json!({"command": "echo $A$B; env | grep -c CARGO", "envs": {"B": "2 x"}});
    let answer = sandbox.post("/process/execute", body).await.expect(200);
    assert_eq!(answer["result"], "12 x\n0\n");
}

#[tokio::test]
async fn a_timeout_kills_the_whole_group_and_loses_the_output() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let body = json!({"command": "(sleep 2; touch late) & echo lost; sleep 60", "timeout": 1});
    let answer = sandbox.post("/process/execute", body).await.expect(408);
    assert_eq!(answer["code"], "PROCESS_EXECUTION_TIMEOUT");
    assert_eq!(answer["statusCode"], 408);
    assert!(!answer.to_string().contains("lost"));
    sandbox.execute("sleep 2").await;
    assert!(!fake.path(&sandbox.id, "late").unwrap().exists());
}

#[tokio::test]
async fn what_cannot_start_is_an_answer_with_exit_code_minus_one() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let body = json!({"command": "true", "cwd": "/no/such/folder"});
    let answer = sandbox.post("/process/execute", body).await.expect(200);
    assert_eq!(answer["exitCode"], -1);
    assert!(!answer["result"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn a_killed_child_gives_128_and_the_signal_and_a_killed_shell_minus_one() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    assert_eq!(sandbox.execute("sh -c 'kill -9 $$'").await.0, 137);
    assert_eq!(sandbox.execute("kill -9 $$").await.0, -1);
}

#[tokio::test]
async fn blank_commands_and_bad_variable_names_are_refused() {
    let (_fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    sandbox.post("/process/execute", json!({"command": "  "})).await.expect(400);
    sandbox.post("/process/execute", json!({})).await.expect(400);
    sandbox.post("/process/execute", json!({"command": "true", "envs": {"1A": ""}})).await.expect(400);
}

#[tokio::test]
async fn a_command_goes_on_when_the_client_is_gone() {
    let (fake, caller) = fake().await;
    let sandbox = caller.sandbox(json!({})).await;
    let command = json!({"command": "touch begun; while [ ! -e go ]; do sleep 0.05; done; touch done"});
    let gone = {
        let sandbox = sandbox.clone();
        aside(async move { sandbox.try_post("/process/execute", command).await.is_ok() })
    };
    let begun = fake.path(&sandbox.id, "begun").unwrap();
    let done = fake.path(&sandbox.id, "done").unwrap();
    let appears = async |path: &std::path::Path| {
        let seen = async {
            while !path.exists() {
                tokio::task::yield_now().await
            }
        };
        tokio::time::timeout(LIMIT, seen).await.expect("the file never appears");
    };
    appears(&begun).await;
    gone.abort();
    assert!(gone.await.is_err());
    fake.write_file(&sandbox.id, "go", "").unwrap();
    appears(&done).await;
}
