//! Costs, as clients see them.

use std::time::Duration;

use serde_json::{Value, json};
use wireclip_domain::cost::{BillingType, ModelUse, Tokens, Usage};
use wireclip_domain::money::MicroDollars;
use wireclip_services::runs::{RunEnd, Settled};
use wireclip_testkit::TestApp;

use crate::agents::{NOBODY, text};
use crate::playing::{agent, claim_one, company, exited, issue, key, settle, wake};

fn now(app: &TestApp) -> String {
    app.services.core.clock.now().to_string()
}

async fn report(app: &TestApp, company: &str, body: Value) -> Value {
    let made = app.send("POST", &format!("/companies/{company}/cost-events"), Some(body)).await;
    assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
    made.body
}

async fn read(app: &TestApp, path: &str) -> Value {
    let read = app.send("GET", path, None).await;
    assert_eq!(read.status, 200, "{}: {path}: {}", app.database, read.body);
    read.body
}

#[tokio::test]
async fn money_told_estimated_and_unknown_is_kept_apart() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({})).await;
        let of = |model: &str, billing: &str, more: Value| {
            let mut body = json!({
                "agentId": ann, "provider": "anthropic", "model": model, "billingType": billing,
                "inputTokens": 1000, "cachedInputTokens": 10_000, "outputTokens": 100, "occurredAt": now(&app),
            });
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            body
        };
        let told = |event: &Value| {
            let part = |name: &str| event[name].clone();
            [part("costMicros"), part("estimateMicros"), part("costStatus"), part("costBasis")]
        };
        // A thousand at 3 dollars a million, ten thousand cached at 0.30, a hundred at 15.
        let listed = 7_500;
        for (body, expected) in [
            (
                of("claude-sonnet-4-5", "metered_api", json!({})),
                json!([listed, listed, "reported", "list_price"]),
            ),
            (
                of("claude-sonnet-4-5", "metered_api", json!({"costCents": 2})),
                json!([20_000, listed, "reported", "reported"]),
            ),
            (
                of("claude-sonnet-4-5", "metered_api", json!({"costMicros": 1, "costCents": 2})),
                json!([1, listed, "reported", "reported"]),
            ),
            (
                of("claude-sonnet-4-5", "subscription_included", json!({"costCents": 9})),
                json!([0, listed, "reported", "plan"]),
            ),
            (of("nobody-knows", "metered_api", json!({})), json!([0, null, "unpriced", "unpriced"])),
            (
                of("nobody-knows", "metered_api", json!({"costCents": 5, "costStatus": "unpriced"})),
                json!([0, null, "unpriced", "unpriced"]),
            ),
        ] {
            let event = report(&app, &company, body.clone()).await;
            assert_eq!(json!(told(&event)), expected, "{}: {body}", app.database);
        }
        let summary = read(&app, &format!("/companies/{company}/costs/summary")).await;
        assert_eq!(
            (&summary["spendCents"], &summary["estimateCents"], &summary["unpricedEventCount"]),
            (&json!(3), &json!(3), &json!(2)),
            "{}: {summary}",
            app.database
        );
        assert_eq!(summary["eventCount"], 6);
    }
}

#[tokio::test]
async fn a_report_that_comes_again_under_its_key_is_booked_once() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({})).await;
        let body =
            json!({"agentId": ann, "provider": "p", "model": "m", "costCents": 7, "occurredAt": now(&app)});
        let path = format!("/companies/{company}/cost-events");
        let mut ids = Vec::new();
        for _ in 0..2 {
            let made = app.send_with("POST", &path, Some(body.clone()), &[("idempotency-key", "once")]).await;
            assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
            ids.push(text(&made.body["id"]));
        }
        assert_eq!(ids[0], ids[1], "{}", app.database);
        let ann = read(&app, &format!("/agents/{ann}")).await;
        assert_eq!(ann["spentMonthlyCents"], 7, "{}", app.database);
    }
}

#[tokio::test]
async fn nobody_moves_money_by_naming_another_time_place_or_amount() {
    for app in TestApp::on_each_database().await {
        let (here, there) = (company(&app).await, company(&app).await);
        let ann = agent(&app, &here, "Ann", json!({})).await;
        let bob = agent(&app, &here, "Bob", json!({})).await;
        let eve = agent(&app, &there, "Eve", json!({})).await;
        let foreign = issue(&app, &there, json!({"title": "Theirs"})).await;
        let token = key(&app, &ann).await;
        let clock = app.services.core.clock.now();
        let hour = Duration::from_secs(3600);
        let path = format!("/companies/{here}/cost-events");
        let with = |more: Value| {
            let mut body = json!({
                "agentId": ann, "provider": "p", "model": "m", "costCents": 1, "occurredAt": clock.to_string(),
            });
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            body
        };
        for (more, board, itself) in [
            (json!({}), 201, 201),
            (json!({"occurredAt": clock.plus(hour).to_string()}), 422, 422),
            (json!({"occurredAt": clock.minus(hour * 23).to_string()}), 201, 201),
            (json!({"occurredAt": clock.minus(hour * 25).to_string()}), 201, 422),
            (json!({"agentId": bob}), 201, 403),
            (json!({"agentId": eve}), 422, 403),
            (json!({"agentId": NOBODY}), 404, 403),
            (json!({"issueId": foreign["id"]}), 422, 404),
            (json!({"issueId": NOBODY}), 404, 404),
            (json!({"projectId": NOBODY}), 404, 404),
            (json!({"goalId": NOBODY}), 404, 404),
            (json!({"heartbeatRunId": NOBODY}), 404, 404),
            (json!({"costCents": -1}), 400, 400),
            (json!({"costCents": 100_000_001_i64}), 400, 400),
            (json!({"costCents": 1e300}), 400, 400),
            (json!({"costMicros": -1}), 400, 400),
            (json!({"inputTokens": -1}), 400, 400),
            (json!({"outputTokens": 1_000_000_000_001_i64}), 400, 400),
            (json!({"model": "m".repeat(201)}), 400, 400),
            (json!({"provider": "a\0b"}), 400, 400),
            (json!({"occurredAt": "yesterday"}), 400, 400),
        ] {
            let body = with(more.clone());
            let by_board = app.send("POST", &path, Some(body.clone())).await;
            assert_eq!(by_board.status, board, "{}: {more}: {}", app.database, by_board.body);
            let by_itself = app.send_as(&token, "POST", &path, Some(body)).await;
            assert_eq!(by_itself.status, itself, "{}: {more}: {}", app.database, by_itself.body);
        }
        for path in ["summary", "by-agent", "by-biller", "window-spend", "quota-windows", "finance-events"] {
            let path = format!("/companies/{there}/costs/{path}");
            let refused = app.send_as(&token, "GET", &path, None).await;
            assert_eq!(refused.status, 403, "{}: {path}", app.database);
        }
        for query in ["from=yesterday", "to=2026-13-01", "from=%00"] {
            let refused = app.send("GET", &format!("/companies/{here}/costs/by-agent?{query}"), None).await;
            assert_eq!(refused.status, 400, "{}: {query}", app.database);
        }
    }
}

fn used(model: &str, tokens: i64, cents: Option<i64>) -> Usage {
    Usage {
        of: ModelUse {
            provider: "acme".to_owned(),
            biller: "acme".to_owned(),
            billing_type: BillingType::MeteredApi,
            model: model.to_owned(),
        },
        tokens: Tokens { input: tokens, cached_input: 0, output: 0 },
        cost: cents.map(MicroDollars::from_cents),
    }
}

#[tokio::test]
async fn what_a_run_used_is_booked_once_when_it_is_settled() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({})).await;
        let parent = issue(&app, &company, json!({"title": "Above"})).await;
        let project =
            app.send("POST", &format!("/companies/{company}/projects"), Some(json!({"name": "Alpha"}))).await;
        let body = json!({
            "title": "Task", "assigneeAgentId": ann, "status": "todo",
            "parentId": parent["id"], "projectId": project.body["id"],
        });
        let task = issue(&app, &company, body).await;
        let claimed = claim_one(&app).await;
        let of_two = vec![used("big", 100, Some(30)), used("small", 5, None), used("big", 100, Some(30))];
        let end = RunEnd { used: of_two, ..exited(0) };
        assert!(matches!(settle(&app, &claimed, end.clone()).await, Settled::Ended(_)));
        assert!(matches!(settle(&app, &claimed, end).await, Settled::Dropped), "{}", app.database);
        let agent = read(&app, &format!("/agents/{ann}")).await;
        assert_eq!(agent["spentMonthlyCents"], 60, "{}", app.database);
        let state = read(&app, &format!("/agents/{ann}/runtime-state")).await;
        assert_eq!(state["totalCostCents"], 60, "{}", app.database);
        let models = read(&app, &format!("/companies/{company}/costs/by-provider")).await;
        let told: Vec<_> = models
            .as_array()
            .unwrap()
            .iter()
            .map(|of| {
                (
                    text(&of["model"]),
                    of["costCents"].clone(),
                    of["unpricedEventCount"].clone(),
                    of["apiRunCount"].clone(),
                )
            })
            .collect();
        let expected = [("big", 60, 0, 1), ("small", 0, 1, 1)].map(|(model, cents, unpriced, runs)| {
            (model.to_owned(), json!(cents), json!(unpriced), json!(runs))
        });
        assert_eq!(told, expected, "{}", app.database);
        let projects = read(&app, &format!("/companies/{company}/costs/by-project")).await;
        assert_eq!((&projects[0]["projectName"], &projects[0]["costCents"]), (&json!("Alpha"), &json!(60)));
        for (path, issues, cents, runs) in [
            (format!("/issues/{}/cost-summary", text(&parent["id"])), 2, 60, 1),
            (format!("/issues/{}/cost-summary?excludeRoot=true", text(&parent["id"])), 1, 60, 1),
            (format!("/issues/{}/cost-summary", text(&task["id"])), 1, 60, 1),
            (format!("/issues/{}/cost-summary?excludeRoot=true", text(&task["id"])), 0, 0, 0),
        ] {
            let sum = read(&app, &path).await;
            let told = (&sum["issueCount"], &sum["costCents"], &sum["runCount"]);
            assert_eq!(told, (&json!(issues), &json!(cents), &json!(runs)), "{}: {path}", app.database);
        }
    }
}

#[tokio::test]
async fn tokens_of_an_unknown_model_are_told_as_use_without_a_price() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({})).await;
        wake(&app, &ann, json!({})).await;
        let claimed = claim_one(&app).await;
        let tokens =
            wireclip_ports::adapter::TokenUsage { input_tokens: 9, output_tokens: 1, cached_input_tokens: 3 };
        settle(&app, &claimed, RunEnd { usage: Some(tokens), ..exited(0) }).await;
        let agents = read(&app, &format!("/companies/{company}/costs/by-agent")).await;
        let of = &agents[0];
        let told =
            [&of["costCents"], &of["unpricedEventCount"], &of["inputTokens"], &of["cachedInputTokens"]];
        assert_eq!(json!(told), json!([0, 1, 9, 3]), "{}", app.database);
    }
}

#[tokio::test]
async fn an_agent_in_a_run_reports_for_it_without_naming_it() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({})).await;
        let task =
            issue(&app, &company, json!({"title": "Task", "assigneeAgentId": ann, "status": "todo"})).await;
        let claimed = claim_one(&app).await;
        let token = app.services.runs.token(&claimed).unwrap();
        let token = secrecy::ExposeSecret::expose_secret(&token).to_owned();
        let body =
            json!({"agentId": ann, "provider": "p", "model": "m", "costCents": 4, "occurredAt": now(&app)});
        let path = format!("/companies/{company}/cost-events");
        let made = app.send_as(&token, "POST", &path, Some(body)).await;
        assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
        assert_eq!(made.body["heartbeatRunId"], json!(claimed.run.id), "{}", app.database);
        assert_eq!(made.body["issueId"], task["id"], "{}", app.database);
        // What the agent itself reported is no part of what its adapter tells at the end.
        settle(&app, &claimed, RunEnd { used: vec![used("m", 1, Some(6))], ..exited(0) }).await;
        let sum = read(&app, &format!("/issues/{}/cost-summary", text(&task["id"]))).await;
        assert_eq!(sum["costCents"], 10, "{}", app.database);
    }
}

#[tokio::test]
async fn money_that_was_spent_stays_spent_when_its_agent_goes() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({})).await;
        let task = issue(&app, &company, json!({"title": "Task"})).await;
        let body = json!({
            "agentId": ann, "issueId": task["id"], "provider": "p", "model": "m", "costCents": 4, "occurredAt": now(&app),
        });
        report(&app, &company, body).await;
        for path in [format!("/agents/{ann}"), format!("/issues/{}", text(&task["id"]))] {
            assert_eq!(app.send("DELETE", &path, None).await.status, 200, "{}: {path}", app.database);
        }
        let company_told = read(&app, &format!("/companies/{company}")).await;
        assert_eq!(company_told["spentMonthlyCents"], 4, "{}", app.database);
        let agents = read(&app, &format!("/companies/{company}/costs/by-agent")).await;
        let told = [&agents[0]["agentName"], &agents[0]["agentStatus"], &agents[0]["costCents"]];
        assert_eq!(json!(told), json!([null, null, 4]), "{}", app.database);
    }
}

#[tokio::test]
async fn a_limit_of_money_per_day_stops_what_an_agent_would_start() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ann = agent(&app, &company, "Ann", json!({"maxDailyCostCents": 10})).await;
        let cost = |cents: i64| json!({"agentId": ann, "provider": "p", "model": "m", "costCents": cents, "occurredAt": now(&app)});
        report(&app, &company, cost(9)).await;
        wake(&app, &ann, json!({})).await;
        settle(&app, &claim_one(&app).await, exited(0)).await;
        report(&app, &company, cost(1)).await;
        let refused = wake(&app, &ann, json!({})).await;
        assert_eq!(refused["status"], "skipped", "{}: {refused}", app.database);
    }
}

#[tokio::test]
async fn spending_is_told_day_by_day_with_the_days_of_none() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let (ann, bob) =
            (agent(&app, &company, "Ann", json!({})).await, agent(&app, &company, "Bob", json!({})).await);
        for (agent, cents, at) in [
            (&ann, 5, "2026-01-30T23:59:59.999Z"),
            (&ann, 7, "2026-02-01T00:00:00.000Z"),
            (&bob, 11, "2026-02-01T12:00:00.000Z"),
        ] {
            let body = json!({
                "agentId": agent, "provider": "p", "model": "m", "costCents": cents, "occurredAt": at,
            });
            report(&app, &company, body).await;
        }
        let series = async |query: &str| {
            let told = read(&app, &format!("/companies/{company}/costs/series?{query}")).await;
            let point = |point: &Value| (text(&point["start"]), point["costCents"].as_i64().unwrap());
            told["points"].as_array().unwrap().iter().map(point).collect::<Vec<_>>()
        };
        let day = |day: &str, cents: i64| (format!("{day}T00:00:00.000Z"), cents);
        assert_eq!(
            series("from=2026-01-30&to=2026-02-01").await,
            [day("2026-01-30", 5), day("2026-01-31", 0), day("2026-02-01", 18)],
            "{}",
            app.database
        );
        let months = [day("2026-01-01", 5), day("2026-02-01", 18)];
        assert_eq!(series("bucket=month&from=2026-01-30&to=2026-02-01").await, months, "{}", app.database);
        let of_bob = series(&format!("from=2026-02-01&to=2026-02-01&agentId={bob}")).await;
        assert_eq!(of_bob, [day("2026-02-01", 11)], "{}", app.database);
        assert!(!series("").await.is_empty(), "the days of this month");
        for query in [
            "bucket=all",
            "bucket=week",
            "from=2026-02-02&to=2026-02-01",
            "bucket=hour&from=2020-01-01",
            "agentId=x",
        ] {
            let refused = app.send("GET", &format!("/companies/{company}/costs/series?{query}"), None).await;
            assert_eq!(refused.status, 400, "{}: {query}: {}", app.database, refused.body);
        }
    }
}
