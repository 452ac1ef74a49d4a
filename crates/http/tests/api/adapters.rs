//! Adapters and guides, as clients see them.

use axum::body::to_bytes;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use wireclip_testkit::TestApp;

use crate::agents::{agent, company, key, text};

#[tokio::test]
async fn an_adapter_is_switched_off_and_on_and_nothing_built_in_goes_away() {
    for app in TestApp::on_each_database().await {
        let process = app.send("GET", "/adapters/process", None).await.body;
        assert_eq!((&process["loaded"], &process["source"]), (&json!(true), &json!("builtin")));
        for (disabled, changed) in [(false, false), (true, true), (true, false), (false, true)] {
            let switched = app.send("PATCH", "/adapters/process", Some(json!({"disabled": disabled}))).await;
            let expected = json!({"type": "process", "disabled": disabled, "changed": changed});
            assert_eq!(switched.body, expected, "{}", app.database);
            let listed = app.send("GET", "/adapters", None).await.body;
            assert_eq!(listed[0]["disabled"], json!(disabled), "{}", app.database);
        }
        for (method, path, body, status) in [
            ("GET", "/adapters/teapot", None, 404),
            ("GET", "/adapters/process/config-schema", None, 404),
            ("GET", "/adapters/claude_local/config-schema", None, 200),
            ("PATCH", "/adapters/process", Some(json!({})), 400),
            ("PATCH", "/adapters/teapot", Some(json!({"disabled": true})), 404),
            ("DELETE", "/adapters/process", None, 403),
            ("DELETE", "/adapters/teapot", None, 404),
            ("POST", "/adapters/process/reload", None, 400),
            ("POST", "/adapters/process/reinstall", None, 400),
            ("POST", "/adapters/install", Some(json!({})), 400),
            ("POST", "/adapters/install", Some(json!({"packageName": "left-pad"})), 422),
            ("GET", "/adapters/process/ui-parser.js", None, 404),
        ] {
            let answered = app.send(method, path, body).await;
            assert_eq!(answered.status, status, "{}: {method} {path}: {}", app.database, answered.body);
        }
        assert_eq!(app.send_as("pcp_wrong", "GET", "/adapters", None).await.status, 401);
    }
}

#[tokio::test]
async fn settings_are_tried_by_those_who_may_read_settings() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Trial").await;
        let path = |rest: &str| format!("/companies/{company}/adapters/{rest}");
        let settings = json!({"adapterConfig": {"command": "/bin/sh", "cwd": "/"}});
        let tried = app.send("POST", &path("process/test-environment"), Some(settings.clone())).await;
        assert_eq!((tried.status.as_u16(), &tried.body["status"]), (200, &json!("pass")), "{}", tried.body);
        let missing = app.send("POST", &path("process/test-environment"), Some(json!({}))).await;
        assert_eq!(missing.body["status"], "fail");
        let somewhere = format!("process/models?environmentId={}", crate::agents::NOBODY);
        for (method, rest, body, status) in [
            ("POST", "teapot/test-environment", Some(json!({})), 422),
            ("POST", "process/test-environment", None, 400),
            ("GET", "process/models", None, 200),
            ("GET", "teapot/models", None, 422),
            ("GET", somewhere.as_str(), None, 404),
            ("GET", "process/detect-model", None, 200),
        ] {
            let answered = app.send(method, &path(rest), body).await;
            assert_eq!(answered.status, status, "{}: {rest}: {}", app.database, answered.body);
        }
        let id = text(&agent(&app, &company, json!({"name": "Worker"})).await["id"]);
        let token = key(&app, &id).await;
        let refused = app.send_as(&token, "POST", &path("process/test-environment"), Some(settings)).await;
        assert_eq!(refused.status, 403);
        assert_eq!(app.send_as(&token, "GET", "/adapters", None).await.status, 403);
    }
}

#[tokio::test]
async fn guides_and_drawings_are_texts() {
    let app = TestApp::new().await;
    let company = company(&app, "Tree").await;
    let root = agent(&app, &company, json!({"name": "Root & Co"})).await;
    agent(&app, &company, json!({"name": "Leaf", "reportsTo": root["id"]})).await;
    let router = wireclip_http::router(app.app.clone());
    for (path, status, content_type, part) in [
        ("/api/llms/agent-configuration.txt".to_owned(), 200, "text/plain; charset=utf-8", "process"),
        ("/api/llms/agent-configuration/process.txt".to_owned(), 200, "text/plain; charset=utf-8", "command"),
        ("/api/llms/agent-configuration/teapot.txt".to_owned(), 404, "text/plain; charset=utf-8", "teapot"),
        ("/".to_owned(), 200, "text/plain; charset=utf-8", "/api/openapi.json"),
        ("/llms/agent-icons.txt".to_owned(), 200, "text/plain; charset=utf-8", "rocket"),
        (format!("/api/companies/{company}/org.svg"), 200, "image/svg+xml; charset=utf-8", "Root &amp; Co"),
    ] {
        let request = axum::http::Request::get(&path).header("host", "127.0.0.1:3100");
        let request = request.body(axum::body::Body::empty()).unwrap();
        let answered = router.clone().oneshot(request).await.unwrap();
        assert_eq!(answered.status(), status, "{path}");
        assert_eq!(answered.headers()["content-type"], content_type, "{path}");
        let body = to_bytes(answered.into_body(), usize::MAX).await.unwrap();
        assert!(String::from_utf8_lossy(&body).contains(part), "{path}");
    }
}

#[tokio::test]
async fn an_agents_inbox_holds_what_it_has_to_do() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Inbox").await;
        let id = text(&agent(&app, &company, json!({"name": "Worker"})).await["id"]);
        app.send("POST", &format!("/agents/{id}/pause"), None).await;
        let token = key(&app, &id).await;
        let ask = async |path: &str| app.send_as(&token, "GET", path, None).await;
        assert_eq!(ask("/agents/me/inbox-lite").await.body, json!([]), "{}", app.database);
        for (title, status) in [("Waiting", "todo"), ("Not yet", "backlog"), ("Over", "done")] {
            let body = json!({"title": title, "assigneeAgentId": id, "status": status});
            let made = app.send("POST", &format!("/companies/{company}/issues"), Some(body)).await;
            assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
        }
        let inbox = ask("/agents/me/inbox-lite").await.body;
        assert_eq!(inbox.as_array().map(Vec::len), Some(1), "{}: {inbox}", app.database);
        assert_eq!((&inbox[0]["title"], &inbox[0]["activeRun"]), (&json!("Waiting"), &Value::Null));
        assert_eq!(inbox[0]["dependencyReady"], true);
        let of_person = ask("/agents/me/inbox/mine?userId=local-board").await.body;
        assert_eq!(of_person.as_array().map(Vec::len), Some(3), "{}: {of_person}", app.database);
        assert_eq!(ask("/agents/me/inbox/mine").await.status, 400);
        assert_eq!(app.send("GET", "/agents/me/inbox-lite", None).await.status, 401);
    }
}

#[tokio::test]
async fn a_wrong_token_is_refused_on_public_routes_too() {
    let app = TestApp::new().await;
    assert_eq!(app.send("GET", "/health", None).await.status, 200);
    assert_eq!(app.send_as("nonsense", "GET", "/health", None).await.status, 401);
}

#[tokio::test]
async fn nobody_is_given_to_an_adapter_that_is_switched_off() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Off").await;
        let old = text(&agent(&app, &company, json!({"name": "Old", "adapterType": "http"})).await["id"]);
        let other = text(&agent(&app, &company, json!({"name": "Other"})).await["id"]);
        let off = app.send("PATCH", "/adapters/http", Some(json!({"disabled": true}))).await;
        assert_eq!(off.status, 200, "{}: {}", app.database, off.body);
        let hired = json!({"name": "New", "adapterType": "http"});
        let hired = app.send("POST", &format!("/companies/{company}/agents"), Some(hired)).await;
        assert_eq!((hired.status.as_u16(), &hired.body["code"]), (422, &json!("adapter_disabled")));
        let moved = json!({"adapterType": "http"});
        let moved = app.send("PATCH", &format!("/agents/{other}"), Some(moved)).await;
        assert_eq!(moved.status, 422, "{}: {}", app.database, moved.body);
        let kept = app.send("PATCH", &format!("/agents/{old}"), Some(json!({"title": "Still here"}))).await;
        assert_eq!(kept.status, 200, "{}: whoever has it keeps it: {}", app.database, kept.body);
        app.send("PATCH", "/adapters/http", Some(json!({"disabled": false}))).await;
    }
}
