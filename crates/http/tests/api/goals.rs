//! Goals, as clients see them.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

use crate::agents::{agent, company, text};

async fn goal(app: &TestApp, company: &str, body: Value) -> Value {
    let made = app.send("POST", &format!("/companies/{company}/goals"), Some(body)).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    made.body
}

#[tokio::test]
async fn a_goal_starts_planned_and_changes_field_by_field() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let owner = text(&agent(&app, &company, json!({"name": "Ada"})).await["id"]);
        let above = goal(&app, &company, json!({"title": "Thrive", "level": "company"})).await;
        let made = goal(
            &app,
            &company,
            json!({"title": "Ship", "description": "Soon", "parentId": above["id"], "ownerAgentId": owner}),
        )
        .await;
        assert_eq!(
            (&made["status"], &made["level"]),
            (&json!("planned"), &json!("task")),
            "{}",
            app.database
        );
        let path = format!("/goals/{}", text(&made["id"]));
        let patch = json!({"status": "active", "description": null, "parentId": null});
        let changed = app.send("PATCH", &path, Some(patch)).await;
        assert_eq!(changed.status, 200, "{}: {}", app.database, changed.body);
        assert_eq!(changed.body["description"], Value::Null);
        assert_eq!((&changed.body["title"], &changed.body["ownerAgentId"]), (&json!("Ship"), &json!(owner)));
        let listed = app.send("GET", &format!("/companies/{company}/goals"), None).await;
        assert_eq!(listed.body, json!([above, changed.body]), "{}", app.database);
        let gone = app.send("DELETE", &path, None).await;
        assert_eq!((gone.status.as_u16(), &gone.body), (200, &changed.body), "{}", app.database);
        for (method, body) in [("GET", None), ("PATCH", Some(json!({"title": "X"}))), ("DELETE", None)] {
            assert_eq!(app.send(method, &path, body).await.status, 404, "{}: {method}", app.database);
        }
    }
}

#[tokio::test]
async fn goals_do_not_run_in_a_circle_nor_leave_their_company() {
    for app in TestApp::on_each_database().await {
        let (here, there) = (company(&app, "Here").await, company(&app, "There").await);
        let foreign = goal(&app, &there, json!({"title": "Theirs"})).await;
        let foreign_agent = agent(&app, &there, json!({"name": "Eve"})).await;
        let top = goal(&app, &here, json!({"title": "Top"})).await;
        let below = goal(&app, &here, json!({"title": "Below", "parentId": top["id"]})).await;
        let path = format!("/goals/{}", text(&top["id"]));
        for body in [
            json!({"parentId": below["id"]}),
            json!({"parentId": top["id"]}),
            json!({"parentId": foreign["id"]}),
            json!({"ownerAgentId": foreign_agent["id"]}),
        ] {
            let refused = app.send("PATCH", &path, Some(body.clone())).await;
            assert_eq!(refused.status, 422, "{}: {body}: {}", app.database, refused.body);
        }
        let read = app.send("GET", &path, None).await;
        assert_eq!(read.body, top, "{}", app.database);
    }
}
