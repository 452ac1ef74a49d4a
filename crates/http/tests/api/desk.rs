//! What belongs to a person at the board: dismissals, orders, relations, and the view from above.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

async fn company(app: &TestApp) -> String {
    let made = app.send("POST", "/companies", Some(json!({"name": "Desk"}))).await;
    format!("/companies/{}", made.body["id"].as_str().unwrap())
}

fn actions(log: &Value) -> Vec<&str> {
    log.as_array().unwrap().iter().rev().map(|entry| entry["action"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_item_is_dismissed_put_off_and_brought_back() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let path = format!("{company}/inbox-dismissals");
        let first = app.send("POST", &path, Some(json!({"itemKey": "approval:abc"}))).await;
        assert_eq!((first.status.as_u16(), &first.body["kind"]), (201, &json!("dismiss")));
        let snooze = json!({"itemKey": " approval:abc ", "kind": "snooze", "snoozedUntil": "2999-01-01T00:00:00.000Z"});
        let second = app.send("POST", &path, Some(snooze)).await;
        assert_eq!(second.body["id"], first.body["id"], "{}: {}", app.database, second.body);
        assert_eq!(second.body["createdAt"], first.body["createdAt"]);
        let listed = app.send("GET", &path, None).await;
        assert_eq!(listed.body, json!([second.body]), "{}", app.database);
        for _ in 0..2 {
            let gone = app.send("DELETE", &format!("{path}/approval:abc"), None).await;
            assert_eq!((gone.status.as_u16(), &gone.body), (204, &Value::Null), "{}", app.database);
        }
        assert_eq!(app.send("DELETE", &format!("{path}/mail:abc"), None).await.status, 400);
        let log = app.send("GET", &format!("{company}/activity"), None).await.body;
        let expected = ["company.created", "inbox.dismissed", "inbox.snoozed", "inbox.restored"];
        assert_eq!(actions(&log), expected, "{}", app.database);
    }
}

#[tokio::test]
async fn a_dismissal_that_contradicts_itself_is_refused_at_its_place() {
    let app = TestApp::new().await;
    let path = format!("{}/inbox-dismissals", company(&app).await);
    for (body, field, code) in [
        (json!({"itemKey": "mail:abc"}), "itemKey", "invalid_format"),
        (json!({}), "itemKey", "invalid_type"),
        (json!({"itemKey": "run:a", "kind": "snooze"}), "snoozedUntil", "custom"),
        (json!({"itemKey": "run:a", "kind": "snooze", "snoozedUntil": "later"}), "snoozedUntil", "custom"),
        (
            json!({"itemKey": "run:a", "kind": "snooze", "snoozedUntil": "2020-01-01T00:00:00Z"}),
            "snoozedUntil",
            "custom",
        ),
        (json!({"itemKey": "run:a", "snoozedUntil": "2999-01-01T00:00:00Z"}), "snoozedUntil", "custom"),
    ] {
        let reply = app.send("POST", &path, Some(body.clone())).await;
        assert_eq!(reply.status, 400, "{body}: {}", reply.body);
        let violations = reply.body["details"].as_array().unwrap();
        assert_eq!(violations.len(), 1, "{body}: {}", reply.body);
        assert_eq!((&violations[0]["path"], &violations[0]["code"]), (&json!([field]), &json!(code)));
    }
}

#[tokio::test]
async fn an_order_names_each_thing_once() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let (a, b) = ("00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b");
        for path in [format!("{company}/sidebar-preferences/me"), "/sidebar-preferences/me".to_owned()] {
            let none = app.send("GET", &path, None).await;
            assert_eq!(none.body, json!({"orderedIds": [], "updatedAt": null}), "{}", app.database);
            for ids in [json!([a]), json!([b, a, b])] {
                let set = app.send("PUT", &path, Some(json!({"orderedIds": ids}))).await;
                assert_eq!(set.status, 200, "{}: {}", app.database, set.body);
            }
            let read = app.send("GET", &path, None).await;
            assert_eq!(read.body["orderedIds"], json!([b, a]), "{}", app.database);
            let bad = app.send("PUT", &path, Some(json!({"orderedIds": ["first"]}))).await;
            assert_eq!(bad.body["details"][0]["path"], json!(["orderedIds", 0]));
        }
        let log = app.send("GET", &format!("{company}/activity?entityType=company"), None).await.body;
        assert_eq!(actions(&log).len(), 3, "{}: only the order of projects is logged: {log}", app.database);
    }
}

#[tokio::test]
async fn an_agent_is_starred_and_left() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let agent =
            app.send("POST", &format!("{company}/agents"), Some(json!({"name": "Worker"}))).await.body;
        let agent = agent["id"].as_str().unwrap().to_owned();
        let me = format!("{company}/resource-memberships/me");
        let put = async |wish: Value| app.send("PUT", &format!("{me}/agents/{agent}"), Some(wish)).await;
        let first = put(json!({"starred": true})).await;
        assert_eq!(first.body["state"], "joined", "{}: {}", app.database, first.body);
        let again = put(json!({"starred": true})).await;
        assert_eq!(again.body, first.body, "{}", app.database);
        let all = app.send("GET", &me, None).await.body;
        assert_eq!(all["agentMemberships"], json!({agent.clone(): "joined"}));
        assert_eq!(all["starredAgentIds"], json!([agent]));
        assert_eq!(all["agentStarredAt"], json!({agent.clone(): first.body["starredAt"]}));
        let left = put(json!({"state": "left"})).await;
        assert_eq!(left.body["starredAt"], Value::Null, "{}: {}", app.database, left.body);
        assert_eq!(put(json!({})).await.status, 400);
        assert_eq!(
            put(json!({"state": "left", "starred": true})).await.body["details"][0]["path"],
            json!(["starred"])
        );
        let other = self::company(&app).await;
        let stranger = format!("{other}/resource-memberships/me/agents/{agent}");
        assert_eq!(app.send("PUT", &stranger, Some(json!({"starred": true}))).await.status, 404);
        let log = app.send("GET", &format!("{company}/activity?entityType=agent"), None).await.body;
        let expected = ["agent.created", "resource_membership.starred", "resource_membership.left"];
        assert_eq!(actions(&log), expected, "{}", app.database);
    }
}

#[tokio::test]
async fn the_dashboard_of_a_new_company_is_all_at_nothing() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let dashboard = app.send("GET", &format!("{company}/dashboard"), None).await;
        assert_eq!(dashboard.status, 200, "{}: {}", app.database, dashboard.body);
        assert_eq!(dashboard.body["tasks"], json!({"open": 0, "inProgress": 0, "blocked": 0, "done": 0}));
        assert_eq!(dashboard.body["runActivity"].as_array().unwrap().len(), 14);
        let badges = app.send("GET", &format!("{company}/sidebar-badges"), None).await;
        assert_eq!(
            badges.body,
            json!({"inbox": 0, "approvals": 0, "failedRuns": 0, "joinRequests": 0}),
            "{}",
            app.database
        );
        app.send("POST", &format!("{company}/agents"), Some(json!({"name": "Idle"}))).await;
        let dashboard = app.send("GET", &format!("{company}/dashboard"), None).await;
        assert_eq!(
            dashboard.body["agents"],
            json!({"active": 1, "running": 0, "paused": 0, "error": 0}),
            "{}",
            app.database
        );
    }
}

#[tokio::test]
async fn the_inbox_has_what_waits_for_its_person_once() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let issue = async |title: &str, change: Value| {
            let made = app.send("POST", &format!("{company}/issues"), Some(json!({"title": title}))).await;
            let path = format!("/issues/{}", made.body["id"].as_str().unwrap());
            let changed = app.send("PATCH", &path, Some(change)).await;
            assert_eq!(changed.status, 200, "{}: {}", app.database, changed.body);
            path
        };
        let me = "local-board";
        issue("Nobody's", json!({"priority": "high"})).await;
        issue("Of mine", json!({"assigneeUserId": me})).await;
        let both = json!({"assigneeUserId": me, "status": "in_review"});
        issue("Of mine, in review", both).await;
        let reviewed = issue("In review", json!({"status": "in_review"})).await;
        let asked = json!({"type": "request_board_approval", "payload": {"title": "May we?"}});
        let approval = app.send("POST", &format!("{company}/approvals"), Some(asked)).await.body;

        let inbox = async || {
            let inbox = app.send("GET", &format!("{company}/inbox"), None).await;
            assert_eq!(inbox.status, 200, "{}: {}", app.database, inbox.body);
            let names = |part: &str, name: &str| {
                let all = inbox.body[part].as_array().unwrap().iter();
                all.map(|one| one[name].as_str().unwrap().to_owned()).collect::<Vec<_>>()
            };
            (names("issues", "title"), names("approvals", "id"))
        };
        let approval = approval["id"].as_str().unwrap().to_owned();
        let titles = ["In review", "Of mine, in review", "Of mine"].map(str::to_owned).to_vec();
        assert_eq!(inbox().await, (titles, vec![approval.clone()]), "{}", app.database);

        app.send("POST", &format!("{reviewed}/inbox-archive"), None).await;
        let item = json!({"itemKey": format!("approval:{approval}")});
        app.send("POST", &format!("{company}/inbox-dismissals"), Some(item)).await;
        let titles = ["Of mine, in review", "Of mine"].map(str::to_owned).to_vec();
        assert_eq!(inbox().await, (titles, Vec::new()), "{}", app.database);
    }
}
