//! Runs that execute in sandboxes: what their people see of them, and what is left at the provider.

use serde_json::{Value, json};
use wireclip_fake_daytona::{FakeDaytona, Fault, routes};

use crate::kit::{Company, Database, Place, Server, live_with, until};

const KEY: &str = "dtn_a-key-that-nobody-may-see";

/// Turns the brief into a report, and says where it is.
const WORKER: &str = r#"
echo "to the log"
echo "beside it" >&2
printf 'done: %s' "$(cat brief.txt)" >report.txt
rm -f stale.txt
echo "token=${PAPERCLIP_API_KEY:-none} home=$(pwd)"
"#;

/// A service, a server, and a company whose agents work in sandboxes of that service.
struct Scene {
    place: Place,
    fake: FakeDaytona,
    server: Server,
    company: Company,
    environment: String,
}

impl Scene {
    async fn new(more: &Value) -> Self {
        let place = Place::new();
        let fake = FakeDaytona::builder().key(KEY, "acme").start().await.unwrap();
        let server = Server::start(&place).await;
        let company = Company::found(server.api(), "Abroad").await;
        let mut config = json!({"provider": "daytona", "apiUrl": fake.api_url(), "apiKey": KEY});
        config.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let body = json!({"name": "Away", "driver": "sandbox", "config": config});
        let environment = company.api.post(&company.path("/environments"), &body).await;
        let environment = environment["id"].as_str().unwrap().to_owned();
        place.write("work/brief.txt", "build a shed");
        place.write("work/stale.txt", "old");
        Self { place, fake, server, company, environment }
    }

    /// Hires an agent that works in the sandboxes, from the folder `work`.
    async fn hire(&self, script: &str) -> String {
        let cwd = self.place.path().join("work");
        let agent = json!({
            "name": "Ada", "role": "engineer", "adapterType": "process",
            "defaultEnvironmentId": self.environment,
            "adapterConfig": {"command": "sh", "args": ["-c", script], "graceSec": 5, "cwd": cwd},
        });
        let hired = self.company.api.post(&self.company.path("/agents"), &agent).await;
        hired["id"].as_str().unwrap().to_owned()
    }

    /// The leases, the last used first.
    async fn leases(&self) -> Vec<Value> {
        let path = format!("/environments/{}/leases", self.environment);
        self.company.api.get(&path).await.as_array().unwrap().clone()
    }

    /// Waits until the last used lease has a status, and returns it.
    async fn lease_is(&self, status: &str) -> Value {
        until(&format!("the lease is {status}"), async || {
            let first = self.leases().await.into_iter().next()?;
            (first["status"] == status).then_some(first)
        })
        .await
    }

    async fn nothing_is_left(&self) {
        until("no sandbox is left", async || self.fake.sandboxes().is_empty().then_some(())).await;
    }
}

#[tokio::test]
async fn an_agent_does_its_task_in_a_sandbox_and_its_files_come_back() {
    let scene = Scene::new(&json!({})).await;
    let agent = scene.hire(WORKER).await;
    let run = scene.company.invoke(&agent).await;
    let ended = scene.company.ended(&run).await;
    assert_eq!(ended["status"], "succeeded", "{ended} {}", scene.server.said());
    assert_eq!(scene.place.read("work/report.txt"), "done: build a shed");
    assert!(!scene.place.path().join("work/stale.txt").exists());
    let took = &ended["resultJson"]["environmentExecution"];
    assert!(took["durationMs"].is_u64() && took["getDurationMs"].is_u64(), "{ended}");
    assert_eq!((&took["cacheHit"], &took["counters"]["misses"]), (&json!(true), &json!(0)), "{ended}");
    let log = scene.company.log(&run).await;
    assert!(log.contains("to the log\n") && log.contains("beside it\n"), "{log}");
    assert!(log.contains("token=") && !log.contains("token=none"), "{log}");
    let here = scene.place.path().join("work");
    assert!(!log.contains(&format!("home={}", here.display())), "it ran here: {log}");
    let lease = scene.lease_is("released").await;
    assert_eq!((&lease["cleanupStatus"], &lease["heartbeatRunId"]), (&json!("success"), &json!(run)));
    scene.nothing_is_left().await;
    let told = scene.company.api.get(&scene.company.path("/activity?limit=200")).await.to_string();
    assert!(told.contains("environment.lease_acquired") && told.contains("environment.lease_released"));
    assert!(!told.contains(KEY) && !log.contains(KEY), "the key is told");
    assert!(!scene.server.said().contains(KEY), "the key is logged");
}

/// Finishes its issue through the API, and tries what it may not.
const REPORTER: &str = r#"
call() {
    curl -s -o "answer" -w '%{http_code}' --max-time 30 -H "Authorization: Bearer $PAPERCLIP_API_KEY" \
        -H 'Content-Type: application/json' "$@"
}
echo "run $(call "$PAPERCLIP_API_URL/api/heartbeat-runs/$PAPERCLIP_RUN_ID")"
issue=$(grep -o '"issueId":"[^"]*"' answer | head -1 | cut -d'"' -f4)
body=$(printf '{"status":"done","comment":"Finished abroad."}')
echo "issue $(call -X PATCH "$PAPERCLIP_API_URL/api/issues/$issue" -d "$body")"
echo "environments $(call "$PAPERCLIP_API_URL/api/environments/$issue")"
echo "length ${#PAPERCLIP_API_KEY}"
PAPERCLIP_API_KEY=guessed
echo "guessed $(call "$PAPERCLIP_API_URL/api/issues/$issue")"
rm -f answer
"#;

#[tokio::test]
async fn an_agent_in_a_sandbox_finishes_its_issue_through_the_api() {
    let scene = Scene::new(&json!({})).await;
    let agent = scene.hire(REPORTER).await;
    let issue = scene.company.issue("Build a shed", Some(&agent)).await;
    let run = until("a run is there", async || scene.company.runs().await.first().cloned()).await;
    let run = run["id"].as_str().unwrap();
    let ended = scene.company.ended(run).await;
    let log = scene.company.log(run).await;
    assert_eq!(ended["status"], "succeeded", "{ended} {log}");
    let expected = "run 200\nissue 200\nenvironments 403\nlength 48\nguessed 401\n";
    assert_eq!(log, expected, "{}", scene.server.said());
    let id = issue["id"].as_str().unwrap();
    assert_eq!(scene.company.api.get(&format!("/issues/{id}")).await["status"], "done");
    let comments = scene.company.api.get(&format!("/issues/{id}/comments")).await.to_string();
    assert!(comments.contains("Finished abroad."), "{comments}");
    scene.nothing_is_left().await;
}

#[tokio::test]
async fn a_place_that_is_kept_serves_the_next_run() {
    let scene = Scene::new(&json!({"reuseLease": true})).await;
    let script = format!(
        "{WORKER}\nls; mkdir -p node_modules; date >>node_modules/installed; cat node_modules/installed | wc -l"
    );
    let agent = scene.hire(&script).await;
    for round in 1..=2 {
        let run = scene.company.invoke(&agent).await;
        let ended = scene.company.ended(&run).await;
        let log = scene.company.log(&run).await;
        assert_eq!(ended["status"], "succeeded", "{ended} {log} {}", scene.server.said());
        assert_eq!(
            log.trim().lines().last(),
            Some(round.to_string().as_str()),
            "what was installed stays: {log}"
        );
        std::fs::remove_file(scene.place.path().join("work/report.txt")).unwrap();
        assert!(round == 1 || !log.contains("stale.txt"), "{log}");
    }
    let lease = scene.lease_is("released").await;
    assert_eq!(lease["leasePolicy"], "reuse_by_environment");
    assert_eq!(scene.fake.count(routes::CREATE_SANDBOX), 1);
    assert_eq!(scene.leases().await.len(), 1);
    assert_eq!(scene.fake.sandboxes().len(), 1);
}

#[tokio::test]
async fn cancelling_a_run_ends_what_it_started_in_the_sandbox() {
    let scene = Scene::new(&json!({})).await;
    let mark = format!("{}", 100_000 + std::process::id());
    let agent = scene.hire(&format!("echo half >half.txt; echo begun; sleep {mark} & wait")).await;
    let run = scene.company.invoke(&agent).await;
    until("the command runs", async || scene.company.log(&run).await.contains("begun").then_some(())).await;
    let sleeps = || live_with(format!("sleep\0{mark}").as_bytes());
    until("it sleeps", async || (!sleeps().is_empty()).then_some(())).await;
    scene.company.api.post(&format!("/heartbeat-runs/{run}/cancel"), &json!({})).await;
    assert_eq!(scene.company.ended(&run).await["status"], "cancelled");
    until("it sleeps no more", async || sleeps().is_empty().then_some(())).await;
    assert_eq!(scene.place.read("work/half.txt"), "half\n", "work until then came back");
    scene.lease_is("expired").await;
    scene.nothing_is_left().await;
}

#[tokio::test]
async fn a_server_killed_in_the_middle_leaves_nothing_at_the_provider() {
    let scene = Scene::new(&json!({})).await;
    let go = scene.place.path().join("go");
    let script =
        format!("echo begun; while [ ! -e {} ]; do sleep 0.1; done; echo gone on >said.txt", go.display());
    let agent = scene.hire(&script).await;
    let run = scene.company.invoke(&agent).await;
    until("the command runs", async || scene.company.log(&run).await.contains("begun").then_some(())).await;
    let Scene { place, fake, server, company, environment } = scene;
    server.kill();
    place.write("go", "");
    let server = Server::start(&place).await;
    let company = company.through(server.api());
    let scene = Scene { place, fake, server, company, environment };
    let ended = scene.company.ended(&run).await;
    assert_eq!(ended["status"], "succeeded", "{ended} {}", scene.server.said());
    assert_eq!(scene.place.read("work/said.txt"), "gone on\n");
    scene.lease_is("released").await;
    scene.nothing_is_left().await;
    assert_eq!(scene.fake.count(routes::CREATE_SANDBOX), 1);
    let database = Database::in_home(&scene.place.home()).await;
    assert_eq!(database.count("SELECT count(*) FROM sandbox_creates").await, 0);
}

#[tokio::test]
async fn work_that_does_not_come_back_is_kept_where_it_is() {
    let scene = Scene::new(&json!({})).await;
    scene.fake.fault(routes::BULK_DOWNLOAD.always(), Fault::status(500));
    let agent = scene.hire("echo precious >work.txt").await;
    let run = scene.company.invoke(&agent).await;
    let ended = scene.company.ended(&run).await;
    assert_eq!(ended["status"], "failed", "{ended}");
    assert_eq!(ended["errorCode"], "workspace_realization_failed", "{ended}");
    let lease = scene.lease_is("retained").await;
    assert_eq!(lease["failureReason"], "workspace_not_synced_back");
    let [kept] = &scene.fake.sandboxes()[..] else { panic!("{:?}", scene.fake.sandboxes()) };
    assert_eq!(lease["providerLeaseId"].as_str(), Some(kept.id.as_str()));
}

#[tokio::test]
async fn what_leads_out_of_the_workspace_stays_away_and_the_rest_comes_back() {
    let scene = Scene::new(&json!({})).await;
    // Such a link could lead anywhere on this machine.
    let agent = scene.hire("echo precious >work.txt; ln -s /etc/passwd away").await;
    let run = scene.company.invoke(&agent).await;
    assert_eq!(scene.company.ended(&run).await["status"], "succeeded");
    assert_eq!(scene.place.read("work/work.txt"), "precious\n");
    assert!(scene.place.path().join("work/away").symlink_metadata().is_err());
    assert!(scene.company.log(&run).await.contains("the link away"));
}

#[tokio::test]
async fn a_run_whose_place_cannot_be_had_fails_and_is_not_done_here() {
    let scene = Scene::new(&json!({})).await;
    scene.fake.revoke_key(KEY);
    let agent = scene.hire("echo here >was-here").await;
    let run = scene.company.invoke(&agent).await;
    let ended = scene.company.ended(&run).await;
    assert_eq!((&ended["status"], &ended["errorCode"]), (&json!("failed"), &json!("lease_acquire_failed")));
    let told = ended["error"].as_str().unwrap();
    assert!(told.contains(&scene.fake.api_url()) && told.contains("make a place"), "{told}");
    assert!(!told.contains(KEY));
    assert!(!scene.place.path().join("work/was-here").exists());
    assert!(scene.leases().await.is_empty());
}
