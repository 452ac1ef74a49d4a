//! Settings that cannot work are refused when they are sent; names that mean something else get
//! another key.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

use super::{agent, company, text};

#[tokio::test]
async fn settings_that_cannot_work_are_refused_by_name() {
    let app = TestApp::new().await;
    let company = company(&app, "Sound").await;
    let agents = format!("/companies/{company}/agents");
    let ada = text(&agent(&app, &company, json!({"name": "Ada", "adapterType": "process"})).await["id"]);
    let heartbeat = |setting: Value| json!({"runtimeConfig": {"heartbeat": setting}});
    let adapter = |settings: Value| json!({"adapterConfig": settings});
    for (settings, field) in [
        (heartbeat(json!({"intervalSec": -5})), "runtimeConfig.heartbeat.intervalSec"),
        (heartbeat(json!({"intervalSec": 1e300})), "runtimeConfig.heartbeat.intervalSec"),
        (heartbeat(json!({"maxConcurrentRuns": 0})), "runtimeConfig.heartbeat.maxConcurrentRuns"),
        (heartbeat(json!({"maxConcurrentRuns": 1e9})), "runtimeConfig.heartbeat.maxConcurrentRuns"),
        (heartbeat(json!({"maxDailyRuns": -1})), "runtimeConfig.heartbeat.maxDailyRuns"),
        (adapter(json!({"timeoutSec": -1})), "adapterConfig.timeoutSec"),
        (adapter(json!({"args": "x"})), "adapterConfig.args"),
        (adapter(json!({"cwd": "near"})), "adapterConfig.cwd"),
        (adapter(json!({"env": {"A=B": "c"}})), "adapterConfig.env.A=B"),
    ] {
        let changed = app.send("PATCH", &format!("/agents/{ada}"), Some(settings.clone())).await;
        let mut new = settings.clone();
        new["name"] = json!("Bert");
        new["adapterType"] = json!("process");
        let made = app.send("POST", &agents, Some(new)).await;
        for reply in [changed, made] {
            assert_eq!(reply.status, 422, "{settings}: {}", reply.body);
            assert_eq!(reply.body["details"]["fields"], json!([field]), "{}", reply.body);
        }
    }
    assert_eq!(app.send("GET", &agents, None).await.body.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn what_is_missing_or_blank_may_be_set_later() {
    let app = TestApp::new().await;
    let company = company(&app, "Later").await;
    for settings in
        [json!({}), json!({"command": "", "cwd": null}), json!({"url": "http://127.0.0.1:9/hook"})]
    {
        for adapter in ["process", "http"] {
            let body = json!({"name": "Ada", "adapterType": adapter, "adapterConfig": settings});
            agent(&app, &company, body).await;
        }
    }
    // Clients know these: a word that is no switch is off, a number as a text is kept, no interval
    // is no timer.
    let heartbeat = json!({"enabled": "yes", "maxConcurrentRuns": "3", "intervalSec": 0});
    let odd = agent(&app, &company, json!({"name": "Odd", "runtimeConfig": {"heartbeat": heartbeat}})).await;
    assert_eq!(odd["runtimeConfig"]["heartbeat"]["maxConcurrentRuns"], "3");
}

#[tokio::test]
async fn an_agent_called_like_an_id_or_a_word_of_paths_stands_in_nobodys_light() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Names").await;
        let ada = agent(&app, &company, json!({"name": "Ada"})).await;
        let id = text(&ada["id"]);
        let me = agent(&app, &company, json!({"name": "me"})).await;
        let twin = agent(&app, &company, json!({"name": id})).await;
        assert_eq!((&me["name"], &me["urlKey"]), (&json!("me"), &json!("me-1")), "{}", app.database);
        assert_eq!(twin["urlKey"], format!("{id}-1"), "{}", app.database);
        let found = app.send("GET", &format!("/agents/{id}"), None).await;
        assert_eq!(found.body["name"], "Ada", "{}", app.database);
        let found = app.send("GET", &format!("/agents/me-1?companyId={company}"), None).await;
        assert_eq!(found.body["id"], me["id"], "{}: {}", app.database, found.body);
    }
}
