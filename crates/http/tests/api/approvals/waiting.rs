//! An agent that waits for the board does nothing, by whatever way it is asked to.

use serde_json::{Value, json};
use wireclip_domain::agent::AgentState;
use wireclip_domain::{ApprovalId, Timestamp};
use wireclip_store::{Scope, StoreError, agents, approvals};
use wireclip_testkit::TestApp;

use super::{act, careful_company, hire};
use crate::playing::{agent, claim, id, issue, key};

/// Says that the agent has no run, and that none of its wake-ups will become one.
async fn rests(app: &TestApp, company: &str, agent: &str, after: &str) {
    assert!(
        claim(app).await.iter().all(|run| run.agent.id.to_string() != agent),
        "{}: {after}",
        app.database
    );
    let runs = app.send("GET", &format!("/companies/{company}/heartbeat-runs?agentId={agent}"), None).await;
    assert_eq!(runs.body, json!([]), "{}: {after}", app.database);
    let standing = app.send("GET", &format!("/agents/{agent}"), None).await.body["status"].clone();
    assert_eq!(standing, "pending_approval", "{}: {after}", app.database);
}

#[tokio::test]
async fn nothing_makes_it_run_before_the_board_has_decided() {
    for app in TestApp::on_each_database().await {
        let company = careful_company(&app).await;
        let heartbeat = json!({"enabled": true, "intervalSec": 1});
        let (waiting, approval) = hire(
            &app,
            &company,
            json!({"name": "Candidate", "role": "engineer", "adapterConfig": {"command": "/bin/true"},
                "runtimeConfig": {"heartbeat": heartbeat}}),
        )
        .await;
        let task = id(&issue(&app, &company, json!({"title": "Work", "status": "todo"})).await);
        let tries = [
            ("POST", format!("/agents/{waiting}/wakeup"), json!({})),
            ("POST", format!("/agents/{waiting}/wakeup"), json!({"payload": {"issueId": task}})),
            ("POST", format!("/agents/{waiting}/heartbeat/invoke"), json!({})),
            ("POST", format!("/agents/{waiting}/keys"), json!({})),
            ("POST", format!("/agents/{waiting}/pause"), json!({})),
            ("POST", format!("/agents/{waiting}/resume"), json!({})),
            ("POST", format!("/agents/{waiting}/clear-error"), json!({})),
            ("PATCH", format!("/agents/{waiting}"), json!({"status": "idle"})),
            ("PATCH", format!("/agents/{waiting}"), json!({"status": "active"})),
            ("PATCH", format!("/agents/{waiting}"), json!({"adapterConfig": {"command": "/bin/false"}})),
            ("PATCH", format!("/agents/{waiting}"), json!({"name": "Other", "status": "idle"})),
            (
                "PATCH",
                format!("/agents/{waiting}/permissions"),
                json!({"canCreateAgents": true, "canAssignTasks": true}),
            ),
            (
                "POST",
                format!("/issues/{task}/checkout"),
                json!({"agentId": waiting, "expectedStatuses": ["todo"]}),
            ),
            ("PATCH", format!("/issues/{task}"), json!({"assigneeAgentId": waiting})),
            (
                "POST",
                format!("/companies/{company}/issues"),
                json!({"title": "Its own", "assigneeAgentId": waiting}),
            ),
            (
                "POST",
                format!("/issues/{task}/children"),
                json!({"title": "Below", "assigneeAgentId": waiting}),
            ),
        ];
        for (method, path, body) in tries {
            let refused = app.send(method, &path, Some(body)).await;
            assert_eq!(refused.status, 409, "{}: {method} {path}: {}", app.database, refused.body);
            rests(&app, &company, &waiting, &path).await;
        }
        let mention = json!({"body": format!("[@Candidate](agent://{waiting}) look")});
        let said = app.send("POST", &format!("/issues/{task}/comments"), Some(mention)).await;
        assert_eq!(said.status, 201, "{}: {}", app.database, said.body);
        rests(&app, &company, &waiting, "a mention").await;
        let far_ahead = Timestamp::from_unix_millis(4_000_000_000_000);
        let due = app.services.runs.due_timers(far_ahead, 100).await.unwrap();
        assert!(due.is_empty(), "{}: its timer does not beat", app.database);
        app.services.runs.beat(waiting.parse().unwrap()).await.unwrap();
        rests(&app, &company, &waiting, "a beat").await;
        act(&app, &approval, "request-revision", json!({})).await;
        rests(&app, &company, &waiting, "a wish for another proposal").await;
        act(&app, &approval, "resubmit", json!({})).await;
        rests(&app, &company, &waiting, "another proposal").await;

        assert_eq!(act(&app, &approval, "approve", json!({})).await.status, 200, "{}", app.database);
        let woken = app.send("POST", &format!("/agents/{waiting}/wakeup"), Some(json!({}))).await;
        assert_eq!(woken.status, 202, "{}: {}", app.database, woken.body);
        assert_eq!(claim(&app).await.len(), 1, "{}", app.database);
    }
}

#[tokio::test]
async fn a_key_and_a_token_of_one_that_waits_open_nothing() {
    for app in TestApp::on_each_database().await {
        let company = careful_company(&app).await;
        app.send(
            "PATCH",
            &format!("/companies/{company}"),
            Some(json!({"requireBoardApprovalForNewAgents": false})),
        )
        .await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let token = key(&app, &ada).await;
        // Nothing leads back to waiting; this is what a damaged row would do.
        let change = app.services.core.store.begin_write().await.unwrap();
        let before =
            agents::get(&change.conn(), &Scope::everything(), ada.parse().unwrap()).await.unwrap().unwrap();
        let mut after = before.clone();
        after.state = AgentState::PendingApproval;
        agents::update(&change.conn(), &before, &after).await.unwrap();
        change.commit().await.unwrap();
        assert_eq!(app.send_as(&token, "GET", "/agents/me", None).await.status, 401, "{}", app.database);
    }
}

#[tokio::test]
async fn who_waits_is_told_of_a_mention_once_it_is_hired() {
    for app in TestApp::on_each_database().await {
        let company = careful_company(&app).await;
        let (waiting, approval) = hire(&app, &company, json!({"name": "Candidate"})).await;
        let task = id(&issue(&app, &company, json!({"title": "Work", "status": "todo"})).await);
        let mention = json!({"body": format!("[@Candidate](agent://{waiting}) look")});
        app.send("POST", &format!("/issues/{task}/comments"), Some(mention)).await;
        act(&app, &approval, "approve", json!({})).await;
        let refused = app.services.runs.refused_for_now(None, 10).await.unwrap();
        for one in refused {
            app.services.runs.ask_again(one).await.unwrap();
        }
        let runs = claim(&app).await;
        assert_eq!(runs.len(), 1, "{}: nothing that was said is lost", app.database);
    }
}

#[tokio::test]
async fn who_goes_before_the_board_has_decided_leaves_nothing_to_decide() {
    for app in TestApp::on_each_database().await {
        let company = careful_company(&app).await;
        for (method, path) in [("POST", "/terminate"), ("DELETE", "")] {
            let (waiting, approval) = hire(&app, &company, json!({"name": "Candidate"})).await;
            let gone = app.send(method, &format!("/agents/{waiting}{path}"), None).await;
            assert_eq!(gone.status, 200, "{}: {}", app.database, gone.body);
            let stands = app.send("GET", &format!("/approvals/{approval}"), None).await.body;
            assert_eq!(stands["status"], "cancelled", "{}: {method}", app.database);
            let late = act(&app, &approval, "approve", json!({})).await;
            assert_eq!(late.status, 422, "{}: {}", app.database, late.body);
        }
        let badges = app.send("GET", &format!("/companies/{company}/sidebar-badges"), None).await.body;
        assert_eq!(badges["approvals"], json!(0), "{}", app.database);
        let listed = app.send("GET", &format!("/companies/{company}/agents"), None).await.body;
        assert_eq!(listed, Value::Array(Vec::new()), "{}", app.database);
    }
}

#[tokio::test]
async fn about_one_agent_there_is_one_thing_to_decide() {
    for app in TestApp::on_each_database().await {
        let company = careful_company(&app).await;
        let (_, approval) = hire(&app, &company, json!({"name": "Candidate"})).await;
        let change = app.services.core.store.begin_write().await.unwrap();
        let scope = Scope::everything();
        let first = approvals::get(&change.conn(), &scope, approval.parse().unwrap()).await.unwrap().unwrap();
        let second = approvals::Approval { id: ApprovalId::random(), ..first };
        let refused = approvals::insert(&change.conn(), &second).await.unwrap_err();
        assert!(matches!(refused, StoreError::Duplicate(_)), "{}: {refused}", app.database);
    }
}
