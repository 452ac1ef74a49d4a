//! Waking agents, as clients see it.

use std::collections::HashSet;

use futures_util::future::join_all;
use serde_json::{Value, json};
use wireclip_testkit::TestApp;

use crate::playing::{
    agent, claim, claim_one, company, exited, host, id, issue, key, overloaded, settle, wake,
};

#[tokio::test]
async fn twenty_wakes_for_one_issue_are_one_run() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let task =
            issue(&app, &company, json!({"title": "Once", "status": "backlog", "assigneeAgentId": ada}))
                .await;
        let task = json!({"payload": {"issueId": id(&task)}});
        let path = format!("/agents/{ada}/wakeup");
        let answers = join_all((0..20).map(|_| app.send("POST", &path, Some(task.clone())))).await;
        let runs: HashSet<_> = answers.iter().map(|answer| answer.body["id"].to_string()).collect();
        assert!(answers.iter().all(|answer| answer.status == 202), "{}", app.database);
        assert_eq!(runs.len(), 1, "{}: {runs:?}", app.database);
        let listed = app.send("GET", &format!("/companies/{company}/heartbeat-runs"), None).await.body;
        assert_eq!(listed.as_array().unwrap().len(), 1, "{}", app.database);
    }
}

#[tokio::test]
async fn an_agents_own_wake_joins_the_run_that_there_is_and_the_boards_is_one_of_its_own() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({"maxConcurrentRuns": 1})).await;
        let token = key(&app, &ada).await;
        let path = format!("/agents/{ada}/wakeup");
        let first = wake(&app, &ada, json!({"reason": "look"})).await;
        claim_one(&app).await;
        let own = app.send_as(&token, "POST", &path, Some(json!({"reason": "look again"}))).await;
        assert_eq!(own.status, 202, "{}: {}", app.database, own.body);
        assert_eq!(own.body["id"], first["id"]);
        assert_eq!(own.body["contextSnapshot"]["wakeReason"], "look again");
        let second = wake(&app, &ada, json!({"reason": "more"})).await;
        assert_ne!(second["id"], first["id"], "{}", app.database);
        let joined = app.send_as(&token, "POST", &path, Some(json!({"reason": "and more"}))).await;
        assert_eq!(joined.body["id"], second["id"], "{}: {}", app.database, joined.body);
        let aside = json!({"reason": "aside", "payload": {"taskKey": "aside"}});
        let third = app.send_as(&token, "POST", &path, Some(aside)).await;
        assert_ne!(third.body["id"], second["id"], "{}", app.database);
        let bob = agent(&app, &company, "Bob", json!({})).await;
        let other = app.send_as(&token, "POST", &format!("/agents/{bob}/wakeup"), Some(json!({}))).await;
        assert_eq!(other.status, 403, "{}: {}", app.database, other.body);
    }
}

#[tokio::test]
async fn a_message_during_a_run_gets_the_next_run() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let task = issue(&app, &company, json!({"title": "Long work", "assigneeAgentId": ada})).await;
        let first = claim_one(&app).await;
        let comments = format!("/issues/{}/comments", id(&task));
        let said = app.send("POST", &comments, Some(json!({"body": "Please hurry."}))).await;
        assert_eq!(said.status, 201, "{}: {}", app.database, said.body);
        let put_off = wake(&app, &ada, json!({"payload": {"issueId": id(&task)}})).await;
        assert_eq!(put_off["reason"], "issue_execution_deferred", "{}: {put_off}", app.database);
        assert_eq!(put_off["executionAgentName"], "Ada");
        assert!(claim(&app).await.is_empty(), "{}: the message waits", app.database);

        settle(&app, &first, exited(0)).await;
        let second = claim_one(&app).await;
        assert_eq!(second.run.issue_id, first.run.issue_id);
        let path = format!("/heartbeat-runs/{}", second.run.id);
        let context = app.send("GET", &path, None).await.body["contextSnapshot"].clone();
        assert_eq!(context["wakeReason"], "issue_commented", "{}: {context}", app.database);
        assert_eq!(context["commentId"], said.body["id"]);
    }
}

#[tokio::test]
async fn a_silent_run_is_asked_for_a_comment_once() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        issue(&app, &company, json!({"title": "Nothing is said", "assigneeAgentId": ada})).await;
        let first = claim_one(&app).await;
        settle(&app, &first, exited(0)).await;
        let second = claim_one(&app).await;
        assert_eq!(second.run.retry_of_run_id, Some(first.run.id), "{}", app.database);
        settle(&app, &second, exited(0)).await;
        assert!(claim(&app).await.is_empty(), "{}: it is asked once", app.database);
        let status = async |run: wireclip_domain::RunId| {
            app.send("GET", &format!("/heartbeat-runs/{run}"), None).await.body["issueCommentStatus"].clone()
        };
        assert_eq!(status(first.run.id).await, "retry_queued", "{}", app.database);
        assert_eq!(status(second.run.id).await, "retry_exhausted", "{}", app.database);
    }
}

#[tokio::test]
async fn a_passing_failure_is_tried_again_later_and_not_for_ever() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        wake(&app, &ada, json!({})).await;
        for attempt in 0..3 {
            let run = claim_one(&app).await;
            settle(&app, &run, overloaded()).await;
            assert!(claim(&app).await.is_empty(), "{}: it waits", app.database);
            let later = app.services.core.clock.now().plus(std::time::Duration::from_secs(60));
            let due = app.services.runs.due_retries(later, 50).await.unwrap();
            assert_eq!(due.len(), usize::from(attempt < 2), "{}: attempt {attempt}", app.database);
            for run in due {
                app.services.runs.promote_retry(run).await.unwrap();
            }
        }
        let agent = app.send("GET", &format!("/agents/{ada}"), None).await.body;
        assert_eq!(agent["status"], "error", "{}", app.database);
    }
}

#[tokio::test]
async fn who_cannot_work_is_not_woken_and_the_receipts_say_why() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({"wakeOnDemand": false})).await;
        let skipped = wake(&app, &ada, json!({})).await;
        assert_eq!(skipped["reason"], "wakeup_skipped", "{}", app.database);
        assert_eq!(skipped["skipReason"], "heartbeat.wakeOnDemand.disabled", "{}: {skipped}", app.database);
        let bob = agent(&app, &company, "Bob", json!({})).await;
        let task = issue(&app, &company, json!({"title": "Waits", "status": "todo"})).await;
        let missing = json!({"payload": {"issueId": "11111111-1111-4111-8111-111111111111"}});
        let missing = wake(&app, &bob, missing).await;
        assert_eq!(missing["status"], "skipped", "{}: {missing}", app.database);
        assert_eq!(app.send("POST", &format!("/agents/{bob}/pause"), None).await.status, 200);
        let path = format!("/agents/{bob}/wakeup");
        let refused = app.send("POST", &path, Some(json!({"payload": {"issueId": id(&task)}}))).await;
        assert_eq!(refused.status, 409, "{}: {}", app.database, refused.body);
        assert_eq!(refused.body["details"]["reason"], "paused");
        let wrong = app.send("POST", &path, Some(json!({"source": "whim"}))).await;
        assert_eq!(wrong.status, 400, "{}: {}", app.database, wrong.body);
    }
}

#[tokio::test]
async fn a_wake_names_its_issue_by_id_or_identifier_and_by_nothing_else() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let bob = agent(&app, &company, "Bob", json!({})).await;
        let task =
            issue(&app, &company, json!({"title": "Do it", "assigneeAgentId": bob, "status": "backlog"}));
        let task = task.await;
        let path = format!("/agents/{bob}/wakeup");
        for nothing in [json!("ACM-99"), json!("what we said"), json!(7)] {
            let body = json!({"payload": {"issueId": nothing}});
            let refused = app.send("POST", &path, Some(body)).await;
            assert_eq!(refused.status, 422, "{}: {nothing}: {}", app.database, refused.body);
        }
        let run = wake(&app, &bob, json!({"payload": {"issueId": task["identifier"]}})).await;
        assert_eq!(run["contextSnapshot"]["issueId"], task["id"], "{}: {run}", app.database);
    }
}

#[tokio::test]
async fn a_timer_beats_once_however_many_servers_look() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let beats = json!({"enabled": true, "intervalSec": 0.001, "skipTimerWhenNoActionableWork": false});
        let ada = agent(&app, &company, "Ada", beats).await;
        let ada: wireclip_domain::AgentId = ada.parse().unwrap();
        let due = app.services.runs.due_timers(app.services.core.clock.now(), 10).await.unwrap();
        assert_eq!(due, [ada], "{}", app.database);
        let beats = join_all((0..4).map(|_| app.services.runs.beat(ada))).await;
        assert!(beats.iter().all(Result::is_ok), "{}", app.database);
        let listed = app.send("GET", &format!("/companies/{company}/heartbeat-runs"), None).await.body;
        assert_eq!(listed.as_array().unwrap().len(), 1, "{}: {listed}", app.database);
        assert_eq!(listed[0]["invocationSource"], "timer");
        assert_eq!(listed[0]["contextSnapshot"]["taskKey"], "__heartbeat__");
    }
}

#[tokio::test]
async fn a_timer_without_work_starts_nothing_and_says_why() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({"enabled": true, "intervalSec": 0.001})).await;
        let ada: wireclip_domain::AgentId = ada.parse().unwrap();
        app.services.runs.beat(ada).await.unwrap();
        let listed = app.send("GET", &format!("/companies/{company}/heartbeat-runs"), None).await.body;
        assert_eq!(listed, json!([]), "{}", app.database);
        let told = app.send("GET", &format!("/agents/{ada}/diagnostics/wakes"), None).await.body;
        assert_eq!(told["events"][0]["status"], "skipped", "{}: {told}", app.database);
        assert_eq!(told["events"][0]["statusReason"], "heartbeat.timer.no_actionable_work");
    }
}

#[tokio::test]
async fn a_run_that_its_host_lost_to_another_takes_no_more_word_from_it() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        wake(&app, &ada, json!({})).await;
        let run = claim_one(&app).await.run;
        let mut new_host = host(&app);
        new_host.fence = 2;
        assert!(app.services.runs.adopt(run.id, 1, new_host).await.unwrap(), "{}", app.database);
        let at = app.services.core.clock.now();
        assert!(!app.services.runs.started(run.id, 1, 7, at).await.unwrap(), "{}", app.database);
        assert!(app.services.runs.started(run.id, 2, 7, at).await.unwrap(), "{}", app.database);
        let seen = app.send("GET", &format!("/heartbeat-runs/{}", run.id), None).await.body;
        assert_eq!(seen["processPid"], json!(7), "{}: {seen}", app.database);
        assert_eq!(seen["finishedAt"], Value::Null);
    }
}

#[tokio::test]
async fn a_timer_is_looked_at_when_it_is_due_and_only_then() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let now = app.services.core.clock.now();
        let due = async |after: u64| {
            let at = now.plus(std::time::Duration::from_secs(after));
            let due = app.services.runs.due_timers(at, 10).await.unwrap();
            due.into_iter().map(|agent| agent.to_string()).collect::<Vec<_>>()
        };
        agent(&app, &company, "Without", json!({})).await;
        let ada = agent(&app, &company, "Ada", json!({"enabled": true, "intervalSec": 3600})).await;
        let bob = agent(&app, &company, "Bob", json!({"enabled": true, "intervalSec": 600})).await;
        assert!(due(60).await.is_empty(), "{}", app.database);
        assert_eq!(due(700).await, [bob.as_str()], "{}", app.database);
        assert_eq!(due(3700).await, [bob.as_str(), ada.as_str()], "{}: who waits longest", app.database);

        let sooner = json!({"runtimeConfig": {"heartbeat": {"enabled": true, "intervalSec": 60}}});
        assert_eq!(app.send("PATCH", &format!("/agents/{ada}"), Some(sooner)).await.status, 200);
        assert_eq!(due(90).await, [ada.as_str()], "{}: by the new interval", app.database);
        assert_eq!(app.send("POST", &format!("/agents/{ada}/pause"), None).await.status, 200);
        assert!(due(90).await.is_empty(), "{}: paused", app.database);
        assert_eq!(app.send("POST", &format!("/agents/{ada}/resume"), None).await.status, 200);
        assert_eq!(due(90).await, [ada.as_str()], "{}: again", app.database);
    }
}
