//! The newcomer's way: a script of their own, with curl and the variables that it is given, takes
//! a task to its end.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::kit::{Company, Place, Server, runs_are_over, until};

const SCRIPT: &str = r#"#!/bin/sh
set -eu
api() {
    curl --silent --show-error --fail -H "Authorization: Bearer $PAPERCLIP_API_KEY" \
        -H "X-Paperclip-Run-Id: $PAPERCLIP_RUN_ID" -H "Content-Type: application/json" "$@"
}
issue=$(api "$PAPERCLIP_API_URL/api/agents/me/inbox-lite" | grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4)
api -X POST "$PAPERCLIP_API_URL/api/issues/$issue/checkout" \
    -d "{\"agentId\":\"$PAPERCLIP_AGENT_ID\",\"expectedStatuses\":[\"todo\",\"in_progress\"]}" >/dev/null
echo "counting the words"
words=$(echo to be or not to be | wc -w)
api -X POST "$PAPERCLIP_API_URL/api/issues/$issue/comments" -d "{\"body\":\"It has $words words.\"}" >/dev/null
api -X PATCH "$PAPERCLIP_API_URL/api/issues/$issue" -d '{"status":"done"}' >/dev/null
echo "done"
"#;

#[tokio::test]
async fn a_script_of_ones_own_takes_a_task_to_done() {
    let place = Place::new();
    let script = place.write("agent.sh", SCRIPT);
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
    let server = Server::start(&place).await;
    let company = Company::found(server.api(), "First steps").await;
    let agent = json!({
        "name": "Counter", "role": "engineer", "adapterType": "process", "adapterConfig": {"command": script},
    });
    let agent = company.api.post(&company.path("/agents"), &agent).await["id"].as_str().unwrap().to_owned();
    let issue = company.issue("How many words has it?", Some(&agent)).await;
    let path = format!("/issues/{}", issue["id"].as_str().unwrap());

    let issue = until("the task is done", async || {
        let issue = company.api.get(&path).await;
        (issue["status"] == "done").then_some(issue)
    })
    .await;
    let comments = company.api.get(&format!("{path}/comments")).await;
    assert_eq!(comments[0]["body"], "It has 6 words.", "{comments}");
    assert_eq!(comments[0]["authorAgentId"], agent, "{comments}");
    let runs =
        until("the run is over", async || Some(company.runs().await).filter(|runs| runs_are_over(runs)));
    let runs = runs.await;
    assert_eq!(runs.len(), 1, "one run is enough: {runs:?}");
    assert_eq!(runs[0]["status"], "succeeded");
    assert_eq!(company.log(runs[0]["id"].as_str().unwrap()).await, "counting the words\ndone\n");
    until("the agent is idle", async || (company.agent_status(&agent).await == "idle").then_some(())).await;
    let issue = company.api.get(&format!("/issues/{}", issue["identifier"].as_str().unwrap())).await;
    assert_eq!((&issue["checkoutRunId"], &issue["executionRunId"]), (&json!(null), &json!(null)));
}
