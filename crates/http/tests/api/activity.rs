//! The activity log, as clients see it.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

use crate::playing::{self, agent, claim_one, id, key};

async fn company(app: &TestApp) -> String {
    let made = app.send("POST", "/companies", Some(json!({"name": "Diary"}))).await;
    format!("/companies/{}/activity", made.body["id"].as_str().unwrap())
}

fn actions(log: &Value) -> Vec<&str> {
    log.as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_board_writes_entries_of_any_kind_and_secrets_in_them_are_hidden() {
    for app in TestApp::on_each_database().await {
        let log = company(&app).await;
        let entry = json!({
            "actorId": "importer", "action": "import.done", "entityType": "import", "entityId": "7",
            "details": {"count": 3, "apiToken": "abc", "nested": {"password": "xyz"}},
        });
        let made = app.send("POST", &log, Some(entry)).await;
        assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
        assert_eq!(made.body["actorType"], "system");
        let hidden =
            json!({"count": 3, "apiToken": "***REDACTED***", "nested": {"password": "***REDACTED***"}});
        assert_eq!(made.body["details"], hidden);
        let listed = app.send("GET", &format!("{log}?entityType=import"), None).await;
        assert_eq!(listed.body, json!([made.body]), "{}", app.database);
    }
}

#[tokio::test]
async fn an_entry_of_a_stranger_agent_is_refused() {
    let app = TestApp::new().await;
    let log = company(&app).await;
    let entry = json!({
        "actorType": "agent", "actorId": "x", "agentId": "00000000-0000-4000-8000-000000000000",
        "action": "note.taken", "entityType": "note", "entityId": "8",
    });
    assert_eq!(app.send("POST", &log, Some(entry)).await.status, 404);
    let nothing = app.send("POST", &log, Some(json!({"actorType": "ghost"}))).await;
    assert_eq!(nothing.status, 400);
    assert_eq!(nothing.body["details"][0]["values"], json!(["agent", "user", "system", "plugin"]));
    assert_eq!(nothing.body["details"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn the_log_is_filtered_and_limited() {
    for app in TestApp::on_each_database().await {
        let log = company(&app).await;
        for number in 0..3 {
            let entry = json!({
                "actorId": "a", "action": format!("step.{number}"), "entityType": "step", "entityId": "1",
            });
            app.send("POST", &log, Some(entry)).await;
        }
        let get = async |query: &str| app.send("GET", &format!("{log}?{query}"), None).await.body;
        assert_eq!(actions(&get("").await), ["step.2", "step.1", "step.0", "company.created"]);
        assert_eq!(actions(&get("limit=2").await), ["step.2", "step.1"]);
        assert_eq!(actions(&get("limit=0").await), ["step.2"]);
        assert_eq!(actions(&get("limit=-7").await), ["step.2"]);
        assert_eq!(actions(&get("limit=many").await).len(), 4);
        assert_eq!(actions(&get("entityType=unicorn").await).len(), 0);
        assert_eq!(actions(&get("entityType=step&entityId=1&limit=1").await), ["step.2"]);
        assert_eq!(actions(&get("agentId=nobody").await).len(), 0);
    }
}

#[tokio::test]
async fn nothing_is_booked_on_a_run_that_a_key_merely_names() {
    for app in TestApp::on_each_database().await {
        let company = playing::company(&app).await;
        let (ada, bob) =
            (agent(&app, &company, "Ada", json!({})).await, agent(&app, &company, "Bob", json!({})).await);
        let ada_key = key(&app, &ada).await;
        let invoke = async |agent: &str| {
            let path = format!("/agents/{agent}/heartbeat/invoke");
            id(&app.send("POST", &path, Some(json!({}))).await.body)
        };
        let bobs = invoke(&bob).await;
        claim_one(&app).await;
        let waiting = invoke(&ada).await;
        let write = async |title: &str, run: &str| {
            let path = format!("/companies/{company}/issues");
            let body = json!({"title": title}).to_string().into_bytes();
            let bearer = format!("Bearer {ada_key}");
            let headers = [("authorization", bearer.as_str()), ("x-paperclip-run-id", run)];
            let made = app.send_bytes("POST", &path, body, &headers).await;
            assert_eq!(made.status, 201, "{}: {title}: {}", app.database, made.body);
            let issue = id(&made.body);
            let log = format!("/companies/{company}/activity?entityType=issue&entityId={issue}");
            let log = app.send("GET", &log, None).await.body;
            assert_eq!(log[0]["agentId"], json!(ada), "{}: {title}: {log}", app.database);
            let booked = log[0]["runId"].clone();
            assert_eq!(made.body["originRunId"], booked, "{}: {title}", app.database);
            booked
        };
        let nobodys = "00000000-0000-4000-8000-000000000000";
        for (title, run) in [("another's", bobs.as_str()), ("not started", &waiting), ("nobody's", nobodys)] {
            assert_eq!(write(title, run).await, Value::Null, "{}: {title}", app.database);
        }
        claim_one(&app).await;
        assert_eq!(write("its own", &waiting).await, json!(waiting), "{}", app.database);
    }
}
