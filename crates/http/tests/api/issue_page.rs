//! What an issue's page shows first, in one answer.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

async fn made(app: &TestApp, path: &str, body: Value) -> Value {
    let made = app.send("POST", path, Some(body)).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    made.body
}

fn id(thing: &Value) -> &str {
    thing["id"].as_str().expect("an id")
}

#[tokio::test]
async fn a_page_tells_what_the_issue_its_comments_its_activity_and_its_runs_tell() {
    for app in TestApp::on_each_database().await {
        let company = made(&app, "/companies", json!({"name": "Acme"})).await;
        let hire = json!({"name": "Ada", "role": "engineer", "adapterType": "process",
            "adapterConfig": {"command": "true"}});
        let ada = made(&app, &format!("/companies/{}/agents", id(&company)), hire).await;
        let new = json!({"title": "Sweep the yard", "assigneeAgentId": id(&ada), "status": "todo"});
        let issue = made(&app, &format!("/companies/{}/issues", id(&company)), new).await;
        let path = format!("/issues/{}", id(&issue));
        for body in ["first", "second"] {
            made(&app, &format!("{path}/comments"), json!({"body": body})).await;
        }
        let page = app.send("GET", &format!("{path}/page"), None).await;
        assert_eq!(page.status, 200, "{}: {}", app.database, page.body);
        for (part, alone) in [
            ("issue", ""),
            ("comments", "/comments?order=desc"),
            ("activity", "/activity"),
            ("runs", "/runs"),
        ] {
            let alone = app.send("GET", &format!("{path}{alone}"), None).await;
            assert_eq!(page.body[part], alone.body, "{}: {part}", app.database);
        }
        assert_eq!(page.body["comments"][0]["body"], "second", "{}", app.database);
        assert_eq!(page.body["runs"].as_array().map(Vec::len), Some(1), "{}", app.database);
        assert_eq!(page.body["commentsContinueAfter"], Value::Null, "{}", app.database);
    }
}

#[tokio::test]
async fn a_page_shows_the_newest_comments_and_where_the_others_are() {
    for app in TestApp::on_each_database().await {
        let company = made(&app, "/companies", json!({"name": "Acme"})).await;
        let issue =
            made(&app, &format!("/companies/{}/issues", id(&company)), json!({"title": "Talk"})).await;
        let path = format!("/issues/{}", id(&issue));
        for number in 0..52 {
            made(&app, &format!("{path}/comments"), json!({"body": format!("comment {number}")})).await;
        }
        let page = app.send("GET", &format!("{path}/page"), None).await.body;
        let shown = page["comments"].as_array().expect("a list");
        assert_eq!(shown.len(), 50, "{}", app.database);
        assert_eq!(page["commentsContinueAfter"], shown[49]["id"], "{}", app.database);
        let after = page["commentsContinueAfter"].as_str().expect("an id");
        let rest = app.send("GET", &format!("{path}/comments?order=desc&after={after}"), None).await;
        let bodies: Vec<_> = rest.body.as_array().expect("a list").iter().map(|one| &one["body"]).collect();
        assert_eq!(bodies, ["comment 1", "comment 0"], "{}", app.database);
    }
}

#[tokio::test]
async fn the_page_of_an_issue_that_is_not_there_is_not_found() {
    for app in TestApp::on_each_database().await {
        for name in ["ACM-1", "11111111-1111-4111-8111-111111111111"] {
            let page = app.send("GET", &format!("/issues/{name}/page"), None).await;
            assert_eq!(page.status, 404, "{}: {name}", app.database);
        }
    }
}

#[tokio::test]
async fn the_page_of_another_companys_issue_is_not_found() {
    for app in TestApp::on_each_database().await {
        let own = made(&app, "/companies", json!({"name": "Acme"})).await;
        let other = made(&app, "/companies", json!({"name": "Other"})).await;
        let issue =
            made(&app, &format!("/companies/{}/issues", id(&other)), json!({"title": "Secret"})).await;
        let hire = json!({"name": "Ada", "role": "engineer", "adapterType": "process",
            "adapterConfig": {"command": "true"}});
        let ada = made(&app, &format!("/companies/{}/agents", id(&own)), hire).await;
        let key = made(&app, &format!("/agents/{}/keys", id(&ada)), json!({"name": "key"})).await;
        let token = key["token"].as_str().expect("a token");
        let page = app.send_as(token, "GET", &format!("/issues/{}/page", id(&issue)), None).await;
        assert_eq!(page.status, 404, "{}: {}", app.database, page.body);
    }
}
