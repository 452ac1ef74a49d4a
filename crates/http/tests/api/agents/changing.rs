//! Changing agents, and the way back.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

use super::{agent, company, text};

#[tokio::test]
async fn only_what_is_sent_changes_and_each_change_is_kept() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Change").await;
        let settings = json!({"command": "/bin/sh", "cwd": "/", "env": {"TOKEN": "abc"}});
        let made = agent(&app, &company, json!({"name": "Worker", "adapterConfig": settings})).await;
        let path = format!("/agents/{}", text(&made["id"]));
        let patch = |body: Value| app.send("PATCH", &path, Some(body));

        let first = patch(json!({"title": "First", "metadata": {"a": 1}})).await;
        assert_eq!((&first.body["title"], &first.body["name"]), (&json!("First"), &json!("Worker")));
        let merged = patch(json!({"adapterConfig": {"timeoutSec": 5}})).await.body["adapterConfig"].clone();
        assert_eq!((&merged["timeoutSec"], &merged["command"]), (&json!(5), &json!("/bin/sh")));
        let url = json!({"adapterType": "http", "adapterConfig": {"url": "http://a.example"}});
        let switched = patch(url).await;
        assert_eq!(switched.body["adapterConfig"]["command"], Value::Null, "{}", switched.body);
        assert_eq!(switched.body["adapterConfig"]["cwd"], "/");
        let whole = patch(json!({"runtimeConfig": {"note": "x"}})).await;
        assert_eq!(whole.body["runtimeConfig"], json!({"note": "x"}));
        assert_eq!(patch(json!({})).await.status, 200);

        let revisions = app.send("GET", &format!("{path}/config-revisions"), None).await.body;
        let keys: Vec<&Value> =
            revisions.as_array().unwrap().iter().map(|revision| &revision["changedKeys"]).collect();
        let expected = [
            json!(["runtimeConfig"]),
            json!(["adapterType", "adapterConfig"]),
            json!(["adapterConfig"]),
            json!(["title", "metadata"]),
        ];
        assert_eq!(keys, expected.iter().collect::<Vec<_>>(), "{}", app.database);
        let newest = format!("{path}/config-revisions/{}", text(&revisions[0]["id"]));
        assert_eq!(app.send("GET", &newest, None).await.body, revisions[0]);
        // Its settings hold a secret, which a revision does not keep.
        let hidden = json!({"type": "plain", "value": "***REDACTED***"});
        assert_eq!(revisions[0]["afterConfig"]["adapterConfig"]["env"]["TOKEN"], hidden);
        assert_eq!(app.send("POST", &format!("{newest}/rollback"), None).await.status, 422);
    }
}

#[tokio::test]
async fn a_revision_without_secrets_comes_back() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "History").await;
        let made = agent(&app, &company, json!({"name": "Worker"})).await;
        let other = agent(&app, &company, json!({"name": "Other"})).await;
        let path = format!("/agents/{}", text(&made["id"]));
        for title in ["First", "Second"] {
            app.send("PATCH", &path, Some(json!({"title": title}))).await;
        }
        let revisions = app.send("GET", &format!("{path}/config-revisions"), None).await.body;
        let oldest = text(&revisions[1]["id"]);
        let back = app.send("POST", &format!("{path}/config-revisions/{oldest}/rollback"), None).await;
        assert_eq!(back.body["title"], "First", "{}: {}", app.database, back.body);
        let revisions = app.send("GET", &format!("{path}/config-revisions"), None).await.body;
        assert_eq!(revisions[0]["source"], "rollback");
        assert_eq!(revisions[0]["rolledBackFromRevisionId"], oldest);
        let foreign = format!("/agents/{}/config-revisions/{oldest}/rollback", text(&other["id"]));
        assert_eq!(app.send("POST", &foreign, None).await.status, 404);
    }
}

#[tokio::test]
async fn what_cannot_be_is_refused_and_nothing_changes() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Ladder").await;
        let elsewhere = self::company(&app, "Elsewhere").await;
        let foreign = text(&agent(&app, &elsewhere, json!({"name": "Foreign"})).await["id"]);
        let top = text(&agent(&app, &company, json!({"name": "Top"})).await["id"]);
        let low = text(&agent(&app, &company, json!({"name": "Low", "reportsTo": top})).await["id"]);
        let path = format!("/agents/{top}");
        for (body, status) in [
            (json!({"reportsTo": top}), 422),
            (json!({"reportsTo": low}), 422),
            (json!({"reportsTo": foreign}), 422),
            (json!({"reportsTo": super::NOBODY}), 404),
            (json!({"name": "LOW"}), 409),
            (json!({"name": ""}), 400),
            (json!({"status": "asleep"}), 400),
            (json!({"status": "running"}), 422),
            (json!({"adapterType": "teapot"}), 422),
            (json!({"adapterConfig": [1]}), 400),
            (json!({"adapterConfig": {"password": "***REDACTED***"}}), 422),
            (json!({"permissions": {"canCreateAgents": false}}), 400),
        ] {
            let refused = app.send("PATCH", &path, Some(body.clone())).await;
            assert_eq!(refused.status, status, "{}: {body}: {}", app.database, refused.body);
        }
        let revisions = app.send("GET", &format!("{path}/config-revisions"), None).await;
        assert_eq!(revisions.body, json!([]), "{}", app.database);
        let renamed = app.send("PATCH", &path, Some(json!({"name": "TOP!"}))).await;
        assert_eq!((renamed.status.as_u16(), &renamed.body["urlKey"]), (200, &json!("top")));
    }
}

#[tokio::test]
async fn a_hidden_value_that_is_sent_back_keeps_the_stored_one() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Discreet").await;
        let settings = json!({"env": {"TOKEN": "abc", "MODE": "fast"}});
        let made = agent(&app, &company, json!({"name": "Keeper", "adapterConfig": settings})).await;
        let path = format!("/agents/{}", text(&made["id"]));
        let sent_back = json!({"adapterConfig": {"env": made["adapterConfig"]["env"]}});
        let patched = app.send("PATCH", &path, Some(sent_back)).await;
        assert_eq!(patched.status, 200, "{}", patched.body);
        let stored = app.services.agents.load(&super::local_person(), &text(&made["id"]), None).await;
        let stored = stored.unwrap().adapter_config.get("env").unwrap();
        assert_eq!(stored.get("TOKEN").unwrap().text("value"), Some("abc"), "{}: {stored}", app.database);
    }
}
