//! A server that is asked to stop does so soon, and does with its agents what was settled.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::kit::{Company, LiveFeed, Place, Raw, Server, live_with, until};

#[tokio::test]
async fn an_idle_server_stops_at_once_and_well() {
    let place = Place::new();
    let server = Server::start(&place).await;
    let company = Company::found(server.api(), "Idle").await;
    // Clients that only listen or dawdle do not hold it up.
    let _listener = LiveFeed::deaf(&server, &company);
    let mut dawdler = Raw::connect(server.authority());
    dawdler.head(server.authority(), "POST /api/companies", "content-length: 100\r\n");
    let asked_at = Instant::now();
    let status = server.stop().await;
    assert!(status.success(), "{status}");
    assert!(asked_at.elapsed() < Duration::from_secs(20), "{:?}", asked_at.elapsed());
    assert!(live_with(place.path().as_os_str().as_encoded_bytes()).is_empty(), "something is left running");
}

#[tokio::test]
async fn agents_work_on_while_the_server_is_away() {
    let place = Place::new();
    let server = Server::start(&place).await;
    let (company, run) = company_with_a_waiting_run(&place, &server).await;
    assert!(server.stop().await.success());

    place.write("go", "");
    until("the agent goes on", async || place.read("said").contains("gone on").then_some(())).await;
    let server = Server::start(&place).await;
    let company = company.through(server.api());
    assert_eq!(company.ended(&run).await["status"], "succeeded");
    assert_eq!(company.log(&run).await, "begun\ngone on\n");
    assert_eq!(place.read("said"), "begun\ngone on\n");
}

#[tokio::test]
async fn a_server_that_drains_takes_nothing_new_and_waits_for_its_agents() {
    let place = Place::new();
    let mut server = Server::start_with(&place, &["--port", "0", "--on-shutdown", "drain"], &[]).await;
    let (company, run) = company_with_a_waiting_run(&place, &server).await;
    server.ask_to_stop();
    until("the server says that it stops", async || server.said().contains("stopping").then_some(())).await;
    until("the server waits", async || {
        (server.api().get("/health").await["phase"] == "draining").then_some(())
    })
    .await;
    // Agents that are waited for need the API.
    let later = company.hire("Later", "echo later").await;
    let later = company.invoke(&later).await;
    assert!(server.stopped().is_none());

    place.write("go", "");
    let status = until("the server has stopped", async || server.stopped()).await;
    assert!(status.success(), "{status}");
    let server = Server::start(&place).await;
    let company = company.through(server.api());
    assert_eq!(server.api().get(&format!("/heartbeat-runs/{run}")).await["status"], "succeeded");
    assert_eq!(company.log(&run).await, "begun\ngone on\n");
    // What was asked for meanwhile is done by the next server.
    assert_eq!(company.ended(&later).await["status"], "succeeded");
}

#[tokio::test]
async fn a_server_that_is_asked_again_leaves_its_agents_to_the_next_one() {
    let place = Place::new();
    let mut server = Server::start_with(&place, &["--port", "0", "--on-shutdown", "drain"], &[]).await;
    let (company, run) = company_with_a_waiting_run(&place, &server).await;
    server.ask_to_stop();
    until("the server says that it stops", async || server.said().contains("stopping").then_some(())).await;
    server.ask_to_stop();
    let status = until("the server has stopped", async || server.stopped()).await;
    assert!(status.success(), "{status}");
    assert!(server.said().contains("the agents work on"), "{}", server.said());

    place.write("go", "");
    let server = Server::start(&place).await;
    assert_eq!(company.through(server.api()).ended(&run).await["status"], "succeeded");
}

#[tokio::test]
async fn a_server_that_stops_its_agents_leaves_no_process() {
    let place = Place::new();
    let server = Server::start_with(&place, &["--port", "0", "--on-shutdown", "stop"], &[]).await;
    let (company, run) = company_with_a_waiting_run(&place, &server).await;
    assert!(server.stop().await.success());
    assert!(live_with(place.path().as_os_str().as_encoded_bytes()).is_empty(), "something is left running");

    let server = Server::start(&place).await;
    let run = company.through(server.api()).ended(&run).await;
    assert_eq!(run["status"], "interrupted", "{run}");
    assert_eq!(place.read("said"), "begun\n");
}

/// Starts a run that goes on once the file `go` is there.
async fn company_with_a_waiting_run(place: &Place, server: &Server) -> (Company, String) {
    let company = Company::found(server.api(), "Waiting").await;
    let script =
        "echo begun | tee -a said; while [ ! -e go ]; do sleep 0.1; done; echo gone on | tee -a said";
    let settings = json!({"cwd": place.path()});
    let agent = company.hire_with("Waiter", script, &settings).await;
    let run = company.invoke(&agent).await;
    until("the agent has begun", async || place.read("said").contains("begun").then_some(())).await;
    (company, run)
}
