//! Issues as rows on a screen: page by page, each once, with how many there are.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wireclip_testkit::{Reply, TestApp};

async fn made(app: &TestApp, path: &str, body: Value) -> Value {
    let reply = app.send("POST", path, Some(body)).await;
    assert!(reply.status.is_success(), "{}: {}", app.database, reply.body);
    reply.body
}

async fn company_with_issues(app: &TestApp, number: usize) -> String {
    let company = made(app, "/companies", json!({"name": "Acme"})).await;
    let path = format!("/companies/{}/issues", company["id"].as_str().unwrap());
    for index in 0..number {
        let priority = ["high", "medium", "low"][index % 3];
        let status = ["todo", "backlog"][index % 2];
        made(app, &path, json!({"title": format!("Task {index}"), "priority": priority, "status": status}))
            .await;
    }
    path
}

fn header<'r>(reply: &'r Reply, name: &str) -> Option<&'r str> {
    reply.headers.get(name).map(|value| value.to_str().unwrap())
}

fn ids(reply: &Reply) -> Vec<String> {
    let rows = reply.body.as_array().unwrap_or_else(|| panic!("no rows: {}", reply.body));
    rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn pages_follow_each_other_without_a_gap_in_every_order() {
    for app in TestApp::on_each_database().await {
        let path = company_with_issues(&app, 11).await;
        for asked in [
            "",
            "&status=todo",
            "&status=todo,backlog",
            "&sortField=updated",
            "&sortField=updated&sortDir=asc",
            "&sortField=id",
            "&sortField=id&sortDir=desc",
        ] {
            let whole = app.send("GET", &format!("{path}?limit=500{asked}"), None).await;
            let (mut paged, mut after) = (Vec::new(), String::new());
            loop {
                let page = app.send("GET", &format!("{path}?view=row&limit=2{asked}{after}"), None).await;
                assert_eq!(page.status, 200, "{}: {}", app.database, page.body);
                paged.extend(ids(&page));
                match header(&page, "x-wireclip-continue-after") {
                    Some(place) => after = format!("&after={place}"),
                    None => break,
                }
            }
            assert_eq!(paged, ids(&whole), "{}: {asked}", app.database);
            assert_eq!(paged.iter().collect::<BTreeSet<_>>().len(), paged.len(), "{asked}");
        }
    }
}

#[tokio::test]
async fn the_first_page_says_how_many_there_are() {
    for app in TestApp::on_each_database().await {
        let path = company_with_issues(&app, 5).await;
        let first = app.send("GET", &format!("{path}?view=row&limit=2"), None).await;
        assert_eq!(header(&first, "x-wireclip-total"), Some("5"), "{}", app.database);
        assert_eq!(header(&first, "x-wireclip-counts"), Some("backlog=2, todo=3"), "{}", app.database);
        let place = header(&first, "x-wireclip-continue-after").unwrap();
        let second = app.send("GET", &format!("{path}?view=row&limit=2&after={place}"), None).await;
        assert_eq!(header(&second, "x-wireclip-total"), None, "it has been told");
        let of_todo = app.send("GET", &format!("{path}?view=row&status=todo"), None).await;
        assert_eq!(header(&of_todo, "x-wireclip-total"), Some("3"), "{}", app.database);
        assert_eq!(header(&of_todo, "x-wireclip-continue-after"), None, "there is no more");
        let of_words = app.send("GET", &format!("{path}?view=row&q=task&limit=1"), None).await;
        assert_eq!(header(&of_words, "x-wireclip-total"), Some("5"), "{}: counted", app.database);
        let nothing = app.send("GET", &format!("{path}?view=row&status=nonsense"), None).await;
        assert_eq!(header(&nothing, "x-wireclip-total"), Some("0"), "{}", app.database);
    }
}

#[tokio::test]
async fn a_row_shows_what_a_row_shows() {
    let app = TestApp::new().await;
    let path = company_with_issues(&app, 0).await;
    let text = "x".repeat(5000);
    let blocker = made(&app, &path, json!({"title": "First", "status": "todo"})).await;
    let blocked = json!({
        "title": "Second", "description": text, "status": "blocked", "blockedByIssueIds": [blocker["id"]]
    });
    made(&app, &path, blocked).await;
    let rows = app.send("GET", &format!("{path}?view=row"), None).await.body;
    let row = |title: &str| rows.as_array().unwrap().iter().find(|row| row["title"] == title).unwrap();
    assert_eq!(row("Second")["blockerAttention"]["terminalBlocker"]["title"], "First");
    assert_eq!(row("First")["blockerAttention"], Value::Null);
    assert!(row("Second").get("description").is_none());
    assert!(rows.to_string().len() < 3000, "{rows}");
}

#[tokio::test]
async fn rows_are_not_sent_twice_and_never_old() {
    for app in TestApp::on_each_database().await {
        let path = company_with_issues(&app, 3).await;
        let list = format!("{path}?view=row&limit=2");
        let first = app.send("GET", &list, None).await;
        let tag = header(&first, "etag").unwrap().to_owned();
        let again = app.send_with("GET", &list, None, &[("if-none-match", &tag)]).await;
        assert_eq!((again.status.as_u16(), &again.body), (304, &Value::Null), "{}", app.database);
        assert_eq!(header(&again, "x-wireclip-total"), Some("3"), "{}", app.database);
        // It is not on the page, but counts.
        made(&app, &path, json!({"title": "Last", "priority": "low", "status": "backlog"})).await;
        let changed = app.send_with("GET", &list, None, &[("if-none-match", &tag)]).await;
        assert_eq!(changed.status, 200, "{}", app.database);
        assert_eq!(header(&changed, "x-wireclip-total"), Some("4"), "{}", app.database);
    }
}

#[tokio::test]
async fn a_place_of_another_order_is_refused() {
    let app = TestApp::new().await;
    let path = company_with_issues(&app, 3).await;
    let first = app.send("GET", &format!("{path}?view=row&limit=1"), None).await;
    let place = header(&first, "x-wireclip-continue-after").unwrap();
    for (asked, status) in [
        (format!("sortField=updated&after={place}"), 422),
        (format!("offset=1&after={place}"), 422),
        ("after=somewhere".to_owned(), 400),
        ("afterId=00000000-0000-4000-8000-000000000000".to_owned(), 422),
    ] {
        let reply = app.send("GET", &format!("{path}?view=row&{asked}"), None).await;
        assert_eq!(reply.status, status, "{asked}: {}", reply.body);
    }
}
