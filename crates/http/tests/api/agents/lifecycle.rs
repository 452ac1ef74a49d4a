//! Pausing, resuming, terminating and deleting agents.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

use super::{NOBODY, agent, company, key, text};

#[tokio::test]
async fn a_paused_agent_resumes_and_a_terminated_one_never_does() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Break").await;
        let id = text(&agent(&app, &company, json!({"name": "Worker"})).await["id"]);
        let token = key(&app, &id).await;
        let act = async |what: &str| app.send("POST", &format!("/agents/{id}/{what}"), None).await;

        assert_eq!(act("clear-error").await.status, 409);
        let paused = act("pause").await.body;
        assert_eq!((&paused["status"], &paused["pauseReason"]), (&json!("paused"), &json!("manual")));
        assert_eq!(act("pause").await.body["status"], "paused");
        assert_eq!(app.send_as(&token, "GET", "/agents/me", None).await.body["status"], "paused");
        let itself = app.send_as(&token, "POST", &format!("/agents/{id}/resume"), None).await;
        assert_eq!(itself.status, 403);
        assert_eq!(itself.body["details"]["reason"], "deny_no_grant");
        assert_eq!(app.send_as(&token, "POST", &format!("/agents/{id}/pause"), None).await.status, 403);
        let resumed = act("resume").await.body;
        assert_eq!((&resumed["status"], &resumed["pausedAt"]), (&json!("idle"), &Value::Null));
        assert_eq!(act("resume").await.status, 200);

        assert_eq!(act("terminate").await.body["status"], "terminated");
        assert_eq!(act("terminate").await.status, 200);
        for what in ["resume", "pause"] {
            assert_eq!(act(what).await.status, 409, "{}: {what}", app.database);
        }
        assert_eq!(app.send_as(&token, "GET", "/agents/me", None).await.status, 401);
        let keys = app.send("GET", &format!("/agents/{id}/keys"), None).await;
        assert!(keys.body[0]["revokedAt"].is_string(), "{}: {}", app.database, keys.body);
        let new_key = app.send("POST", &format!("/agents/{id}/keys"), Some(json!({}))).await;
        assert_eq!(new_key.status, 409);
        let patched = app.send("PATCH", &format!("/agents/{id}"), Some(json!({"status": "idle"}))).await;
        assert_eq!(patched.status, 409);
        let by_key = app.send("GET", &format!("/agents/worker?companyId={company}"), None).await;
        assert_eq!(by_key.status, 404);
        assert_eq!(app.send("GET", &format!("/agents/{id}"), None).await.body["status"], "terminated");
        for what in ["pause", "resume", "terminate", "clear-error"] {
            let nobody = app.send("POST", &format!("/agents/{NOBODY}/{what}"), None).await;
            assert_eq!(nobody.status, 404, "{what}");
        }
    }
}

#[tokio::test]
async fn those_under_a_terminated_manager_wait_for_another() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Orphan").await;
        let boss = text(&agent(&app, &company, json!({"name": "Boss", "role": "ceo"})).await["id"]);
        let lead = agent(&app, &company, json!({"name": "Lead", "reportsTo": boss})).await;
        let lead = text(&lead["id"]);
        let hand = text(&agent(&app, &company, json!({"name": "Hand", "reportsTo": lead})).await["id"]);
        app.send("POST", &format!("/agents/{boss}/terminate"), None).await;

        let broken = app.send("GET", &format!("/agents/{hand}"), None).await.body;
        assert_eq!(broken["orgChainHealth"]["reason"], "terminated_ancestor", "{}", app.database);
        assert_eq!(broken["chainOfCommand"][1]["name"], "Boss");
        let org = app.send("GET", &format!("/companies/{company}/org"), None).await.body;
        assert_eq!(org[0]["name"], "Lead");
        assert_eq!(org[0]["reports"][0]["name"], "Hand");
        app.send("POST", &format!("/agents/{hand}/pause"), None).await;
        assert_eq!(app.send("POST", &format!("/agents/{hand}/resume"), None).await.status, 409);
        app.send("PATCH", &format!("/agents/{lead}"), Some(json!({"reportsTo": null}))).await;
        assert_eq!(app.send("POST", &format!("/agents/{hand}/resume"), None).await.status, 200);
    }
}

#[tokio::test]
async fn a_deleted_agent_leaves_nothing_behind() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Erase").await;
        let boss = text(&agent(&app, &company, json!({"name": "Boss"})).await["id"]);
        let hand = text(&agent(&app, &company, json!({"name": "Hand", "reportsTo": boss})).await["id"]);
        let token = key(&app, &boss).await;
        app.send("PATCH", &format!("/agents/{boss}"), Some(json!({"title": "Chief"}))).await;
        assert_eq!(app.send_as(&token, "DELETE", &format!("/agents/{hand}"), None).await.status, 403);
        let gone = app.send("DELETE", &format!("/agents/{boss}"), None).await;
        assert_eq!((gone.status.as_u16(), gone.body), (200, json!({"ok": true})), "{}", app.database);
        assert_eq!(app.send("GET", &format!("/agents/{boss}"), None).await.status, 404);
        assert_eq!(app.send("DELETE", &format!("/agents/{boss}"), None).await.status, 404);
        assert_eq!(app.send_as(&token, "GET", "/agents/me", None).await.status, 401);
        let hand = app.send("GET", &format!("/agents/{hand}"), None).await.body;
        assert_eq!(hand["reportsTo"], Value::Null, "{}", app.database);
    }
}

#[tokio::test]
async fn sessions_are_reset_one_or_all() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "State").await;
        let id = text(&agent(&app, &company, json!({"name": "Worker"})).await["id"]);
        let state = app.send("GET", &format!("/agents/{id}/runtime-state"), None).await.body;
        assert_eq!((&state["lastRunId"], &state["stateJson"]), (&Value::Null, &json!({})));
        assert_eq!(app.send("GET", &format!("/agents/{id}/task-sessions"), None).await.body, json!([]));
        let reset = format!("/agents/{id}/runtime-state/reset-session");
        for (body, status) in [
            (Some(json!({})), 200),
            (Some(json!({"taskKey": " some-task "})), 200),
            (Some(json!({"taskKey": ""})), 400),
            (None, 400),
        ] {
            let answered = app.send("POST", &reset, body.clone()).await;
            assert_eq!(answered.status, status, "{}: {body:?}: {}", app.database, answered.body);
        }
        let token = key(&app, &id).await;
        let own = app.send_as(&token, "GET", &format!("/agents/{id}/runtime-state"), None).await;
        assert_eq!(own.status, 403);
    }
}

#[tokio::test]
async fn a_list_names_only_the_nearest_of_a_long_chain() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Ladder").await;
        let mut above = Value::Null;
        for rung in 0..40 {
            let new = json!({"name": format!("Rung {rung}"), "reportsTo": above});
            above = agent(&app, &company, new).await["id"].clone();
        }
        let list = app.send("GET", &format!("/companies/{company}/agents"), None).await.body;
        let lengths = |agent: &Value| {
            let health = &agent["orgChainHealth"];
            (health["fullChain"].as_array().unwrap().len(), health["fullChainLength"].clone())
        };
        assert_eq!(lengths(&list[39]), (21, json!(40)), "{}", app.database);
        assert_eq!(list[39]["orgChainHealth"]["fullChain"][1]["name"], "Rung 38");
        assert_eq!(lengths(&list[20]), (21, Value::Null), "{}", app.database);
        let own_page = app.send("GET", &format!("/agents/{}", text(&above)), None).await.body;
        assert_eq!(lengths(&own_page), (40, Value::Null), "{}", app.database);
    }
}
