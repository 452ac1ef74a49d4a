//! Issues, as clients see them.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

async fn company(app: &TestApp) -> String {
    company_named(app, "Acme").await
}

async fn company_named(app: &TestApp, name: &str) -> String {
    let company = app.send("POST", "/companies", Some(json!({"name": name}))).await;
    assert_eq!(company.status, 201, "{}: {}", app.database, company.body);
    company.body["id"].as_str().expect("an id").to_owned()
}

fn titles(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter().map(|issue| issue["title"].as_str().expect("a title")).collect()
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

#[tokio::test]
async fn of_many_made_at_once_none_is_lost_and_no_number_is_given_twice() {
    const WRITERS: usize = 16;
    const EACH: usize = 125;
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let path = format!("/companies/{company}/issues");
        let write = async |writer: usize| {
            for turn in 0..EACH {
                let wish = json!({"title": format!("Task {writer} {turn}")});
                let made = app.send("POST", &path, Some(wish)).await;
                assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
            }
        };
        futures_util::future::join_all((0..WRITERS).map(write)).await;
        let mut numbers = Vec::new();
        for offset in [0, 1000] {
            let page = format!("{path}?sortField=id&limit=1000&offset={offset}");
            let listed = app.send("GET", &page, None).await.body;
            numbers.extend(
                listed.as_array().unwrap().iter().map(|issue| issue["issueNumber"].as_u64().unwrap()),
            );
        }
        numbers.sort_unstable();
        let expected: Vec<u64> = (1..=(WRITERS * EACH) as u64).collect();
        assert_eq!(numbers, expected, "{}", app.database);
    }
}

#[tokio::test]
async fn the_same_wish_under_its_key_or_title_finds_the_issue() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let path = format!("/companies/{company}/issues");
        let keyed = json!({"title": "Once", "idempotencyKey": "k"});
        let first = app.send("POST", &path, Some(keyed.clone())).await;
        let id = first.body["id"].as_str().unwrap();
        app.send("PATCH", &format!("/issues/{id}"), Some(json!({"status": "done"}))).await;
        let again = app.send("POST", &path, Some(keyed)).await;
        assert_eq!((again.status.as_u16(), &again.body["id"]), (200, &first.body["id"]), "{}", app.database);
        let second = app.send("POST", &path, Some(json!({"title": "once "}))).await;
        assert_eq!(second.status, 201, "{}: a title that is done is free", app.database);
        assert_eq!(second.body["issueNumber"], 2, "{}: a repeated wish takes no number", app.database);
    }
}

#[tokio::test]
async fn a_change_tells_what_changed_and_what_it_does_not_heed() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let made =
            app.send("POST", &format!("/companies/{company}/issues"), Some(json!({"title": "A"}))).await;
        let path = format!("/issues/{}", made.body["id"].as_str().unwrap());
        let patch = json!({"priority": "high", "colour": "red", "executionWorkspacePreference": "inherit"});
        let changed = app.send("PATCH", &path, Some(patch)).await;
        let expected = json!({"priority": {"from": "medium", "to": "high"}});
        assert_eq!(changed.body["changes"], expected, "{}: {}", app.database, changed.body);
        assert_eq!(changed.headers["x-wireclip-ignored"], "colour, executionWorkspacePreference");
        for status in ["in_progress", "blocked"] {
            let refused = app.send("PATCH", &path, Some(json!({"status": status}))).await;
            assert_eq!(refused.status, 422, "{}: {}", app.database, refused.body);
        }
        let counts =
            app.send("GET", &format!("/companies/{company}/issues/count?status=backlog"), None).await;
        assert_eq!(counts.body["count"], 1, "{}", app.database);
    }
}

#[tokio::test]
async fn a_search_finds_titles_before_comments() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let path = format!("/companies/{company}/issues");
        let other = app.send("POST", &path, Some(json!({"title": "Another matter"}))).await;
        app.send("POST", &path, Some(json!({"title": "Crack the walnut"}))).await;
        let talk = format!("/issues/{}/comments", other.body["id"].as_str().unwrap());
        app.send("POST", &talk, Some(json!({"body": "I found a walnut under the stairs."}))).await;
        let found = app.send("GET", &format!("/companies/{company}/search?q=walnut"), None).await;
        let results = &found.body["results"];
        assert_eq!(titles(results), ["ACM-2 Crack the walnut", "ACM-1 Another matter"], "{}", app.database);
        assert_eq!(results[1]["snippets"][0]["highlights"], json!([{"start": 10, "end": 16}]));
        assert_eq!(found.body["countsByType"]["comment"], 1, "{}", app.database);
        let filtered =
            app.send("GET", &format!("/companies/{company}/search?q=walnut&status=done"), None).await;
        assert_eq!(filtered.body["results"], json!([]), "{}", app.database);
    }
}

#[tokio::test]
async fn a_search_finds_what_a_comment_says_until_it_is_taken_back() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let made =
            app.send("POST", &format!("/companies/{company}/issues"), Some(json!({"title": "Talk"}))).await;
        let talk = format!("/issues/{}/comments", made.body["id"].as_str().unwrap());
        let search = format!("/companies/{company}/search?q=walnut");
        let mut said = Vec::new();
        for body in ["A walnut", "Another walnut"] {
            said.push(app.send("POST", &talk, Some(json!({"body": body}))).await.body);
        }
        let found = app.send("GET", &search, None).await.body;
        assert_eq!(found["countsByType"]["comment"], 1, "{}: issues are counted", app.database);
        assert_eq!(found["results"][0]["snippet"], "Another walnut", "{}: the newest", app.database);
        for (comment, left) in said.iter().rev().zip(["A walnut", ""]) {
            let path = format!("{talk}/{}", comment["id"].as_str().unwrap());
            assert_eq!(app.send("DELETE", &path, None).await.status, 200, "{}", app.database);
            let found = app.send("GET", &search, None).await.body;
            let snippet = found["results"][0]["snippet"].as_str().unwrap_or_default();
            assert_eq!(snippet, left, "{}", app.database);
        }
    }
}

#[tokio::test]
async fn an_agent_does_not_choose_what_another_agents_adapter_runs() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let hire = json!({"name": "Ada", "role": "engineer", "adapterType": "process",
            "adapterConfig": {"command": "true"}});
        let ada = app.send("POST", &format!("/companies/{company}/agents"), Some(hire)).await;
        let keys = format!("/agents/{}/keys", ada.body["id"].as_str().unwrap());
        let key = app.send("POST", &keys, Some(json!({"name": "key"}))).await;
        let token = key.body["token"].as_str().unwrap();
        let path = format!("/companies/{company}/issues");
        for (settings, status) in [(json!({"command": "sh"}), 403), (json!({"model": "small"}), 201)] {
            let wish = json!({"title": settings.to_string(),
                "assigneeAdapterOverrides": {"adapterConfig": settings}});
            let made = app.send_as(token, "POST", &path, Some(wish)).await;
            assert_eq!(made.status, status, "{}: {}", app.database, made.body);
        }
    }
}
