//! What pages need first: the parts are what their own addresses answer.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

async fn made(app: &TestApp, path: &str, body: Value) -> Value {
    let reply = app.send("POST", path, Some(body)).await;
    assert!(reply.status.is_success(), "{}: {}", app.database, reply.body);
    reply.body
}

#[tokio::test]
async fn every_part_is_what_its_own_address_answers() {
    for app in TestApp::on_each_database().await {
        made(&app, "/companies", json!({"name": "Other"})).await;
        let company = made(&app, "/companies", json!({"name": "Acme"})).await;
        let company = format!("/companies/{}", company["id"].as_str().unwrap());
        made(&app, &format!("{company}/agents"), json!({"name": "Ada"})).await;
        made(&app, &format!("{company}/goals"), json!({"title": "Aim"})).await;
        let project = made(&app, &format!("{company}/projects"), json!({"name": "Plan"})).await;
        made(&app, &format!("{company}/labels"), json!({"name": "bug", "color": "#ff0000"})).await;
        made(&app, &format!("{company}/issues"), json!({"title": "Task", "projectId": project["id"]})).await;
        let parts = app.send("GET", &format!("{company}/ui-bootstrap"), None).await;
        assert_eq!(parts.status, 200, "{}: {}", app.database, parts.body);
        for (part, path) in [
            ("health", "/health".to_owned()),
            ("company", company.clone()),
            ("companies", "/companies".to_owned()),
            ("companyOrder", "/sidebar-preferences/me".to_owned()),
            ("sidebarPreferences", format!("{company}/sidebar-preferences/me")),
            ("badges", format!("{company}/sidebar-badges")),
            ("memberships", format!("{company}/resource-memberships/me")),
            ("agents", format!("{company}/agents")),
            ("projects", format!("{company}/projects")),
            ("goals", format!("{company}/goals")),
            ("labels", format!("{company}/labels")),
            ("liveRuns", format!("{company}/live-runs")),
            ("adapters", "/adapters".to_owned()),
        ] {
            let own = app.send("GET", &path, None).await;
            assert_eq!(parts.body[part], own.body, "{}: {part}", app.database);
        }
        // What each was given is told to who manages them, and not to everybody who opens the board.
        let mut own = app.send("GET", &format!("{company}/members"), None).await.body;
        for member in own["members"].as_array_mut().unwrap() {
            let member = member.as_object_mut().unwrap();
            for more in ["grants", "removal", "user"] {
                assert!(member.remove(more).is_some(), "{}: {more}", app.database);
            }
        }
        assert_eq!(parts.body["members"], own, "{}", app.database);
        assert!(parts.body["seq"].as_i64().unwrap() > 0, "{}", parts.body["seq"]);
        assert!(parts.body["allowed"].as_array().unwrap().contains(&json!("agent.create")));
    }
}

#[tokio::test]
async fn it_is_not_sent_twice_to_a_client_that_has_it() {
    let app = TestApp::new().await;
    let company = made(&app, "/companies", json!({"name": "Acme"})).await;
    let company = format!("/companies/{}", company["id"].as_str().unwrap());
    let path = format!("{company}/ui-bootstrap");
    let first = app.send("GET", &path, None).await;
    let known = [("if-none-match", first.headers["etag"].to_str().unwrap())];
    assert_eq!(app.send_with("GET", &path, None, &known).await.status, 304);
    made(&app, &format!("{company}/labels"), json!({"name": "bug", "color": "#ff0000"})).await;
    let changed = app.send_with("GET", &path, None, &known).await;
    assert_eq!(changed.status, 200);
    assert_eq!(changed.body["labels"][0]["name"], "bug");
}

#[tokio::test]
async fn a_company_is_opened_by_its_prefix_in_any_case() {
    for app in TestApp::on_each_database().await {
        let company = made(&app, "/companies", json!({"name": "Acme"})).await;
        let prefix = company["issuePrefix"].as_str().unwrap();
        for name in [prefix, &prefix.to_lowercase(), company["id"].as_str().unwrap()] {
            let parts = app.send("GET", &format!("/companies/{name}/ui-bootstrap"), None).await;
            assert_eq!(parts.body["company"], company, "{}: {name}: {}", app.database, parts.body);
        }
        for name in ["NONE", "no-prefix", "1"] {
            let missing = app.send("GET", &format!("/companies/{name}/ui-bootstrap"), None).await;
            assert_eq!(missing.status, 404, "{}: {name}: {}", app.database, missing.body);
        }
    }
}
