//! Taking issues and giving them back, as agents see it.

use futures_util::future::join_all;
use serde_json::{Value, json};
use wireclip_testkit::{Reply, TestApp};

use crate::playing::{agent, claim, company, exited, id, issue, key, killed, settle, wake};

/// An agent with a key and a running run about no issue.
struct Worker {
    agent: String,
    token: String,
    run: wireclip_services::runs::ClaimedRun,
}

impl Worker {
    async fn start(app: &TestApp, company: &str, name: &str) -> Self {
        let agent = agent(app, company, name, json!({"maxConcurrentRuns": 50})).await;
        let token = key(app, &agent).await;
        wake(app, &agent, json!({})).await;
        let run = claim(app).await.remove(0);
        Self { agent, token, run }
    }

    async fn send(&self, app: &TestApp, path: &str, body: Value) -> Reply {
        self.send_in(app, &self.run.run.id.to_string(), path, body).await
    }

    async fn send_in(&self, app: &TestApp, run: &str, path: &str, body: Value) -> Reply {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("authorization", bearer.as_str()), ("x-paperclip-run-id", run)];
        app.send_with("POST", path, Some(body), &headers).await
    }

    fn wish(&self, expected: &[&str]) -> Value {
        json!({"agentId": self.agent, "expectedStatuses": expected})
    }
}

#[tokio::test]
async fn of_fifty_runs_one_takes_the_issue_and_the_others_are_told_who_has_it() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = Worker::start(&app, &company, "Ada").await;
        for task in 0..49 {
            wake(&app, &ada.agent, json!({"payload": {"taskKey": format!("task-{task}")}})).await;
        }
        let mut runs = claim(&app).await;
        runs.push(ada.run.clone());
        assert_eq!(runs.len(), 50, "{}", app.database);
        let task = issue(&app, &company, json!({"title": "Up for grabs", "status": "todo"})).await;
        let path = format!("/issues/{}/checkout", id(&task));
        let ids: Vec<_> = runs.iter().map(|run| run.run.id.to_string()).collect();
        let answers =
            join_all(ids.iter().map(|run| ada.send_in(&app, run, &path, ada.wish(&["todo"])))).await;
        let winners: Vec<_> = answers.iter().filter(|answer| answer.status == 200).collect();
        assert_eq!(winners.len(), 1, "{}", app.database);
        let holder = &winners[0].body["checkoutRunId"];
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            assert_eq!(answer.status, 409, "{}: {}", app.database, answer.body);
            let details = &answer.body["details"];
            assert_eq!((&details["holderRunId"], &details["holderLive"]), (holder, &json!(true)));
        }
    }
}

#[tokio::test]
async fn a_claim_goes_with_its_run_and_the_next_run_takes_over() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = Worker::start(&app, &company, "Ada").await;
        wake(&app, &ada.agent, json!({"payload": {"taskKey": "second"}})).await;
        let second = claim(&app).await.remove(0).run.id.to_string();
        let task = issue(&app, &company, json!({"title": "One run only", "status": "todo"})).await;
        let checkout = format!("/issues/{}/checkout", id(&task));
        let first = ada.send(&app, &checkout, ada.wish(&["todo"])).await;
        assert_eq!(first.status, 200, "{}: {}", app.database, first.body);
        assert_eq!(first.body["executionLockedAt"], Value::Null);
        let again = ada.send(&app, &checkout, ada.wish(&["todo"])).await;
        assert_eq!(again.status, 200, "{}: the same run holds it already", app.database);
        let wish = ada.wish(&["todo", "in_progress"]);
        let refused = ada.send_in(&app, &second, &checkout, wish.clone()).await;
        assert_eq!(refused.status, 409, "{}", app.database);
        let release = format!("/issues/{}/release", id(&task));
        let refused = ada.send_in(&app, &second, &release, json!({})).await;
        assert_eq!(refused.status, 409, "{}", app.database);
        assert_eq!(refused.body["details"]["actorRunId"], json!(second));

        settle(&app, &ada.run, killed()).await;
        let freed = app.send("GET", &format!("/issues/{}", id(&task)), None).await.body;
        assert_eq!(freed["checkoutRunId"], Value::Null, "{}", app.database);
        let taken = ada.send_in(&app, &second, &checkout, wish).await;
        assert_eq!(taken.body["checkoutRunId"], json!(second), "{}: {}", app.database, taken.body);
    }
}

#[tokio::test]
async fn what_is_given_back_is_free_for_others() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = Worker::start(&app, &company, "Ada").await;
        let bob = Worker::start(&app, &company, "Bob").await;
        let task = issue(&app, &company, json!({"title": "Taken and given back", "status": "todo"})).await;
        let checkout = format!("/issues/{}/checkout", id(&task));
        let release = format!("/issues/{}/release", id(&task));
        assert_eq!(ada.send(&app, &checkout, ada.wish(&["todo"])).await.status, 200);
        assert_eq!(bob.send(&app, &release, json!({})).await.status, 409, "{}", app.database);
        let bearer = format!("Bearer {}", ada.token);
        let without_run = [("authorization", bearer.as_str())];
        let refused = app.send_with("POST", &release, Some(json!({})), &without_run).await;
        assert_eq!(refused.status, 401, "{}: {}", app.database, refused.body);
        let released = ada.send(&app, &release, json!({})).await;
        assert_eq!(released.status, 200, "{}: {}", app.database, released.body);
        assert_eq!(released.body["status"], "todo");
        assert_eq!(released.body["assigneeAgentId"], Value::Null);
        let taken = bob.send(&app, &checkout, bob.wish(&["todo"])).await;
        assert_eq!(taken.body["assigneeAgentId"], json!(bob.agent), "{}: {}", app.database, taken.body);
        let forced = app.send("POST", &format!("/issues/{}/admin/force-release", id(&task)), None).await;
        assert_eq!(forced.status, 200, "{}: {}", app.database, forced.body);
        assert_eq!(forced.body["previous"]["checkoutRunId"], json!(bob.run.run.id));
        assert_eq!(forced.body["issue"]["status"], "in_progress");
        assert_eq!(forced.body["issue"]["checkoutRunId"], Value::Null);
    }
}

#[tokio::test]
async fn what_is_taken_waits_for_nobody_any_more() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = Worker::start(&app, &company, "Ada").await;
        let task = id(&issue(&app, &company, json!({"title": "Unsigned", "status": "todo"})).await);
        let path = format!("/issues/{task}");
        let unblock = json!({"owner": "board", "action": "Sign it"});
        let wish = json!({"status": "blocked", "unblockDescriptor": unblock});
        let blocked = app.send("PATCH", &path, Some(wish)).await;
        assert_eq!(blocked.status, 200, "{}: {}", app.database, blocked.body);
        let taken = ada.send(&app, &format!("{path}/checkout"), ada.wish(&["blocked"])).await;
        assert_eq!(taken.body["status"], "in_progress", "{}: {}", app.database, taken.body);
        let read = app.send("GET", &path, None).await.body;
        assert_eq!(
            (&read["unblockDescriptor"], &read["blockedTransitionAt"]),
            (&Value::Null, &Value::Null),
            "{}",
            app.database
        );
        let again = app.send("PATCH", &path, Some(json!({"status": "blocked"}))).await;
        assert_eq!(again.status, 422, "{}: nothing blocks it: {}", app.database, again.body);
    }
}

#[tokio::test]
async fn a_stopped_run_blocks_its_issue_until_somebody_says_what_it_did() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let task = issue(&app, &company, json!({"title": "Interrupted", "assigneeAgentId": ada})).await;
        let run = claim(&app).await.remove(0);
        let path = format!("/issues/{}", id(&task));
        let taken = app.send("GET", &path, None).await.body;
        assert_eq!(taken["status"], "in_progress", "{}: the server checks out", app.database);
        assert_eq!(taken["checkoutRunId"], json!(run.run.id));

        settle(&app, &run, exited(1)).await;
        let blocked = app.send("GET", &path, None).await.body;
        assert_eq!(blocked["status"], "blocked", "{}: {blocked}", app.database);
        assert_eq!(blocked["checkoutRunId"], Value::Null);
        let woken = wake(&app, &ada, json!({"payload": {"issueId": id(&task)}})).await;
        assert_eq!(woken["reason"], "execution_reconciliation_required", "{}", app.database);
        assert_eq!(woken["executionRunId"], json!(run.run.id));
        assert!(claim(&app).await.is_empty(), "{}: nothing goes on by itself", app.database);
        let seen = app.send("GET", &format!("/heartbeat-runs/{}", run.run.id), None).await.body;
        assert_eq!(seen["execution"]["phase"], "recovery_needed");
        assert_eq!(seen["execution"]["permittedActions"], json!(["inspect_run", "inspect_recovery"]));
    }
}
