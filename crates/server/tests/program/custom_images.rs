//! Custom images as their people have them: a sandbox that is set up, servers that are killed
//! meanwhile, and runs that start from what came of it.

use serde_json::{Value, json};
use wireclip_fake_daytona::{FakeDaytona, Fault, Hold, routes};

use crate::kit::{Company, Place, Server, until};

const KEY: &str = "dtn_a-key-that-nobody-may-see";

struct Scene {
    place: Place,
    fake: FakeDaytona,
    server: Server,
    company: Company,
    environment: String,
}

impl Scene {
    async fn new() -> Self {
        let place = Place::new();
        let fake = FakeDaytona::builder().key(KEY, "acme").running_clock().start().await.unwrap();
        let server = Server::start(&place).await;
        let company = Company::found(server.api(), "Abroad").await;
        let config =
            json!({"provider": "daytona", "apiUrl": fake.api_url(), "apiKey": KEY, "reuseLease": true});
        let body = json!({"name": "Away", "driver": "sandbox", "config": config});
        let environment = company.api.post(&company.path("/environments"), &body).await;
        let environment = environment["id"].as_str().unwrap().to_owned();
        Self { place, fake, server, company, environment }
    }

    fn path(&self, rest: &str) -> String {
        format!("/environments/{}/{rest}", self.environment)
    }

    /// Kills the server and starts the next one.
    async fn killed(self) -> Self {
        let Self { place, fake, server, company, environment } = self;
        server.kill();
        let server = Server::start(&place).await;
        let company = company.through(server.api());
        Self { place, fake, server, company, environment }
    }

    async fn what_there_is(&self) -> Value {
        self.company.api.get(&self.path("custom-image-template")).await
    }

    /// Runs an agent's script once, and returns the log.
    async fn run(&self, agent: &str) -> String {
        let run = self.company.invoke(agent).await;
        let ended = self.company.ended(&run).await;
        let log = self.company.log(&run).await;
        assert_eq!(ended["status"], "succeeded", "{ended} {log} {}", self.server.said());
        log
    }
}

fn session_path(shown: &Value) -> String {
    format!("/environment-custom-image-setup-sessions/{}", shown["session"]["id"].as_str().unwrap())
}

#[tokio::test]
async fn what_a_person_set_up_outlives_servers_and_serves_runs() {
    let scene = Scene::new().await;
    let sessions = scene.path("custom-image-setup-sessions");
    let shown = scene.company.api.post(&sessions, &json!({})).await;
    let sandbox = shown["session"]["providerLeaseId"].as_str().unwrap().to_owned();
    let home = scene.fake.sandbox(&sandbox).unwrap().home;
    std::fs::write(home.join("tool"), "made by hand").unwrap();
    let scene = scene.killed().await;
    let again = scene.company.api.get(&session_path(&shown)).await;
    assert_eq!(again["session"]["status"], "waiting_for_user", "{again}");
    assert!(again["connectionPayload"]["command"].as_str().unwrap().starts_with("ssh "), "{again}");
    let finished = scene.company.api.post(&format!("{}/finish", session_path(&shown)), &json!({})).await;
    let name = finished["template"]["templateRef"].as_str().unwrap().to_owned();
    until("its sandbox is gone", async || scene.fake.is_destroyed(&sandbox).then_some(())).await;
    let scene = scene.killed().await;

    let script = "cat \"$HOME/tool\"; pwd; echo \"$(cat count 2>/dev/null)+\" >count; cat count";
    let agent = json!({"name": "Ada", "role": "engineer", "adapterType": "process",
        "defaultEnvironmentId": scene.environment,
        "adapterConfig": {"command": "sh", "args": ["-c", script], "cwd": scene.place.path().join("work")}});
    std::fs::create_dir_all(scene.place.path().join("work")).unwrap();
    let hired = scene.company.api.post(&scene.company.path("/agents"), &agent).await;
    let agent = hired["id"].as_str().unwrap();
    let first = scene.run(agent).await;
    assert!(first.contains("made by hand"), "{first}");
    let [made] = &scene.fake.sandboxes()[..] else { panic!("{:?}", scene.fake.sandboxes()) };
    assert_eq!(made.snapshot.as_deref(), Some(name.as_str()));
    let made = made.id.clone();
    // The next run goes on in the same place, also of another server. Whoever is killed while it asks
    // a provider for something keeps others from asking for a while.
    until("the place waits", async || {
        let leases = scene.company.api.get(&scene.path("leases")).await;
        leases.as_array().unwrap().iter().any(|lease| lease["status"] == "released").then_some(())
    })
    .await;
    let scene = scene.killed().await;
    let second = scene.run(agent).await;
    assert!(second.contains("made by hand") && second.contains("++"), "{second}");
    let ids: Vec<String> = scene.fake.sandboxes().into_iter().map(|facts| facts.id).collect();
    assert_eq!(ids, [made]);
    let there = scene.what_there_is().await;
    assert_eq!(there["activeTemplate"]["templateRef"], json!(name));
    assert!(there["activeTemplate"]["lastUsedAt"].is_string(), "{there}");
    let told = scene.company.api.get(&scene.company.path("/activity?limit=200")).await.to_string();
    assert!(!told.contains(KEY) && !told.contains(&name), "{told}");
}

#[tokio::test]
async fn a_server_killed_while_a_sandbox_is_made_or_captured_leaves_nothing() {
    let scene = Scene::new().await;
    let sessions = scene.path("custom-image-setup-sessions");
    let hold = Hold::new();
    scene.fake.fault(routes::CREATE_SANDBOX, Fault::HoldAnswer(hold.clone()));
    let body = json!({});
    let begun = scene.company.api.try_post(&sessions, &body);
    tokio::select! {
        answer = begun => panic!("answered before the sandbox was there: {answer:?}"),
        () = hold.arrived(1) => {}
    }
    let scene = scene.killed().await;
    hold.release();
    until("what was made is removed", async || scene.fake.sandboxes().is_empty().then_some(())).await;
    // Nobody has to wait until its time is over, nor to cancel it.
    until("its session is over", async || {
        scene.what_there_is().await["activeSession"].is_null().then_some(())
    })
    .await;

    let shown = scene.company.api.post(&sessions, &json!({})).await;
    let hold = Hold::new();
    scene.fake.fault(routes::SNAPSHOT_SANDBOX, Fault::HoldAnswer(hold.clone()));
    let finish = format!("{}/finish", session_path(&shown));
    tokio::select! {
        answer = scene.company.api.try_post(&finish, &body) => panic!("answered too soon: {answer:?}"),
        () = hold.arrived(1) => {}
    }
    let scene = scene.killed().await;
    hold.release();
    until("it waits for its person again", async || {
        let open = scene.what_there_is().await["activeSession"].clone();
        (open["status"] == "waiting_for_user").then_some(())
    })
    .await;
    let gone = scene.company.api.delete(&format!("/environments/{}", scene.environment)).await;
    assert_eq!(gone["id"], json!(scene.environment));
    until("its sandbox is removed", async || scene.fake.sandboxes().is_empty().then_some(())).await;
}
