//! Comments, as clients see them.

use serde_json::{Value, json};
use wireclip_domain::{CompanyId, IssueId};
use wireclip_testkit::TestApp;

async fn company(app: &TestApp) -> CompanyId {
    let company = app.send("POST", "/companies", Some(json!({"name": "Acme"}))).await;
    company.body["id"].as_str().and_then(|id| id.parse().ok()).expect("an id")
}

async fn issue(app: &TestApp, company_id: CompanyId, number: i64) -> IssueId {
    let wish = json!({"title": format!("Number {number}")});
    let made = app.send("POST", &format!("/companies/{company_id}/issues"), Some(wish)).await;
    assert_eq!(made.body["issueNumber"], number, "{}: {}", app.database, made.body);
    made.body["id"].as_str().and_then(|id| id.parse().ok()).expect("an id")
}

async fn say(app: &TestApp, issue: IssueId, body: Value) -> Value {
    let said = app.send("POST", &format!("/issues/{issue}/comments"), Some(body)).await;
    assert_eq!(said.status, 201, "{}: {}", app.database, said.body);
    said.body
}

fn bodies(listed: &Value) -> Vec<&str> {
    let listed = listed.as_array().expect("a list");
    listed.iter().map(|comment| comment["body"].as_str().expect("a text")).collect()
}

#[tokio::test]
async fn a_talk_is_listed_in_either_order_and_behind_any_comment() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let issue = issue(&app, company, 1).await;
        for body in ["one", "two", "three"] {
            say(&app, issue, json!({"body": body})).await;
        }
        let list =
            async |query: &str| app.send("GET", &format!("/issues/ACM-1/comments?{query}"), None).await.body;
        let newest_first = list("").await;
        assert_eq!(bodies(&newest_first), ["three", "two", "one"], "{}", app.database);
        assert_eq!(bodies(&list("order=asc&limit=2").await), ["one", "two"]);
        let two = newest_first[1]["id"].as_str().unwrap();
        assert_eq!(bodies(&list(&format!("after={two}")).await), ["one"]);
        assert_eq!(bodies(&list(&format!("after={two}&order=asc")).await), ["three"]);
        assert_eq!(list("after=nothing").await, json!([]));
    }
}

#[tokio::test]
async fn the_same_request_sent_at_once_says_it_once() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let issue = issue(&app, company, 1).await;
        let path = format!("/issues/{issue}/comments");
        let send = || app.send("POST", &path, Some(json!({"body": "Once", "clientRequestId": "r1"})));
        let (a, b, c) = tokio::join!(send(), send(), send());
        assert_eq!(
            [a.status, b.status, c.status],
            [201; 3],
            "{}: {} {} {}",
            app.database,
            a.body,
            b.body,
            c.body
        );
        assert_eq!((&a.body["id"], &b.body["id"]), (&b.body["id"], &c.body["id"]));
        let listed = app.send("GET", &path, None).await.body;
        assert_eq!(bodies(&listed), ["Once"], "{}", app.database);
    }
}

#[tokio::test]
async fn what_many_say_at_once_is_all_kept_in_one_order() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let issue = issue(&app, company, 1).await;
        let path = format!("/issues/{issue}/comments");
        let send = |text: &'static str| app.send("POST", &path, Some(json!({"body": text})));
        let sent = tokio::join!(send("a"), send("b"), send("c"), send("d"));
        for reply in [&sent.0, &sent.1, &sent.2, &sent.3] {
            assert_eq!(reply.status, 201, "{}: {}", app.database, reply.body);
        }
        let listed = app.send("GET", &path, None).await.body;
        let mut all = bodies(&listed);
        all.sort_unstable();
        assert_eq!(all, ["a", "b", "c", "d"], "{}", app.database);
    }
}

#[tokio::test]
async fn a_deleted_comment_leaves_a_mark_without_its_text() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let [here, there] = [issue(&app, company, 1).await, issue(&app, company, 2).await];
        let said = say(&app, here, json!({"body": "See ACM-2", "presentation": {"tone": "info"}})).await;
        let id = said["id"].as_str().unwrap();
        let elsewhere = app.send("DELETE", &format!("/issues/{there}/comments/{id}"), None).await;
        assert_eq!(elsewhere.status, 404, "{}", app.database);
        for _ in 0..2 {
            let deleted = app.send("DELETE", &format!("/issues/{here}/comments/{id}"), None).await;
            assert_eq!(deleted.status, 200, "{}: {}", app.database, deleted.body);
            assert_eq!(deleted.body["body"], "");
            assert_eq!(deleted.body["presentation"], Value::Null);
            assert_eq!(deleted.body["deletedByUserId"], "local-board");
        }
        let read = app.send("GET", &format!("/issues/{here}/comments/{id}"), None).await;
        assert_eq!(read.body["deletedByType"], "user", "{}", app.database);
    }
}

#[tokio::test]
async fn a_comment_that_makes_no_sense_is_refused_with_the_reason() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let issue = issue(&app, company, 1).await;
        let refused = async |body: Value, status: u16, code: &str| {
            let reply = app.send("POST", &format!("/issues/{issue}/comments"), Some(body)).await;
            assert_eq!(reply.status, status, "{}: {}", app.database, reply.body);
            if !code.is_empty() {
                assert_eq!(reply.body["details"][0]["code"], code, "{}", reply.body);
            }
        };
        refused(json!({}), 400, "invalid_type").await;
        refused(json!({"body": ""}), 400, "too_small").await;
        refused(json!({"body": "x\u{0}"}), 400, "custom").await;
        refused(json!({"body": "x", "authorType": "ghost"}), 400, "invalid_value").await;
        refused(json!({"body": "x", "attachmentIds": ["one"]}), 400, "invalid_format").await;
        let nowhere = "11111111-1111-4111-8111-111111111111";
        refused(json!({"body": "x", "attachmentIds": [nowhere]}), 422, "").await;
        let missing =
            app.send("POST", &format!("/issues/{nowhere}/comments"), Some(json!({"body": "x"}))).await;
        assert_eq!(missing.status, 404, "{}: {}", app.database, missing.body);
    }
}

#[tokio::test]
async fn a_page_ends_before_it_grows_too_large_and_says_where_it_goes_on() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let issue = issue(&app, company, 1).await;
        let long = "x".repeat(1_000_000);
        for _ in 0..6 {
            say(&app, issue, json!({"body": long})).await;
        }
        let list = async |query: &str| {
            app.send("GET", &format!("/issues/{issue}/comments?order=asc{query}"), None).await
        };
        let first = list("").await;
        let length = bodies(&first.body).len();
        assert_eq!(length, 4, "{}", app.database);
        let last = first.headers["x-wireclip-continue-after"].to_str().unwrap().to_owned();
        assert_eq!(first.body[length - 1]["id"], last.as_str());
        let rest = list(&format!("&after={last}")).await;
        assert_eq!(bodies(&rest.body).len(), 2, "{}", app.database);
        assert!(!rest.headers.contains_key("x-wireclip-continue-after"), "{}", app.database);

        let too_long = json!({"body": format!("{long}!")});
        let refused = app.send("POST", &format!("/issues/{issue}/comments"), Some(too_long)).await;
        assert_eq!(refused.status, 400, "{}: {}", app.database, refused.body);
        assert_eq!(refused.body["details"][0]["code"], "too_big", "{}", refused.body);
    }
}

#[tokio::test]
async fn an_author_type_in_a_comment_counts_for_nothing_and_the_answer_says_so() {
    let app = TestApp::new().await;
    let company = company(&app).await;
    let issue = issue(&app, company, 1).await;
    let path = format!("/issues/{issue}/comments");
    let said = app.send("POST", &path, Some(json!({"body": "Hello", "authorType": "system"}))).await;
    assert_eq!((said.status.as_u16(), &said.body["authorType"]), (201, &json!("user")));
    assert_eq!(said.headers["x-wireclip-ignored"], "authorType");
    let child = json!({"title": "Below", "requestDepth": 7});
    let child = app.send("POST", &format!("/issues/{issue}/children"), Some(child)).await;
    assert_eq!((child.status.as_u16(), &child.body["requestDepth"]), (201, &json!(1)), "{}", child.body);
    assert_eq!(child.headers["x-wireclip-ignored"], "requestDepth");
}
