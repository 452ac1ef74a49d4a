//! A list that is given again is never an old one.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

async fn made(app: &TestApp, path: &str, body: Value) -> Value {
    let reply = app.send("POST", path, Some(body)).await;
    assert!(reply.status.is_success(), "{}: {}", app.database, reply.body);
    reply.body
}

fn id(of: &Value) -> &str {
    of["id"].as_str().unwrap()
}

#[tokio::test]
async fn every_change_shows_in_the_next_list() {
    for app in TestApp::on_each_database().await {
        let company = made(&app, "/companies", json!({"name": "Acme"})).await;
        let company = format!("/companies/{}", id(&company));
        let issue =
            made(&app, &format!("{company}/issues"), json!({"title": "Paint", "status": "todo"})).await;
        let label =
            made(&app, &format!("{company}/labels"), json!({"name": "bug", "color": "#ff0000"})).await;
        let issue_path = format!("/issues/{}", id(&issue));
        let lists = ["/issues?view=compact", "/issues?limit=50", "/issues?touchedByUserId=me"];
        let changes = [
            ("PATCH", issue_path.clone(), json!({"title": "Paint the fence"})),
            ("PATCH", issue_path.clone(), json!({"labelIds": [id(&label)]})),
            ("PATCH", issue_path.clone(), json!({"priority": "high"})),
            ("POST", format!("{issue_path}/comments"), json!({"body": "Which colour?"})),
            ("POST", format!("{company}/issues"), json!({"title": "Buy a brush", "status": "todo"})),
            ("DELETE", issue_path.clone(), Value::Null),
        ];
        for (method, path, body) in changes {
            let mut before = Vec::new();
            for list in lists {
                before.push(app.send("GET", &format!("{company}{list}"), None).await);
            }
            for (list, before) in lists.iter().zip(&before) {
                let again = app.send("GET", &format!("{company}{list}"), None).await;
                assert_eq!(again.body, before.body, "{}: {list}", app.database);
            }
            let body = Some(body).filter(|body| !body.is_null());
            let changed = app.send(method, &path, body.clone()).await;
            assert!(changed.status.is_success(), "{}: {}", app.database, changed.body);
            for (list, before) in lists.iter().zip(&before) {
                let after = app.send("GET", &format!("{company}{list}"), None).await;
                assert_ne!(
                    after.body, before.body,
                    "{}: {list} after {method} {path} {body:?}",
                    app.database
                );
            }
        }
    }
}

#[tokio::test]
async fn a_compact_list_is_not_sent_twice_to_a_client_that_has_it() {
    for app in TestApp::on_each_database().await {
        let company = made(&app, "/companies", json!({"name": "Acme"})).await;
        let path = format!("/companies/{}/issues", id(&company));
        made(&app, &path, json!({"title": "Paint", "status": "todo"})).await;
        let list = format!("{path}?view=compact");
        let first = app.send("GET", &list, None).await;
        let tag = first.headers["etag"].to_str().unwrap().to_owned();
        let known = [("if-none-match", tag.as_str())];
        let again = app.send_with("GET", &list, None, &known).await;
        assert_eq!((again.status.as_u16(), &again.body), (304, &Value::Null), "{}", app.database);
        made(&app, &path, json!({"title": "Buy a brush", "status": "todo"})).await;
        let changed = app.send_with("GET", &list, None, &known).await;
        assert_eq!(changed.status, 200, "{}", app.database);
        assert_ne!(changed.headers["etag"], first.headers["etag"], "{}", app.database);
    }
}

#[tokio::test]
async fn what_one_caller_gets_is_not_given_to_another() {
    let app = TestApp::new().await;
    let company = made(&app, "/companies", json!({"name": "Acme"})).await;
    let company = format!("/companies/{}", id(&company));
    made(&app, &format!("{company}/issues"), json!({"title": "Paint", "status": "todo"})).await;
    let agent =
        made(&app, &format!("{company}/agents"), json!({"name": "Ada", "adapterType": "process"})).await;
    let key = made(&app, &format!("/agents/{}/keys", id(&agent)), json!({"name": "key"})).await;
    let token = key["token"].as_str().unwrap();
    let list = format!("{company}/issues?touchedByUserId=me");
    assert_eq!(app.send("GET", &list, None).await.status, 200);
    assert_eq!(app.send_as(token, "GET", &list, None).await.status, 403, "an agent has no inbox");
}
