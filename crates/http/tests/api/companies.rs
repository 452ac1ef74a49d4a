//! Companies, as clients see them.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

async fn company(app: &TestApp, name: &str) -> Value {
    let made = app.send("POST", "/companies", Some(json!({"name": name}))).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    made.body
}

fn path(company: &Value, rest: &str) -> String {
    format!("/companies/{}{rest}", company["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_company_of_a_name_alone_gets_its_defaults_and_an_owner() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Specht Works").await;
        assert_eq!(company["issuePrefix"], "SPE", "{}", app.database);
        assert_eq!(company["budgetMonthlyCents"], 0);
        assert_eq!(company["defaultResponsibleUserId"], "local-board");
        let read = app.send("GET", &path(&company, ""), None).await;
        assert_eq!(read.body, company, "{}", app.database);
        let members = app.send("GET", &path(&company, "/members"), None).await;
        assert_eq!(members.body["members"][0]["principalId"], "local-board", "{}", app.database);
        assert_eq!(members.body["members"][0]["membershipRole"], "owner");
        let listed = app.send("GET", "/companies?scope=accessible", None).await;
        assert_eq!(listed.body, json!([company]), "{}", app.database);
        let stats = app.send("GET", "/companies/stats", None).await;
        let expected = json!({company["id"].as_str().unwrap(): {"agentCount": 0, "issueCount": 0}});
        assert_eq!(stats.body, expected, "{}", app.database);
    }
}

#[tokio::test]
async fn namesakes_made_at_once_get_prefixes_of_their_own() {
    for app in TestApp::on_each_database().await {
        let making = (0..12).map(|_| company(&app, "Echo"));
        let mut prefixes: Vec<_> = futures_util::future::join_all(making)
            .await
            .iter()
            .map(|company| company["issuePrefix"].as_str().unwrap().to_owned())
            .collect();
        prefixes.sort();
        let expected: Vec<_> = (0..12).map(|more| format!("ECH{}", "A".repeat(more))).collect();
        assert_eq!(prefixes, expected, "{}", app.database);
    }
}

#[tokio::test]
async fn a_change_is_logged_as_it_was_asked_for() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Before").await;
        let changes = [
            json!({"name": "After", "description": "Makes things", "colour": "red"}),
            json!({"description": null}),
            json!({}),
            json!({"status": "paused"}),
            json!({"status": "archived", "name": "Later"}),
            json!({"status": "active"}),
        ];
        for change in changes {
            let changed = app.send("PATCH", &path(&company, ""), Some(change)).await;
            assert_eq!(changed.status, 200, "{}: {}", app.database, changed.body);
        }
        let read = app.send("GET", &path(&company, ""), None).await.body;
        assert_eq!((&read["name"], &read["status"]), (&json!("Later"), &json!("active")));
        let log = app.send("GET", &path(&company, "/activity?entityType=company"), None).await.body;
        let told: Vec<_> = log
            .as_array()
            .unwrap()
            .iter()
            .rev()
            .map(|entry| (entry["action"].as_str().unwrap(), entry["details"].clone()))
            .collect();
        let expected = [
            ("company.created", json!({"name": "Before"})),
            ("company.updated", json!({"name": "After", "description": "Makes things"})),
            ("company.updated", json!({"description": null})),
            ("company.updated", json!({})),
            ("company.updated", json!({"status": "paused"})),
            ("company.archived", json!({"agentsPaused": 0, "runsCancelled": 0})),
            ("company.updated", json!({"name": "Later"})),
            ("company.reactivated", json!({"agentsRestored": 0})),
        ];
        assert_eq!(told, expected, "{}", app.database);
    }
}

#[tokio::test]
async fn archiving_twice_is_told_once() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Shelf").await;
        for _ in 0..2 {
            let archived = app.send("POST", &path(&company, "/archive"), None).await;
            assert_eq!((archived.status.as_u16(), &archived.body["status"]), (200, &json!("archived")));
        }
        let log = app.send("GET", &path(&company, "/activity"), None).await.body;
        assert_eq!(log.as_array().unwrap().len(), 2, "{}: {log}", app.database);
    }
}

#[tokio::test]
async fn branding_takes_what_is_branding_and_nothing_else() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Plain").await;
        let branding = path(&company, "/branding");
        let fancy = app.send("PATCH", &branding, Some(json!({"name": "Fancy"}))).await;
        assert_eq!((fancy.status.as_u16(), &fancy.body["name"]), (200, &json!("Fancy")));
        let nothing = app.send("PATCH", &branding, Some(json!({}))).await;
        assert_eq!(nothing.status, 400, "{}", nothing.body);
        assert_eq!(nothing.body["details"][0]["code"], "custom");
        let more = app.send("PATCH", &branding, Some(json!({"name": "X", "status": "paused"}))).await;
        assert_eq!(more.status, 400, "{}", more.body);
        assert_eq!(
            more.body["details"],
            json!([{
                "code": "unrecognized_keys", "keys": ["status"], "path": [],
                "message": "Unrecognized key: \"status\"",
            }])
        );
    }
}

#[tokio::test]
async fn a_company_that_is_not_there_is_not_found() {
    let app = TestApp::new().await;
    for id in ["00000000-0000-4000-8000-000000000000", "nothing", "%00", "..%2f.."] {
        for (method, rest) in [("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/archive")] {
            let answer =
                app.send(method, &format!("/companies/{id}{rest}"), Some(json!({"name": "X"}))).await;
            assert_eq!(answer.status, 404, "{method} {id}{rest}: {}", answer.body);
        }
    }
    let lost = app.send("GET", "/companies/issues", None).await;
    assert_eq!(lost.status, 400, "{}", lost.body);
    let scope = app.send("GET", "/companies?scope=everything", None).await;
    assert_eq!(scope.status, 400, "{}", scope.body);
}

#[tokio::test]
async fn a_deleted_company_is_gone_once() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Gone").await;
        let deleted = app.send("DELETE", &path(&company, ""), None).await;
        assert_eq!((deleted.status.as_u16(), &deleted.body), (200, &json!({"ok": true})), "{}", app.database);
        assert_eq!(app.send("GET", &path(&company, ""), None).await.status, 404);
        assert_eq!(app.send("DELETE", &path(&company, ""), None).await.status, 404);
    }
}
