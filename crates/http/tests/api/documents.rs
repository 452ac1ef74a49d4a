//! Documents of issues, as clients see them.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

use crate::agents::NOBODY;
use crate::playing::{company, id, issue};

async fn paper(app: &TestApp) -> String {
    let company = company(app).await;
    let issue = issue(app, &company, json!({"title": "With papers"})).await;
    format!("/issues/{}/documents", id(&issue))
}

async fn put(app: &TestApp, path: &str, body: &str, base: Option<&Value>) -> wireclip_testkit::Reply {
    let mut text = json!({"format": "markdown", "body": body});
    if let Some(base) = base {
        text["baseRevisionId"] = base.clone();
    }
    app.send("PUT", path, Some(text)).await
}

#[tokio::test]
async fn of_two_who_write_from_the_same_revision_one_is_told_of_the_other() {
    for app in TestApp::on_each_database().await {
        let plan = format!("{}/plan", paper(&app).await);
        let begin = || put(&app, &plan, "One", None);
        let (a, b, c) = tokio::join!(begin(), begin(), begin());
        let mut statuses = [a.status.as_u16(), b.status.as_u16(), c.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409, 409], "{}", app.database);
        let first = app.send("GET", &plan, None).await.body["latestRevisionId"].clone();
        let revise = |body| put(&app, &plan, body, Some(&first));
        let (a, b) = tokio::join!(revise("Two"), revise("Zwei"));
        let (won, lost) = if a.status == 200 { (a, b) } else { (b, a) };
        assert_eq!((won.status.as_u16(), lost.status.as_u16()), (200, 409), "{}", app.database);
        assert_eq!(
            lost.body["details"]["currentRevisionId"], won.body["latestRevisionId"],
            "{}",
            app.database
        );
        let revisions = app.send("GET", &format!("{plan}/revisions"), None).await.body;
        assert_eq!(revisions.as_array().unwrap().len(), 2, "{}: {revisions}", app.database);
    }
}

#[tokio::test]
async fn a_title_stays_where_nothing_is_said_of_it() {
    for app in TestApp::on_each_database().await {
        let notes = format!("{}/notes", paper(&app).await);
        let made = json!({"format": "markdown", "body": "One", "title": "Notes"});
        let made = app.send("PUT", &notes, Some(made)).await.body;
        let kept = put(&app, &notes, "Two", Some(&made["latestRevisionId"])).await.body;
        assert_eq!(kept["title"], "Notes", "{}", app.database);
        let bare = json!({
            "format": "markdown", "body": "Three", "title": null, "baseRevisionId": kept["latestRevisionId"],
        });
        assert_eq!(app.send("PUT", &notes, Some(bare)).await.body["title"], Value::Null, "{}", app.database);
    }
}

#[tokio::test]
async fn a_history_is_read_in_pages_however_long_its_texts_are() {
    for app in TestApp::on_each_database().await {
        let long = format!("{}/long", paper(&app).await);
        let text = "x".repeat(500_000);
        let mut latest = put(&app, &long, &text, None).await.body;
        for _ in 0..11 {
            latest = put(&app, &long, &text, Some(&latest["latestRevisionId"])).await.body;
        }
        let (mut numbers, mut query) = (Vec::new(), String::new());
        loop {
            let page = app.send("GET", &format!("{long}/revisions{query}"), None).await;
            let revisions = page.body.as_array().unwrap().clone();
            numbers.extend(revisions.iter().map(|revision| revision["revisionNumber"].as_i64().unwrap()));
            match page.headers.get("x-wireclip-continue-after") {
                Some(last) => query = format!("?before={}", last.to_str().unwrap()),
                None => break,
            }
        }
        assert!(!query.is_empty(), "{}: one page had all", app.database);
        assert_eq!(numbers, (1..=12).rev().collect::<Vec<_>>(), "{}", app.database);
    }
}

#[tokio::test]
async fn an_issues_documents_have_a_bound() {
    for app in TestApp::on_each_database().await {
        let papers = paper(&app).await;
        let text = "x".repeat(500_000);
        let mut statuses = Vec::new();
        for number in 0..17 {
            statuses.push(put(&app, &format!("{papers}/d{number}"), &text, None).await.status.as_u16());
        }
        assert_eq!(statuses[..16], [201; 16], "{}", app.database);
        assert_eq!(statuses[16], 422, "{}: 8 MiB together", app.database);
        let too_long = put(&app, &format!("{papers}/too-long"), &"x".repeat(500_001), None).await;
        assert_eq!(too_long.status, 400, "{}", app.database);
        // A shorter text makes room.
        let first = app.send("GET", &format!("{papers}/d0"), None).await.body["latestRevisionId"].clone();
        assert_eq!(put(&app, &format!("{papers}/d0"), "short", Some(&first)).await.status, 200);
        assert_eq!(put(&app, &format!("{papers}/more"), "short", None).await.status, 201, "{}", app.database);
    }
}

#[tokio::test]
async fn a_locked_document_goes_neither_by_a_change_nor_by_a_restore() {
    for app in TestApp::on_each_database().await {
        let plan = format!("{}/plan", paper(&app).await);
        let one = put(&app, &plan, "One", None).await.body["latestRevisionId"].clone();
        put(&app, &plan, "Two", Some(&one)).await;
        app.send("POST", &format!("{plan}/lock"), None).await;
        let restore = format!("{plan}/revisions/{}/restore", one.as_str().unwrap());
        for (method, path) in [("POST", restore.as_str()), ("DELETE", plan.as_str())] {
            let refused = app.send(method, path, Some(json!({}))).await;
            assert_eq!(refused.status, 409, "{}: {method} {path}: {}", app.database, refused.body);
        }
        app.send("POST", &format!("{plan}/unlock"), None).await;
        assert_eq!(app.send("DELETE", &plan, None).await.status, 200, "{}", app.database);
        assert_eq!(app.send("GET", &plan, None).await.status, 404, "{}", app.database);
        assert_eq!(app.send("GET", &format!("{plan}/revisions"), None).await.body, json!([]));
        assert_eq!(put(&app, &plan, "Anew", None).await.status, 201, "{}", app.database);
    }
}

#[tokio::test]
async fn another_companys_documents_are_not_there() {
    for app in TestApp::on_each_database().await {
        let (here, there) = (company(&app).await, company(&app).await);
        let agent = crate::playing::agent(&app, &here, "Ann", json!({})).await;
        let token = crate::playing::key(&app, &agent).await;
        let foreign = id(&issue(&app, &there, json!({"title": "Theirs"})).await);
        let plan = format!("/issues/{foreign}/documents/plan");
        put(&app, &plan, "Secret", None).await;
        let thread = format!("{plan}/annotations/{NOBODY}");
        for (method, path) in [
            ("GET", format!("/issues/{foreign}/documents")),
            ("GET", plan.clone()),
            ("PUT", plan.clone()),
            ("GET", format!("{plan}/revisions")),
            ("GET", format!("{plan}/annotations")),
            ("GET", thread),
        ] {
            let body = (method == "PUT").then(|| json!({"format": "markdown", "body": "x"}));
            let answer = app.send_as(&token, method, &path, body).await;
            assert_eq!(answer.status, 404, "{}: {method} {path}: {}", app.database, answer.body);
        }
    }
}

#[tokio::test]
async fn a_talk_follows_its_passage_through_revisions() {
    for app in TestApp::on_each_database().await {
        let plan = format!("{}/plan", paper(&app).await);
        let one = put(&app, &plan, "The quick brown fox jumps.", None).await.body["latestRevisionId"].clone();
        let position =
            json!({"normalizedStart": 10, "normalizedEnd": 19, "markdownStart": 10, "markdownEnd": 19});
        let annotate = |exact: &str, revision: &Value, number: u32| {
            let body = json!({
                "baseRevisionId": revision, "baseRevisionNumber": number, "body": "Why?",
                "selector": {"quote": {"exact": exact, "prefix": "", "suffix": ""}, "position": position},
            });
            let path = format!("{plan}/annotations");
            let app = &app;
            async move { app.send("POST", &path, Some(body)).await }
        };
        let thread = annotate("brown fox", &one, 1).await;
        assert_eq!(thread.status, 201, "{}: {}", app.database, thread.body);
        assert_eq!(annotate("red fox", &one, 1).await.status, 422, "{}: it is not there", app.database);
        assert_eq!(annotate("brown fox", &json!(NOBODY), 1).await.status, 409, "{}", app.database);
        assert_eq!(annotate("brown fox", &one, 2).await.status, 409, "{}", app.database);

        let two = put(&app, &plan, "Yesterday the quick brown fox sat.", Some(&one)).await.body;
        let thread = format!("{plan}/annotations/{}", id(&thread.body));
        let told = app.send("GET", &thread, None).await.body;
        assert_eq!(
            (&told["markdownStart"], &told["currentRevisionNumber"], &told["originalRevisionNumber"]),
            (&json!(20), &json!(2), &json!(1)),
            "{}: {told}",
            app.database
        );
        put(&app, &plan, "Nothing of it is left.", Some(&two["latestRevisionId"])).await;
        let told = app.send("GET", &thread, None).await.body;
        assert_eq!((&told["anchorState"], &told["status"]), (&json!("orphaned"), &json!("open")));

        let settle = |status: &str| app.send("PATCH", &thread, Some(json!({"status": status})));
        assert_eq!(settle("resolved").await.body["resolvedByUserId"], "local-board", "{}", app.database);
        assert_eq!(settle("open").await.body["resolvedAt"], Value::Null, "{}", app.database);
        assert_eq!(settle("closed").await.status, 400, "{}", app.database);
        let listed = app.send("GET", &format!("{plan}/annotations?includeComments=true"), None).await.body;
        assert_eq!(listed[0]["comments"][0]["body"], "Why?", "{}: {listed}", app.database);
    }
}

#[tokio::test]
async fn issues_with_a_plan_are_found() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let planned = id(&issue(&app, &company, json!({"title": "Planned"})).await);
        issue(&app, &company, json!({"title": "Not planned"})).await;
        put(&app, &format!("/issues/{planned}/documents/plan"), "Plan", None).await;
        for (query, titles) in [("true", json!(["Planned"])), ("false", json!(["Not planned"]))] {
            let path = format!("/companies/{company}/issues?hasPlanDocument={query}");
            let listed = app.send("GET", &path, None).await.body;
            let found: Vec<_> =
                listed.as_array().unwrap().iter().map(|issue| issue["title"].clone()).collect();
            assert_eq!(json!(found), titles, "{}: {query}", app.database);
        }
    }
}
