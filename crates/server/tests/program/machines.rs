//! Runs that execute on other machines: what their people see of them, and what is left there. The
//! other machine is this one, behind a real SSH server.

use std::path::PathBuf;

use serde_json::{Value, json};
use wireclip_sshd_for_tests::Sshd;

use crate::kit::{Company, Database, Place, Server, live_with, until};

/// Turns the brief into a report, and says where it is.
const WORKER: &str = r#"
echo "to the log"
echo "beside it" >&2
printf 'done: %s' "$(cat brief.txt)" >report.txt
rm -f stale.txt
mkdir -p node_modules
date >>node_modules/installed
echo "installed $(wc -l <node_modules/installed)"
echo "home=$(pwd) greeting=$GREETING"
"#;

/// A machine, a server, and a company whose agents work on that machine.
struct Scene {
    place: Place,
    sshd: Sshd,
    server: Server,
    company: Company,
    environment: String,
}

impl Scene {
    async fn new() -> Option<Self> {
        let sshd = Sshd::start()?;
        let hosts = sshd.known_hosts();
        Some(Self::with(sshd, &hosts).await)
    }

    async fn with(sshd: Sshd, known_hosts: &str) -> Self {
        let place = Place::new();
        let server = Server::start(&place).await;
        let company = Company::found(server.api(), "Abroad").await;
        let config = json!({
            "host": "127.0.0.1", "port": sshd.port(), "username": sshd.username(),
            "remoteWorkspacePath": sshd.work(), "privateKey": sshd.private_key(), "knownHosts": known_hosts,
        });
        let body = json!({
            "name": "Box", "driver": "ssh", "config": config, "envVars": {"GREETING": "from the environment"},
        });
        let environment = company.api.post(&company.path("/environments"), &body).await;
        let environment = environment["id"].as_str().unwrap().to_owned();
        place.write("work/brief.txt", "build a shed");
        place.write("work/stale.txt", "old");
        Self { place, sshd, server, company, environment }
    }

    /// Hires an agent that works there, from the folder `work`.
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

    /// The folder of an agent on the machine.
    fn folder_of(&self, agent: &str) -> PathBuf {
        self.sshd.work().join(agent)
    }

    async fn begun(&self, run: &str) {
        until("the command runs", async || self.company.log(run).await.contains("begun").then_some(())).await;
    }
}

#[tokio::test]
async fn an_agent_does_its_task_on_a_machine_and_its_files_come_back() {
    let Some(scene) = Scene::new().await else { return };
    let agent = scene.hire(WORKER).await;
    for round in 1..=2 {
        scene.place.write("work/stale.txt", "old");
        let run = scene.company.invoke(&agent).await;
        let ended = scene.company.ended(&run).await;
        let log = scene.company.log(&run).await;
        assert_eq!(ended["status"], "succeeded", "{ended} {log} {}", scene.sshd.log());
        assert_eq!(scene.place.read("work/report.txt"), "done: build a shed");
        assert!(!scene.place.path().join("work/stale.txt").exists());
        assert!(log.contains("to the log\n") && log.contains("beside it\n"), "{log}");
        assert!(log.contains(&format!("installed {round}\n")), "what was installed stays: {log}");
        let there = scene.folder_of(&agent);
        assert!(log.contains(&format!("home={} greeting=from the environment\n", there.display())), "{log}");
    }
    let there = scene.folder_of(&agent);
    let id = format!("ssh://{}@127.0.0.1:{}{}", scene.sshd.username(), scene.sshd.port(), there.display());
    scene.lease_is("released").await;
    for lease in scene.leases().await {
        assert_eq!(
            (&lease["provider"], &lease["leasePolicy"], &lease["cleanupStatus"], &lease["providerLeaseId"]),
            (&json!("ssh"), &json!("ephemeral"), &json!("success"), &json!(id))
        );
        assert_eq!(lease["metadata"]["remoteCwd"], json!(there));
    }
    assert!(!there.join("brief.txt").exists(), "only what is not moved is left there");
    assert_eq!(scene.leases().await.len(), 2);
    let told = scene.company.api.get(&scene.company.path("/activity?limit=200")).await.to_string();
    assert!(told.contains("environment.lease_acquired") && told.contains("environment.lease_released"));
    let key = scene.sshd.private_key();
    let secret = key.lines().nth(1).unwrap();
    assert!(!told.contains(secret) && !scene.server.said().contains(secret), "the key is told");
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
rm -f answer
"#;

#[tokio::test]
async fn an_agent_on_a_machine_finishes_its_issue_through_the_api() {
    let Some(scene) = Scene::new().await else { return };
    let agent = scene.hire(REPORTER).await;
    let issue = scene.company.issue("Build a shed", Some(&agent)).await;
    let run = until("a run is there", async || scene.company.runs().await.first().cloned()).await;
    let run = run["id"].as_str().unwrap();
    let ended = scene.company.ended(run).await;
    let log = scene.company.log(run).await;
    assert_eq!(ended["status"], "succeeded", "{ended} {log}");
    assert_eq!(log, "run 200\nissue 200\nenvironments 403\n", "{}", scene.server.said());
    let id = issue["id"].as_str().unwrap();
    let comments = scene.company.api.get(&format!("/issues/{id}/comments")).await.to_string();
    assert!(comments.contains("Finished abroad."), "{comments}");
}

#[tokio::test]
async fn cancelling_a_run_ends_what_it_started_on_the_machine() {
    let Some(scene) = Scene::new().await else { return };
    let mark = format!("{}", 900_000 + std::process::id());
    let script = format!("echo half >half.txt; setsid sleep {mark} & sleep {mark} & echo begun; wait");
    let agent = scene.hire(&script).await;
    let run = scene.company.invoke(&agent).await;
    scene.begun(&run).await;
    let sleeps = || live_with(format!("sleep\0{mark}").as_bytes());
    until("both sleep", async || (sleeps().len() >= 2).then_some(())).await;
    scene.company.api.post(&format!("/heartbeat-runs/{run}/cancel"), &json!({})).await;
    assert_eq!(scene.company.ended(&run).await["status"], "cancelled");
    assert!(sleeps().is_empty(), "{:?}", sleeps());
    assert_eq!(scene.place.read("work/half.txt"), "half\n", "work until then came back");
    scene.lease_is("expired").await;
}

#[tokio::test]
async fn a_machine_that_is_not_the_one_is_refused() {
    let Some(sshd) = Sshd::start() else { return };
    let hosts = sshd.known_hosts_of_another();
    let scene = Scene::with(sshd, &hosts).await;
    let probe = format!("/environments/{}/probe", scene.environment);
    let probed = scene.company.api.post(&probe, &json!({})).await;
    assert!(!probed["ok"].as_bool().unwrap(), "{probed}");
    let agent = scene.hire("echo here >was-here").await;
    let run = scene.company.invoke(&agent).await;
    let ended = scene.company.ended(&run).await;
    assert_eq!((&ended["status"], &ended["errorCode"]), (&json!("failed"), &json!("lease_acquire_failed")));
    assert!(ended["error"].as_str().unwrap().contains("host key verification failed"), "{ended}");
    assert!(!scene.place.path().join("work/was-here").exists(), "it is not done here instead");
    assert!(!scene.sshd.log().contains("Accepted"), "{}", scene.sshd.log());
    assert!(scene.leases().await.is_empty());
}

#[tokio::test]
async fn a_machine_that_is_the_one_can_be_worked_on() {
    let Some(scene) = Scene::new().await else { return };
    let probe = format!("/environments/{}/probe", scene.environment);
    let probed = scene.company.api.post(&probe, &json!({})).await;
    assert!(probed["ok"].as_bool().unwrap(), "{probed} {}", scene.sshd.log());
}

#[tokio::test]
async fn a_server_killed_in_the_middle_leaves_its_run_on_the_machine_alone() {
    let Some(scene) = Scene::new().await else { return };
    let go = scene.place.path().join("go");
    let script =
        format!("echo begun; while [ ! -e {} ]; do sleep 0.1; done; echo gone on >said.txt", go.display());
    let agent = scene.hire(&script).await;
    let run = scene.company.invoke(&agent).await;
    scene.begun(&run).await;
    let Scene { place, sshd, server, company, environment } = scene;
    server.kill();
    place.write("go", "");
    let server = Server::start(&place).await;
    let company = company.through(server.api());
    let scene = Scene { place, sshd, server, company, environment };
    let ended = scene.company.ended(&run).await;
    assert_eq!(ended["status"], "succeeded", "{ended} {}", scene.server.said());
    assert_eq!(scene.place.read("work/said.txt"), "gone on\n");
    scene.lease_is("released").await;
    let database = Database::in_home(&scene.place.home()).await;
    assert_eq!(database.count("SELECT count(*) FROM sandbox_creates").await, 0);
}

#[tokio::test]
async fn a_run_whose_connection_is_cut_fails_as_that_and_its_work_comes_back() {
    let Some(scene) = Scene::new().await else { return };
    let mark = format!("{}", 1_900_000 + std::process::id());
    let agent = scene.hire(&format!("echo half >half.txt; echo begun; sleep {mark}")).await;
    let run = scene.company.invoke(&agent).await;
    scene.begun(&run).await;
    scene.sshd.cut();
    let ended = scene.company.ended(&run).await;
    assert_eq!(
        (&ended["status"], &ended["errorCode"]),
        (&json!("failed"), &json!("transport_resolution_failed")),
        "{ended}"
    );
    assert!(ended["error"].as_str().unwrap().contains("connection to the machine was lost"), "{ended}");
    assert!(live_with(format!("sleep\0{mark}").as_bytes()).is_empty(), "it was ended there");
    assert_eq!(scene.place.read("work/half.txt"), "half\n");
    scene.lease_is("failed").await;
}

#[tokio::test]
async fn work_that_does_not_come_back_is_kept_on_the_machine() {
    let Some(scene) = Scene::new().await else { return };
    // Nothing is where it is looked for.
    let agent = scene.hire("echo precious >work.txt; mv \"$PWD\" \"$PWD-aside\"").await;
    let run = scene.company.invoke(&agent).await;
    let ended = scene.company.ended(&run).await;
    assert_eq!(ended["errorCode"], "workspace_realization_failed", "{ended}");
    let lease = scene.lease_is("retained").await;
    assert_eq!(lease["failureReason"], "workspace_not_synced_back");
    let kept = scene.sshd.work().join(format!("{agent}-aside/work.txt"));
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "precious\n");
    // The next run works beside it.
    let run = scene.company.invoke(&agent).await;
    scene.company.ended(&run).await;
    let next = scene.lease_is("retained").await;
    assert!(next["providerLeaseId"].as_str().unwrap().ends_with(&format!("/{agent}-2")), "{next}");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "precious\n");
    // Once somebody has looked at it, it is let go.
    let path = format!("/environment-leases/{}/let-go", lease["id"].as_str().unwrap());
    let gone = scene.company.api.post(&path, &json!({})).await;
    assert_eq!(gone["status"], "expired", "{gone}");
}
