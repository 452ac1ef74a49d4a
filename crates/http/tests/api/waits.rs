//! Whatever waits says what for.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

async fn made(app: &TestApp, path: &str, body: Value) -> Value {
    let reply = app.send("POST", path, Some(body)).await;
    assert!(reply.status.is_success(), "{}: {}", app.database, reply.body);
    reply.body
}

fn id(of: &Value) -> &str {
    of["id"].as_str().unwrap()
}

async fn waits_for(app: &TestApp, issue: &Value) -> Value {
    let page = app.send("GET", &format!("/issues/{}/page", id(issue)), None).await;
    page.body["issue"]["waitsFor"].clone()
}

#[tokio::test]
async fn an_issue_that_nobody_works_on_says_why() {
    for app in TestApp::on_each_database().await {
        let company = made(&app, "/companies", json!({"name": "Acme"})).await;
        let issues = format!("/companies/{}/issues", id(&company));
        let parked = made(&app, &issues, json!({"title": "Later", "status": "backlog"})).await;
        let open = made(&app, &issues, json!({"title": "First", "status": "todo"})).await;
        let blocked = json!({"title": "Then", "status": "blocked", "blockedByIssueIds": [open["id"]]});
        let blocked = made(&app, &issues, blocked).await;
        let done = made(&app, &issues, json!({"title": "Over", "status": "done"})).await;
        assert_eq!(waits_for(&app, &parked).await["reason"], "issue_backlog", "{}", app.database);
        assert_eq!(waits_for(&app, &open).await["reason"], "issue_unassigned", "{}", app.database);
        let waits = waits_for(&app, &blocked).await;
        assert_eq!(waits["reason"], "issue_dependencies_blocked", "{}", app.database);
        assert_eq!(waits["issueId"], open["id"], "{}", app.database);
        let name = open["identifier"].as_str().unwrap();
        assert!(waits["message"].as_str().unwrap().contains(name), "{waits}");
        assert_eq!(waits_for(&app, &done).await, Value::Null, "{}", app.database);
    }
}

#[tokio::test]
async fn a_run_that_has_not_started_says_why() {
    for app in TestApp::on_each_database().await {
        let company = made(&app, "/companies", json!({"name": "Acme"})).await;
        let company = format!("/companies/{}", id(&company));
        let hire = json!({"name": "Ada", "adapterType": "process", "adapterConfig": {"command": "true"}});
        let ada = made(&app, &format!("{company}/agents"), hire).await;
        let new = json!({"title": "Sweep", "assigneeAgentId": id(&ada), "status": "todo"});
        let issue = made(&app, &format!("{company}/issues"), new).await;
        let runs = app.send("GET", &format!("{company}/heartbeat-runs"), None).await.body;
        let run = format!("/heartbeat-runs/{}", id(&runs[0]));
        let now = app.send("GET", &run, None).await.body;
        assert_eq!(now["waitsFor"]["reason"], "starting", "{}: {now}", app.database);
        assert_eq!(waits_for(&app, &issue).await["reason"], "starting", "{}", app.database);
        made(&app, &format!("/agents/{}/pause", id(&ada)), json!({})).await;
        let other = json!({"title": "Mop", "assigneeAgentId": id(&ada), "status": "todo"});
        let other = made(&app, &format!("{company}/issues"), other).await;
        let waits = waits_for(&app, &other).await;
        assert_eq!(waits["reason"], "agent_paused", "{}: {waits}", app.database);
        assert_eq!(waits["agentId"], ada["id"], "{}", app.database);
    }
}
