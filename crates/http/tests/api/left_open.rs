//! Work that an agent leaves open: it is never forgotten, and never gone on with without end.

use std::time::Duration;

use serde_json::{Value, json};
use wireclip_domain::{IssueId, RunId};
use wireclip_services::runs::{ClaimedRun, SweepOutcome};
use wireclip_store::{Scope, runs};
use wireclip_testkit::{Reply, TestApp};

use crate::playing::{agent, claim, claim_one, company, exited, id, issue, key, settle};

/// An agent at work on an issue of its own.
pub(crate) struct AtWork {
    pub(crate) ada: String,
    token: String,
    pub(crate) task: String,
    pub(crate) run: ClaimedRun,
}

pub(crate) async fn at_work(app: &TestApp, company: &str) -> AtWork {
    let ada = agent(app, company, "Ada", json!({})).await;
    let task = issue(app, company, json!({"title": "Task", "assigneeAgentId": ada})).await;
    let token = format!("Bearer {}", key(app, &ada).await);
    AtWork { ada, token, task: id(&task), run: claim_one(app).await }
}

impl AtWork {
    pub(crate) async fn asks(&self, app: &TestApp, method: &str, path: &str, body: Value) -> Reply {
        self.asks_in(app, &self.run, method, path, body).await
    }

    async fn asks_in(&self, app: &TestApp, run: &ClaimedRun, method: &str, path: &str, body: Value) -> Reply {
        let run = run.run.id.to_string();
        let headers = [("authorization", self.token.as_str()), ("x-paperclip-run-id", run.as_str())];
        let answer = app.send_with(method, path, Some(body), &headers).await;
        assert!(answer.status.is_success(), "{}: {path}: {}", app.database, answer.body);
        answer
    }

    async fn says(&self, app: &TestApp, run: &ClaimedRun) {
        let path = format!("/issues/{}/comments", self.task);
        self.asks_in(app, run, "POST", &path, json!({"body": "I looked at it."})).await;
    }
}

pub(crate) async fn read(app: &TestApp, issue: &str) -> Value {
    app.send("GET", &format!("/issues/{issue}"), None).await.body
}

pub(crate) async fn patch(app: &TestApp, issue: &str, body: Value) -> Reply {
    let changed = app.send("PATCH", &format!("/issues/{issue}"), Some(body)).await;
    assert_eq!(changed.status, 200, "{}: {}", app.database, changed.body);
    changed
}

pub(crate) async fn sweep(app: &TestApp, issue: &str) -> SweepOutcome {
    let issue: IssueId = issue.parse().unwrap();
    if !app.services.runs.stranded(None, 50).await.unwrap().contains(&issue) {
        return SweepOutcome::Nothing;
    }
    app.services.runs.recover_stranded(issue).await.unwrap()
}

pub(crate) fn reason(run: &ClaimedRun) -> &str {
    run.run.context.text("wakeReason").unwrap_or_default()
}

async fn is_shown(app: &TestApp, company: &str, task: &str, cause: &str) {
    let shown = read(app, task).await;
    assert_eq!(shown["status"], "blocked", "{}: {shown}", app.database);
    let action = &shown["activeRecoveryAction"];
    assert_eq!((&action["cause"], &action["ownerType"]), (&json!(cause), &json!("board")), "{shown}");
    let listed = app.send("GET", &format!("/companies/{company}/issues"), None).await.body;
    let listed = listed.as_array().unwrap().iter().find(|issue| issue["id"] == task).unwrap();
    assert_eq!(&listed["activeRecoveryAction"], action, "{}: one answer", app.database);
    let actions = app.send("GET", &format!("/issues/{task}/recovery-actions"), None).await.body;
    assert_eq!(&actions["active"], action, "{}: one answer", app.database);
    assert_eq!(sweep(app, task).await, SweepOutcome::Nothing, "{}: once", app.database);
}

#[tokio::test]
async fn work_left_open_is_handed_over_once_and_then_shown_to_a_person() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let work = at_work(&app, &company).await;
        work.says(&app, &work.run).await;
        settle(&app, &work.run, exited(0)).await;
        let handed = claim_one(&app).await;
        assert_eq!(reason(&handed), "finish_successful_run_handoff", "{}", app.database);
        work.says(&app, &handed).await;
        settle(&app, &handed, exited(0)).await;
        assert!(claim(&app).await.is_empty(), "{}: it is handed over once", app.database);
        is_shown(&app, &company, &work.task, "successful_run_missing_disposition").await;
        assert_eq!(read(&app, &work.task).await["activeRecoveryAction"]["kind"], "missing_disposition");

        patch(&app, &work.task, json!({"status": "todo"})).await;
        assert_eq!(read(&app, &work.task).await["activeRecoveryAction"], Value::Null, "{}", app.database);
        assert_eq!(reason(&claim_one(&app).await), "issue_status_changed", "{}", app.database);
    }
}

#[tokio::test]
async fn a_silent_agents_work_is_shown_to_a_person_too() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let work = at_work(&app, &company).await;
        settle(&app, &work.run, exited(0)).await;
        settle(&app, &claim_one(&app).await, exited(0)).await;
        assert!(claim(&app).await.is_empty(), "{}: it was asked for its comment", app.database);
        assert_eq!(sweep(&app, &work.task).await, SweepOutcome::Woken, "{}", app.database);
        let handed = claim_one(&app).await;
        assert_eq!(reason(&handed), "finish_successful_run_handoff", "{}", app.database);
        settle(&app, &handed, exited(0)).await;
        is_shown(&app, &company, &work.task, "successful_run_missing_disposition").await;
    }
}

#[tokio::test]
async fn what_a_run_opens_again_is_not_forgotten() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let work = at_work(&app, &company).await;
        let path = format!("/issues/{}", work.task);
        work.asks(&app, "PATCH", &path, json!({"status": "todo", "comment": "Not yet."})).await;
        settle(&app, &work.run, exited(0)).await;
        let handed = claim_one(&app).await;
        assert_eq!(reason(&handed), "finish_successful_run_handoff", "{}", app.database);
        work.asks_in(&app, &handed, "PATCH", &path, json!({"status": "todo", "comment": "No."})).await;
        settle(&app, &handed, exited(0)).await;
        is_shown(&app, &company, &work.task, "successful_run_missing_disposition").await;
    }
}

#[tokio::test]
async fn what_comes_while_a_run_is_at_work_gets_a_run_after_it() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let work = at_work(&app, &company).await;
        let child = work
            .asks(&app, "POST", &format!("/issues/{}/children", work.task), json!({"title": "Part"}))
            .await;
        patch(&app, &id(&child.body), json!({"status": "done"})).await;
        assert_eq!(work.run.run.context.text("wakeReason"), Some("issue_assigned"));
        let path = format!("/issues/{}", work.task);
        work.asks(&app, "PATCH", &path, json!({"status": "in_review", "comment": "Waits."})).await;
        settle(&app, &work.run, exited(0)).await;
        let first = app.send("GET", &format!("/heartbeat-runs/{}", work.run.run.id), None).await.body;
        assert_eq!(first["contextSnapshot"]["wakeReason"], "issue_assigned", "{}", app.database);
        assert_eq!(reason(&claim_one(&app).await), "issue_children_completed", "{}", app.database);
    }
}

#[tokio::test]
async fn a_message_taken_back_takes_nothing_else_along() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let work = at_work(&app, &company).await;
        let child = work
            .asks(&app, "POST", &format!("/issues/{}/children", work.task), json!({"title": "Part"}))
            .await;
        let comments = format!("/issues/{}/comments", work.task);
        let said = app.send("POST", &comments, Some(json!({"body": "Wait a moment."}))).await.body;
        patch(&app, &id(&child.body), json!({"status": "done"})).await;
        let back = app.send("DELETE", &format!("{comments}/{}", id(&said)), None).await;
        assert_eq!(back.status, 200, "{}: {}", app.database, back.body);
        work.says(&app, &work.run).await;
        settle(&app, &work.run, exited(0)).await;
        assert_eq!(reason(&claim_one(&app).await), "issue_children_completed", "{}", app.database);
    }
}

#[tokio::test]
async fn an_issue_is_freed_whoever_closed_what_it_waited_for() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let work = at_work(&app, &company).await;
        let first = issue(&app, &company, json!({"title": "First"})).await;
        let blocked = json!({"status": "blocked", "blockedByIssueIds": [id(&first)], "comment": "Waits."});
        work.asks(&app, "PATCH", &format!("/issues/{}", work.task), blocked).await;
        work.asks(&app, "PATCH", &format!("/issues/{}", id(&first)), json!({"status": "done"})).await;
        assert_eq!(sweep(&app, &work.task).await, SweepOutcome::Nothing, "{}: it works", app.database);
        settle(&app, &work.run, exited(0)).await;
        assert!(claim(&app).await.is_empty(), "{}: its own doing wakes it not", app.database);
        assert_eq!(sweep(&app, &work.task).await, SweepOutcome::Woken, "{}", app.database);
        assert_eq!(sweep(&app, &work.task).await, SweepOutcome::Nothing, "{}: once", app.database);
        assert_eq!(reason(&claim_one(&app).await), "issue_blockers_resolved", "{}", app.database);
    }
}

#[tokio::test]
async fn a_chain_that_was_cut_is_shown_and_not_begun_anew() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let work = at_work(&app, &company).await;
        let change = app.services.core.store.begin_write().await.unwrap();
        let far = runs::Run { hops: 16, ..work.run.run.clone() };
        runs::update(&change.conn(), &work.run.run, &far).await.unwrap();
        change.commit().await.unwrap();
        let body = json!({"title": "More", "status": "todo", "assigneeAgentId": work.ada});
        let more = work.asks(&app, "POST", &format!("/companies/{company}/issues"), body).await.body;
        let more = id(&more);
        assert!(claim(&app).await.is_empty(), "{}: the chain is cut", app.database);
        assert_eq!(sweep(&app, &more).await, SweepOutcome::Escalated, "{}", app.database);
        is_shown(&app, &company, &more, "loop.hop_limit").await;
    }
}

#[tokio::test]
async fn words_without_end_pause_an_issue_until_somebody_moves_it() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let work = at_work(&app, &company).await;
        settle(&app, &work.run, exited(0)).await;
        settle(&app, &claim_one(&app).await, exited(0)).await;
        let (conn, scope) = (app.services.core.store.read(), Scope::everything());
        let ended = runs::get(&conn, &scope, work.run.run.id).await.unwrap().unwrap();
        let change = app.services.core.store.begin_write().await.unwrap();
        for number in 0..47 {
            let finished_at = ended.finished_at.map(|at| at.minus(Duration::from_secs(number)));
            let again = runs::Run { id: RunId::random(), wakeup_id: None, finished_at, ..ended.clone() };
            runs::insert(&change.conn(), &again).await.unwrap();
        }
        change.commit().await.unwrap();
        let path = format!("/issues/{}/comments", work.task);
        let say = async || {
            let said = app.send("POST", &path, Some(json!({"body": "And again."}))).await;
            assert_eq!(said.status, 201, "{}: {}", app.database, said.body);
            said
        };
        say().await;
        settle(&app, &claim_one(&app).await, exited(0)).await;
        let said = say().await;
        assert_eq!(said.headers["x-wireclip-waits"], "loop.nothing_changes", "{}", app.database);
        assert!(claim(&app).await.is_empty(), "{}", app.database);
        is_shown(&app, &company, &work.task, "loop.nothing_changes").await;
        patch(&app, &work.task, json!({"status": "todo"})).await;
        assert_eq!(reason(&claim_one(&app).await), "issue_status_changed", "{}", app.database);
    }
}

#[tokio::test]
async fn whoever_waits_for_what_will_never_be_done_is_told() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let ends = [
            ("PATCH", Some(json!({"status": "cancelled"})), "issue_blocker_cancelled"),
            ("PATCH", Some(json!({"hiddenAt": "2026-01-02T03:04:05.000Z"})), "issue_blocker_hidden"),
            ("DELETE", None, "issue_blockers_resolved"),
        ];
        for (number, (method, body, told)) in ends.into_iter().enumerate() {
            let blocker = id(&issue(&app, &company, json!({"title": format!("First {number}")})).await);
            let waits = json!({
                "title": format!("Then {number}"), "assigneeAgentId": ada, "status": "blocked",
                "blockedByIssueIds": [blocker],
            });
            issue(&app, &company, waits).await;
            assert!(claim(&app).await.is_empty(), "{}: it waits", app.database);
            let ended = app.send(method, &format!("/issues/{blocker}"), body).await;
            assert!(ended.status.is_success(), "{}: {}", app.database, ended.body);
            let run = claim_one(&app).await;
            assert_eq!(reason(&run), told, "{}: {method}", app.database);
            settle(&app, &run, exited(0)).await;
        }
    }
}

#[tokio::test]
async fn a_parent_whose_last_open_child_is_removed_goes_on() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let parent = id(&issue(&app, &company, json!({"title": "Whole"})).await);
        let child = id(&issue(&app, &company, json!({"title": "Part", "parentId": parent})).await);
        let ada = agent(&app, &company, "Ada", json!({})).await;
        patch(&app, &parent, json!({"status": "in_review", "assigneeAgentId": ada})).await;
        settle(&app, &claim_one(&app).await, exited(0)).await;
        assert_eq!(app.send("DELETE", &format!("/issues/{child}"), None).await.status, 200);
        assert_eq!(reason(&claim_one(&app).await), "issue_children_completed", "{}", app.database);
    }
}

#[tokio::test]
async fn an_issue_whose_run_took_itself_off_it_is_to_be_done_again() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let work = at_work(&app, &company).await;
        let gives_up = json!({"assigneeAgentId": null, "comment": "Somebody else should do this."});
        work.asks(&app, "PATCH", &format!("/issues/{}", work.task), gives_up).await;
        settle(&app, &work.run, exited(0)).await;
        let task = read(&app, &work.task).await;
        assert_eq!((&task["status"], &task["assigneeAgentId"]), (&json!("todo"), &Value::Null), "{task}");
        let log = app.send("GET", &format!("/issues/{}/activity", work.task), None).await.body;
        let told = log.as_array().unwrap().iter().find(|entry| entry["details"]["source"] == "run.ended");
        assert_eq!(told.unwrap()["details"]["_previous"]["status"], "in_progress", "{}: {log}", app.database);
        assert!(claim(&app).await.is_empty(), "{}", app.database);
    }
}

#[tokio::test]
async fn an_agent_that_waits_for_itself_is_shown_to_a_person() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let work = at_work(&app, &company).await;
        let descriptor = json!({"owner": {"agentId": work.ada}, "action": "I need the password"});
        let body = json!({"status": "blocked", "unblockDescriptor": descriptor});
        work.asks(&app, "PATCH", &format!("/issues/{}", work.task), body).await;
        work.says(&app, &work.run).await;
        settle(&app, &work.run, exited(0)).await;
        assert!(claim(&app).await.is_empty(), "{}", app.database);
        is_shown(&app, &company, &work.task, "blocked_by_its_agent").await;
    }
}

#[tokio::test]
async fn why_nothing_starts_is_told_at_once() {
    let app = TestApp::new().await;
    let company = company(&app).await;
    let ada = agent(&app, &company, "Ada", json!({})).await;
    let parked = json!({"title": "Parked", "status": "backlog", "assigneeAgentId": ada});
    let parked = id(&issue(&app, &company, parked).await);
    let said = app.send("POST", &format!("/issues/{parked}/comments"), Some(json!({"body": "Look."}))).await;
    assert_eq!(said.headers.get("x-wireclip-waits"), None, "its agent was woken to read");
    assert_eq!(claim(&app).await.len(), 1);
    app.send("POST", &format!("/agents/{ada}/pause"), None).await;
    let task = json!({"title": "Later", "assigneeAgentId": ada});
    let made = app.send("POST", &format!("/companies/{company}/issues"), Some(task)).await;
    assert_eq!(made.headers["x-wireclip-waits"], "agent.not_invokable", "{}", made.body);
}
