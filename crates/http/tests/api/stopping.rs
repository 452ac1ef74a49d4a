//! Whoever stops something is answered when it has ended.

use std::time::Duration;

use serde_json::{Value, json};
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{IssueId, RunId};
use wireclip_services::runs::ClaimedRun;
use wireclip_services::{IdempotencyKey, ServiceError};
use wireclip_store::idempotency::{self, NewKey};
use wireclip_store::issues::blockers::{self, BlockerPair};
use wireclip_store::runs::{self, Run, RunFilter};
use wireclip_store::{PageLimit, companies, gate, issues};
use wireclip_testkit::{TestApp, eventually};

use crate::playing::{a_wish, agent, claim, claim_one, company, id, issue, killed, settle};

/// Lets an agent run.
async fn at_work(app: &TestApp, ada: &str) -> ClaimedRun {
    let invoked = app.send("POST", &format!("/agents/{ada}/heartbeat/invoke"), Some(json!({}))).await;
    assert_eq!(invoked.status, 202, "{}: {}", app.database, invoked.body);
    claim_one(app).await
}

async fn status_of(app: &TestApp, run: &ClaimedRun) -> Value {
    app.send("GET", &format!("/heartbeat-runs/{}", run.run.id), None).await.body["status"].clone()
}

#[tokio::test]
async fn an_answer_that_says_stopped_comes_after_the_end() {
    for (method, rest, body) in [
        ("POST", "/agents/{agent}/pause", json!({})),
        ("PATCH", "/agents/{agent}", json!({"status": "paused"})),
        ("POST", "/agents/{agent}/terminate", json!({})),
        ("POST", "/companies/{company}/archive", json!({})),
        ("PATCH", "/companies/{company}", json!({"status": "paused"})),
        ("PATCH", "/companies/{company}", json!({"status": "archived"})),
    ] {
        for app in TestApp::on_each_database().await {
            let company = company(&app).await;
            let ada = agent(&app, &company, "Ada", json!({})).await;
            let run = at_work(&app, &ada).await;
            let path = rest.replace("{agent}", &ada).replace("{company}", &company);
            let asking = async {
                let answer = app.send(method, &path, Some(body.clone())).await;
                assert_eq!(answer.status, 200, "{}: {}", app.database, answer.body);
                assert!(!answer.headers.contains_key("x-wireclip-still-running"));
                assert_eq!(status_of(&app, &run).await, "cancelled", "{}: {method} {rest}", app.database);
            };
            let engine = async {
                a_wish(&app).await;
                settle(&app, &run, killed()).await
            };
            tokio::join!(asking, engine);
        }
    }
}

#[tokio::test]
async fn work_that_is_called_off_has_ended_when_that_is_answered() {
    for (method, rest, body, status) in [
        ("PATCH", "", json!({"status": "cancelled"}), 200),
        ("PATCH", "", json!({"assigneeAgentId": "bob"}), 200),
        ("PATCH", "", json!({"comment": "Stop.", "interrupt": true}), 200),
        ("POST", "/comments", json!({"body": "Stop.", "interrupt": true}), 201),
        ("DELETE", "", json!({}), 200),
    ] {
        for app in TestApp::on_each_database().await {
            let company = company(&app).await;
            let ada = agent(&app, &company, "Ada", json!({})).await;
            agent(&app, &company, "Bob", json!({})).await;
            let task = id(&issue(&app, &company, json!({"title": "Task", "assigneeAgentId": ada})).await);
            let run = claim_one(&app).await;
            let asking = async {
                let answer = app.send(method, &format!("/issues/{task}{rest}"), Some(body.clone())).await;
                assert_eq!(answer.status, status, "{}: {}", app.database, answer.body);
                assert!(!answer.headers.contains_key("x-wireclip-still-running"));
                assert_eq!(status_of(&app, &run).await, "cancelled", "{}: {method} {body}", app.database);
            };
            let engine = async {
                a_wish(&app).await;
                let task = app.send("GET", &format!("/issues/{task}"), None).await;
                assert_eq!(task.status, 200, "{}: it is there while the run is", app.database);
                settle(&app, &run, killed()).await
            };
            tokio::join!(asking, engine);
        }
    }
}

#[tokio::test]
async fn a_client_that_hangs_up_undoes_nothing() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let run = at_work(&app, &ada).await;
        let path = format!("/agents/{ada}/pause");
        tokio::select! {
            biased;
            answer = app.send("POST", &path, None) => panic!("{}: the run goes on: {answer:?}", app.database),
            () = a_wish(&app) => {}
        }
        assert_eq!(status_of(&app, &run).await, "running", "{}", app.database);
        let agent = app.send("GET", &format!("/agents/{ada}"), None).await.body;
        assert_eq!(agent["status"], "paused", "{}: {agent}", app.database);
        settle(&app, &run, killed()).await;
        assert_eq!(status_of(&app, &run).await, "cancelled", "{}", app.database);
    }
}

#[tokio::test]
async fn an_answer_that_was_lost_is_told_apart_from_one_that_is_to_come() {
    for app in TestApp::on_each_database().await {
        let core = &app.services.core;
        let key = |name: &str| IdempotencyKey {
            caller: "board".to_owned(),
            route: "POST /api/companies".to_owned(),
            key: name.to_owned(),
            request_digest: "digest".to_owned(),
        };
        let change = core.store.begin_write().await.unwrap();
        let now = core.clock.now();
        for (name, ago) in [("just now", 1), ("long ago", 600)] {
            let IdempotencyKey { caller, route, key, request_digest } = key(name);
            let taken = NewKey { caller, route, key, request_digest };
            let at = now.minus(Duration::from_secs(ago));
            idempotency::take(&change.conn(), taken, at).await.unwrap();
        }
        change.commit().await.unwrap();
        for (name, code) in [("just now", "idempotency_key_in_use"), ("long ago", "idempotency_answer_lost")]
        {
            let refused = app.services.idempotency.look_up(&key(name)).await.unwrap_err();
            let ServiceError::Refused(refused) = refused else { panic!("{}: {refused:?}", app.database) };
            assert_eq!(refused.code, Some(code), "{}", app.database);
        }
    }
}

#[tokio::test]
async fn whoever_hung_up_gets_the_answer_with_the_same_key() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        let run = at_work(&app, &ada).await;
        let path = format!("/agents/{ada}/pause");
        let asked = async || app.send_with("POST", &path, None, &[("idempotency-key", "pause")]).await;
        tokio::select! {
            biased;
            answer = asked() => panic!("{}: the run goes on: {answer:?}", app.database),
            () = a_wish(&app) => {}
        }
        let early = asked().await;
        assert_eq!((early.status.as_u16(), &early.body["code"]), (409, &json!("idempotency_key_in_use")));
        assert_eq!(
            early.body["details"],
            json!({"entityType": "agent", "entityId": ada}),
            "{}: what it is about",
            app.database
        );
        settle(&app, &run, killed()).await;
        let answer = eventually("the answer is kept although nobody heard it", async || {
            let answer = asked().await;
            (answer.status != 409).then_some(answer)
        })
        .await;
        assert_eq!(answer.status, 200, "{}: {}", app.database, answer.body);
        assert_eq!(answer.body["status"], "paused", "{}: {}", app.database, answer.body);
    }
}

/// More than are read with one question.
const MANY: usize = 1001;

#[tokio::test]
async fn however_much_waits_is_stopped() {
    for stopped in ["/agents/{agent}/pause", "/companies/{company}/archive"] {
        for app in TestApp::on_each_database().await {
            let company = company(&app).await;
            let ada = agent(&app, &company, "Ada", json!({})).await;
            let invoked = app.send("POST", &format!("/agents/{ada}/heartbeat/invoke"), Some(json!({}))).await;
            let invoked: RunId = id(&invoked.body).parse().unwrap();
            let change = app.services.core.store.begin_write().await.unwrap();
            let like = runs::lock(&change.conn(), invoked).await.unwrap().unwrap();
            for _ in 0..MANY {
                let run = Run { id: RunId::random(), wakeup_id: None, ..like.clone() };
                runs::insert(&change.conn(), &run).await.unwrap();
            }
            change.commit().await.unwrap();
            let path = stopped.replace("{agent}", &ada).replace("{company}", &company);
            assert_eq!(app.send("POST", &path, Some(json!({}))).await.status, 200, "{}", app.database);
            let filter = RunFilter { statuses: vec![RunStatus::Queued], ..RunFilter::default() };
            let conn = app.services.core.store.read();
            let left = runs::list(&conn, like.company_id, &filter, PageLimit::MAX).await.unwrap();
            assert_eq!(left.len(), 0, "{}: {path}", app.database);
        }
    }
}

#[tokio::test]
async fn an_open_blocker_is_found_behind_however_many_that_are_done() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let waits = issue(&app, &company, json!({"title": "Waits"})).await;
        let done = issue(&app, &company, json!({"title": "Done", "status": "done"})).await;
        let change = app.services.core.store.begin_write().await.unwrap();
        let conn = change.conn();
        let waits: IssueId = id(&waits).parse().unwrap();
        let done = issues::lock(&conn, id(&done).parse().unwrap()).await.unwrap().unwrap();
        let mut pairs = Vec::new();
        for number in 0..=MANY {
            let mut blocker = done.clone();
            blocker.id = IssueId::random();
            blocker.number = 1000 + i64::try_from(number).unwrap();
            blocker.identifier = format!("MANY-{number}");
            if number == MANY {
                blocker.status = IssueStatus::Todo;
            }
            issues::insert(&conn, &blocker).await.unwrap();
            pairs.push(BlockerPair {
                issue_id: waits,
                blocker_id: blocker.id,
                company_id: blocker.company_id,
                created_by_agent_id: None,
                created_by_user_id: None,
                created_at: blocker.created_at,
            });
        }
        let last = pairs.last().unwrap().blocker_id;
        blockers::change(&conn, &[], pairs, waits).await.unwrap();
        let open = gate::unresolved_blockers(&conn, waits).await.unwrap();
        let open: Vec<IssueId> = open.into_iter().map(|blocker| blocker.issue_id).collect();
        assert_eq!(open, [last], "{}", app.database);
        drop(conn);
        change.commit().await.unwrap();
    }
}

/// Gives a company a status, as nobody does who stops its work as well.
async fn put(app: &TestApp, company: &str, status: CompanyStatus) {
    let change = app.services.core.store.begin_write().await.unwrap();
    let before = companies::lock(&change.conn(), company.parse().unwrap()).await.unwrap().unwrap();
    let after = companies::Company { status, ..before.clone() };
    companies::update(&change.conn(), &before, &after).await.unwrap();
    change.commit().await.unwrap();
}

#[tokio::test]
async fn a_run_that_is_queued_all_the_same_does_not_start_in_a_company_that_is_stopped() {
    for app in TestApp::on_each_database().await {
        let company = company(&app).await;
        let ada = agent(&app, &company, "Ada", json!({})).await;
        app.send("POST", &format!("/agents/{ada}/heartbeat/invoke"), Some(json!({}))).await;
        put(&app, &company, CompanyStatus::Paused).await;
        assert_eq!(claim(&app).await.len(), 0, "{}", app.database);
        put(&app, &company, CompanyStatus::Archived).await;
        assert_eq!(claim(&app).await.len(), 0, "{}", app.database);
        put(&app, &company, CompanyStatus::Active).await;
        assert_eq!(claim(&app).await.len(), 0, "{}: what was archived is over", app.database);
    }
}
