//! Issues, as clients see them.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

async fn company(app: &TestApp) -> String {
    company_named(app, "Acme").await
}

async fn company_named(app: &TestApp, name: &str) -> String {
    let company = app.send("POST", "/companies", Some(json!({"name": name}))).await;
    assert_eq!(company.status, 201, "{}: {}", app.database, company.body);
    company.body["id"].as_str().unwrap().to_owned()
}

fn titles(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|issue| issue["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_issue_is_found_by_its_id_and_in_either_case_by_its_identifier() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let path = format!("/companies/{company}/issues");
        let made = app.send("POST", &path, Some(json!({"title": "Sweep the yard"}))).await;
        assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
        assert_eq!(made.body["identifier"], "ACM-1", "{}", app.database);
        let id = made.body["id"].as_str().unwrap();
        for name in [id, "ACM-1", "acm-1"] {
            let read = app.send("GET", &format!("/issues/{name}"), None).await;
            assert_eq!(read.body["id"], made.body["id"], "{}: {name}", app.database);
        }
        for name in ["ACM-2", "acm", "11111111-1111-4111-8111-111111111111"] {
            let read = app.send("GET", &format!("/issues/{name}"), None).await;
            assert_eq!(read.status, 404, "{}: {name}", app.database);
        }
    }
}

#[tokio::test]
async fn the_list_has_the_highest_priority_first_and_then_the_youngest() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let path = format!("/companies/{company}/issues");
        for (title, priority) in
            [("Apple", "low"), ("Bean", "critical"), ("Cherry", "medium"), ("Date", "medium")]
        {
            app.send("POST", &path, Some(json!({"title": title, "priority": priority}))).await;
        }
        let listed = app.send("GET", &path, None).await;
        assert_eq!(titles(&listed.body), ["Bean", "Date", "Cherry", "Apple"], "{}", app.database);
        let page = app.send("GET", &format!("{path}?limit=2&offset=1"), None).await;
        assert_eq!(titles(&page.body), ["Date", "Cherry"], "{}", app.database);
        let count = app.send("GET", &format!("{path}/count?status=backlog"), None).await;
        assert_eq!(count.body, json!({"count": 4}), "{}", app.database);
    }
}

#[tokio::test]
async fn words_are_found_in_titles_and_descriptions_by_their_beginnings() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let path = format!("/companies/{company}/issues");
        let hard = json!({"title": "Crack the walnut", "description": "It is hard."});
        app.send("POST", &path, Some(hard)).await;
        app.send("POST", &path, Some(json!({"title": "Another matter"}))).await;
        for (query, found) in [
            ("walnu", vec!["Crack the walnut"]),
            ("HARD%20cra", vec!["Crack the walnut"]),
            ("hard%20soft", vec![]),
            ("hard", vec!["Crack the walnut"]),
            ("ACM-2", vec!["Another matter"]),
            ("*", vec![]),
        ] {
            let listed = app.send("GET", &format!("{path}?q={query}"), None).await;
            assert_eq!(titles(&listed.body), found, "{}: {query}", app.database);
        }
    }
}

#[tokio::test]
async fn another_companys_things_cannot_be_pointed_at() {
    for app in TestApp::on_each_database().await {
        let (ours, theirs) = (company(&app).await, company_named(&app, "Other").await);
        let made =
            app.send("POST", &format!("/companies/{theirs}/issues"), Some(json!({"title": "Theirs"}))).await;
        let foreign = made.body["id"].clone();
        for (wish, status) in [
            (json!({"title": "x", "blockedByIssueIds": [foreign]}), 422),
            (json!({"title": "x", "parentId": foreign}), 404),
            (json!({"title": "x", "labelIds": [foreign]}), 422),
            (json!({"title": "x", "assigneeAgentId": foreign}), 404),
            (json!({"title": "x", "assigneeUserId": "nobody"}), 404),
            (json!({"title": "x", "status": "in_progress"}), 422),
        ] {
            let refused = app.send("POST", &format!("/companies/{ours}/issues"), Some(wish)).await;
            assert_eq!(refused.status, status, "{}: {}", app.database, refused.body);
        }
        let listed = app.send("GET", &format!("/companies/{ours}/issues"), None).await;
        assert_eq!(listed.body, json!([]), "{}", app.database);
    }
}
