//! Agents, as clients see them.

mod changing;
mod keys;
mod lifecycle;
mod settings;

use serde_json::{Value, json};
use wireclip_domain::caller::{BoardCaller, Caller};
use wireclip_services::Request;
use wireclip_testkit::TestApp;

/// Makes a company and returns its id.
pub(crate) async fn company(app: &TestApp, name: &str) -> String {
    let made = app.send("POST", "/companies", Some(json!({"name": name}))).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    text(&made.body["id"])
}

/// Makes an agent and returns what was answered.
pub(crate) async fn agent(app: &TestApp, company: &str, body: Value) -> Value {
    let made = app.send("POST", &format!("/companies/{company}/agents"), Some(body)).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    made.body
}

/// Makes a key of an agent and returns its token.
pub(crate) async fn key(app: &TestApp, agent: &str) -> String {
    let made = app.send("POST", &format!("/agents/{agent}/keys"), Some(json!({}))).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    text(&made.body["token"])
}

/// Returns a request of the local person, to look at what is stored.
fn local_person() -> Request {
    Request::of(Caller::Board(BoardCaller::local()))
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

pub(crate) const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

#[tokio::test]
async fn an_agent_made_from_a_name_is_idle_and_healthy() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let made = agent(&app, &company, json!({"name": "Data Worker"})).await;
        assert_eq!(made["status"], "idle", "{}: {made}", app.database);
        assert_eq!(made["urlKey"], "data-worker");
        assert_eq!(made["permissions"], json!({"canCreateAgents": true, "canCreateSkills": true}));
        assert_eq!(made["orgChainHealth"]["status"], "healthy");
        let again = agent(&app, &company, json!({"name": "data_worker!"})).await;
        assert_eq!(again["name"], "data_worker! 2");
        let listed = app.send("GET", &format!("/companies/{company}/agents"), None).await;
        assert_eq!(listed.body, json!([made, again]), "{}", app.database);
        let detail = app.send("GET", &format!("/agents/{}", text(&made["id"])), None).await;
        assert_eq!(detail.body["access"]["taskAssignSource"], "agent_creator");
        assert_eq!(detail.body["chainOfCommand"], json!([]));
    }
}

#[tokio::test]
async fn an_agent_is_found_by_id_or_by_its_key_within_a_company() {
    for app in TestApp::on_each_database().await {
        let (here, there) = (company(&app, "Here").await, company(&app, "There").await);
        let owl = text(&agent(&app, &here, json!({"name": "Night Owl"})).await["id"]);
        let other = text(&agent(&app, &there, json!({"name": "Night Owl"})).await["id"]);
        for (path, id) in [
            (format!("/agents/{owl}"), &owl),
            (format!("/agents/night-owl?companyId={here}"), &owl),
            (format!("/agents/Night%20Owl?companyId={there}"), &other),
        ] {
            let found = app.send("GET", &path, None).await;
            assert_eq!(found.body["id"], **id, "{}: {path}", app.database);
        }
        for (path, status) in [
            ("/agents/night-owl".to_owned(), 422),
            (format!("/agents/day-owl?companyId={here}"), 404),
            (format!("/agents/{NOBODY}"), 404),
            ("/agents/night-owl?companyId=acme".to_owned(), 400),
            ("/agents/me".to_owned(), 401),
        ] {
            let refused = app.send("GET", &path, None).await;
            assert_eq!(refused.status, status, "{}: {path}: {}", app.database, refused.body);
        }
        let wrong = app.send_as("pcp_wrong", "GET", &format!("/agents/{owl}"), None).await;
        assert_eq!(wrong.status, 401);
    }
}

#[tokio::test]
async fn a_body_that_is_no_agent_is_refused_and_nothing_is_made() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Strict").await;
        let stranger = {
            let elsewhere = self::company(&app, "Elsewhere").await;
            text(&agent(&app, &elsewhere, json!({"name": "Stranger"})).await["id"])
        };
        let path = format!("/companies/{company}/agents");
        for (body, status, at) in [
            (json!({"adapterType": "process"}), 400, json!(["name"])),
            (json!({"name": ""}), 400, json!(["name"])),
            (json!({"name": "A", "role": "wizard"}), 400, json!(["role"])),
            (json!({"name": "A", "budgetMonthlyCents": -5}), 400, json!(["budgetMonthlyCents"])),
            (json!({"name": "A", "adapterConfig": "fast"}), 400, json!(["adapterConfig"])),
            (json!({"name": "A", "adapterConfig": {"env": {"K": 5}}}), 400, json!(["adapterConfig", "env"])),
            (
                json!({"name": "A", "runtimeConfig": {"modelProfiles": {}}}),
                400,
                json!(["runtimeConfig", "modelProfiles"]),
            ),
            (
                json!({"name": "A", "instructionsBundle": {"files": {}}}),
                400,
                json!(["instructionsBundle", "files"]),
            ),
            (json!({"name": "A", "adapterType": "teapot"}), 422, Value::Null),
            (
                json!({"name": "A", "adapterType": "claude_local", "adapterConfig": {"promptTemplate": "Do"}}),
                422,
                Value::Null,
            ),
            (json!({"name": "A", "reportsTo": stranger}), 422, Value::Null),
            (json!({"name": "A", "reportsTo": NOBODY}), 404, Value::Null),
            (json!({"name": "A", "adapterConfig": {"password": "***REDACTED***"}}), 422, Value::Null),
        ] {
            let refused = app.send("POST", &path, Some(body.clone())).await;
            assert_eq!(refused.status, status, "{}: {body}: {}", app.database, refused.body);
            assert_eq!(refused.body["details"][0]["path"], at, "{body}");
        }
        let nowhere = format!("/companies/{NOBODY}/agents");
        assert_eq!(app.send("POST", &nowhere, Some(json!({"name": "A"}))).await.status, 404);
        assert_eq!(app.send("POST", &path, None).await.status, 400);
        assert_eq!(app.send("GET", &path, None).await.body, json!([]), "{}", app.database);
        let filtered = app.send("GET", &format!("{path}?status=idle"), None).await;
        assert_eq!(filtered.status, 400);
    }
}

#[tokio::test]
async fn secrets_in_settings_are_never_answered() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Discreet").await;
        let settings = json!({"env": {"TOKEN": "abc"}, "password": "hunter2", "note": "harmless"});
        let made = agent(&app, &company, json!({"name": "Keeper", "adapterConfig": settings})).await;
        let hidden = json!({
            "env": {"TOKEN": {"type": "plain", "value": "***REDACTED***"}},
            "password": "***REDACTED***", "note": "harmless",
        });
        assert_eq!(made["adapterConfig"], hidden, "{}", app.database);
        let listed = app.send("GET", &format!("/companies/{company}/agents"), None).await;
        assert_eq!(listed.body[0]["adapterConfig"], hidden);
    }
}
