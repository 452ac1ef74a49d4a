//! Runs, as clients see them.

use futures_util::future::join_all;
use serde_json::{Value, json};
use wireclip_services::runs::Settled;
use wireclip_testkit::TestApp;

use crate::playing::{agent, claim, claim_one, company, exited, id, killed, settle};

async fn invoke(app: &TestApp, agent: &str) -> Value {
    let answer = app.send("POST", &format!("/agents/{agent}/heartbeat/invoke"), Some(json!({}))).await;
    assert_eq!(answer.status, 202, "{}: {}", app.database, answer.body);
    answer.body
}

#[tokio::test]
async fn a_run_is_queued_runs_and_ends_with_what_it_left() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let queued = invoke(&app, &ada).await;
        assert_eq!(queued["status"], "queued", "{}", app.database);
        assert_eq!(queued["contextSnapshot"]["triggeredBy"], "board");
        assert_eq!(queued["contextSnapshot"]["originIdentityContextId"], Value::Null);

        let claimed = claim_one(&app).await;
        app.logs.write(claimed.run.id, "{\"ts\":1}\n");
        let path = format!("/heartbeat-runs/{}", id(&queued));
        assert_eq!(app.send("GET", &path, None).await.body["status"], "running");
        assert_eq!(app.send("GET", &format!("/agents/{ada}"), None).await.body["status"], "running");
        let live = app.send("GET", &format!("/companies/{company}/live-runs"), None).await.body;
        assert_eq!(live[0]["agentName"], "Ada");

        assert!(matches!(settle(&app, &claimed, exited(0)).await, Settled::Ended(_)));
        let run = app.send("GET", &path, None).await.body;
        assert_eq!(run["status"], "succeeded", "{}: {run}", app.database);
        assert_eq!(run["resultJson"]["stopReason"], "completed");
        assert_eq!(run["execution"]["phase"], "completed");
        assert_eq!(run["execution"]["permittedActions"], json!(["inspect_run"]));
        let events = app.send("GET", &format!("{path}/events"), None).await.body;
        assert_eq!(events[0]["message"], "run started");
        assert_eq!(events[1]["payload"], json!({"status": "succeeded", "exitCode": 0}));
        let log = app.send("GET", &format!("{path}/log?limitBytes=4"), None).await;
        assert_eq!((&log.body["content"], &log.body["nextOffset"]), (&json!("{\"ts"), &json!(4)));
        assert_eq!(log.headers["cache-control"], "no-cache, no-store");
        let page = app.send("GET", &format!("{path}/page"), None).await.body;
        let issues = app.send("GET", &format!("{path}/issues"), None).await.body;
        let parts = json!({"run": run, "events": events, "issues": issues});
        assert_eq!(page, parts, "{}: a page's parts are what their own addresses answer", app.database);
        let listed = app.send("GET", &format!("/companies/{company}/heartbeat-runs"), None).await.body;
        assert_eq!(listed[0]["resultJson"], Value::Null, "lists hold no results");
        assert_eq!(app.send("GET", &format!("/companies/{company}/live-runs"), None).await.body, json!([]));
    }
}

#[tokio::test]
async fn an_end_that_is_reported_twice_is_booked_once() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let run = invoke(&app, &ada).await;
        let claimed = claim_one(&app).await;
        let (first, second) =
            tokio::join!(settle(&app, &claimed, exited(3)), settle(&app, &claimed, exited(0)));
        let booked = [&first, &second].iter().filter(|end| matches!(end, Settled::Ended(_))).count();
        assert_eq!(booked, 1, "{}", app.database);
        assert!(matches!(settle(&app, &claimed, exited(0)).await, Settled::Dropped));
        let other_host = app.services.runs.settle(claimed.run.id, 99, exited(0)).await.unwrap();
        assert!(matches!(other_host, Settled::Dropped));
        let events = app.send("GET", &format!("/heartbeat-runs/{}/events", id(&run)), None).await.body;
        assert_eq!(events.as_array().unwrap().len(), 2, "{}: {events}", app.database);
    }
}

#[tokio::test]
async fn cancelling_waits_for_the_end_that_the_engine_books() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({"maxConcurrentRuns": 1})).await;
        let first = invoke(&app, &ada).await;
        let claimed = claim_one(&app).await;
        let second = invoke(&app, &ada).await;
        assert!(claim(&app).await.is_empty(), "{}: one run at a time", app.database);

        let waiting = format!("/heartbeat-runs/{}/cancel", id(&second));
        let cancelled = app.send("POST", &waiting, None).await.body;
        assert_eq!((&cancelled["status"], &cancelled["startedAt"]), (&json!("cancelled"), &Value::Null));

        let running = format!("/heartbeat-runs/{}/cancel", id(&first));
        let engine = async {
            let node = app.services.core.facts.node_id;
            loop {
                let wishes = app.services.runs.stop_wishes(node).await.unwrap();
                if let [wish] = wishes.as_slice() {
                    assert_eq!(*wish, claimed.run.id);
                    break settle(&app, &claimed, killed()).await;
                }
                app.services.core.nudge.nudged().await;
            }
        };
        let (answer, _) = tokio::join!(app.send("POST", &running, None), engine);
        let ended = answer.body;
        assert_eq!(ended["status"], "cancelled", "{}: {ended}", app.database);
        assert_eq!(ended["errorCode"], "cancelled");
        assert_eq!(ended["signal"], Value::Null, "the signal was ours");
        assert_eq!(ended["resultJson"]["cancelledByUserId"], "local-board");
        let ada = app.send("GET", &format!("/agents/{ada}"), None).await.body;
        assert_eq!(ada["status"], "idle", "{}: somebody else's stop is no failure", app.database);
    }
}

#[tokio::test]
async fn no_two_servers_fill_the_same_slot() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({"maxConcurrentRuns": 3})).await;
        for key in 0..8 {
            let body = json!({"payload": {"taskKey": format!("task-{key}")}});
            let answer = app.send("POST", &format!("/agents/{ada}/wakeup"), Some(body)).await;
            assert_eq!(answer.status, 202, "{}: {}", app.database, answer.body);
        }
        let claimed = join_all((0..6).map(|_| claim(&app))).await;
        let started: usize = claimed.iter().map(Vec::len).sum();
        assert_eq!(started, 3, "{}", app.database);
    }
}

#[tokio::test]
async fn a_run_that_is_not_there_is_not_found() {
    let app = TestApp::new().await;
    let path = "/heartbeat-runs/11111111-1111-4111-8111-111111111111";
    for (method, rest) in [("GET", ""), ("GET", "/log"), ("GET", "/events"), ("POST", "/cancel")] {
        let answer = app.send(method, &format!("{path}{rest}"), None).await;
        assert_eq!(answer.status, 404, "{method} {rest}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_session_that_a_run_drops_is_not_resumed() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let task = json!({"payload": {"taskKey": "talk"}});
        let sessions = async || {
            let path = format!("/agents/{ada}/task-sessions");
            app.send("GET", &path, None).await.body.as_array().map_or(0, Vec::len)
        };
        crate::playing::wake(&app, &ada, task.clone()).await;
        let first = claim_one(&app).await;
        let mut proven = exited(0);
        let parameters = wireclip_domain::OpaqueJson::of(&json!({"sessionId": "s-1"}));
        proven.session =
            Some(wireclip_services::runs::AgentSession { parameters, display_id: Some("s-1".to_owned()) });
        settle(&app, &first, proven).await;
        assert_eq!(sessions().await, 1, "{}", app.database);

        crate::playing::wake(&app, &ada, task.clone()).await;
        let second = claim_one(&app).await;
        assert_eq!(second.session.as_ref().and_then(|session| session.display_id.as_deref()), Some("s-1"));
        let mut gone = exited(1);
        gone.clears_session = true;
        settle(&app, &second, gone).await;
        assert_eq!(sessions().await, 0, "{}: the dead session is forgotten", app.database);
        let state = app.send("GET", &format!("/agents/{ada}/runtime-state"), None).await.body;
        assert_eq!(state["sessionId"], Value::Null, "{}: {state}", app.database);
    }
}
