//! Budgets, as clients see them.

use serde_json::{Value, json};
use wireclip_domain::cost::{BillingType, ModelUse, Tokens, Usage};
use wireclip_domain::money::MicroDollars;
use wireclip_services::runs::{ClaimedRun, RunEnd};
use wireclip_testkit::TestApp;

use crate::agents::{NOBODY, text};
use crate::playing::{agent, claim, claim_one, company, exited, host, issue, key, killed, settle, wake};

async fn send(app: &TestApp, method: &str, path: &str, body: Value, status: u16) -> Value {
    let answer = app.send(method, path, Some(body.clone())).await;
    assert_eq!(answer.status, status, "{}: {method} {path} {body}: {}", app.database, answer.body);
    answer.body
}

async fn read(app: &TestApp, path: &str) -> Value {
    let read = app.send("GET", path, None).await;
    assert_eq!(read.status, 200, "{}: {path}: {}", app.database, read.body);
    read.body
}

async fn limit(app: &TestApp, company: &str, kind: &str, id: &str, amount: i64) -> Value {
    let body = json!({"scopeType": kind, "scopeId": id, "amount": amount});
    send(app, "POST", &format!("/companies/{company}/budgets/policies"), body, 200).await
}

async fn spend(app: &TestApp, company: &str, agent: &str, cents: i64, more: Value) -> Value {
    let mut body = json!({
        "agentId": agent, "provider": "p", "model": "m", "costCents": cents,
        "occurredAt": app.services.core.clock.now().to_string(),
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    send(app, "POST", &format!("/companies/{company}/cost-events"), body, 201).await
}

async fn overview(app: &TestApp, company: &str) -> Value {
    read(app, &format!("/companies/{company}/budgets/overview")).await
}

async fn is_asked_to_stop(app: &TestApp, run: &ClaimedRun) -> bool {
    let wishes = app.services.runs.stop_wishes(host(app).node_id).await.unwrap();
    wishes.contains(&run.run.id)
}

#[tokio::test]
async fn each_scope_stops_at_its_limit_and_goes_on_when_it_is_raised() {
    for app in TestApp::on_each_database().await {
        for kind in ["agent", "company", "project"] {
            let company = company(&app).await;
            let ann = agent(&app, &company, "Ann", json!({})).await;
            let project =
                send(&app, "POST", &format!("/companies/{company}/projects"), json!({"name": "P"}), 201)
                    .await;
            let project = text(&project["id"]);
            let scope = match kind {
                "agent" => &ann,
                "company" => &company,
                _ => &project,
            };
            let body =
                json!({"title": "Task", "assigneeAgentId": ann, "status": "todo", "projectId": project});
            let task = issue(&app, &company, body).await;
            limit(&app, &company, kind, scope, 100).await;
            let run = claim_one(&app).await;
            let of_task = json!({"issueId": task["id"], "heartbeatRunId": run.run.id});
            spend(&app, &company, &ann, 99, of_task.clone()).await;
            assert!(!is_asked_to_stop(&app, &run).await, "{} {kind}", app.database);
            spend(&app, &company, &ann, 2, of_task).await;
            assert!(is_asked_to_stop(&app, &run).await, "{} {kind}: in the middle", app.database);
            settle(&app, &run, killed()).await;
            let seen = overview(&app, &company).await;
            let incident = &seen["activeIncidents"][0];
            let told = [&incident["scopeType"], &incident["thresholdType"], &incident["amountObserved"]];
            assert_eq!(json!(told), json!([kind, "hard", 101]), "{}", app.database);
            assert_eq!(seen["policies"][0]["pauseReason"], "budget", "{} {kind}", app.database);
            assert_eq!(incident["approvalStatus"], "pending", "{} {kind}", app.database);
            // Nothing starts, and whoever asks is told why.
            let body = json!({"source": "on_demand", "payload": {"issueId": task["id"]}});
            let refused = send(&app, "POST", &format!("/agents/{ann}/wakeup"), body.clone(), 409).await;
            if kind != "company" {
                assert_eq!(refused["details"]["scopeType"], json!(kind), "{}: {refused}", app.database);
            }
            assert!(claim(&app).await.is_empty(), "{} {kind}", app.database);
            // The one documented way.
            let path = format!("/companies/{company}/budget-incidents/{}/resolve", text(&incident["id"]));
            let raise = |amount: i64| json!({"action": "raise_budget_and_resume", "amount": amount});
            send(&app, "POST", &path, raise(101), 422).await;
            let resolved = send(&app, "POST", &path, raise(200), 200).await;
            let told = [&resolved["status"], &resolved["approvalStatus"]];
            assert_eq!(json!(told), json!(["resolved", "approved"]), "{} {kind}", app.database);
            send(&app, "POST", &path, raise(300), 409).await;
            let again = send(&app, "POST", &format!("/agents/{ann}/wakeup"), body.clone(), 202).await;
            assert_ne!(again["status"], "skipped", "{} {kind}: {again}", app.database);
            let run = claim_one(&app).await;
            settle(&app, &run, exited(0)).await;
            // The other one: a second time, after the same window's first stop.
            spend(&app, &company, &ann, 99, json!({"issueId": task["id"]})).await;
            assert_eq!(
                overview(&app, &company).await["activeIncidents"][0]["amountObserved"],
                200,
                "{}",
                app.database
            );
            limit(&app, &company, kind, scope, 0).await;
            let seen = overview(&app, &company).await;
            assert_eq!(seen["activeIncidents"], json!([]), "{} {kind}", app.database);
            assert_eq!(seen["policies"][0]["paused"], false, "{} {kind}", app.database);
            send(&app, "POST", &format!("/agents/{ann}/wakeup"), body, 202).await;
            for run in claim(&app).await {
                settle(&app, &run, exited(0)).await;
            }
            send(&app, "POST", &format!("/companies/{company}/archive"), json!({}), 200).await;
        }
    }
}

#[tokio::test]
async fn what_a_person_paused_is_not_resumed_by_a_budget() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({})).await;
        send(&app, "POST", &format!("/agents/{ann}/pause"), json!({}), 200).await;
        limit(&app, &company, "agent", &ann, 10).await;
        spend(&app, &company, &ann, 20, json!({})).await;
        limit(&app, &company, "agent", &ann, 1000).await;
        let told = read(&app, &format!("/agents/{ann}")).await;
        assert_eq!(
            json!([told["status"], told["pauseReason"]]),
            json!(["paused", "manual"]),
            "{}",
            app.database
        );
    }
}

#[tokio::test]
async fn a_limit_below_what_was_spent_stops_at_once() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({})).await;
        wake(&app, &ann, json!({})).await;
        let run = claim_one(&app).await;
        spend(&app, &company, &ann, 50, json!({"heartbeatRunId": run.run.id})).await;
        send(&app, "PATCH", &format!("/agents/{ann}/budgets"), json!({"budgetMonthlyCents": 50}), 200).await;
        assert!(is_asked_to_stop(&app, &run).await, "{}", app.database);
        settle(&app, &run, killed()).await;
        let told = read(&app, &format!("/agents/{ann}")).await;
        assert_eq!(
            json!([told["status"], told["pauseReason"]]),
            json!(["paused", "budget"]),
            "{}",
            app.database
        );
        // The agent's own field is the same limit.
        send(&app, "PATCH", &format!("/agents/{ann}"), json!({"budgetMonthlyCents": 51}), 200).await;
        let told = read(&app, &format!("/agents/{ann}")).await;
        assert_eq!(
            json!([told["status"], told["budgetMonthlyCents"]]),
            json!(["idle", 51]),
            "{}",
            app.database
        );
    }
}

#[tokio::test]
async fn use_without_a_price_stops_under_a_limit_unless_its_owner_lets_it_go_on() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({})).await;
        limit(&app, &company, "agent", &ann, 1000).await;
        let unknown = json!({"costCents": 0, "costStatus": "unpriced", "inputTokens": 5});
        spend(&app, &company, &ann, 0, unknown.clone()).await;
        let seen = overview(&app, &company).await;
        assert_eq!(seen["activeIncidents"][0]["isUnpriced"], true, "{}: {seen}", app.database);
        assert_eq!(seen["policies"][0]["pauseReason"], "budget", "{}", app.database);
        let body = json!({"scopeType": "agent", "scopeId": ann, "amount": 1000, "allowUnpriced": true});
        send(&app, "POST", &format!("/companies/{company}/budgets/policies"), body, 200).await;
        spend(&app, &company, &ann, 0, unknown).await;
        let seen = overview(&app, &company).await;
        let told = [&seen["activeIncidents"], &seen["policies"][0]["paused"]];
        assert_eq!(json!(told), json!([[], false]), "{}", app.database);
    }
}

#[tokio::test]
async fn a_plans_use_counts_against_the_list_price_only_where_that_is_limited() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({})).await;
        let path = format!("/companies/{company}/budgets/policies");
        for metric in ["billed_cents", "list_price_cents"] {
            let body = json!({"scopeType": "agent", "scopeId": ann, "amount": 10, "metric": metric});
            send(&app, "POST", &path, body, 200).await;
        }
        let plan = json!({"billingType": "subscription_included"});
        spend(&app, &company, &ann, 50, plan).await;
        let seen = overview(&app, &company).await;
        let observed = |metric: &str| {
            let policies = seen["policies"].as_array().unwrap();
            let policy = policies.iter().find(|policy| policy["metric"] == metric).unwrap();
            (policy["observedAmount"].clone(), policy["status"].clone())
        };
        assert_eq!(observed("billed_cents"), (json!(0), json!("ok")), "{}", app.database);
        assert_eq!(observed("list_price_cents"), (json!(50), json!("hard_stop")), "{}", app.database);
    }
}

fn used(cents: i64) -> Usage {
    Usage {
        of: ModelUse {
            provider: "acme".to_owned(),
            biller: "acme".to_owned(),
            billing_type: BillingType::MeteredApi,
            model: "big".to_owned(),
        },
        tokens: Tokens { input: 1, ..Tokens::default() },
        cost: Some(MicroDollars::from_cents(cents)),
    }
}

#[tokio::test]
async fn what_is_left_is_reserved_by_those_who_run_and_others_wait_visibly() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let heartbeat = json!({"maxConcurrentRuns": 20, "maxRunCostCents": 40});
        let ann = agent(&app, &company, "Ann", heartbeat).await;
        limit(&app, &company, "agent", &ann, 100).await;
        let mut tasks = Vec::new();
        for number in 0..20 {
            let body = json!({"title": format!("Task {number}"), "assigneeAgentId": ann, "status": "todo"});
            tasks.push(issue(&app, &company, body).await);
        }
        let running = claim(&app).await;
        assert_eq!(running.len(), 3, "{}: 40, 40 and what is left", app.database);
        let is_running = |task: &Value| running.iter().any(|run| json!(run.run.issue_id) == task["id"]);
        let waiting = tasks.iter().find(|task| !is_running(task)).unwrap();
        let told = read(&app, &format!("/issues/{}", text(&waiting["id"]))).await;
        assert_eq!(told["waitsFor"]["reason"], "budget_reserved", "{}: {told}", app.database);
        // One ends cheaper, and another may start.
        settle(&app, &running[0], RunEnd { used: vec![used(10)], ..exited(0) }).await;
        assert!(!claim(&app).await.is_empty(), "{}", app.database);
    }
}

#[tokio::test]
async fn twenty_runs_pass_a_limit_by_one_report_each_at_most() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({"maxConcurrentRuns": 20})).await;
        limit(&app, &company, "company", &company, 1000).await;
        for number in 0..20 {
            let body = json!({"title": format!("Task {number}"), "assigneeAgentId": ann, "status": "todo"});
            issue(&app, &company, body).await;
        }
        let running = claim(&app).await;
        assert_eq!(running.len(), 20, "{}", app.database);
        let fence = host(&app).fence;
        let (mut spent, mut reports) = (0, 0);
        'all: for round in 0.. {
            for run in &running {
                if is_asked_to_stop(&app, run).await {
                    break 'all;
                }
                let cents = 1 + (round * 7 + reports) % 13;
                let place = format!("{round}:0");
                app.services.runs.meter(run.run.id, fence, &place, &[used(cents)]).await.unwrap();
                // The same place again is the same report.
                app.services.runs.meter(run.run.id, fence, &place, &[used(cents)]).await.unwrap();
                (spent, reports) = (spent + cents, reports + 1);
            }
        }
        assert!((1000..1013).contains(&spent), "{}: {spent}", app.database);
        for run in &running {
            assert!(is_asked_to_stop(&app, run).await, "{}: all of them", app.database);
            // What each had asked its model for already.
            app.services.runs.meter(run.run.id, fence, "last:0", &[used(13)]).await.unwrap();
            settle(&app, run, killed()).await;
        }
        let told = read(&app, &format!("/companies/{company}")).await;
        assert_eq!(told["spentMonthlyCents"], json!(spent + 20 * 13), "{}", app.database);
        assert_eq!(told["pauseReason"], "budget", "{}", app.database);
    }
}

#[tokio::test]
async fn a_run_is_stopped_at_a_limit_of_its_own() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({"maxRunCostCents": 30})).await;
        limit(&app, &company, "agent", &ann, 1000).await;
        wake(&app, &ann, json!({})).await;
        let run = claim_one(&app).await;
        let fence = host(&app).fence;
        app.services.runs.meter(run.run.id, fence, "1:0", &[used(29)]).await.unwrap();
        assert!(!is_asked_to_stop(&app, &run).await, "{}", app.database);
        app.services.runs.meter(run.run.id, fence, "2:0", &[used(1)]).await.unwrap();
        assert!(is_asked_to_stop(&app, &run).await, "{}", app.database);
        // The end tells the whole run, of which nothing is left to be booked.
        settle(
            &app,
            &run,
            RunEnd {
                used: vec![Usage { tokens: Tokens { input: 2, ..Tokens::default() }, ..used(30) }],
                ..killed()
            },
        )
        .await;
        let told = read(&app, &format!("/agents/{ann}")).await;
        assert_eq!(
            json!([told["spentMonthlyCents"], told["status"]]),
            json!([30, "idle"]),
            "{}",
            app.database
        );
    }
}

#[tokio::test]
async fn nobody_sets_a_limit_who_may_not_or_of_what_is_not_there() {
    for app in TestApp::on_each_database().await {
        let (here, there) = (company(&app).await, company(&app).await);
        let ann = agent(&app, &here, "Ann", json!({})).await;
        let eve = agent(&app, &there, "Eve", json!({})).await;
        let token = key(&app, &ann).await;
        let path = format!("/companies/{here}/budgets/policies");
        let good = json!({"scopeType": "agent", "scopeId": ann, "amount": 10});
        for (body, status) in [
            (json!({"scopeType": "agent", "scopeId": eve, "amount": 10}), 422),
            (json!({"scopeType": "company", "scopeId": there, "amount": 10}), 422),
            (json!({"scopeType": "project", "scopeId": ann, "amount": 10}), 404),
            (json!({"scopeType": "agent", "scopeId": NOBODY, "amount": 10}), 404),
            (json!({"scopeType": "agent", "scopeId": "ann", "amount": 10}), 400),
            (json!({"scopeType": "agent", "scopeId": ann, "amount": -1}), 400),
            (json!({"scopeType": "agent", "scopeId": ann, "amount": 1.5}), 400),
            (json!({"scopeType": "agent", "scopeId": ann, "amount": 1e300}), 400),
            (json!({"scopeType": "agent", "scopeId": ann, "amount": 1, "warnPercent": 0}), 400),
            (json!({"scopeType": "agent", "scopeId": ann}), 400),
        ] {
            send(&app, "POST", &path, body, status).await;
        }
        limit(&app, &here, "agent", &ann, 10).await;
        spend(&app, &here, &ann, 20, json!({})).await;
        let incident = text(&overview(&app, &here).await["activeIncidents"][0]["id"]);
        let resolve = |company: &str| format!("/companies/{company}/budget-incidents/{incident}/resolve");
        for (path, method, body) in [
            (path.clone(), "POST", good),
            (format!("/companies/{here}/budgets"), "PATCH", json!({"budgetMonthlyCents": 1})),
            (format!("/agents/{ann}/budgets"), "PATCH", json!({"budgetMonthlyCents": 1})),
            (resolve(&here), "POST", json!({"action": "keep_paused"})),
        ] {
            let refused = app.send_as(&token, method, &path, Some(body)).await;
            assert_eq!(refused.status, 403, "{}: {path}: {}", app.database, refused.body);
        }
        send(&app, "POST", &resolve(&there), json!({"action": "keep_paused"}), 404).await;
        send(&app, "POST", &resolve(&here), json!({"action": "raise_budget_and_resume", "amount": 0}), 422)
            .await;
        send(&app, "POST", &resolve(&here), json!({"action": "keep_paused"}), 200).await;
    }
}

#[tokio::test]
async fn a_cost_of_another_month_stops_nothing_of_this_one() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({})).await;
        limit(&app, &company, "agent", &ann, 10).await;
        spend(&app, &company, &ann, 20, json!({"occurredAt": "2020-02-29T23:59:59.999Z"})).await;
        let seen = overview(&app, &company).await;
        let told = [&seen["activeIncidents"], &seen["policies"][0]["observedAmount"]];
        assert_eq!(json!(told), json!([[], 0]), "{}", app.database);
    }
}
