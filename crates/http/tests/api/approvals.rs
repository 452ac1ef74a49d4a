//! Approvals, as clients see them: asking, deciding, talking, linking.

mod deciding;
mod hires;
mod waiting;

use serde_json::{Value, json};
use wireclip_testkit::{Reply, TestApp};

use crate::playing::{agent, claim_one, company, exited, id, issue, key, settle, wake};

const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

/// Asks the board for something, as the board or as whoever has the token.
pub(crate) async fn ask(app: &TestApp, company: &str, token: Option<&str>, body: Value) -> Reply {
    let path = format!("/companies/{company}/approvals");
    match token {
        Some(token) => app.send_as(token, "POST", &path, Some(body)).await,
        None => app.send("POST", &path, Some(body)).await,
    }
}

/// Does something with an approval, as the board.
pub(crate) async fn act(app: &TestApp, approval: &str, what: &str, body: Value) -> Reply {
    app.send("POST", &format!("/approvals/{approval}/{what}"), Some(body)).await
}

/// Makes a company whose board wants to be asked about new agents.
pub(crate) async fn careful_company(app: &TestApp) -> String {
    let company = company(app).await;
    let wish = json!({"requireBoardApprovalForNewAgents": true});
    let changed = app.send("PATCH", &format!("/companies/{company}"), Some(wish)).await;
    assert_eq!(changed.status, 200, "{}: {}", app.database, changed.body);
    company
}

/// Requests a hire; returns the agent and the approval.
pub(crate) async fn hire(app: &TestApp, company: &str, body: Value) -> (String, String) {
    let hired = app.send("POST", &format!("/companies/{company}/agent-hires"), Some(body)).await;
    assert_eq!(hired.status, 201, "{}: {}", app.database, hired.body);
    (id(&hired.body["agent"]), id(&hired.body["approval"]))
}

/// Returns the actions of the log about something, oldest first.
pub(crate) async fn told(app: &TestApp, company: &str, about: &str) -> Vec<String> {
    let log = app.send("GET", &format!("/companies/{company}/activity?entityId={about}"), None).await.body;
    let action = |entry: &Value| entry["action"].as_str().unwrap().to_owned();
    log.as_array().unwrap().iter().rev().map(action).collect()
}

#[tokio::test]
async fn whoever_asks_and_whoever_decides_is_the_caller_whatever_the_body_says() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let (ada, bob) =
            (agent(&app, &company, "Ada", json!({})).await, agent(&app, &company, "Bob", json!({})).await);
        let token = key(&app, &ada).await;
        let wish = json!({
            "type": "request_board_approval", "payload": {"title": "May I?", "apiToken": "abcdef"},
            "requestedByAgentId": bob, "requestedByUserId": "somebody", "status": "approved",
        });
        let asked = ask(&app, &company, Some(&token), wish).await;
        assert_eq!(asked.status, 201, "{}: {}", app.database, asked.body);
        assert_eq!(asked.body["requestedByAgentId"], json!(ada), "{}", app.database);
        assert_eq!(asked.body["requestedByUserId"], Value::Null);
        assert_eq!(
            (&asked.body["status"], &asked.body["decidedByUserId"]),
            (&json!("pending"), &Value::Null)
        );
        assert_eq!(asked.body["payload"]["apiToken"], "***REDACTED***");
        let ignored = asked.headers["x-wireclip-ignored"].to_str().unwrap();
        for name in ["requestedByAgentId", "requestedByUserId", "status"] {
            assert!(ignored.contains(name), "{}: {ignored}", app.database);
        }
        let approval = id(&asked.body);
        let decision = json!({"decidedByUserId": "somebody-else", "decisionNote": "Fine"});
        let decided = act(&app, &approval, "approve", decision).await;
        assert_eq!(decided.body["decidedByUserId"], "local-board", "{}: {}", app.database, decided.body);
        assert_eq!(decided.headers["x-wireclip-ignored"], "decidedByUserId");
    }
}

#[tokio::test]
async fn an_approval_stays_in_its_company() {
    for app in TestApp::on_each_database().await {
        let (here, there) = (company(&app).await, company(&app).await);
        let stranger = agent(&app, &there, "Stranger", json!({})).await;
        let token = key(&app, &stranger).await;
        let foreign = id(&issue(&app, &there, json!({"title": "Elsewhere"})).await);
        let own = id(&issue(&app, &here, json!({"title": "Here"})).await);
        let wish = json!({"type": "approve_ceo_strategy", "payload": {}});
        let approval = id(&ask(&app, &here, None, wish.clone()).await.body);
        for (method, path, body) in [
            ("GET", format!("/approvals/{approval}"), None),
            ("GET", format!("/approvals/{approval}/comments"), None),
            ("GET", format!("/approvals/{approval}/issues"), None),
            ("POST", format!("/approvals/{approval}/comments"), Some(json!({"body": "Hm"}))),
            ("POST", format!("/approvals/{approval}/resubmit"), Some(json!({}))),
            ("DELETE", format!("/issues/{foreign}/approvals/{approval}"), None),
        ] {
            let refused = app.send_as(&token, method, &path, body).await;
            assert_eq!(refused.status, 404, "{}: {method} {path}: {}", app.database, refused.body);
        }
        assert_eq!(ask(&app, &here, Some(&token), wish.clone()).await.status, 403, "{}", app.database);
        // The board sees both companies, and links nothing across them.
        let mut across = wish.clone();
        across["issueIds"] = json!([foreign]);
        assert_eq!(ask(&app, &here, None, across).await.status, 404, "{}", app.database);
        let link = json!({"approvalId": approval});
        let refused = app.send("POST", &format!("/issues/{foreign}/approvals"), Some(link.clone())).await;
        assert_eq!(refused.status, 404, "{}: {}", app.database, refused.body);
        let linked = app.send("POST", &format!("/issues/{own}/approvals"), Some(link)).await;
        assert_eq!(linked.status, 201, "{}: {}", app.database, linked.body);
        let unlinked = app.send("DELETE", &format!("/issues/{foreign}/approvals/{approval}"), None).await;
        assert_eq!(unlinked.status, 404, "{}: {}", app.database, unlinked.body);
        let listed = app.send("GET", &format!("/companies/{here}/approvals"), None).await.body;
        assert_eq!(listed.as_array().unwrap().len(), 1, "{}: what was refused is not there", app.database);
    }
}

#[tokio::test]
async fn an_agent_asks_about_its_issue_and_goes_on_when_the_board_has_decided() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let token = key(&app, &ada).await;
        let task = issue(&app, &company, json!({"title": "Big thing", "assigneeAgentId": ada})).await;
        let run = claim_one(&app).await;
        let (bearer, run_id) = (format!("Bearer {token}"), run.run.id.to_string());
        let headers = [("authorization", bearer.as_str()), ("x-paperclip-run-id", run_id.as_str())];
        let wish = json!({"type": "request_board_approval", "payload": {"title": "Spend?"}, "issueIds": [id(&task)]});
        let path = format!("/companies/{company}/approvals");
        let bare = app.send_as(&token, "POST", &path, Some(wish.clone())).await;
        assert_eq!(bare.status, 401, "{}: its issue is written to within a run", app.database);
        let asked = app.send_with("POST", &path, Some(wish), &headers).await;
        assert_eq!(asked.status, 201, "{}: {}", app.database, asked.body);
        let approval = id(&asked.body);
        let by_issue = app.send("GET", &format!("/issues/{}/approvals", id(&task)), None).await.body;
        assert_eq!(by_issue[0]["id"], asked.body["id"], "{}", app.database);
        let said = json!({"body": "I have asked."});
        let said =
            app.send_with("POST", &format!("/issues/{}/comments", id(&task)), Some(said), &headers).await;
        assert_eq!(said.status, 201, "{}: {}", app.database, said.body);
        settle(&app, &run, exited(0)).await;

        // Nothing goes on by itself while the board thinks.
        assert!(crate::playing::claim(&app).await.is_empty(), "{}", app.database);
        let stranded = app.services.runs.stranded(None, 100).await.unwrap();
        assert!(stranded.is_empty(), "{}: it waits for the board", app.database);
        let waits = app.send("GET", &format!("/issues/{}", id(&task)), None).await.body["waitsFor"].clone();
        assert_eq!(waits["reason"], "approval_pending", "{}: {waits}", app.database);

        assert_eq!(act(&app, &approval, "reject", json!({"decisionNote": "No"})).await.status, 200);
        let next = claim_one(&app).await;
        assert_eq!(next.run.issue_id, run.run.issue_id, "{}", app.database);
        let path = format!("/heartbeat-runs/{}", next.run.id);
        let context = app.send("GET", &path, None).await.body["contextSnapshot"].clone();
        assert_eq!(context["wakeReason"], "approval_rejected", "{}: {context}", app.database);
        assert_eq!(
            (&context["approvalId"], &context["approvalStatus"]),
            (&json!(approval), &json!("rejected"))
        );
        assert_eq!(context["issueIds"], json!([id(&task)]));
    }
}

#[tokio::test]
async fn a_decision_during_a_run_is_heard_by_the_next() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({"maxConcurrentRuns": 5})).await;
        let token = key(&app, &ada).await;
        let mut approvals = Vec::new();
        for title in ["One", "Two"] {
            let wish = json!({"type": "request_board_approval", "payload": {"title": title}});
            approvals.push(id(&ask(&app, &company, Some(&token), wish).await.body));
        }
        wake(&app, &ada, json!({})).await;
        let at_work = claim_one(&app).await;
        for (approval, what) in approvals.iter().zip(["approve", "request-revision"]) {
            assert_eq!(act(&app, approval, what, json!({})).await.status, 200, "{}", app.database);
        }
        let next = claim_one(&app).await;
        assert_ne!(next.run.id, at_work.run.id, "{}", app.database);
        let path = format!("/heartbeat-runs/{}", next.run.id);
        let context = app.send("GET", &path, None).await.body["contextSnapshot"].clone();
        assert_eq!(context["approvalIds"], json!(approvals), "{}: none is lost: {context}", app.database);
    }
}

#[tokio::test]
async fn an_approval_can_be_talked_about_before_and_after() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let wish = json!({"type": "request_board_approval", "payload": {}});
        let approval = id(&ask(&app, &company, None, wish).await.body);
        let path = format!("/approvals/{approval}/comments");
        for said in ["One", "Two"] {
            let made = app.send("POST", &path, Some(json!({"body": said, "authorUserId": "me"}))).await;
            assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
            assert_eq!(made.body["authorUserId"], "local-board");
        }
        act(&app, &approval, "reject", json!({})).await;
        app.send("POST", &path, Some(json!({"body": "Three"}))).await;
        let listed = app.send("GET", &path, None).await.body;
        let said: Vec<_> = listed.as_array().unwrap().iter().map(|comment| &comment["body"]).collect();
        assert_eq!(said, ["One", "Two", "Three"], "{}", app.database);
        let nobody =
            app.send("POST", &format!("/approvals/{NOBODY}/comments"), Some(json!({"body": "?"}))).await;
        assert_eq!(nobody.status, 404, "{}", app.database);
    }
}

#[tokio::test]
async fn what_there_is_to_decide_is_counted_until_it_is_decided() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let wish = json!({"type": "request_board_approval", "payload": {}});
        let first = id(&ask(&app, &company, None, wish.clone()).await.body);
        ask(&app, &company, None, json!({"type": "budget_override_required", "payload": {}})).await;
        let counts = async || {
            let badges = app.send("GET", &format!("/companies/{company}/sidebar-badges"), None).await.body;
            let dashboard = app.send("GET", &format!("/companies/{company}/dashboard"), None).await.body;
            json!([
                badges["approvals"],
                badges["inbox"],
                dashboard["pendingApprovals"],
                dashboard["budgets"]["pendingApprovals"],
            ])
        };
        assert_eq!(counts().await, json!([2, 2, 2, 1]), "{}", app.database);
        act(&app, &first, "request-revision", json!({})).await;
        assert_eq!(counts().await, json!([2, 2, 1, 1]), "{}", app.database);
        act(&app, &first, "approve", json!({})).await;
        assert_eq!(counts().await, json!([1, 1, 1, 1]), "{}", app.database);
        let listed = app.send("GET", &format!("/companies/{company}/approvals?status=approved"), None).await;
        assert_eq!(listed.body[0]["id"], json!(first), "{}", app.database);
        let unknown = app.send("GET", &format!("/companies/{company}/approvals?status=lost"), None).await;
        assert_eq!(unknown.status, 400, "{}: {}", app.database, unknown.body);
    }
}
