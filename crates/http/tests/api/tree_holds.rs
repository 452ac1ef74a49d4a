//! Control of trees of issues, as people and agents see it.

use serde_json::{Value, json};
use wireclip_domain::TreeHoldId;
use wireclip_services::runs::{ClaimedRun, SweepOutcome};
use wireclip_testkit::{Reply, TestApp};

use crate::left_open::sweep;
use crate::playing::{a_wish, agent, claim, claim_one, company, exited, id, issue, key, killed, settle};

const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

/// An issue with one below it that is an agent's, whose run is queued.
struct Tree {
    company: String,
    ada: String,
    top: String,
    below: String,
}

impl Tree {
    async fn plant(app: &TestApp) -> Self {
        let company = company(app).await;
        let ada = agent(app, &company, "Ada", json!({"maxConcurrentRuns": 5})).await;
        let top = id(&issue(app, &company, json!({"title": "Top"})).await);
        let tree = Self { company, ada, top, below: String::new() };
        let below = tree.child(app, "Below").await;
        Self { below, ..tree }
    }

    async fn child(&self, app: &TestApp, title: &str) -> String {
        let wish = json!({
            "title": title, "parentId": self.top, "status": "todo", "assigneeAgentId": self.ada,
        });
        id(&issue(app, &self.company, wish).await)
    }
}

async fn control(app: &TestApp, issue: &str, body: Value) -> Reply {
    app.send("POST", &format!("/issues/{issue}/tree-holds"), Some(body)).await
}

async fn pause(app: &TestApp, issue: &str) -> String {
    let made = control(app, issue, json!({"mode": "pause"})).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    id(&made.body["hold"])
}

async fn release(app: &TestApp, issue: &str, hold: &str, body: Value) -> Reply {
    app.send("POST", &format!("/issues/{issue}/tree-holds/{hold}/release"), Some(body)).await
}

/// Returns the hold that holds an issue.
async fn held_by(app: &TestApp, issue: &str) -> Value {
    let state = app.send("GET", &format!("/issues/{issue}/tree-control/state"), None).await;
    assert_eq!(state.status, 200, "{}: {}", app.database, state.body);
    state.body["activePauseHold"]["holdId"].clone()
}

async fn show(app: &TestApp, issue: &str) -> Value {
    app.send("GET", &format!("/issues/{issue}"), None).await.body
}

async fn shown_run(app: &TestApp, run: &ClaimedRun) -> Value {
    app.send("GET", &format!("/heartbeat-runs/{}", run.run.id), None).await.body
}

/// Controls a tree while a run works on it, which ends once it is asked to.
async fn control_and_end(app: &TestApp, tree: &Tree, body: Value, run: &ClaimedRun) -> Reply {
    let ending = async {
        a_wish(app).await;
        settle(app, run, killed()).await;
    };
    tokio::join!(control(app, &tree.top, body), ending).0
}

#[tokio::test]
async fn a_pause_ends_the_run_and_nothing_goes_on_until_it_is_over() {
    for app in TestApp::on_each_database().await {
        let tree = Tree::plant(&app).await;
        let run = claim_one(&app).await;
        let made = control_and_end(&app, &tree, json!({"mode": "pause"}), &run).await;
        assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
        assert_eq!(made.body["preview"]["totals"]["activeRuns"], 1, "{}", app.database);
        let ended = shown_run(&app, &run).await;
        assert_eq!((&ended["status"], &ended["errorCode"]), (&json!("cancelled"), &json!("issue_paused")));
        assert_eq!(sweep(&app, &tree.below).await, SweepOutcome::Nothing, "{}: recovery waits", app.database);
        assert!(claim(&app).await.is_empty(), "{}", app.database);

        let over = release(&app, &tree.top, &id(&made.body["hold"]), json!({})).await;
        assert_eq!(over.body["status"], "released", "{}: {}", app.database, over.body);
        assert_eq!(sweep(&app, &tree.below).await, SweepOutcome::Woken, "{}: it goes on", app.database);
        let again = claim_one(&app).await;
        assert_eq!(again.run.issue_id, run.run.issue_id, "{}", app.database);
    }
}

#[tokio::test]
async fn what_was_asked_for_before_and_during_a_pause_is_done_after_it() {
    for app in TestApp::on_each_database().await {
        let tree = Tree::plant(&app).await;
        let hold = pause(&app, &tree.top).await;
        let newborn = tree.child(&app, "Born under a hold").await;
        assert!(claim(&app).await.is_empty(), "{}: the queued run waits", app.database);
        assert_eq!(held_by(&app, &newborn).await, json!(hold), "{}", app.database);
        for held in [&tree.below, &newborn] {
            let page = app.send("GET", &format!("/issues/{held}/page"), None).await.body;
            let waits = &page["issue"]["waitsFor"];
            assert_eq!(waits["reason"], "issue_tree_hold_active", "{}: {waits}", app.database);
            assert_eq!(waits["issueId"], json!(tree.top), "{}: it says which one to resume", app.database);
        }
        let log = app.send("GET", &format!("/issues/{newborn}/activity"), None).await.body;
        let put_off = log.as_array().unwrap().iter().find(|entry| {
            entry["action"] == "issue.tree_hold_wakeup_deferred" && entry["actorType"] == "system"
        });
        assert_eq!(put_off.unwrap()["details"]["holdId"], json!(hold), "{}", app.database);

        release(&app, &tree.top, &hold, json!({})).await;
        let started = claim_one(&app).await;
        assert_eq!(started.run.issue_id.unwrap().to_string(), tree.below, "{}", app.database);
        assert_eq!(sweep(&app, &newborn).await, SweepOutcome::Woken, "{}", app.database);
        let later = claim_one(&app).await;
        assert_eq!(later.run.issue_id.unwrap().to_string(), newborn, "{}", app.database);
    }
}

#[tokio::test]
async fn an_issue_is_held_until_the_last_of_two_pauses_is_over() {
    for app in TestApp::on_each_database().await {
        let tree = Tree::plant(&app).await;
        let (outer, inner) = (pause(&app, &tree.top).await, pause(&app, &tree.below).await);
        assert_eq!(held_by(&app, &tree.below).await, json!(inner), "{}: the nearest", app.database);
        let second = control(&app, &tree.top, json!({"mode": "pause"})).await;
        assert_eq!(second.status, 409, "{}: {}", app.database, second.body);
        assert_eq!(second.body["details"]["holdId"], json!(outer), "{}", app.database);

        let woken = json!({"metadata": {"wakeAgents": true}});
        release(&app, &tree.top, &outer, woken.clone()).await;
        assert!(claim(&app).await.is_empty(), "{}: the other still holds it", app.database);
        let wish = json!({"mode": "resume", "metadata": {"wakeAgents": true}});
        let resumed = control(&app, &tree.below, wish).await;
        assert_eq!(resumed.status, 200, "{}: {}", app.database, resumed.body);
        assert_eq!(resumed.body["hold"]["status"], "released", "{}", app.database);
        assert_eq!(held_by(&app, &tree.below).await, Value::Null, "{}", app.database);
        assert_eq!(claim(&app).await.len(), 1, "{}: one run for all that asked", app.database);
        let late = release(&app, &tree.below, &inner, woken).await;
        assert_eq!(late.status, 409, "{}: {}", app.database, late.body);
    }
}

#[tokio::test]
async fn an_issue_that_is_moved_away_is_free() {
    for app in TestApp::on_each_database().await {
        let tree = Tree::plant(&app).await;
        pause(&app, &tree.top).await;
        let below = format!("/issues/{}", tree.below);
        let moved = app.send("PATCH", &below, Some(json!({"parentId": null}))).await;
        assert_eq!(moved.status, 200, "{}: {}", app.database, moved.body);
        assert_eq!(held_by(&app, &tree.below).await, Value::Null, "{}", app.database);
        assert_eq!(claim(&app).await.len(), 1, "{}", app.database);
    }
}

#[tokio::test]
async fn agents_see_what_holds_them_and_cannot_get_round_it() {
    for app in TestApp::on_each_database().await {
        let tree = Tree::plant(&app).await;
        let run = claim_one(&app).await;
        let other = tree.child(&app, "Another").await;
        let hold = pause(&app, &other).await;
        let token = key(&app, &tree.ada).await;
        let bearer = format!("Bearer {token}");
        let run_id = run.run.id.to_string();
        let headers = [("authorization", bearer.as_str()), ("x-paperclip-run-id", run_id.as_str())];
        let state = format!("/issues/{other}/tree-control/state");
        let seen = app.send_with("GET", &state, None, &headers).await;
        assert_eq!(seen.body["activePauseHold"]["holdId"], json!(hold), "{}", app.database);
        let wish = json!({"agentId": tree.ada, "expectedStatuses": ["todo"]});
        let checkout = format!("/issues/{other}/checkout");
        let refused = app.send_with("POST", &checkout, Some(wish), &headers).await;
        assert_eq!(refused.status, 409, "{}: {}", app.database, refused.body);
        assert_eq!(refused.body["error"], "Issue checkout blocked by active subtree pause hold");
        assert_eq!(refused.body["details"]["mode"], "pause");
        for (path, body) in [
            (format!("/issues/{other}/tree-holds"), json!({"mode": "resume"})),
            (format!("/issues/{other}/tree-holds/{hold}/release"), json!({})),
            (format!("/issues/{other}/tree-control/preview"), json!({"mode": "pause"})),
        ] {
            let refused = app.send_with("POST", &path, Some(body), &headers).await;
            assert_eq!(refused.status, 403, "{}: {path}: {}", app.database, refused.body);
        }
        assert_eq!(held_by(&app, &other).await, json!(hold), "{}", app.database);
    }
}

#[tokio::test]
async fn a_cancelled_tree_is_given_back_but_for_what_somebody_moved_since() {
    for app in TestApp::on_each_database().await {
        let tree = Tree::plant(&app).await;
        let moved = json!({"title": "Closed before", "parentId": tree.top, "status": "done"});
        let moved = id(&issue(&app, &tree.company, moved).await);
        let run = claim_one(&app).await;
        let cancelled = control_and_end(&app, &tree, json!({"mode": "cancel"}), &run).await;
        assert_eq!(cancelled.status, 201, "{}: {}", app.database, cancelled.body);
        let below = show(&app, &tree.below).await;
        assert_eq!((&below["status"], &below["checkoutRunId"]), (&json!("cancelled"), &Value::Null));
        assert_eq!(show(&app, &moved).await["status"], "done", "{}: it was closed before", app.database);

        app.send("PATCH", &format!("/issues/{}", tree.top), Some(json!({"status": "backlog"}))).await;
        let restored = control(&app, &tree.top, json!({"mode": "restore"})).await;
        assert_eq!(restored.status, 200, "{}: {}", app.database, restored.body);
        assert_eq!(restored.body["preview"]["totals"]["affectedIssues"], 1, "{}", app.database);
        assert_eq!(show(&app, &tree.below).await["status"], "todo", "{}", app.database);
        assert_eq!(sweep(&app, &tree.below).await, SweepOutcome::Woken, "{}: it goes on", app.database);
    }
}

#[tokio::test]
async fn a_pause_may_let_runs_end_and_be_over_then() {
    for app in TestApp::on_each_database().await {
        let tree = Tree::plant(&app).await;
        let run = claim_one(&app).await;
        let policy = json!({"strategy": "after_active_runs_finish"});
        let made = control(&app, &tree.top, json!({"mode": "pause", "releasePolicy": policy})).await;
        assert_eq!(made.body["hold"]["releasePolicy"], policy, "{}: {}", app.database, made.body);
        let hold: TreeHoldId = id(&made.body["hold"]).parse().unwrap();
        let holds = &app.services.tree_holds;
        assert_eq!(holds.ending_by_themselves(None, 10).await.unwrap(), [hold], "{}", app.database);
        assert!(!holds.end_if_quiet(hold).await.unwrap(), "{}: a run works on", app.database);
        assert_eq!(shown_run(&app, &run).await["status"], "running", "{}", app.database);
        settle(&app, &run, exited(0)).await;
        assert!(holds.end_if_quiet(hold).await.unwrap(), "{}", app.database);
        assert!(!holds.end_if_quiet(hold).await.unwrap(), "{}: once", app.database);
        assert_eq!(held_by(&app, &tree.below).await, Value::Null, "{}", app.database);
    }
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_with_what_is_wrong() {
    for app in TestApp::on_each_database().await {
        let tree = Tree::plant(&app).await;
        let after = json!({"strategy": "after_active_runs_finish"});
        for (body, status) in [
            (json!({}), 400),
            (json!({"mode": "stop"}), 400),
            (json!({"mode": "pause", "reason": "x".repeat(1001)}), 400),
            (json!({"mode": "pause", "releasePolicy": {"strategy": "never"}}), 400),
            (json!({"mode": "pause", "metadata": {"wakeAgents": "yes"}}), 400),
            (json!({"mode": "cancel", "releasePolicy": after}), 422),
        ] {
            let refused = control(&app, &tree.top, body.clone()).await;
            assert_eq!(refused.status, status, "{}: {body}: {}", app.database, refused.body);
        }
        assert_eq!(held_by(&app, &tree.top).await, Value::Null, "{}", app.database);
        let missing = release(&app, &tree.top, NOBODY, json!({})).await;
        assert_eq!(missing.status, 404, "{}: {}", app.database, missing.body);
        let there = company(&app).await;
        let stranger = agent(&app, &there, "Stranger", json!({})).await;
        let token = key(&app, &stranger).await;
        let path = format!("/issues/{}/tree-holds", tree.top);
        let foreign = app.send_as(&token, "GET", &path, None).await;
        assert_eq!(foreign.status, 404, "{}: {}", app.database, foreign.body);
    }
}

/// Asks once more for what was refused for now; returns what came of each.
async fn ask_again(app: &TestApp) -> Vec<SweepOutcome> {
    let runs = &app.services.runs;
    let mut outcomes = Vec::new();
    for refused in runs.refused_for_now(None, 50).await.unwrap() {
        outcomes.push(runs.ask_again(refused).await.unwrap());
    }
    outcomes
}

#[tokio::test]
async fn what_a_pause_refused_is_asked_once_more_unless_the_agent_was_woken_since() {
    for app in TestApp::on_each_database().await {
        let tree = Tree::plant(&app).await;
        settle(&app, &claim_one(&app).await, exited(0)).await;
        for (wakes, outcome) in [(false, SweepOutcome::Woken), (true, SweepOutcome::Nothing)] {
            let hold = pause(&app, &tree.top).await;
            let newborn = tree.child(&app, &format!("Born under a hold {wakes}")).await;
            assert_eq!(ask_again(&app).await, [SweepOutcome::Nothing], "{}: it lasts", app.database);
            release(&app, &tree.top, &hold, json!({"metadata": {"wakeAgents": wakes}})).await;
            assert_eq!(ask_again(&app).await, [outcome], "{}", app.database);
            assert!(ask_again(&app).await.is_empty(), "{}: once", app.database);
            let started = claim(&app).await;
            let own = |run: &&ClaimedRun| run.run.issue_id.is_some_and(|issue| issue.to_string() == newborn);
            assert_eq!(started.iter().filter(own).count(), 1, "{}: one run", app.database);
            for run in &started {
                settle(&app, run, exited(0)).await;
            }
            // All is done, so that the next round has its own refusals only.
            for done in [&newborn, &tree.below] {
                app.send("PATCH", &format!("/issues/{done}"), Some(json!({"status": "done"}))).await;
            }
        }
    }
}
