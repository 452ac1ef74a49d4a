//! Removing a company while something of it runs.

use serde_json::json;
use wireclip_domain::caller::Actor;
use wireclip_domain::run::{InvocationSource, RunStatus};
use wireclip_domain::{CompanyId, OpaqueJson, RunContext, RunId};
use wireclip_services::wakeups::{self, WakeAnswer, WakeOrder};
use wireclip_store::{Scope, runs};
use wireclip_testkit::TestApp;

/// Makes a company with a run that is queued.
async fn company_with_run(app: &TestApp) -> (CompanyId, RunId) {
    let company = app.send("POST", "/companies", Some(json!({"name": "Gone"}))).await.body;
    let company = company["id"].as_str().unwrap().to_owned();
    let agent =
        json!({"name": "Worker", "adapterType": "process", "adapterConfig": {"command": "/bin/true"}});
    let agent = app.send("POST", &format!("/companies/{company}/agents"), Some(agent)).await.body;
    let company_id = company.parse().unwrap();
    let order = WakeOrder {
        company_id,
        agent_id: agent["id"].as_str().unwrap().parse().unwrap(),
        source: InvocationSource::OnDemand,
        trigger_detail: None,
        reason: None,
        payload: OpaqueJson::object(),
        context: RunContext::default(),
        idempotency_key: None,
        dedup_key: None,
    };
    let mut change = app.services.core.begin_as(Actor::system("test")).await.unwrap();
    let answer = wakeups::request_quietly(&mut change, order).await.unwrap();
    let WakeAnswer::Queued(run) = change.commit(answer).await.unwrap().into_inner() else {
        panic!("{}: no run was admitted", app.database);
    };
    (company_id, run.id)
}

async fn set_status(app: &TestApp, run_id: RunId, status: RunStatus) {
    let change = app.services.core.store.begin_write().await.unwrap();
    let before = runs::lock(&change.conn(), run_id).await.unwrap().unwrap();
    let mut after = before.clone();
    after.status = status;
    runs::update(&change.conn(), &before, &after).await.unwrap();
    change.commit().await.unwrap();
}

/// Ends a run as the engine does: when it finds the wish that it be stopped.
async fn end_when_asked(app: &TestApp, run_id: RunId) {
    for _ in 0..1000 {
        let conn = app.services.core.store.read();
        let run = runs::get(&conn, &Scope::everything(), run_id).await.unwrap();
        let run = run.expect("a run that lives keeps its row");
        if run.stop_requested_at.is_some() {
            return set_status(app, run_id, RunStatus::Cancelled).await;
        }
        tokio::task::yield_now().await;
    }
    panic!("nobody asked for the run to be stopped");
}

#[tokio::test]
async fn a_company_whose_runs_wait_goes_at_once() {
    for app in TestApp::on_each_database().await {
        let (company, run) = company_with_run(&app).await;
        let deleted = app.send("DELETE", &format!("/companies/{company}"), None).await;
        assert_eq!(deleted.status, 200, "{}: {}", app.database, deleted.body);
        let conn = app.services.core.store.read();
        assert!(runs::get(&conn, &Scope::everything(), run).await.unwrap().is_none(), "{}", app.database);
        assert_eq!(app.logs.removed(), [company], "{}: its files go, too", app.database);
    }
}

#[tokio::test]
async fn a_company_goes_when_the_last_of_its_runs_has_ended() {
    for app in TestApp::on_each_database().await {
        let (company, run) = company_with_run(&app).await;
        set_status(&app, run, RunStatus::Running).await;
        let path = format!("/companies/{company}");
        let (deleted, ()) = tokio::join!(app.send("DELETE", &path, None), end_when_asked(&app, run));
        assert_eq!(deleted.status, 200, "{}: {}", app.database, deleted.body);
        assert_eq!(app.send("GET", &path, None).await.status, 404, "{}", app.database);
    }
}
