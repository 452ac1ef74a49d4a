//! Agents that rest, by a person's wish or after failures: what comes up meanwhile is not lost.

use std::time::Duration;

use serde_json::{Value, json};
use wireclip_services::runs::SweepOutcome;
use wireclip_testkit::TestApp;

use crate::left_open::{at_work, patch, read, reason, sweep};
use crate::playing::{agent, claim_one, company, exited, id, issue, killed, settle};

async fn tell_the_refused(app: &TestApp) -> usize {
    let mut told = 0;
    for refused in app.services.runs.refused_for_now(None, 50).await.unwrap() {
        told += usize::from(app.services.runs.ask_again(refused).await.unwrap() == SweepOutcome::Woken);
    }
    told
}

#[tokio::test]
async fn what_a_pause_interrupts_goes_on_by_itself_afterwards() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let work = at_work(&app, &company).await;
        let agent = format!("/agents/{}", work.ada);
        let company_path = format!("/companies/{company}");
        let mut run = work.run.clone();
        for (method, path, stop, start) in [
            ("POST", agent.as_str(), "/pause", "/resume"),
            ("PATCH", company_path.as_str(), "paused", "active"),
        ] {
            let ask = async |what: &str| {
                let answer = match method {
                    "POST" => app.send(method, &format!("{path}{what}"), None).await,
                    _ => app.send(method, path, Some(json!({"status": what}))).await,
                };
                assert_eq!(answer.status, 200, "{}: {}", app.database, answer.body);
            };
            let engine = async {
                let node = app.services.core.facts.node_id;
                while app.services.runs.stop_wishes(node).await.unwrap().is_empty() {
                    app.services.core.nudge.nudged().await;
                }
                settle(&app, &run, killed()).await
            };
            tokio::join!(ask(stop), engine);
            let task = read(&app, &work.task).await;
            assert_eq!(task["status"], "in_progress", "{}: {task}", app.database);
            assert_eq!(task["executionBlocker"], Value::Null, "{}", app.database);
            assert_eq!(sweep(&app, &work.task).await, SweepOutcome::Nothing, "{}: paused", app.database);
            ask(start).await;
            assert_eq!(sweep(&app, &work.task).await, SweepOutcome::Woken, "{}", app.database);
            run = claim_one(&app).await;
            assert_eq!(reason(&run), "issue_continuation_needed", "{}", app.database);
        }
    }
}

#[tokio::test]
async fn a_wake_up_that_was_refused_is_due_again() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let work = at_work(&app, &company).await;
        let path = format!("/issues/{}", work.task);
        work.asks(&app, "PATCH", &path, json!({"status": "done", "comment": "Done."})).await;
        settle(&app, &work.run, exited(0)).await;
        app.send("POST", &format!("/agents/{}/pause", work.ada), None).await;
        let opened = patch(&app, &work.task, json!({"status": "todo"})).await;
        assert_eq!(opened.headers["x-wireclip-waits"], "agent.not_invokable", "{}", app.database);
        app.send("POST", &format!("/agents/{}/resume", work.ada), None).await;
        assert_eq!(sweep(&app, &work.task).await, SweepOutcome::Woken, "{}", app.database);
        assert_eq!(reason(&claim_one(&app).await), "issue_status_changed", "{}", app.database);
    }
}

#[tokio::test]
async fn an_agent_that_keeps_failing_beats_less_and_less_often() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let timer = json!({"enabled": true, "intervalSec": 10, "skipTimerWhenNoActionableWork": false});
        let ada = agent(&app, &company, "Ada", timer).await;
        let is_due = async |seconds: u64| {
            let later = app.services.core.clock.now().plus(Duration::from_secs(seconds));
            !app.services.runs.due_timers(later, 10).await.unwrap().is_empty()
        };
        for (failure, rest) in [(1, 10), (2, 120), (3, 240), (4, 480)] {
            let asked = app.send("POST", &format!("/agents/{ada}/heartbeat/invoke"), Some(json!({}))).await;
            assert_eq!(asked.status, 202, "{}: {}", app.database, asked.body);
            settle(&app, &claim_one(&app).await, exited(3)).await;
            assert!(!is_due(rest - 5).await, "{}: it rests after failure {failure}", app.database);
            assert!(is_due(rest + 5).await, "{}: it beats again after failure {failure}", app.database);
        }
        let cleared = app.send("POST", &format!("/agents/{ada}/clear-error"), Some(json!({}))).await;
        assert_eq!(cleared.status, 200, "{}: {}", app.database, cleared.body);
        assert!(is_due(15).await, "{}: a person has looked", app.database);
    }
}

#[tokio::test]
async fn what_is_said_to_an_agent_that_rests_is_told_when_it_works_again() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let task = id(&issue(&app, &company, json!({"title": "Of nobody", "status": "todo"})).await);
        let mention = json!({"body": format!("Please look, [@Ada](agent://{ada}).")});
        let comments = format!("/issues/{task}/comments");

        app.send("POST", &format!("/agents/{ada}/pause"), None).await;
        assert_eq!(app.send("POST", &comments, Some(mention.clone())).await.status, 201);
        assert_eq!(tell_the_refused(&app).await, 0, "{}: she rests", app.database);
        app.send("POST", &format!("/agents/{ada}/resume"), None).await;
        assert_eq!(tell_the_refused(&app).await, 1, "{}", app.database);
        let run = claim_one(&app).await;
        assert_eq!(reason(&run), "issue_comment_mentioned", "{}", app.database);
        settle(&app, &run, exited(0)).await;
        assert_eq!(tell_the_refused(&app).await, 0, "{}: once", app.database);

        let company_path = format!("/companies/{company}");
        app.send("PATCH", &company_path, Some(json!({"status": "paused"}))).await;
        app.send("POST", &comments, Some(mention)).await;
        assert_eq!(tell_the_refused(&app).await, 0, "{}: all rest", app.database);
        app.send("PATCH", &company_path, Some(json!({"status": "active"}))).await;
        assert_eq!(tell_the_refused(&app).await, 1, "{}", app.database);
        assert_eq!(reason(&claim_one(&app).await), "issue_comment_mentioned", "{}", app.database);
    }
}
