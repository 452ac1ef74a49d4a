//! Whoever stops something is answered when it has ended.

use serde_json::{Value, json};
use wireclip_services::runs::ClaimedRun;
use wireclip_testkit::TestApp;

use crate::playing::{agent, claim_one, company, killed, settle};

/// Lets an agent run.
async fn at_work(app: &TestApp, ada: &str) -> ClaimedRun {
    let invoked = app.send("POST", &format!("/agents/{ada}/heartbeat/invoke"), Some(json!({}))).await;
    assert_eq!(invoked.status, 202, "{}: {}", app.database, invoked.body);
    claim_one(app).await
}

/// Waits for the wish that a run be stopped, as the engine does.
async fn a_wish(app: &TestApp) {
    let node = app.services.core.facts.node_id;
    while app.services.runs.stop_wishes(node).await.unwrap().is_empty() {
        app.services.core.nudge.nudged().await;
    }
}

async fn status_of(app: &TestApp, run: &ClaimedRun) -> Value {
    app.send("GET", &format!("/heartbeat-runs/{}", run.run.id), None).await.body["status"].clone()
}

#[tokio::test]
async fn an_answer_that_says_stopped_comes_after_the_end() {
    for (method, rest, body) in [
        ("POST", "/agents/{agent}/pause", json!({})),
        ("PATCH", "/agents/{agent}", json!({"status": "paused"})),
        ("POST", "/agents/{agent}/terminate", json!({})),
        ("POST", "/companies/{company}/archive", json!({})),
        ("PATCH", "/companies/{company}", json!({"status": "paused"})),
        ("PATCH", "/companies/{company}", json!({"status": "archived"})),
    ] {
        for app in TestApp::on_each_database().await {
            let company = company(&app).await;
            let ada = agent(&app, &company, "Ada", json!({})).await;
            let run = at_work(&app, &ada).await;
            let path = rest.replace("{agent}", &ada).replace("{company}", &company);
            let asking = async {
                let answer = app.send(method, &path, Some(body.clone())).await;
                assert_eq!(answer.status, 200, "{}: {}", app.database, answer.body);
                assert!(!answer.headers.contains_key("x-wireclip-still-running"));
                assert_eq!(status_of(&app, &run).await, "cancelled", "{}: {method} {rest}", app.database);
            };
            let engine = async {
                a_wish(&app).await;
                settle(&app, &run, killed()).await
            };
            tokio::join!(asking, engine);
        }
    }
}

#[tokio::test]
async fn a_client_that_hangs_up_undoes_nothing() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let run = at_work(&app, &ada).await;
        let path = format!("/agents/{ada}/pause");
        tokio::select! {
            biased;
            answer = app.send("POST", &path, None) => panic!("{}: the run goes on: {answer:?}", app.database),
            () = a_wish(&app) => {}
        }
        assert_eq!(status_of(&app, &run).await, "running", "{}", app.database);
        let agent = app.send("GET", &format!("/agents/{ada}"), None).await.body;
        assert_eq!(agent["status"], "paused", "{}: {agent}", app.database);
        settle(&app, &run, killed()).await;
        assert_eq!(status_of(&app, &run).await, "cancelled", "{}", app.database);
    }
}
