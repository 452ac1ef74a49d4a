//! Decisions: who may, that each is made once, and who is told.

use futures_util::future::join_all;
use serde_json::json;
use wireclip_testkit::TestApp;

use super::{act, ask, careful_company, hire, told};
use crate::playing::{agent, company, id, key};

#[tokio::test]
async fn no_agent_decides_not_even_about_what_it_asked_for() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let chief = json!({"name": "Chief", "role": "ceo"});
        let chief = id(&app.send("POST", &format!("/companies/{company}/agents"), Some(chief)).await.body);
        let token = key(&app, &chief).await;
        let wish = json!({"type": "request_board_approval", "payload": {}});
        let approval = id(&ask(&app, &company, Some(&token), wish).await.body);
        for what in ["approve", "reject", "request-revision"] {
            let path = format!("/approvals/{approval}/{what}");
            let refused = app.send_as(&token, "POST", &path, Some(json!({}))).await;
            assert_eq!(refused.status, 403, "{}: {what}: {}", app.database, refused.body);
        }
        let stands = app.send("GET", &format!("/approvals/{approval}"), None).await.body;
        assert_eq!(stands["status"], "pending", "{}", app.database);
    }
}

#[tokio::test]
async fn of_many_deciders_at_once_one_wins_and_what_follows_happens_once() {
    for app in TestApp::on_each_database().await {
        let company = careful_company(&app).await;
        let (agent, approval) = hire(&app, &company, json!({"name": "Candidate"})).await;
        let verdicts = ["approve", "reject", "approve", "reject", "approve", "request-revision"];
        let answers = join_all(verdicts.map(|what| act(&app, &approval, what, json!({})))).await;
        let decided = app.send("GET", &format!("/approvals/{approval}"), None).await.body;
        let standing = app.send("GET", &format!("/agents/{agent}"), None).await.body["status"].clone();
        let (winner, expected) = match decided["status"].as_str().unwrap() {
            "approved" => ("approve", "idle"),
            "rejected" => ("reject", "terminated"),
            other => panic!("{}: {other}", app.database),
        };
        assert_eq!(standing, expected, "{}", app.database);
        for (what, answer) in verdicts.iter().zip(&answers) {
            let is_fine = answer.status == 200;
            let may_be = *what == winner || *what == "request-revision";
            assert!(may_be || !is_fine, "{}: {what}: {}", app.database, answer.body);
            assert!(is_fine || answer.status == 422, "{}: {what}: {}", app.database, answer.body);
        }
        let actions = told(&app, &company, &approval).await;
        let ends = actions
            .iter()
            .filter(|action| ["approval.approved", "approval.rejected"].contains(&action.as_str()));
        assert_eq!(ends.count(), 1, "{}: {actions:?}", app.database);
        let of_agent = told(&app, &company, &agent).await;
        assert_eq!(of_agent.len(), 2, "{}: hired, and decided about once: {of_agent:?}", app.database);
    }
}

#[tokio::test]
async fn a_decision_is_told_once_and_repeated_without_a_trace() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let token = key(&app, &ada).await;
        let wish = json!({"type": "request_board_approval", "payload": {"title": "May I?"}});
        let approval = id(&ask(&app, &company, Some(&token), wish).await.body);
        let first = act(&app, &approval, "approve", json!({"decisionNote": "Yes"})).await;
        let again = act(&app, &approval, "approve", json!({"decisionNote": "Yes, yes"})).await;
        assert_eq!((first.status, &first.body), (again.status, &again.body), "{}", app.database);
        let runs = app.send("GET", &format!("/companies/{company}/heartbeat-runs"), None).await.body;
        assert_eq!(runs.as_array().unwrap().len(), 1, "{}: one wake-up", app.database);
        let expected = ["approval.created", "approval.approved", "approval.requester_wakeup_queued"];
        assert_eq!(told(&app, &company, &approval).await, expected, "{}", app.database);
        for what in ["reject", "request-revision", "resubmit"] {
            let refused = act(&app, &approval, what, json!({})).await;
            assert_eq!(refused.status, 422, "{}: {what}: {}", app.database, refused.body);
        }
    }
}

#[tokio::test]
async fn every_verdict_wakes_whoever_asked_and_says_which() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let token = key(&app, &ada).await;
        for (what, reason) in [
            ("approve", "approval_approved"),
            ("reject", "approval_rejected"),
            ("request-revision", "approval_revision_requested"),
        ] {
            let wish = json!({"type": "approve_ceo_strategy", "payload": {"plan": what}});
            let approval = id(&ask(&app, &company, Some(&token), wish).await.body);
            assert_eq!(act(&app, &approval, what, json!({})).await.status, 200, "{}", app.database);
            let run = crate::playing::claim_one(&app).await;
            let path = format!("/heartbeat-runs/{}", run.run.id);
            let context = app.send("GET", &path, None).await.body["contextSnapshot"].clone();
            assert_eq!(context["wakeReason"], reason, "{}: {context}", app.database);
            assert_eq!(context["approvalId"], json!(approval));
            crate::playing::settle(&app, &run, crate::playing::exited(0)).await;
        }
    }
}

#[tokio::test]
async fn another_proposal_is_the_requesters_and_keeps_what_is_hidden() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let (ada, bob) =
            (agent(&app, &company, "Ada", json!({})).await, agent(&app, &company, "Bob", json!({})).await);
        let (ada, bob) = (key(&app, &ada).await, key(&app, &bob).await);
        let payload = json!({"title": "Buy", "apiToken": "abcdef"});
        let wish = json!({"type": "request_board_approval", "payload": payload});
        let approval = id(&ask(&app, &company, Some(&ada), wish).await.body);
        act(&app, &approval, "request-revision", json!({"decisionNote": "Less"})).await;
        let path = format!("/approvals/{approval}/resubmit");
        let other = app.send_as(&bob, "POST", &path, Some(json!({}))).await;
        assert_eq!(other.status, 403, "{}: {}", app.database, other.body);
        let masked = json!({"payload": {"title": "Buy less", "apiToken": "***REDACTED***"}});
        let made = app.send_as(&ada, "POST", &path, Some(masked)).await;
        assert_eq!(
            (made.status.as_u16(), &made.body["status"]),
            (200, &json!("pending")),
            "{}",
            app.database
        );
        assert_eq!(made.body["decisionNote"], serde_json::Value::Null);
        let (conn, scope) = (app.services.core.store.read(), wireclip_store::Scope::everything());
        let stored = wireclip_store::approvals::get(&conn, &scope, approval.parse().unwrap()).await;
        let stored = stored.unwrap().unwrap();
        assert_eq!(stored.payload.text("apiToken"), Some("abcdef"), "{}", app.database);
        act(&app, &approval, "request-revision", json!({})).await;
        let unknown = json!({"payload": {"password": "***REDACTED***"}});
        let refused = app.send_as(&ada, "POST", &path, Some(unknown)).await;
        assert_eq!(refused.status, 422, "{}: no mask becomes a value: {}", app.database, refused.body);
    }
}

#[tokio::test]
async fn who_cannot_be_woken_hears_of_the_decision_later() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let token = key(&app, &ada).await;
        let wish = json!({"type": "request_board_approval", "payload": {}});
        let approval = id(&ask(&app, &company, Some(&token), wish).await.body);
        app.send("POST", &format!("/agents/{ada}/pause"), None).await;
        assert_eq!(act(&app, &approval, "reject", json!({})).await.status, 200, "{}", app.database);
        let actions = told(&app, &company, &approval).await;
        assert_eq!(actions.last().unwrap(), "approval.requester_wakeup_failed", "{}", app.database);
        let again = async || {
            for refused in app.services.runs.refused_for_now(None, 50).await.unwrap() {
                app.services.runs.ask_again(refused).await.unwrap();
            }
            crate::playing::claim(&app).await
        };
        assert!(again().await.is_empty(), "{}: it is paused", app.database);
        app.send("POST", &format!("/agents/{ada}/resume"), None).await;
        let runs = again().await;
        assert_eq!(runs.len(), 1, "{}: it hears of it once it works", app.database);
        let path = format!("/heartbeat-runs/{}", runs[0].run.id);
        let context = app.send("GET", &path, None).await.body["contextSnapshot"].clone();
        assert_eq!(
            (&context["approvalId"], &context["approvalStatus"]),
            (&json!(approval), &json!("rejected"))
        );
        assert!(again().await.is_empty(), "{}: and once only", app.database);
    }
}

#[tokio::test]
async fn what_is_decided_keeps_no_secrets() {
    for app in TestApp::on_each_database().await {
        let company = careful_company(&app).await;
        for what in ["approve", "reject"] {
            let config = json!({"command": "/bin/true", "env": {"TOKEN": "open sesame"}});
            let (agent, approval) =
                hire(&app, &company, json!({"name": what, "adapterConfig": config})).await;
            act(&app, &approval, what, json!({})).await;
            let scope = wireclip_store::Scope::everything();
            let conn = app.services.core.store.read();
            let stored = wireclip_store::approvals::get(&conn, &scope, approval.parse().unwrap()).await;
            let stored = stored.unwrap().unwrap();
            assert!(!stored.payload.to_string().contains("sesame"), "{}: {what}", app.database);
            let hired = wireclip_store::agents::get(&conn, &scope, agent.parse().unwrap()).await;
            let hired = hired.unwrap().unwrap();
            assert!(hired.adapter_config.to_string().contains("sesame"), "{}: {what}", app.database);
        }
    }
}

#[tokio::test]
async fn a_loop_that_asks_is_stopped_and_buries_nobody() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let (ada, bob) =
            (agent(&app, &company, "Ada", json!({})).await, agent(&app, &company, "Bob", json!({})).await);
        let (ada, bob) = (key(&app, &ada).await, key(&app, &bob).await);
        let wish = json!({"type": "request_board_approval", "payload": {}});
        let mut last = String::new();
        for _ in 0..wireclip_domain::approval::MOST_OPEN_REQUESTS {
            last = id(&ask(&app, &company, Some(&ada), wish.clone()).await.body);
        }
        let refused = ask(&app, &company, Some(&ada), wish.clone()).await;
        assert_eq!(refused.status, 409, "{}: {}", app.database, refused.body);
        assert_eq!(refused.body["code"], "too_many_open_approvals");
        assert_eq!(ask(&app, &company, Some(&bob), wish.clone()).await.status, 201, "{}", app.database);
        act(&app, &last, "reject", json!({})).await;
        assert_eq!(ask(&app, &company, Some(&ada), wish).await.status, 201, "{}", app.database);
    }
}
