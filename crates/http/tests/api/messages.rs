//! What comments do beside being read: they wake, open, stop, and wait for a run to end.

use serde_json::{Value, json};
use wireclip_services::runs::ClaimedRun;
use wireclip_testkit::{Reply, TestApp};

use crate::playing::{a_wish, agent, claim, claim_one, company, exited, id, issue, key, killed, settle};

/// A company in which Ada's run works on an issue of hers.
struct Desk {
    company: String,
    ada: String,
    token: String,
    issue: String,
    run: ClaimedRun,
}

impl Desk {
    async fn new(app: &TestApp) -> Self {
        let company = company(app).await;
        let ada = agent(app, &company, "Ada", json!({})).await;
        let token = key(app, &ada).await;
        let issue = id(&issue(app, &company, json!({"title": "Hers", "assigneeAgentId": ada})).await);
        let run = claim_one(app).await;
        Self { company, ada, token, issue, run }
    }

    /// Sends a request as Ada, within her run.
    async fn send(&self, app: &TestApp, method: &str, path: &str, body: Value) -> Reply {
        let bearer = format!("Bearer {}", self.token);
        let run = self.run.run.id.to_string();
        let headers = [("authorization", bearer.as_str()), ("x-paperclip-run-id", run.as_str())];
        app.send_with(method, path, Some(body), &headers).await
    }
}

fn comments(issue: &str) -> String {
    format!("/issues/{issue}/comments")
}

async fn say(app: &TestApp, issue: &str, body: Value) -> Value {
    let said = app.send("POST", &comments(issue), Some(body)).await;
    assert_eq!(said.status, 201, "{}: {}", app.database, said.body);
    said.body
}

fn waiting(queue: &Value) -> Vec<&str> {
    let entries = queue["entries"].as_array().expect("a list");
    entries.iter().map(|entry| entry["comment"]["body"].as_str().expect("a text")).collect()
}

#[tokio::test]
async fn waiting_messages_are_changed_put_in_order_and_taken_back() {
    for app in TestApp::on_each_database().await {
        let desk = Desk::new(&app).await;
        let path = format!("/issues/{}/queued-comments", desk.issue);
        let none = app.send("GET", &path, None).await.body;
        assert_eq!((&none["entries"], &none["queueId"]), (&json!([]), &Value::Null), "{}", app.database);
        let one = id(&say(&app, &desk.issue, json!({"body": "One"})).await);
        let two = id(&say(&app, &desk.issue, json!({"body": "Two"})).await);
        let queue = app.send("GET", &path, None).await.body;
        assert_eq!(waiting(&queue), ["One", "Two"], "{}: {queue}", app.database);
        assert_eq!(queue["targetRunId"], desk.run.run.id.to_string());
        let seen = |queue: &Value, more: Value| {
            let mut body = json!({"queueId": queue["queueId"], "revision": queue["revision"]});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            body
        };
        let entry = |id: &str| format!("{path}/{id}");
        let edit = seen(&queue, json!({"body": "First"}));
        let edited = app.send("PATCH", &entry(&one), Some(edit.clone())).await;
        assert_eq!(waiting(&edited.body), ["First", "Two"], "{}", app.database);
        let late = app.send("PATCH", &entry(&one), Some(edit)).await;
        assert_eq!(
            (late.status.as_u16(), &late.body["code"]),
            (409, &json!("queued_comment_revision_conflict"))
        );
        let order = |ids: Value| seen(&edited.body, json!({"orderedCommentIds": ids}));
        let short = app.send("PUT", &format!("{path}/order"), Some(order(json!([two])))).await;
        assert_eq!(
            (short.status.as_u16(), &short.body["code"]),
            (409, &json!("queued_comment_order_mismatch"))
        );
        let turned = app.send("PUT", &format!("{path}/order"), Some(order(json!([two, one])))).await;
        assert_eq!(waiting(&turned.body), ["Two", "First"], "{}: {}", app.database, turned.body);
        let not_hers = desk.send(&app, "DELETE", &entry(&two), seen(&turned.body, json!({}))).await;
        assert_eq!(not_hers.status, 403, "{}: {}", app.database, not_hers.body);
        let left = app.send("DELETE", &entry(&two), Some(seen(&turned.body, json!({})))).await;
        assert_eq!(waiting(&left.body), ["First"], "{}", app.database);
        let listed = app.send("GET", &comments(&desk.issue), None).await.body;
        assert_eq!(listed.as_array().unwrap().len(), 1, "{}: {listed}", app.database);
        let nothing = app.send("DELETE", &entry(&one), Some(seen(&left.body, json!({})))).await;
        assert_eq!((waiting(&nothing.body).len(), &nothing.body["state"]), (0, &json!("empty")));
        let gone = app.send("DELETE", &entry(&one), Some(seen(&left.body, json!({})))).await;
        assert_eq!(gone.status, 409, "{}: {}", app.database, gone.body);
    }
}

#[tokio::test]
async fn a_run_is_told_of_waiting_messages_in_the_order_that_they_were_put_in() {
    for app in TestApp::on_each_database().await {
        let desk = Desk::new(&app).await;
        let path = format!("/issues/{}/queued-comments", desk.issue);
        let one = id(&say(&app, &desk.issue, json!({"body": "One"})).await);
        let two = id(&say(&app, &desk.issue, json!({"body": "Two"})).await);
        let queue = app.send("GET", &path, None).await.body;
        let order = json!({
            "queueId": queue["queueId"], "revision": queue["revision"], "orderedCommentIds": [two, one],
        });
        app.send("PUT", &format!("{path}/order"), Some(order)).await;
        desk.send(&app, "POST", &comments(&desk.issue), json!({"body": "Halfway."})).await;
        settle(&app, &desk.run, exited(0)).await;
        let next = claim_one(&app).await;
        let run = app.send("GET", &format!("/heartbeat-runs/{}", next.run.id), None).await.body;
        assert_eq!(run["contextSnapshot"]["wakeCommentIds"], json!([two, one]), "{}", app.database);
        assert_eq!(run["contextSnapshot"]["wakeReason"], "issue_commented");
        let left = app.send("GET", &path, None).await.body;
        assert_eq!(waiting(&left).len(), 0, "{}", app.database);
    }
}

#[tokio::test]
async fn an_agent_says_what_its_run_may_say_and_under_its_own_name() {
    for app in TestApp::on_each_database().await {
        let desk = Desk::new(&app).await;
        let own = comments(&desk.issue);
        let said = desk.send(&app, "POST", &own, json!({"body": "Plain", "authorType": "user"})).await;
        assert_eq!(said.status, 201, "{}: {}", app.database, said.body);
        assert_eq!(
            (&said.body["authorType"], &said.body["authorAgentId"]),
            (&json!("agent"), &json!(desk.ada))
        );
        assert_eq!(said.body["createdByRunId"], desk.run.run.id.to_string());
        assert_eq!(said.body["metadata"]["authorizationReason"], "allow_self");
        let without_run = app.send_as(&desk.token, "POST", &own, Some(json!({"body": "x"}))).await;
        assert_eq!(without_run.status, 401, "{}: {}", app.database, without_run.body);
        for (body, status) in [
            (json!({"body": "x", "presentation": {"kind": "message"}}), 403),
            (json!({"body": "x", "interrupt": true}), 403),
            (json!({"body": "x", "onBehalfOfUserId": "local-board"}), 422),
        ] {
            let refused = desk.send(&app, "POST", &own, body.clone()).await;
            assert_eq!(refused.status, status, "{}: {body}: {}", app.database, refused.body);
        }
        let log = app.send("GET", &format!("/issues/{}/activity", desk.issue), None).await.body;
        assert_eq!(log[0]["action"], "issue.attribution_spoof_rejected", "{}: {log}", app.database);
        let other = company(&app).await;
        let theirs = id(&issue(&app, &other, json!({"title": "Theirs"})).await);
        let hidden = desk.send(&app, "POST", &comments(&theirs), json!({"body": "x"})).await;
        assert_eq!(hidden.status, 404, "{}: {}", app.database, hidden.body);
    }
}

#[tokio::test]
async fn a_run_writes_to_other_issues_only_so_often() {
    for app in TestApp::on_each_database().await {
        let desk = Desk::new(&app).await;
        let other = id(&issue(&app, &desk.company, json!({"title": "Nobody's"})).await);
        for count in 0..20 {
            let said = desk.send(&app, "POST", &comments(&other), json!({"body": "Me too"})).await;
            assert_eq!(said.status, 201, "{}: {count}: {}", app.database, said.body);
        }
        let capped = desk.send(&app, "POST", &comments(&other), json!({"body": "Once more"})).await;
        assert_eq!(capped.status, 403, "{}: {}", app.database, capped.body);
        assert_eq!(capped.body["details"]["code"], "cross_issue_influence_cap_exceeded");
        let own = desk.send(&app, "POST", &comments(&desk.issue), json!({"body": "Here still"})).await;
        assert_eq!(own.status, 201, "{}: {}", app.database, own.body);
    }
}

#[tokio::test]
async fn a_closed_issue_is_opened_by_a_person_and_not_by_a_run_that_does_not_say_so() {
    for app in TestApp::on_each_database().await {
        let desk = Desk::new(&app).await;
        let path = format!("/issues/{}", desk.issue);
        let done = desk.send(&app, "PATCH", &path, json!({"status": "done", "comment": "Finished."})).await;
        assert_eq!(done.status, 200, "{}: {}", app.database, done.body);
        desk.send(&app, "POST", &comments(&desk.issue), json!({"body": "One more word."})).await;
        assert_eq!(app.send("GET", &path, None).await.body["status"], "done", "{}", app.database);
        settle(&app, &desk.run, exited(0)).await;
        assert!(claim(&app).await.is_empty(), "{}: its own words wake nobody", app.database);
        let said = say(&app, &desk.issue, json!({"body": "Again, please."})).await;
        let opened = app.send("GET", &path, None).await.body;
        assert_eq!((&opened["status"], &opened["completedAt"]), (&json!("todo"), &Value::Null));
        let next = claim_one(&app).await;
        let run = app.send("GET", &format!("/heartbeat-runs/{}", next.run.id), None).await.body;
        assert_eq!(run["contextSnapshot"]["wakeReason"], "issue_reopened_via_comment", "{}", app.database);
        assert_eq!(run["contextSnapshot"]["wakeCommentId"], said["id"]);
    }
}

#[tokio::test]
async fn a_mention_wakes_whom_it_links_once_and_gives_them_nothing() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let task = id(&issue(&app, &company, json!({"title": "To talk about"})).await);
        let link = format!("[@Ada](agent://{ada})");
        let said = say(&app, &task, json!({"body": format!("{link} and {link}, but not @Ada")})).await;
        let run = claim_one(&app).await;
        let run = app.send("GET", &format!("/heartbeat-runs/{}", run.run.id), None).await.body;
        assert_eq!((&run["agentId"], &run["invocationSource"]), (&json!(ada), &json!("automation")));
        assert_eq!(run["contextSnapshot"]["wakeReason"], "issue_comment_mentioned", "{}", app.database);
        assert_eq!(run["contextSnapshot"]["commentId"], said["id"]);
        let task = app.send("GET", &format!("/issues/{task}"), None).await.body;
        assert_eq!((&task["assigneeAgentId"], &task["checkoutRunId"]), (&Value::Null, &Value::Null));
    }
}

#[tokio::test]
async fn whom_a_run_mentions_works_when_it_has_ended_and_is_told_why() {
    for status in [None, Some("in_review"), Some("done")] {
        for app in TestApp::on_each_database().await {
            let desk = Desk::new(&app).await;
            let rita = agent(&app, &desk.company, "Rita", json!({})).await;
            let body = json!({"body": format!("Please look, [@Rita](agent://{rita}).")});
            let said = desk.send(&app, "POST", &comments(&desk.issue), body).await;
            assert_eq!(said.status, 201, "{}: {}", app.database, said.body);
            if let Some(status) = status {
                let moved = json!({"status": status});
                desk.send(&app, "PATCH", &format!("/issues/{}", desk.issue), moved).await;
            }
            settle(&app, &desk.run, exited(0)).await;
            // Without a status the issue's own agent goes on first.
            for own in claim(&app).await.into_iter().filter(|run| run.run.agent_id.to_string() == desk.ada) {
                desk.send(&app, "PATCH", &format!("/issues/{}", desk.issue), json!({"status": "todo"})).await;
                settle(&app, &own, exited(0)).await;
            }
            let path = format!("/companies/{}/heartbeat-runs?agentId={rita}", desk.company);
            let runs = app.send("GET", &path, None).await.body;
            let context = &runs[0]["contextSnapshot"];
            assert_eq!(
                context["wakeReason"], "issue_comment_mentioned",
                "{}, {status:?}: {runs}",
                app.database
            );
            assert_eq!(context["wakeCommentId"], said.body["id"], "{}: {runs}", app.database);
            let task = app.send("GET", &format!("/issues/{}", desk.issue), None).await.body;
            assert_eq!(task["assigneeAgentId"], desk.ada, "{}", app.database);
        }
    }
}

#[tokio::test]
async fn who_gets_an_issue_from_a_run_with_a_word_along_is_woken() {
    for app in TestApp::on_each_database().await {
        let desk = Desk::new(&app).await;
        let rita = agent(&app, &desk.company, "Rita", json!({})).await;
        let change = json!({"assigneeAgentId": rita, "status": "todo", "comment": "Yours now."});
        let moved = desk.send(&app, "PATCH", &format!("/issues/{}", desk.issue), change).await;
        assert_eq!(moved.status, 200, "{}: {}", app.database, moved.body);
        settle(&app, &desk.run, exited(0)).await;
        let run = claim_one(&app).await;
        assert_eq!(run.run.agent_id.to_string(), rita, "{}", app.database);
    }
}

#[tokio::test]
async fn a_message_that_interrupts_asks_for_the_runs_end_and_is_kept() {
    for app in TestApp::on_each_database().await {
        let desk = Desk::new(&app).await;
        // Nobody waits for the answer, which comes after the end.
        let body = json!({"body": "Stop, do this instead.", "interrupt": true});
        tokio::select! {
            biased;
            said = say(&app, &desk.issue, body) => panic!("{}: the run goes on: {said}", app.database),
            () = a_wish(&app) => {}
        }
        let wishes = app.services.runs.stop_wishes(app.services.core.facts.node_id).await.unwrap();
        assert_eq!(wishes.len(), 1, "{}", app.database);
        assert_eq!(wishes[0], desk.run.run.id);
        let queue = app.send("GET", &format!("/issues/{}/queued-comments", desk.issue), None).await.body;
        assert_eq!(waiting(&queue), ["Stop, do this instead."], "{}", app.database);
        let log = app.send("GET", &format!("/issues/{}/activity", desk.issue), None).await.body;
        assert_eq!(log[0]["details"]["interruptedRunId"], desk.run.run.id.to_string(), "{}", app.database);
        settle(&app, &desk.run, killed()).await;
        let queue = app.send("GET", &format!("/issues/{}/queued-comments", desk.issue), None).await.body;
        assert_eq!(waiting(&queue), ["Stop, do this instead."], "{}", app.database);
        assert_eq!(queue["executionWait"]["reason"], "execution_recovery", "{}: {queue}", app.database);
        assert!(claim(&app).await.is_empty(), "{}: nothing starts before that", app.database);
    }
}
