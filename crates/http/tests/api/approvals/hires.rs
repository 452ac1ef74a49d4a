//! Hires: who may, what is proposed, and what the board's word makes of it.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

use super::{act, ask, careful_company, hire, told};
use crate::playing::{agent, claim_one, company, id, key};

#[tokio::test]
async fn who_is_approved_is_as_was_proposed_last() {
    for app in TestApp::on_each_database().await {
        let company = careful_company(&app).await;
        let wish = json!({
            "name": "Candidate", "role": "engineer", "title": "Builder", "budgetMonthlyCents": 500,
            "adapterConfig": {"command": "/bin/true", "env": {"TOKEN": "open sesame"}},
            "metadata": {"from": "agency"},
        });
        let (agent, approval) = hire(&app, &company, wish).await;
        let shown = app.send("GET", &format!("/approvals/{approval}"), None).await.body;
        assert!(!shown.to_string().contains("sesame"), "{}: {shown}", app.database);
        act(&app, &approval, "request-revision", json!({"decisionNote": "Cheaper"})).await;
        let mut payload = shown["payload"].clone();
        payload["budgetMonthlyCents"] = json!(50);
        payload["title"] = json!("Tester");
        let again = act(&app, &approval, "resubmit", json!({"payload": payload})).await;
        assert_eq!(again.status, 200, "{}: {}", app.database, again.body);
        assert_eq!(act(&app, &approval, "approve", json!({})).await.status, 200, "{}", app.database);
        let hired = app.send("GET", &format!("/agents/{agent}"), None).await.body;
        assert_eq!(
            (&hired["status"], &hired["title"]),
            (&json!("idle"), &json!("Tester")),
            "{}",
            app.database
        );
        assert_eq!(
            (&hired["budgetMonthlyCents"], &hired["metadata"]),
            (&json!(50), &json!({"from": "agency"}))
        );
        app.send("POST", &format!("/agents/{agent}/wakeup"), Some(json!({}))).await;
        let run = claim_one(&app).await;
        let env = run.settings.get("env").unwrap();
        assert!(env.to_string().contains("open sesame"), "{}: what is hidden stays: {env}", app.database);
        let actions = told(&app, &company, &agent).await;
        assert_eq!(actions, ["agent.hire_created", "agent.approved"], "{}", app.database);
    }
}

#[tokio::test]
async fn an_approval_without_an_agent_makes_the_one_that_it_proposes() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let payload = json!({
            "name": "Bob", "role": "qa", "adapterType": "process", "adapterConfig": {"command": "/bin/true"},
            "budgetMonthlyCents": 500,
        });
        let wish = json!({"type": "hire_agent", "payload": payload});
        let approval = id(&ask(&app, &company, None, wish).await.body);
        let agents = async || app.send("GET", &format!("/companies/{company}/agents"), None).await.body;
        assert_eq!(agents().await, json!([]), "{}", app.database);
        for _ in 0..2 {
            assert_eq!(act(&app, &approval, "approve", json!({})).await.status, 200, "{}", app.database);
        }
        let made = agents().await;
        assert_eq!(made.as_array().unwrap().len(), 1, "{}: one, however often", app.database);
        let made = &made[0];
        assert_eq!(
            (&made["name"], &made["role"], &made["status"]),
            (&json!("Bob"), &json!("qa"), &json!("idle"))
        );
        assert_eq!(
            (&made["budgetMonthlyCents"], &made["adapterConfig"]["command"]),
            (&json!(500), &json!("/bin/true"))
        );
    }
}

#[tokio::test]
async fn what_could_not_be_carried_out_is_refused_when_it_is_proposed() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        for (payload, status) in [
            (json!({}), 422),
            (json!({"proposal": {"name": "Nested"}}), 422),
            (json!({"name": "A", "role": "king"}), 422),
            (json!({"name": "A", "adapterType": "teapot"}), 422),
            (json!({"name": "A", "adapterConfig": {"timeoutSec": -1}}), 422),
            (
                json!({"name": "A", "adapterType": "claude_local", "adapterConfig": {"promptTemplate": "Hi"}}),
                422,
            ),
            (json!({"name": "A", "budgetMonthlyCents": "much"}), 422),
            (json!({"name": "A", "reportsTo": super::NOBODY}), 404),
            (json!({"name": "A", "agentId": ada}), 422),
            (json!({"name": "A", "adapterConfig": {"env": {"K": "***REDACTED***"}}}), 422),
        ] {
            let wish = json!({"type": "hire_agent", "payload": payload});
            let refused = ask(&app, &company, None, wish).await;
            assert_eq!(refused.status.as_u16(), status, "{}: {payload}: {}", app.database, refused.body);
        }
        let listed = app.send("GET", &format!("/companies/{company}/approvals"), None).await.body;
        assert_eq!(listed, json!([]), "{}", app.database);
    }
}

#[tokio::test]
async fn a_proposal_stays_about_the_agent_that_waits() {
    for app in TestApp::on_each_database().await {
        let company = careful_company(&app).await;
        let (first, approval) = hire(&app, &company, json!({"name": "First"})).await;
        let (second, _) = hire(&app, &company, json!({"name": "Second"})).await;
        act(&app, &approval, "request-revision", json!({})).await;
        let other = json!({"payload": {"agentId": second, "name": "First"}});
        assert_eq!(act(&app, &approval, "resubmit", other).await.status, 422, "{}", app.database);
        // What the payload does not name is no way around either.
        let silent = json!({"payload": {"name": "Second", "role": "qa"}});
        assert_eq!(act(&app, &approval, "resubmit", silent).await.status, 200, "{}", app.database);
        act(&app, &approval, "approve", json!({})).await;
        let stands = async |agent: &str| app.send("GET", &format!("/agents/{agent}"), None).await.body;
        let hired = stands(&first).await;
        assert_eq!((&hired["status"], &hired["role"]), (&json!("idle"), &json!("qa")), "{}", app.database);
        assert_eq!(hired["name"], "Second 2", "{}: a name that is taken gets a number", app.database);
        assert_eq!(stands(&second).await["status"], "pending_approval", "{}", app.database);
    }
}

#[tokio::test]
async fn an_agent_hires_by_its_right_and_within_what_agents_may_set() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let token = key(&app, &ada).await;
        let on = json!({"requireBoardApprovalForNewAgents": true});
        app.send("PATCH", &format!("/companies/{company}"), Some(on)).await;
        let path = format!("/companies/{company}/agent-hires");
        let hire = async |body: Value| app.send_as(&token, "POST", &path, Some(body)).await;
        for body in [
            json!({"name": "Tool", "adapterConfig": {"command": "/bin/sh"}}),
            json!({"name": "Boss", "role": "ceo"}),
        ] {
            assert_eq!(hire(body.clone()).await.status, 403, "{}: {body}", app.database);
            let wish = json!({"type": "hire_agent", "payload": body});
            let asked = ask(&app, &company, Some(&token), wish).await;
            assert_eq!(asked.status, 403, "{}: nor by an approval: {}", app.database, asked.body);
        }
        let made = hire(json!({"name": "Friend", "adapterConfig": {"model": "small"}})).await;
        assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
        assert_eq!(made.body["approval"]["requestedByAgentId"], json!(ada), "{}", app.database);
        let approval = id(&made.body["approval"]);
        act(&app, &approval, "request-revision", json!({})).await;
        let resubmit = format!("/approvals/{approval}/resubmit");
        let more =
            json!({"payload": {"name": "Friend", "adapterConfig": {"model": "small", "command": "/bin/sh"}}});
        let refused = app.send_as(&token, "POST", &resubmit, Some(more)).await;
        assert_eq!(refused.status, 403, "{}: {}", app.database, refused.body);
        let chief = json!({"payload": {"name": "Friend", "role": "ceo"}});
        let refused = app.send_as(&token, "POST", &resubmit, Some(chief)).await;
        assert_eq!(refused.status, 403, "{}: {}", app.database, refused.body);

        let off = json!({"canCreateAgents": false, "canAssignTasks": false});
        app.send("PATCH", &format!("/agents/{ada}/permissions"), Some(off)).await;
        assert_eq!(hire(json!({"name": "Other"})).await.status, 403, "{}", app.database);
        let wish = json!({"type": "hire_agent", "payload": {"name": "Other"}});
        assert_eq!(ask(&app, &company, Some(&token), wish).await.status, 403, "{}", app.database);
    }
}

#[tokio::test]
async fn colleagues_read_of_a_hire_what_they_may_read_of_an_agent() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let token = key(&app, &ada).await;
        let on = json!({"requireBoardApprovalForNewAgents": true});
        app.send("PATCH", &format!("/companies/{company}"), Some(on)).await;
        let wish = json!({"name": "Candidate", "adapterConfig": {"command": "/bin/true"}});
        let (_, approval) = hire(&app, &company, wish).await;
        let path = format!("/approvals/{approval}");
        let seen = app.send_as(&token, "GET", &path, None).await.body;
        assert_eq!(seen["payload"]["name"], "Candidate", "{}", app.database);
        assert_eq!(seen["payload"]["adapterConfig"], json!({}), "{}", app.database);
        let listed = app.send_as(&token, "GET", &format!("/companies/{company}/approvals"), None).await.body;
        assert!(!listed.to_string().contains("/bin/true"), "{}: {listed}", app.database);
        let boards = app.send("GET", &path, None).await.body;
        assert_eq!(boards["payload"]["adapterConfig"], json!({"command": "/bin/true"}), "{}", app.database);
    }
}

#[tokio::test]
async fn the_reason_of_a_hire_is_linked_to_its_approval() {
    for app in TestApp::on_each_database().await {
        let company = careful_company(&app).await;
        let mut tasks = Vec::new();
        for title in ["One", "Two"] {
            tasks.push(id(&crate::playing::issue(&app, &company, json!({"title": title})).await));
        }
        let wish = json!({"name": "Hand", "sourceIssueId": tasks[0], "sourceIssueIds": tasks});
        let (_, approval) = hire(&app, &company, wish).await;
        let linked = app.send("GET", &format!("/approvals/{approval}/issues"), None).await.body;
        let ids: Vec<_> = linked.as_array().unwrap().iter().map(id).collect();
        assert_eq!(ids, tasks, "{}: each once, in their order", app.database);
        let foreign = json!({"name": "Hand", "sourceIssueId": super::NOBODY});
        let path = format!("/companies/{company}/agent-hires");
        assert_eq!(app.send("POST", &path, Some(foreign)).await.status, 404, "{}", app.database);
    }
}
