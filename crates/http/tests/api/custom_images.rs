//! Custom images, as clients see them, against the stand-in for Daytona.

mod endings;
mod templates;
mod terminal;

use std::sync::Arc;

use serde_json::{Value, json};
use wireclip_fake_daytona::{FakeDaytona, Fault, Hold, SandboxFacts, routes};
use wireclip_sandboxes::Providers;
use wireclip_sandboxes::daytona::DaytonaDefaults;
use wireclip_testkit::TestApp;

use crate::agents::{NOBODY, company, text};

const KEY: &str = "dtn_key-of-acme-that-nobody-may-see";

/// An API with an environment of sandboxes.
struct World {
    app: TestApp,
    fake: Arc<FakeDaytona>,
    company: String,
    environment: String,
}

impl World {
    /// Makes one on each database.
    async fn on_each_database() -> Vec<Self> {
        let fake = Arc::new(FakeDaytona::builder().key(KEY, "acme").running_clock().start().await.unwrap());
        let providers = Arc::new(Providers::built_in(DaytonaDefaults::default()));
        let mut worlds = Vec::new();
        for app in TestApp::on_each_database_with(providers).await {
            let company = company(&app, "Acme").await;
            let body = json!({"name": "Sandboxes", "driver": "sandbox",
                "config": {"provider": "daytona", "apiKey": KEY, "apiUrl": fake.api_url()}});
            let made = app.send("POST", &format!("/companies/{company}/environments"), Some(body)).await;
            assert_eq!(made.status, 201, "{}: {}", app.database, made.body);
            let environment = text(&made.body["id"]);
            worlds.push(Self { app, fake: Arc::clone(&fake), company, environment });
        }
        worlds
    }

    fn database(&self) -> &'static str {
        self.app.database
    }

    fn path(&self, rest: &str) -> String {
        format!("/environments/{}/{rest}", self.environment)
    }

    /// Sends a request that must succeed.
    async fn done(&self, method: &str, path: &str, body: Value) -> Value {
        let reply = self.app.send(method, path, Some(body)).await;
        assert!(reply.status.is_success(), "{}: {method} {path}: {}", self.database(), reply.body);
        reply.body
    }

    /// Sends a request that must be refused, and returns what is told.
    async fn refused(&self, method: &str, path: &str, body: Value, status: u16) -> Value {
        let reply = self.app.send(method, path, Some(body)).await;
        assert_eq!(reply.status, status, "{}: {method} {path}: {}", self.database(), reply.body);
        reply.body
    }

    /// Begins a session.
    async fn start(&self) -> Session {
        self.start_with(json!({})).await
    }

    async fn start_with(&self, body: Value) -> Session {
        let shown = self.done("POST", &self.path("custom-image-setup-sessions"), body).await;
        Session {
            path: format!("/environment-custom-image-setup-sessions/{}", text(&shown["session"]["id"])),
            sandbox: text(&shown["session"]["providerLeaseId"]),
            shown,
        }
    }

    /// Begins a session and finishes it; returns the template.
    async fn image(&self) -> Value {
        let session = self.start().await;
        self.done("POST", &format!("{}/finish", session.path), json!({})).await["template"].clone()
    }

    async fn told(&self) -> Vec<Value> {
        let log = self.app.send("GET", &format!("/companies/{}/activity", self.company), None).await.body;
        log.as_array().unwrap().clone()
    }

    async fn actions(&self) -> Vec<String> {
        let told = self.told().await;
        let actions = told.iter().map(|entry| text(&entry["action"]));
        actions.filter(|action| action.contains("custom_image")).collect()
    }

    async fn what_there_is(&self) -> Value {
        self.app.send("GET", &self.path("custom-image-template"), None).await.body
    }
}

struct Session {
    path: String,
    sandbox: String,
    shown: Value,
}

#[tokio::test]
async fn a_person_sets_a_sandbox_up_and_later_ones_start_from_it() {
    for world in World::on_each_database().await {
        let session = world.start().await;
        let command = text(&session.shown["connectionPayload"]["command"]);
        assert_eq!(session.shown["session"]["status"], "waiting_for_user", "{}", session.shown);
        assert!(command.starts_with("ssh "), "{command}");
        assert!(!session.shown["session"].to_string().contains(command.split(['@', ' ']).nth(1).unwrap()));
        let there = world.what_there_is().await;
        assert_eq!(there["activeSession"]["id"], session.shown["session"]["id"]);
        assert_eq!(there["activeTemplate"], Value::Null);

        // Reading it again lets the same person in, and throws nobody out.
        let again = world.done("GET", &session.path, json!({})).await;
        assert_eq!(again["connectionPayload"]["command"], json!(command), "{}", world.database());

        let metadata = json!({"metadata": {"note": "tools"}});
        let finished = world.done("POST", &format!("{}/finish", session.path), metadata).await;
        let template = &finished["template"];
        assert_eq!(
            (&finished["session"]["status"], &template["status"]),
            (&json!("promoted"), &json!("active"))
        );
        assert_eq!(template["metadata"]["note"], "tools");
        assert_eq!(template["templateKind"], "snapshot");
        let name = text(&template["templateRef"]);
        assert!(name.starts_with(&format!("paperclip-{}-", world.environment)), "{name}");
        assert!(world.fake.snapshots("acme").contains(&name));
        assert!(world.fake.is_destroyed(&session.sandbox), "{}: its sandbox goes", world.database());
        let there = world.what_there_is().await;
        assert_eq!(
            (&there["activeTemplate"]["id"], &there["activeTemplateMatchesConfig"], &there["activeSession"]),
            (&template["id"], &json!(true), &Value::Null)
        );

        // A saved environment is tried with what its runs get.
        let hold = Hold::new();
        world.fake.fault(routes::CREATE_SANDBOX, Fault::HoldAnswer(hold.clone()));
        let looked_at = async {
            hold.arrived(1).await;
            let starts_from = |facts: &SandboxFacts| facts.snapshot.as_deref() == Some(&name);
            assert!(world.fake.sandboxes().iter().any(starts_from), "{}", world.database());
            hold.release();
        };
        let probe = world.path("probe");
        let (probed, ()) = tokio::join!(world.done("POST", &probe, json!({})), looked_at);
        assert_eq!(probed["ok"], json!(true), "{probed}");
    }
}

#[tokio::test]
async fn the_log_tells_what_happened_and_lets_nobody_in() {
    for world in World::on_each_database().await {
        let template = world.image().await;
        let second = world.start().await;
        let token = world.done("POST", &format!("{}/terminal-session-token", second.path), json!({})).await;
        world.done("POST", &format!("{}/cancel", second.path), json!({"reason": "not today"})).await;
        assert_eq!(
            world.actions().await,
            [
                "environment.custom_image_setup.cancelled",
                "environment.custom_image_terminal_session_token.created",
                "environment.custom_image_setup.started",
                "environment.custom_image_setup.finished",
                "environment.custom_image_setup.started",
            ],
            "{}",
            world.database()
        );
        let custom = world.told().await;
        let custom: Vec<_> =
            custom.iter().filter(|entry| text(&entry["action"]).contains("custom_image")).collect();
        let said = json!(custom).to_string();
        for secret in [&template["templateRef"], &json!(second.sandbox), &token["token"]] {
            assert!(!said.contains(&text(secret)), "{}: {said}", world.database());
        }
        assert!(said.contains("not today") && said.contains("[redacted]"), "{said}");
    }
}

#[tokio::test]
async fn one_session_at_a_time_and_each_step_in_its_turn() {
    for world in World::on_each_database().await {
        let sessions = world.path("custom-image-setup-sessions");
        for body in [json!({"ttlSeconds": 59}), json!({"ttlSeconds": 86_401}), json!({"colour": "red"})] {
            world.refused("POST", &sessions, body, 400).await;
        }
        world.refused("POST", &sessions, json!({"templateId": NOBODY}), 404).await;
        let session = world.start_with(json!({"ttlSeconds": 600})).await;
        world.refused("POST", &sessions, json!({}), 409).await;
        for body in [json!({"reason": ""}), json!({"reason": "x".repeat(1001)})] {
            world.refused("POST", &format!("{}/cancel", session.path), body, 400).await;
        }
        let radius = world.app.send("GET", &world.path("delete-blast-radius"), None).await.body;
        assert_eq!(radius["activeRuntimeUse"]["activeCustomImageSetupSessionCount"], json!(1), "{radius}");
        let cancelled = world.done("POST", &format!("{}/cancel", session.path), json!({})).await;
        assert_eq!(cancelled["status"], "cancelled");
        assert!(world.fake.is_destroyed(&session.sandbox), "{}", world.database());
        for step in ["cancel", "finish", "terminal-session-token"] {
            world.refused("POST", &format!("{}/{step}", session.path), json!({}), 409).await;
        }
        let over = world.done("GET", &session.path, json!({})).await;
        assert_eq!(
            (&over["connectionPayload"], &over["session"]["status"]),
            (&Value::Null, &json!("cancelled"))
        );
        let lease = world.app.send("GET", &world.path("leases"), None).await.body;
        assert_eq!((&lease[0]["status"], lease.as_array().map(Vec::len)), (&json!("expired"), Some(1)));
    }
}

#[tokio::test]
async fn places_that_nobody_can_set_up_are_refused() {
    for world in World::on_each_database().await {
        let ssh = json!({"name": "Box", "driver": "ssh", "config": {"host": "127.0.0.1", "port": 1,
            "username": "runner", "remoteWorkspacePath": "/srv/work", "strictHostKeyChecking": false}});
        let made = world.done("POST", &format!("/companies/{}/environments", world.company), ssh).await;
        let path = format!("/environments/{}/custom-image-setup-sessions", text(&made["id"]));
        world.refused("POST", &path, json!({}), 422).await;
        world
            .refused("GET", &format!("/environment-custom-image-setup-sessions/{NOBODY}"), json!({}), 404)
            .await;
        for path in ["custom-image-template/rollback", "custom-image-template/relink"] {
            world.refused("POST", &world.path(path), json!({}), 404).await;
        }
        world.refused("DELETE", &world.path("custom-image-template"), json!({}), 404).await;
        let path = format!("/companies/{}/environments/capabilities", world.company);
        let daytona = world.app.send("GET", &path, None).await.body["sandboxProviders"]["daytona"].clone();
        assert_eq!(
            (&daytona["supportsInteractiveSetup"], &daytona["interactiveSetupConnectionTypes"]),
            (&json!(true), &json!(["ssh"]))
        );
        assert_eq!(daytona["templateConfigBinding"], json!({"field": "snapshot", "unsetFields": ["image"]}));
        assert_eq!(
            (&daytona["templateRefKind"], &daytona["supportsLoginPty"]),
            (&json!("snapshot"), &json!(false))
        );
    }
}

#[tokio::test]
async fn a_sandbox_that_is_not_made_leaves_no_session_open() {
    for world in World::on_each_database().await {
        let path = format!("/environments/{}", world.environment);
        world.done("PATCH", &path, json!({"config": {"snapshot": "no-such-snapshot"}})).await;
        let sessions = world.path("custom-image-setup-sessions");
        world.refused("POST", &sessions, json!({}), 422).await;
        let there = world.what_there_is().await;
        assert_eq!(
            (&there["activeSession"], &there["latestSession"]["status"]),
            (&Value::Null, &json!("failed")),
            "{}: {there}",
            world.database()
        );
        assert!(!text(&there["latestSession"]["failureReason"]).is_empty());
        world.done("PATCH", &path, json!({"config": {"snapshot": null}})).await;
        world.start().await;
    }
}
