//! Work that does not go on by itself: who sees it, and how it goes on again.

use futures_util::future::join_all;
use serde_json::{Value, json};
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::run_outcome::{Failure, Reported};
use wireclip_domain::{IssueId, RunId};
use wireclip_services::runs::{ClaimedRun, SweepOutcome};
use wireclip_store::{Scope, runs};
use wireclip_testkit::TestApp;

use crate::playing::{agent, claim_one, company, exited, id, issue, key, killed, overloaded, settle, wake};

async fn read(app: &TestApp, issue: &str) -> Value {
    app.send("GET", &format!("/issues/{issue}"), None).await.body
}

async fn patch(app: &TestApp, issue: &str, body: Value) -> Value {
    let changed = app.send("PATCH", &format!("/issues/{issue}"), Some(body)).await;
    assert_eq!(changed.status, 200, "{}: {}", app.database, changed.body);
    changed.body
}

/// An agent at work on an issue of its own.
async fn at_work(app: &TestApp, company: &str) -> (String, String, ClaimedRun) {
    let ada = agent(app, company, "Ada", json!({})).await;
    let task = issue(app, company, json!({"title": "Task", "assigneeAgentId": ada})).await;
    (ada, id(&task), claim_one(app).await)
}

async fn sweep(app: &TestApp, issue: &str) -> SweepOutcome {
    let issue: IssueId = issue.parse().unwrap();
    if !app.services.runs.stranded(None, 50).await.unwrap().contains(&issue) {
        return SweepOutcome::Nothing;
    }
    app.services.runs.recover_stranded(issue).await.unwrap()
}

#[tokio::test]
async fn a_task_goes_on_once_it_is_told_what_its_stopped_run_did() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let (ada, task, run) = at_work(&app, &company).await;
        settle(&app, &run, killed()).await;
        let blocked = read(&app, &task).await;
        assert_eq!(blocked["status"], "blocked", "{}: {blocked}", app.database);
        assert_eq!(blocked["activeRecoveryAction"], Value::Null);
        let action = &blocked["executionBlocker"]["recoveryActionId"];
        let listed = app.send("GET", &format!("/issues/{task}/recovery-actions"), None).await.body;
        assert_eq!(listed, json!({"active": null, "actions": []}), "{}", app.database);

        let path = format!("/issues/{task}/recovery-actions/resolve");
        let ask = async |wish: &Value| app.send("POST", &path, Some(wish.clone())).await;
        let mut wish = json!({"actionId": action, "outcome": "restored", "sourceIssueStatus": "todo"});
        let untold = ask(&wish).await;
        assert_eq!(untold.status, 422, "{}: {}", app.database, untold.body);
        assert_eq!(untold.body["code"], "execution_reconciliation_required", "{}", untold.body);
        assert_eq!(read(&app, &task).await["executionBlocker"], blocked["executionBlocker"]);

        wish["executionReconciliation"] = json!({
            "runId": run.run.id, "providerStopped": true, "actionOutcome": "not_performed",
            "outcomeEvidence": "It was stopped before it did anything.",
        });
        let bearer = key(&app, &ada).await;
        let by_agent = app.send_as(&bearer, "POST", &path, Some(wish.clone())).await;
        assert_eq!(by_agent.status, 403, "{}: an agent does not vouch for its run", app.database);
        let mut of_other = wish.clone();
        of_other["executionReconciliation"]["runId"] = json!(RunId::random());
        assert_eq!(ask(&of_other).await.status, 422, "{}", app.database);
        let told = ask(&wish).await.body;
        assert_eq!(told["issue"]["status"], "todo", "{}: {told}", app.database);
        assert_eq!(told["recoveryAction"]["outcome"], "handed_back");
        assert_eq!(ask(&wish).await.status, 409, "{}: it is settled once", app.database);

        let next = claim_one(&app).await;
        assert_eq!(next.run.context.text("wakeReason"), Some("issue_recovery_action_restored"));
        let log = app.send("GET", &format!("/issues/{task}/activity"), None).await.body.to_string();
        assert!(log.contains("issue.recovery_action_resolved"), "{}: {log}", app.database);
    }
}

#[tokio::test]
async fn what_an_agent_left_that_ended_is_handed_to_a_person() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let bob = agent(&app, &company, "Bob", json!({})).await;
        let waiting = issue(&app, &company, json!({"title": "Waiting", "assigneeAgentId": ada})).await;
        let begun = issue(&app, &company, json!({"title": "Begun", "assigneeAgentId": ada})).await;
        let (waiting, begun) = (id(&waiting), id(&begun));
        patch(&app, &begun, json!({"status": "in_progress"})).await;
        app.send("POST", &format!("/agents/{ada}/pause"), None).await;
        assert_eq!(sweep(&app, &waiting).await, SweepOutcome::Nothing, "{}: it comes back", app.database);
        app.send("POST", &format!("/agents/{ada}/terminate"), None).await;

        for task in [&waiting, &begun] {
            assert_eq!(sweep(&app, task).await, SweepOutcome::Escalated, "{}", app.database);
            assert_eq!(sweep(&app, task).await, SweepOutcome::Nothing, "{}: once", app.database);
            let task = read(&app, task).await;
            assert_eq!(task["status"], "blocked", "{}: {task}", app.database);
            let action = &task["activeRecoveryAction"];
            assert_eq!(
                (&action["cause"], &action["ownerType"]),
                (&json!("agent_not_invokable"), &json!("board"))
            );
            assert_eq!(task["executionBlocker"], Value::Null, "no run has to be told of");
        }
        patch(&app, &waiting, json!({"assigneeAgentId": bob, "status": "todo"})).await;
        assert_eq!(read(&app, &waiting).await["activeRecoveryAction"], Value::Null, "{}", app.database);
        assert_eq!(claim_one(&app).await.agent.id.to_string(), bob);
        let path = format!("/issues/{begun}/recovery-actions/resolve");
        let wish =
            json!({"outcome": "owner_completed", "sourceIssueStatus": "done", "resolutionNote": "By hand."});
        let done = app.send("POST", &path, Some(wish)).await.body;
        assert_eq!(done["issue"]["status"], "done", "{}: {done}", app.database);
        assert_eq!(done["recoveryAction"]["resolutionNote"], "By hand.");
    }
}

#[tokio::test]
async fn what_is_taken_up_again_is_shown_to_nobody_any_more() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let (ada, task, run) = at_work(&app, &company).await;
        let mut end = exited(1);
        let failure = Failure::new(RunErrorCode::ConfigurationIncomplete, "no command");
        end.evidence.reported = Some(Reported::Failure(failure));
        end.can_resume = true;
        settle(&app, &run, end).await;
        let blocked = read(&app, &task).await;
        assert_eq!(blocked["activeRecoveryAction"]["cause"], "configuration_incomplete", "{}", app.database);
        let wish = json!({"agentId": ada, "expectedStatuses": ["blocked"]});
        let taken = app.send("POST", &format!("/issues/{task}/checkout"), Some(wish)).await;
        assert_eq!(taken.status, 200, "{}: {}", app.database, taken.body);
        let read = read(&app, &task).await;
        assert_eq!(
            (&read["status"], &read["activeRecoveryAction"]),
            (&json!("in_progress"), &Value::Null),
            "{}",
            app.database
        );
    }
}

#[tokio::test]
async fn what_a_removed_agent_had_in_progress_is_open_again() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let task = issue(&app, &company, json!({"title": "Begun", "assigneeAgentId": ada})).await;
        patch(&app, &id(&task), json!({"status": "in_progress"})).await;
        let gone = app.send("DELETE", &format!("/agents/{ada}"), None).await;
        assert_eq!(gone.status, 200, "{}: {}", app.database, gone.body);
        let task = read(&app, &id(&task)).await;
        assert_eq!((&task["status"], &task["assigneeAgentId"]), (&json!("todo"), &Value::Null));
        let log = app.send("GET", &format!("/issues/{}/activity", id(&task)), None).await.body;
        assert_eq!(log[0]["details"]["source"], "agent.deleted", "{}: {log}", app.database);
    }
}

#[tokio::test]
async fn work_that_changes_nothing_again_and_again_is_shown_to_a_person() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let bob = agent(&app, &company, "Bob", json!({})).await;
        wake(&app, &bob, json!({})).await;
        let bobs = claim_one(&app).await;
        let body = json!({"title": "Mill", "assigneeAgentId": ada, "status": "backlog"});
        let mill = id(&issue(&app, &company, body).await);
        app.send("POST", &format!("/agents/{ada}/pause"), None).await;
        patch(&app, &mill, json!({"status": "todo"})).await;
        app.send("POST", &format!("/agents/{ada}/resume"), None).await;

        let token = key(&app, &bob).await;
        let run = bobs.run.id.to_string();
        let bearer = format!("Bearer {token}");
        let headers = [("authorization", bearer.as_str()), ("x-paperclip-run-id", run.as_str())];
        let say = async || {
            let path = format!("/issues/{mill}/comments");
            let said = app.send_with("POST", &path, Some(json!({"body": "Go on."})), &headers).await;
            assert_eq!(said.status, 201, "{}: {}", app.database, said.body);
        };
        say().await;
        let ran = claim_one(&app).await;
        settle(&app, &ran, exited(0)).await;
        let (conn, scope) = (app.services.core.store.read(), Scope::everything());
        let ended = runs::get(&conn, &scope, ran.run.id).await.unwrap().unwrap();
        // Five more like that, too long ago for a rest.
        let change = app.services.core.store.begin_write().await.unwrap();
        let long_ago = std::time::Duration::from_secs(8 * 60 * 60);
        for _ in 0..5 {
            let finished_at = ended.finished_at.map(|at| at.minus(long_ago));
            let again = runs::Run { id: RunId::random(), wakeup_id: None, finished_at, ..ended.clone() };
            runs::insert(&change.conn(), &again).await.unwrap();
        }
        change.commit().await.unwrap();

        say().await;
        let shown = read(&app, &mill).await;
        assert_eq!(shown["status"], "blocked", "{}: {shown}", app.database);
        assert_eq!(shown["activeRecoveryAction"]["cause"], "loop.nothing_changes", "{}", app.database);
        let log = app.send("GET", &format!("/issues/{mill}/activity"), None).await.body.to_string();
        assert!(log.contains("issue.wake_loop_stopped"), "{}: {log}", app.database);

        let again = json!({"body": "Try it differently."});
        let said = app.send("POST", &format!("/issues/{mill}/comments"), Some(again)).await;
        assert_eq!(said.status, 201, "{}: {}", app.database, said.body);
        let opened = read(&app, &mill).await;
        assert_eq!(opened["status"], "todo", "{}", app.database);
        assert_eq!(opened["activeRecoveryAction"], Value::Null, "{}: a person has looked", app.database);
    }
}

#[tokio::test]
async fn an_issue_tells_of_its_run_and_of_its_next_attempt() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let (ada, task, run) = at_work(&app, &company).await;
        let listed = app.send("GET", &format!("/companies/{company}/issues"), None).await.body;
        let active = &listed[0]["activeRun"];
        assert_eq!((&active["id"], &active["status"]), (&json!(run.run.id), &json!("running")), "{listed}");
        assert_eq!(active["agentId"], ada, "{}", app.database);
        settle(&app, &run, overloaded()).await;
        let told = read(&app, &task).await;
        let retry = &told["scheduledRetry"];
        assert_eq!(retry["retryOfRunId"], json!(run.run.id), "{}: {told}", app.database);
        assert_eq!((&retry["agentName"], &retry["scheduledRetryAttempt"]), (&json!("Ada"), &json!(1)));
        assert!(retry["scheduledRetryAt"].is_string(), "{}: {retry}", app.database);
        let listed = app.send("GET", &format!("/companies/{company}/issues"), None).await.body;
        assert_eq!(listed[0]["activeRun"], Value::Null, "{}: nothing goes on", app.database);
    }
}

#[tokio::test]
async fn a_run_writes_to_twenty_foreign_tasks_and_not_one_more() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        wake(&app, &ada, json!({})).await;
        let run = claim_one(&app).await.run.id.to_string();
        let bearer = format!("Bearer {}", key(&app, &ada).await);
        let headers = [("authorization", bearer.as_str()), ("x-paperclip-run-id", run.as_str())];
        let mut paths = Vec::new();
        for number in 0..30 {
            let task = issue(&app, &company, json!({"title": format!("Task {number}")})).await;
            paths.push(format!("/issues/{}/comments", id(&task)));
        }
        let say = |path| app.send_with("POST", path, Some(json!({"body": "Mine, too."})), &headers);
        let answers = join_all(paths.iter().map(|path| say(path))).await;
        let taken = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(taken, 20, "{}", app.database);
        for refused in answers.iter().filter(|answer| answer.status != 201) {
            assert_eq!(refused.status, 403, "{}: {}", app.database, refused.body);
            assert_eq!(refused.body["details"]["code"], "cross_issue_influence_cap_exceeded");
        }
    }
}

#[tokio::test]
async fn a_sweep_comes_by_every_idle_task_however_many_there_are() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let first = id(&issue(&app, &company, json!({"title": "First"})).await);
        let mut waiting = std::collections::BTreeSet::new();
        for number in 0..12 {
            let body = json!({
                "title": format!("Waits {number}"), "assigneeAgentId": ada, "status": "todo",
                "blockedByIssueIds": [first],
            });
            waiting.insert(id(&issue(&app, &company, body).await).parse::<IssueId>().unwrap());
        }
        let (mut seen, mut after) = (std::collections::BTreeSet::new(), None);
        loop {
            let found = app.services.runs.stranded(after, 5).await.unwrap();
            after = found.last().copied();
            seen.extend(found);
            if after.is_none() {
                break;
            }
        }
        assert!(seen.is_superset(&waiting), "{}: {seen:?}", app.database);
    }
}
