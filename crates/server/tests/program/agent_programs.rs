//! Agents that are programs with a command line of their own, through the real server: a script that
//! speaks as Claude Code does stands in for it.

use std::os::unix::fs::PermissionsExt as _;

use serde_json::{Value, json};

use crate::kit::{Company, Place, Server, until};

const CLAUDE: &str = r#"#!/bin/sh
cd "$(dirname "$0")"
echo "$*" >>calls
cat >>prompts
echo '{"type":"system","subtype":"init","session_id":"s-1","model":"claude-opus-5"}'
say() {
    echo '{"type":"assistant","session_id":"s-1","message":{"id":"m-1","model":"claude-opus-5","content":[{"type":"text","text":"'"$1"'"}]}}'
}
say 'I begin.'
while [ ! -e go ]; do sleep 0.1; done
say 'I end.'
echo '{"type":"result","subtype":"success","is_error":false,"session_id":"s-1","result":"I end.","model_usage_since_last_result":{"claude-opus-5":{"inputTokens":1200,"cacheReadInputTokens":800,"outputTokens":40,"costUSD":0.25}}}'
"#;

#[tokio::test]
async fn a_run_whose_server_dies_is_read_once_and_the_next_resumes_its_session() {
    let place = Place::new();
    let program = place.write("claude", CLAUDE);
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let server = Server::start(&place).await;
    let port = server.port().to_owned();
    let company = Company::found(server.api(), "Real agents").await;
    let agent = json!({
        "name": "Ada",
        "role": "engineer",
        "adapterType": "claude_local",
        "adapterConfig": {"command": program, "env": {"ANTHROPIC_API_KEY": "sk-ant-of-nobody"}},
    });
    let agent = company.api.post(&company.path("/agents"), &agent).await;
    let agent = agent["id"].as_str().unwrap();
    company.issue("Mend the roof", Some(agent)).await;
    let run = until("the agent has begun", async || {
        let run = company.runs().await.first()?["id"].as_str()?.to_owned();
        lines(&company, &run).await.contains(&"I begin.".to_owned()).then_some(run)
    })
    .await;

    server.kill();
    let server = Server::launch(&place, &["--port", &port], &[]);
    server.until_ready().await;
    place.write("go", "");
    let ended = company.ended(&run).await;
    assert_eq!(ended["status"], "succeeded", "{ended}");
    assert_eq!(ended["sessionIdAfter"], "s-1");
    assert_eq!(ended["resultJson"]["summary"], "I end.");
    assert_eq!(lines(&company, &run).await, ["the program is ready", "I begin.", "I end."]);
    let prompts = place.read("prompts");
    assert!(prompts.contains("\"Mend the roof\""), "{prompts}");

    // It left no comment, and is asked for one.
    until("the next run resumes the session", async || {
        place.read("calls").lines().nth(1).filter(|call| call.contains("--resume s-1")).map(drop)
    })
    .await;
    let costs = until("both runs are paid", async || {
        let costs = company.api.get(&company.path("/costs/by-agent")).await;
        (costs[0]["costCents"] == 50).then_some(costs)
    })
    .await;
    assert_eq!(costs[0]["outputTokens"], 80);
    assert!(server.stop().await.success());
}

/// The steps of a run's transcript, a line each.
async fn lines(company: &Company, run: &str) -> Vec<String> {
    let events = company.api.get(&format!("/heartbeat-runs/{run}/events")).await;
    let steps = events.as_array().unwrap().iter().filter(|event| event["eventType"] == "transcript");
    steps.map(|step: &Value| step["message"].as_str().unwrap().to_owned()).collect()
}
