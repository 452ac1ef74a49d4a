//! What companies hold of environments, as clients see it.

use serde_json::json;
use wireclip_domain::lease::{Disposition, LeaseEventKind, LeasePolicy, LeaseStatus, LeaseUse};
use wireclip_domain::{CompanyId, EnvironmentId, LeaseId, OpaqueJson, Timestamp};
use wireclip_store::environment_leases::{self, EnvironmentLease};
use wireclip_testkit::TestApp;

use super::{environment, ssh};
use crate::agents::{company, text};

async fn lease(app: &TestApp, company: &str, environment: &str, status: LeaseStatus) -> String {
    let now = Timestamp::from_unix_millis(1_700_000_000_000);
    let company_id: CompanyId = company.parse().unwrap();
    let environment_id: EnvironmentId = environment.parse().unwrap();
    let mut metadata = OpaqueJson::object();
    metadata.set("accessToken", &"walks-nowhere");
    let lease = EnvironmentLease {
        id: LeaseId::random(),
        company_id,
        environment_id: Some(environment_id),
        execution_workspace_id: None,
        agent_id: None,
        issue_id: None,
        run_id: None,
        purpose: LeaseUse::Run,
        status,
        policy: LeasePolicy::ReuseByEnvironment,
        provider: Some("meadow".to_owned()),
        provider_lease_id: Some("blade".to_owned()),
        fingerprint: String::new(),
        config: OpaqueJson::object(),
        observed: None,
        is_work_only_there: false,
        ending_disposition: None,
        ending_event: None,
        cleanup_status: None,
        cleanup_attempts: 0,
        next_cleanup_at: None,
        cleanup_node_id: None,
        failure_reason: None,
        metadata: Some(metadata),
        version: 1,
        acquired_at: now,
        last_used_at: now,
        expires_at: None,
        released_at: None,
        created_at: now,
        updated_at: now,
    };
    let change = app.services.core.store.begin_write().await.unwrap();
    environment_leases::insert(&change.conn(), &lease).await.unwrap();
    change.commit().await.unwrap();
    lease.id.to_string()
}

#[tokio::test]
async fn leases_are_listed_by_status_and_tell_no_secret() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let made = text(&environment(&app, &company, "Box", "ssh", ssh(&json!({}))).await["id"]);
        let active = lease(&app, &company, &made, LeaseStatus::Active).await;
        lease(&app, &company, &made, LeaseStatus::Expired).await;
        let all = app.send("GET", &format!("/environments/{made}/leases"), None).await.body;
        assert_eq!(all.as_array().map(Vec::len), Some(2), "{}: {all}", app.database);
        let some = app.send("GET", &format!("/environments/{made}/leases?status=active"), None).await.body;
        assert_eq!(some[0]["id"], json!(active), "{}", app.database);
        assert_eq!(some[0]["leasePolicy"], "reuse_by_environment");
        let one = app.send("GET", &format!("/environment-leases/{active}"), None).await.body;
        assert_eq!(one, some[0], "{}", app.database);
        assert!(!all.to_string().contains("walks-nowhere"), "{all}");
    }
}

#[tokio::test]
async fn what_is_left_at_a_provider_keeps_its_environment() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let made = text(&environment(&app, &company, "Box", "ssh", ssh(&json!({}))).await["id"]);
        lease(&app, &company, &made, LeaseStatus::Released).await;
        lease(&app, &company, &made, LeaseStatus::PendingCleanup).await;
        lease(&app, &company, &made, LeaseStatus::Active).await;
        let path = format!("/environments/{made}");
        let radius = app.send("GET", &format!("{path}/delete-blast-radius"), None).await.body;
        let reasons = json!(["reusable_sandbox_lease", "pending_sandbox_cleanup"]);
        assert_eq!(radius["deleteBlockedReasons"], reasons, "{}: {radius}", app.database);
        assert_eq!(radius["reusableSandboxLeaseHolders"].as_array().map(Vec::len), Some(1));
        assert_eq!(radius["activeRuntimeUse"]["hasActiveRuntimeUse"], json!(true));
        let refused = app.send("DELETE", &path, None).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.body["details"]["deleteBlockedReasons"]),
            (409, &reasons)
        );
        let moved = app.send("PATCH", &path, Some(json!({"config": {"port": 2}}))).await;
        assert_eq!(
            (moved.status.as_u16(), &moved.body["code"]),
            (409, &json!("environment_pending_sandbox_cleanup")),
            "{}",
            app.database
        );
        assert_eq!(app.send("PATCH", &path, Some(json!({"name": "Boxes"}))).await.status, 200);
    }
}

#[tokio::test]
async fn a_company_goes_when_its_sandboxes_have_gone() {
    for app in TestApp::on_each_database().await {
        let (owner, company) = (company(&app, "Owner").await, company(&app, "Acme").await);
        let config = json!({"provider": "meadow", "apiKey": "opens-the-gate"});
        let made = text(&environment(&app, &owner, "Meadow", "sandbox", config).await["id"]);
        lease(&app, &company, &made, LeaseStatus::Released).await;
        lease(&app, &company, &made, LeaseStatus::PendingCleanup).await;
        let taken = lease(&app, &company, &made, LeaseStatus::Active).await;
        let refused = app.send("DELETE", &format!("/companies/{company}"), None).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.body["code"]),
            (409, &json!("pending_sandbox_cleanup"))
        );
        let ended = app.send("GET", &format!("/environments/{made}/leases?status=expired"), None).await.body;
        assert_eq!(ended.as_array().map(Vec::len), Some(2), "{}: {ended}", app.database);
        let change = app.services.core.store.begin_write().await.unwrap();
        let id = taken.parse().unwrap();
        let before = environment_leases::lock(&change.conn(), id).await.unwrap().unwrap();
        let after = EnvironmentLease { status: LeaseStatus::Expired, ..before.clone() };
        environment_leases::update(&change.conn(), &before, &after).await.unwrap();
        change.commit().await.unwrap();
        let gone = app.send("DELETE", &format!("/companies/{company}"), None).await;
        assert!(gone.status.is_success(), "{}: {}", app.database, gone.body);
    }
}

#[tokio::test]
async fn a_person_lets_go_of_a_place_that_is_kept() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let config = json!({"provider": "meadow", "apiKey": "opens-the-gate"});
        let made = text(&environment(&app, &company, "Meadow", "sandbox", config).await["id"]);
        let kept = lease(&app, &company, &made, LeaseStatus::Retained).await;
        let path = format!("/environment-leases/{kept}/let-go");
        let gone = app.send("POST", &path, None).await;
        assert_eq!(
            (gone.status.as_u16(), &gone.body["status"], &gone.body["failureReason"]),
            (200, &json!("expired"), &json!("let_go")),
            "{}: {}",
            app.database,
            gone.body
        );
        assert!(!gone.body.to_string().contains("walks-nowhere"), "{}", gone.body);
        assert_eq!(app.send("POST", &path, None).await.body, gone.body, "gone is gone");
        let told = app.send("GET", &format!("/companies/{company}/activity"), None).await.body.to_string();
        assert!(told.contains("environment.lease_let_go") && told.contains("environment.lease_released"));
        let taken = lease(&app, &company, &made, LeaseStatus::Active).await;
        let path = format!("/environment-leases/{taken}/let-go");
        let refused = app.send("POST", &path, None).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.body["code"]),
            (409, &json!("lease_in_use")),
            "{}",
            app.database
        );

        let change = app.services.core.store.begin_write().await.unwrap();
        let before = environment_leases::lock(&change.conn(), taken.parse().unwrap()).await.unwrap().unwrap();
        let after = EnvironmentLease {
            ending_event: Some(LeaseEventKind::Release),
            ending_disposition: Some(Disposition::Stop),
            ..before.clone()
        };
        environment_leases::update(&change.conn(), &before, &after).await.unwrap();
        change.commit().await.unwrap();
        let refused = app.send("POST", &path, None).await;
        assert_eq!(refused.body["code"], "lease_ending", "{}: nobody is to look for its run", app.database);
    }
}

#[tokio::test]
async fn sandboxes_that_wait_go_with_their_environment_if_that_is_said() {
    for app in TestApp::on_each_database().await {
        let company = company(&app, "Acme").await;
        let config = json!({"provider": "meadow", "apiKey": "opens-the-gate"});
        let made = text(&environment(&app, &company, "Meadow", "sandbox", config).await["id"]);
        let waiting = lease(&app, &company, &made, LeaseStatus::Released).await;
        let path = format!("/environments/{made}");
        assert_eq!(app.send("DELETE", &path, None).await.status, 409, "{}", app.database);
        let removed = app.send("DELETE", &format!("{path}?destroyReusableSandboxLeases=true"), None).await;
        assert_eq!(removed.status, 200, "{}: {}", app.database, removed.body);
        assert_eq!(removed.body["destroyedReusableSandboxLeaseCount"], json!(1));
        let ended = app.send("GET", &format!("/environment-leases/{waiting}"), None).await.body;
        assert_eq!((&ended["status"], &ended["environmentId"]), (&json!("expired"), &json!(null)));
        assert_eq!(app.send("GET", &path, None).await.status, 404);
    }
}
