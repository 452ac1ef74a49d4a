//! What a person finds who looks why a task does not go on, and what they are told who try to bring
//! it on.

use serde_json::{Value, json};
use wireclip_testkit::TestApp;

use crate::playing::{agent, claim, claim_one, company, exited, id, issue, settle};

#[tokio::test]
async fn a_failed_task_says_why_and_what_is_to_be_done_and_every_attempt_is_told_so() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let task = id(&issue(&app, &company, json!({"title": "Task", "assigneeAgentId": ada})).await);
        let run = claim_one(&app).await;
        settle(&app, &run, exited(3)).await;
        let path = format!("/issues/{task}");
        let blocker = app.send("GET", &path, None).await.body["executionBlocker"].clone();
        assert_eq!(blocker["error"], "Process exited with code 3", "{}: {blocker}", app.database);
        assert_eq!(blocker["errorCode"], "adapter_failed", "{}", app.database);
        let next = blocker["nextAction"].as_str().unwrap();
        for word in ["recovery-actions/resolve", "completed", "not_performed", "mixed", "outcomeEvidence"] {
            assert!(next.contains(word), "{}: {next}", app.database);
        }
        let listed = app.send("GET", &format!("/companies/{company}/issues"), None).await.body;
        assert_eq!(listed[0]["executionBlocker"], blocker, "{}: one answer", app.database);
        assert_eq!(listed[0]["activeRecoveryAction"], Value::Null, "{}: one answer", app.database);

        let waits = "execution_reconciliation_required";
        let patched = app.send("PATCH", &path, Some(json!({"status": "todo"}))).await;
        assert_eq!(patched.headers["x-wireclip-waits"], waits, "{}: {}", app.database, patched.body);
        assert_eq!(patched.body["executionBlocker"], blocker, "{}", app.database);
        let said = app.send("POST", &format!("{path}/comments"), Some(json!({"body": "Try again."}))).await;
        assert_eq!(said.headers["x-wireclip-waits"], waits, "{}", app.database);
        assert!(claim(&app).await.is_empty(), "{}", app.database);

        let resolve = format!("{path}/recovery-actions/resolve");
        let mut wish = json!({"outcome": "restored", "sourceIssueStatus": "todo"});
        let untold = app.send("POST", &resolve, Some(wish.clone())).await;
        assert_eq!(untold.status, 422, "{}: {}", app.database, untold.body);
        assert_eq!(untold.body["details"]["missing"], "executionReconciliation", "{}", untold.body);
        wish["executionReconciliation"] = json!({
            "runId": run.run.id, "providerStopped": true, "actionOutcome": "not_performed",
            "outcomeEvidence": "Its log ends before the first request.",
        });
        let told = app.send("POST", &resolve, Some(wish)).await;
        assert_eq!(told.status, 200, "{}: {}", app.database, told.body);
        assert_eq!(claim_one(&app).await.run.issue_id.map(|issue| issue.to_string()), Some(task));
    }
}

#[tokio::test]
async fn who_gives_away_parked_work_is_told_that_it_is_parked() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let task = id(&issue(&app, &company, json!({"title": "Later"})).await);
        let path = format!("/issues/{task}");
        let given = app.send("PATCH", &path, Some(json!({"assigneeAgentId": ada}))).await;
        assert_eq!(given.headers["x-wireclip-waits"], "issue_backlog", "{}: {}", app.database, given.body);
        let opened = app.send("PATCH", &path, Some(json!({"status": "todo"}))).await;
        assert!(!opened.headers.contains_key("x-wireclip-waits"), "{}", app.database);
        claim_one(&app).await;
    }
}
