//! Two servers on one PostgreSQL: each runs its own agents, both know everything, and one of them
//! may die.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::json;

use crate::kit::{
    Company, Database, LiveFeed, Place, Postgres, Server, live_with, runs_are_over, until, until_within,
};

/// A place for each server, on one database.
struct Pair {
    postgres: Postgres,
    first: Place,
    second: Place,
}

impl Pair {
    async fn new() -> Option<Self> {
        Some(Self { postgres: Postgres::new().await?, first: Place::new(), second: Place::new() })
    }

    async fn server(&self, place: &Place) -> Server {
        Server::start_with(place, &["--port", "0", "--database-url", &self.postgres.url], &[]).await
    }
}

#[tokio::test]
async fn what_happens_on_one_node_is_heard_on_the_other() {
    let Some(pair) = Pair::new().await else { return };
    let (first, second) = (pair.server(&pair.first).await, pair.server(&pair.second).await);
    let company = Company::found(first.api(), "Spread out").await;
    let listener = LiveFeed::of(&second, &company);
    let issue = company.issue("Made on the first", None).await;
    listener.next("tells of the issue", |event| event["payload"]["entityId"] == issue["id"]);
    // And back, what is made here is there.
    let elsewhere = company.through(second.api());
    let listener = LiveFeed::of(&first, &company);
    let issue = elsewhere.issue("Made on the second", None).await;
    listener.next("tells of the issue", |event| event["payload"]["entityId"] == issue["id"]);
    assert_eq!(issue["issueNumber"], 2);
}

#[tokio::test]
async fn work_asked_of_both_nodes_is_done_once() {
    let Some(pair) = Pair::new().await else { return };
    let (first, second) = (pair.server(&pair.first).await, pair.server(&pair.second).await);
    let company = Company::found(first.api(), "Spread out").await;
    let elsewhere = company.through(second.api());
    let settings = json!({"cwd": pair.first.path()});
    let script = "echo $PAPERCLIP_RUN_ID >>starts; echo at work; sleep 0.3";
    let mut runs = BTreeSet::new();
    for number in 0..12 {
        let agent = company.hire_with(&format!("Worker {number}"), script, &settings).await;
        let asked = if number % 2 == 0 { &company } else { &elsewhere };
        runs.insert(asked.invoke(&agent).await);
    }
    until("all runs are over", async || runs_are_over(&company.runs().await).then_some(())).await;
    let starts = pair.first.read("starts");
    let started: BTreeSet<String> = starts.lines().map(str::to_owned).collect();
    assert_eq!(starts.lines().count(), started.len(), "a run started twice: {starts}");
    assert_eq!(started, runs);
    for run in company.runs().await {
        assert_eq!(run["status"], "succeeded", "{run}");
        let log = format!("/heartbeat-runs/{}/log", run["id"].as_str().unwrap());
        let answers = [first.api().try_get(&log).await.unwrap(), second.api().try_get(&log).await.unwrap()];
        let mut statuses = answers.map(|answer| answer.status);
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "one of them has it, and the other says so: {run}");
    }
}

#[tokio::test]
async fn runs_of_a_node_that_died_are_settled_and_their_tasks_are_free() {
    let Some(pair) = Pair::new().await else { return };
    let first = pair.server(&pair.first).await;
    let company = Company::found(first.api(), "Bereaved").await;
    // The agent writes down its key, so that we see whether it is still good.
    let script = "echo $PAPERCLIP_RUN_ID >>starts; echo $PAPERCLIP_API_KEY >key; while :; do sleep 1; done";
    let agent = company.hire_with("Orphan", script, &json!({"cwd": pair.first.path()})).await;
    let issue = company.issue("Left behind", Some(&agent)).await;
    let key = until("the agent is at work", async || {
        Some(pair.first.read("key").trim().to_owned()).filter(|key| !key.is_empty())
    })
    .await;
    let runs = company.runs().await;
    let run = runs[0]["id"].as_str().unwrap().to_owned();
    // Every node of a database knows its runs, wherever they are.
    let second = pair.server(&pair.second).await;
    let company = company.through(second.api());
    assert_eq!(company.api.with_token(&key).get("/agents/me").await["id"], agent);

    first.kill();
    let run = until_within(Duration::from_secs(180), "the run of the dead node is settled", async || {
        let run = company.api.get(&format!("/heartbeat-runs/{run}")).await;
        run["finishedAt"].is_string().then_some(run)
    })
    .await;
    assert_eq!(run["status"], "failed", "{run}");
    // Its program may live on where the dead node was, but is nobody any more.
    assert_eq!(company.api.with_token(&key).try_get("/agents/me").await.unwrap().status, 401);
    let issue = company.api.get(&format!("/issues/{}", issue["id"].as_str().unwrap())).await;
    assert_ne!(issue["executionRunId"], run["id"]);
    assert_ne!(issue["checkoutRunId"], run["id"]);

    // The node comes back, and cleans up behind itself.
    company.api.post(&format!("/agents/{agent}/terminate"), &json!({})).await;
    let first = pair.server(&pair.first).await;
    until("the dead node's agent has ended", async || {
        let processes = live_with(pair.first.path().as_os_str().as_encoded_bytes());
        (processes == [first.process_id()]).then_some(())
    })
    .await;
    until("all runs are over", async || runs_are_over(&company.runs().await).then_some(())).await;
    let starts = pair.first.read("starts");
    let distinct: BTreeSet<&str> = starts.lines().collect();
    assert_eq!(distinct.len(), starts.lines().count(), "a run started twice: {starts}");
    assert!(first.stop().await.success());
    assert!(second.stop().await.success());
    Database::at(&pair.postgres.url).await.assert_at_rest().await;
}

#[tokio::test]
async fn a_copy_of_a_home_folder_does_not_work_beside_its_original() {
    let Some(pair) = Pair::new().await else { return };
    let first = pair.server(&pair.first).await;
    std::fs::create_dir_all(pair.second.home()).unwrap();
    std::fs::copy(pair.first.home().join("node-id"), pair.second.home().join("node-id")).unwrap();
    let copy = ["serve", "--port", "0", "--log", "off", "--database-url", &pair.postgres.url];
    let said = pair.second.run(&copy).refused();
    assert!(said.contains("the folder was copied"), "{said}");
    // The original is not disturbed, and is started again at once, however it ended.
    let company = Company::found(first.api(), "Original").await;
    first.kill();
    let first = pair.server(&pair.first).await;
    let agent = company.through(first.api()).hire("Worker", "true").await;
    company.through(first.api()).invoke(&agent).await;
    until("the run is over", async || {
        runs_are_over(&company.through(first.api()).runs().await).then_some(())
    })
    .await;
    // A folder that was moved is another place, which a server that stopped in order makes free.
    assert!(first.stop().await.success());
    let moved = pair.server(&pair.second).await;
    assert_eq!(company.through(moved.api()).runs().await.len(), 1);
}
