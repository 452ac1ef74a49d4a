//! What is secret in settings becomes a secret of a company, and is never told again.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

use super::{environment, ssh};
use crate::agents::{company, text};

const KEY: &str = "-----BEGIN walks-nowhere-93f1c7-----";
const HIDDEN: &str = "***REDACTED***";

async fn secrets(app: &TestApp, company: &str) -> Vec<Value> {
    let listed = app.send("GET", &format!("/companies/{company}/secrets"), None).await.body;
    assert!(!listed.to_string().contains("walks-nowhere"), "{listed}");
    listed.as_array().unwrap().clone()
}

#[tokio::test]
async fn a_pasted_key_is_a_secret_that_comes_and_goes_with_its_environment() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let made = environment(&app, &company, "Box", "ssh", ssh(&json!({"privateKey": KEY}))).await;
        assert!(!made.to_string().contains("walks-nowhere"), "{}: {made}", app.database);
        let first = text(&made["config"]["privateKeySecretRef"]["secretId"]);
        assert_eq!(made["config"]["privateKey"], Value::Null);
        let path = format!("/environments/{}", text(&made["id"]));
        let refs = app.send("GET", &format!("{path}/secret-refs"), None).await.body;
        assert_eq!(refs["refs"][0]["secretId"], json!(first), "{}", app.database);
        assert_eq!(refs["refs"][0]["companyName"], "Acme");
        let kept = json!({"config": {"port": 2, "privateKey": null}});
        let kept = app.send("PATCH", &path, Some(kept)).await.body;
        assert_eq!(kept["config"]["privateKeySecretRef"]["secretId"], json!(first), "{}", app.database);
        let listed = secrets(&app, &company).await;
        assert_eq!(
            (listed.len(), &listed[0]["referenceCount"], &listed[0]["latestVersion"]),
            (1, &json!(1), &json!(1))
        );

        let other =
            app.send("PATCH", &path, Some(json!({"config": {"privateKey": format!("{KEY}2")}}))).await;
        let second = text(&other.body["config"]["privateKeySecretRef"]["secretId"]);
        assert_ne!(first, second, "{}", app.database);
        let listed = secrets(&app, &company).await;
        assert_eq!(listed.iter().map(|secret| text(&secret["id"])).collect::<Vec<_>>(), [second]);
        assert_eq!(app.send("DELETE", &path, None).await.status, 200);
        assert!(secrets(&app, &company).await.is_empty(), "{}", app.database);
    }
}

#[tokio::test]
async fn a_secret_of_another_company_is_none_that_can_be_named() {
    for app in TestApp::on_each_database().await {
        let (here, there) = (company(&app, "Here").await, company(&app, "There").await);
        let made = environment(&app, &here, "Box", "ssh", ssh(&json!({"privateKey": KEY}))).await;
        let reference = made["config"]["privateKeySecretRef"].clone();
        let config = ssh(&json!({"privateKeySecretRef": reference}));
        let body = json!({"name": "Other", "driver": "ssh", "config": config});
        let refused = app.send("POST", &format!("/companies/{there}/environments"), Some(body.clone())).await;
        assert_eq!(refused.status, 422, "{}: {}", app.database, refused.body);
        let shared = app.send("POST", &format!("/companies/{here}/environments"), Some(body)).await;
        assert_eq!(shared.status, 201, "{}: {}", app.database, shared.body);
        // Somebody else names it still, so it stays.
        app.send("DELETE", &format!("/environments/{}", text(&made["id"])), None).await;
        assert_eq!(secrets(&app, &here).await.len(), 1, "{}", app.database);
        let unclear = environment(&app, &here, "Plain", "ssh", ssh(&json!({}))).await;
        let path = format!("/environments/{}", text(&unclear["id"]));
        let paste = json!({"config": {"privateKey": KEY}});
        assert_eq!(app.send("PATCH", &path, Some(paste.clone())).await.status, 422, "whose secret is it?");
        let named = app.send("PATCH", &format!("{path}?companyId={there}"), Some(paste)).await;
        assert_eq!(named.status, 200, "{}", named.body);
        assert_eq!(secrets(&app, &there).await.len(), 1);
    }
}

#[tokio::test]
async fn a_sandboxs_key_is_kept_by_id_and_opened_for_a_try() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let config = json!({"provider": "meadow", "apiKey": "walks-nowhere", "colour": "green"});
        let made = environment(&app, &company, "Grass", "sandbox", config).await;
        let id = text(&made["config"]["apiKey"]);
        assert_eq!(made["config"], json!({"provider": "meadow", "size": "small", "apiKey": id}));
        let path = format!("/environments/{}", text(&made["id"]));
        for (sent, size) in [
            (json!({"size": "big"}), "big"),
            (json!({"apiKey": null}), "big"),
            (json!({"apiKey": HIDDEN}), "big"),
        ] {
            let kept = app.send("PATCH", &path, Some(json!({"config": sent}))).await.body;
            let expected = json!({"provider": "meadow", "size": size, "apiKey": id});
            assert_eq!(kept["config"], expected, "{}", app.database);
        }
        let removed = app.send("PATCH", &path, Some(json!({"config": {"apiKey": " "}}))).await;
        assert_eq!((removed.status.as_u16(), &removed.body["error"]), (422, &json!("apiKey is needed")));
        let tried = app.send("POST", &format!("{path}/probe"), Some(json!({}))).await;
        assert_eq!((tried.status.as_u16(), &tried.body["ok"]), (200, &json!(true)), "{}", tried.body);
        assert!(secrets(&app, &company).await[0]["lastResolvedAt"].is_string(), "{}", app.database);
        let radius = app.send("GET", &format!("{path}/delete-blast-radius"), None).await.body;
        assert_eq!(radius["canDelete"], json!(true), "nothing is left of the try: {radius}");
    }
}

#[tokio::test]
async fn settings_are_tried_before_they_are_saved_and_nothing_of_them_stays() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let path = format!("/companies/{company}/environments/probe-config");
        for (driver, config, ok) in [
            ("local", json!({}), true),
            ("sandbox", json!({"provider": "fake"}), true),
            ("sandbox", json!({"provider": "meadow", "apiKey": "right"}), true),
            ("sandbox", json!({"provider": "meadow", "apiKey": "wrong"}), false),
            ("ssh", ssh(&json!({"privateKey": KEY})), false),
        ] {
            let tried = app.send("POST", &path, Some(json!({"driver": driver, "config": config}))).await;
            assert_eq!((tried.status.as_u16(), &tried.body["ok"]), (200, &json!(ok)), "{}", tried.body);
            assert!(!tried.body.to_string().contains("walks-nowhere"), "{}", tried.body);
        }
        assert!(secrets(&app, &company).await.is_empty(), "{}", app.database);
        let log = app.send("GET", &format!("/companies/{company}/activity"), None).await.body;
        assert_eq!(
            (&log[0]["action"], &log[0]["entityId"]),
            (&json!("environment.probed_unsaved"), &json!("unsaved"))
        );
    }
}

#[tokio::test]
async fn variables_are_shown_by_name_only_and_sent_back_they_stay() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let made = environment(&app, &company, "Box", "ssh", ssh(&json!({}))).await;
        let path = format!("/environments/{}", text(&made["id"]));
        let set = json!({"envVars": {"MODE": "walks-nowhere"}});
        let shown = app.send("PATCH", &path, Some(set)).await.body;
        assert_eq!(shown["envVars"], json!({"MODE": {"type": "plain", "value": HIDDEN}}), "{}", app.database);
        let again = app.send("PATCH", &path, Some(json!({"envVars": shown["envVars"]}))).await;
        assert_eq!(again.status, 200, "{}", again.body);
        let id = text(&made["id"]).parse().unwrap();
        let environments = &app.services.environments;
        let stored = environments.load(&wireclip_testkit::person(), id).await.unwrap();
        let stored = stored.env_vars.to_string();
        assert!(stored.contains("walks-nowhere") && !stored.contains(HIDDEN), "{}: {stored}", app.database);
        let masked = json!({"envVars": {"OTHER": {"type": "plain", "value": HIDDEN}}});
        assert_eq!(app.send("PATCH", &path, Some(masked)).await.status, 422, "a mask never becomes a value");
    }
}

#[tokio::test]
async fn a_company_stays_while_an_environment_needs_its_secrets() {
    for app in TestApp::on_each_database().await {
        let (owner, other) = (company(&app, "Owner").await, company(&app, "Other").await);
        let made = environment(&app, &owner, "Box", "ssh", ssh(&json!({"privateKey": KEY}))).await;
        let (path, box_id) = (format!("/companies/{owner}"), text(&made["id"]));
        let refused = app.send("DELETE", &path, None).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.body["code"], &refused.body["details"]["environments"]),
            (409, &json!("secrets_in_use"), &json!([{"id": box_id, "name": "Box"}])),
            "{}: {}",
            app.database,
            refused.body
        );
        let kept = app.send("GET", &path, None).await.body;
        assert_eq!(kept["status"], "active", "{}: nothing of it is done: {kept}", app.database);
        let paste = json!({"config": {"privateKey": KEY}});
        let box_path = format!("/environments/{box_id}?companyId={other}");
        let moved = app.send("PATCH", &box_path, Some(paste)).await;
        assert_eq!(moved.status, 200, "{}: {}", app.database, moved.body);
        let deleted = app.send("DELETE", &path, None).await;
        assert_eq!(deleted.status, 200, "{}: {}", app.database, deleted.body);
    }
}
