//! Secrets of companies: who may have their values, and what is known of that afterwards.

use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_services::runs::ClaimedRun;
use wireclip_testkit::{Reply, TestApp};

use crate::playing::{claim_one, company, exited, id, settle};

/// A company with a secret and an agent that has it as a variable.
struct Vault {
    app: TestApp,
    company: String,
    secret: String,
    agent: String,
}

impl Vault {
    async fn on_each_database() -> Vec<Self> {
        let mut vaults = Vec::new();
        for app in TestApp::on_each_database().await {
            let company = company(&app).await;
            let mut vault = Self { app, company, secret: String::new(), agent: String::new() };
            let made = vault
                .post("/companies/{company}/secrets", json!({"name": "Door code", "value": "first-77"}))
                .await;
            vault.secret = id(&made.body);
            let hired = vault.hire(json!({"type": "secret_ref", "secretId": vault.secret})).await;
            assert_eq!(hired.status, 201, "{}: {}", vault.app.database, hired.body);
            vault.agent = id(&hired.body);
            vaults.push(vault);
        }
        vaults
    }

    fn path(&self, path: &str) -> String {
        path.replace("{company}", &self.company)
            .replace("{secret}", &self.secret)
            .replace("{agent}", &self.agent)
    }

    async fn post(&self, path: &str, body: Value) -> Reply {
        self.app.send("POST", &self.path(path), Some(body)).await
    }

    async fn patch(&self, path: &str, body: Value) -> Reply {
        self.app.send("PATCH", &self.path(path), Some(body)).await
    }

    async fn get(&self, path: &str) -> Value {
        self.app.send("GET", &self.path(path), None).await.body
    }

    async fn hire(&self, code: Value) -> Reply {
        let settings = json!({"command": "true", "env": {"CODE": code}});
        let agent = json!({"name": "Porter", "adapterType": "process", "adapterConfig": settings});
        self.post("/companies/{company}/agents", agent).await
    }

    /// Has the agent woken, and claims its run.
    async fn run(&self) -> ClaimedRun {
        let woken = self.post("/agents/{agent}/wakeup", json!({"source": "on_demand"})).await;
        assert!(woken.status.is_success(), "{}", woken.body);
        claim_one(&self.app).await
    }

    /// What the variable of a run is, or how the run fails.
    async fn code_of(&self, run: &ClaimedRun) -> Result<String, RunErrorCode> {
        let opened = self.app.services.secrets.for_run(run).await.unwrap();
        opened.map(|values| values["CODE"].expose_secret().to_owned()).map_err(|failure| failure.code)
    }

    async fn read_as(&self, token: &str, key: &str) -> Reply {
        self.app.send_as(token, "POST", &format!("/agents/me/secrets/{key}/value"), Some(json!({}))).await
    }
}

#[tokio::test]
async fn a_run_gets_the_newest_value_and_a_reference_with_a_number_keeps_its_own() {
    for vault in Vault::on_each_database().await {
        let database = vault.app.database;
        let first = vault.run().await;
        assert_eq!(vault.code_of(&first).await, Ok("first-77".to_owned()), "{database}");
        settle(&vault.app, &first, exited(0)).await;

        vault.post("/secrets/{secret}/rotate", json!({"value": "second-78"})).await;
        let second = vault.run().await;
        assert_eq!(vault.code_of(&second).await, Ok("second-78".to_owned()), "{database}");
        settle(&vault.app, &second, exited(0)).await;

        let pinned = json!({"adapterConfig": {"env": {"CODE": {"type": "secret_ref", "secretId": vault.secret, "version": 1}}}});
        let changed = vault.patch("/agents/{agent}", pinned).await;
        assert_eq!(changed.status, 200, "{database}: {}", changed.body);
        let third = vault.run().await;
        assert_eq!(vault.code_of(&third).await, Ok("first-77".to_owned()), "{database}");

        let accesses = vault.get("/secrets/{secret}/access-events").await;
        let versions: Vec<i64> =
            accesses.as_array().unwrap().iter().map(|access| access["version"].as_i64().unwrap()).collect();
        assert_eq!(versions, [1, 2, 1], "{database}");
        assert_eq!(accesses[0]["heartbeatRunId"], third.run.id.to_string(), "{database}");
    }
}

#[tokio::test]
async fn a_secret_that_is_off_gone_or_not_bound_starts_no_run_and_the_refusal_is_on_record() {
    for vault in Vault::on_each_database().await {
        let database = vault.app.database;
        vault.patch("/secrets/{secret}", json!({"status": "disabled"})).await;
        let run = vault.run().await;
        assert_eq!(vault.code_of(&run).await, Err(RunErrorCode::SetupFailed), "{database}");
        settle(&vault.app, &run, exited(0)).await;
        let accesses = vault.get("/secrets/{secret}/access-events").await;
        assert_eq!(accesses[0]["errorCode"], "secret_inactive", "{database}");

        // What an issue lays over the settings is nothing that anybody has bound.
        vault.patch("/secrets/{secret}", json!({"status": "active"})).await;
        let other =
            vault.post("/companies/{company}/secrets", json!({"name": "Other", "value": "other-1"})).await;
        let reference = json!({"type": "secret_ref", "secretId": other.body["id"]});
        let issue = json!({
            "title": "Open", "assigneeAgentId": vault.agent,
            "assigneeAdapterOverrides": {"adapterConfig": {"env": {"CODE": reference}}},
        });
        let issue = vault.post("/companies/{company}/issues", issue).await;
        assert_eq!(issue.status, 201, "{}", issue.body);
        let run = claim_one(&vault.app).await;
        assert_eq!(vault.code_of(&run).await, Err(RunErrorCode::ConfigurationIncomplete), "{database}");
        settle(&vault.app, &run, exited(0)).await;

        vault.patch(&format!("/issues/{}", id(&issue.body)), json!({"status": "cancelled"})).await;
        let gone = vault.app.send("DELETE", &vault.path("/secrets/{secret}"), None).await;
        assert_eq!(gone.status, 200, "{database}: {}", gone.body);
        let renamed = vault.patch("/agents/{agent}", json!({"title": "Doorkeeper"})).await;
        assert_eq!(renamed.status, 200, "{database}: its agent can still be changed: {}", renamed.body);
        let run = vault.run().await;
        assert_eq!(vault.code_of(&run).await, Err(RunErrorCode::ConfigurationIncomplete), "{database}");
    }
}

#[tokio::test]
async fn only_a_run_reads_a_value_and_only_what_is_bound_to_its_agent() {
    for vault in Vault::on_each_database().await {
        let database = vault.app.database;
        vault.post("/companies/{company}/secrets", json!({"name": "Cellar", "value": "dark-42"})).await;
        let key = vault.post("/agents/{agent}/keys", json!({"name": "main"})).await.body["token"].clone();
        let refused = vault.read_as(key.as_str().unwrap(), "door-code").await;
        assert_eq!(refused.status, 403, "{database}: a standing key reads none: {}", refused.body);

        let run = vault.run().await;
        assert_eq!(vault.code_of(&run).await, Ok("first-77".to_owned()), "{database}");
        vault.post("/secrets/{secret}/rotate", json!({"value": "second-78"})).await;
        let token = vault.app.services.runs.token(&run).unwrap();
        let token = token.expose_secret();
        let read = vault.read_as(token, "door-code").await;
        assert_eq!(
            (read.status.as_u16(), &read.body["value"]),
            (200, &json!("first-77")),
            "{database}: as it was started"
        );
        assert_eq!(read.headers["cache-control"], "no-store", "{database}");
        for key in ["cellar", "no-such-key"] {
            assert_eq!(vault.read_as(token, key).await.status, 403, "{database}: {key}");
        }
        settle(&vault.app, &run, exited(0)).await;
        assert_eq!(vault.read_as(token, "door-code").await.status, 401, "{database}: the run is over");
    }
}

#[tokio::test]
async fn a_secret_of_another_company_and_one_that_an_environment_needs() {
    for vault in Vault::on_each_database().await {
        let database = vault.app.database;
        let other = company(&vault.app).await;
        let stranger = json!({
            "name": "Thief", "adapterType": "process",
            "adapterConfig": {"command": "true", "env": {"CODE": {"type": "secret_ref", "secretId": vault.secret}}},
        });
        let refused = vault.post(&format!("/companies/{other}/agents"), stranger).await;
        assert_eq!(refused.status, 422, "{database}: {}", refused.body);
        let vague = vault.hire(json!({"type": "secret_ref", "secretId": "the blue one"})).await;
        assert_eq!(vague.status, 422, "{database}: {}", vague.body);

        let machine = json!({
            "name": "Box", "driver": "ssh",
            "config": {"host": "127.0.0.1", "port": 1, "username": "u", "remoteWorkspacePath": "/w", "privateKey": "key"},
        });
        let machine = vault.post("/companies/{company}/environments", machine).await;
        assert_eq!(machine.status, 201, "{database}: {}", machine.body);
        let secrets = vault.get("/companies/{company}/secrets").await;
        let of_machine =
            secrets.as_array().unwrap().iter().find(|secret| secret["id"] != vault.secret.as_str());
        let of_machine = id(of_machine.expect("a secret of the environment"));
        let kept = vault.app.send("DELETE", &format!("/secrets/{of_machine}"), None).await;
        assert_eq!((kept.status.as_u16(), &kept.body["code"]), (409, &json!("secret_in_use")), "{database}");

        vault.app.send("DELETE", &vault.path("/agents/{agent}"), None).await;
        let uses = vault.get("/secrets/{secret}/usage").await;
        assert_eq!(uses["bindings"], json!([]), "{database}: an agent that is gone uses nothing");
    }
}
