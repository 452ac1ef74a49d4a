//! Agents that misbehave: the server stays small, tells the truth, and gets rid of them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::kit::{
    Company, LiveFeed, Place, Server, amount, live_with, memory_kib, process_is_alive, until, until_within,
};

/// What a flood may cost the server in memory, in KiB, however long it is.
const FLOOD_COST_KIB: u64 = 48 * 1024;
/// Beyond the grace time: for a busy machine to see and to tell the end.
const TO_TELL: Duration = Duration::from_secs(15);

async fn server_with_company(place: &Place) -> (Server, Company) {
    let server = Server::start(place).await;
    let company = Company::found(server.api(), "Rogues").await;
    (server, company)
}

/// Runs a script to its end.
async fn run(company: &Company, script: &str) -> Value {
    let agent = company.hire("Rogue", script).await;
    let run = company.invoke(&agent).await;
    company.ended(&run).await
}

fn id_of(run: &Value) -> &str {
    run["id"].as_str().unwrap()
}

/// Waits until nothing but the server is left of a place.
async fn until_alone(place: &Place, server: &Server) {
    until("only the server is left", async || {
        let processes = live_with(place.path().as_os_str().as_encoded_bytes());
        (processes == [server.process_id()]).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_flood_of_output_leaves_the_server_small() {
    let bytes = amount("WIRECLIP_TEST_FLOOD_MIB", 64) * 1024 * 1024;
    let place = Place::new();
    let (server, company) = server_with_company(&place).await;
    let script = format!("yes 'a line of the flood, as long as lines of programs are' | head -c {bytes}");
    let agent = company.hire("Flood", &script).await;
    // One who listens without reading, and one who listens to a company where it is calm. (Who
    // reads too slowly for the flood is cut off, and asks again for what was missed.)
    let _deaf = LiveFeed::deaf(&server, &company);
    let calm = Company::found(server.api(), "Calm").await;
    let listener = LiveFeed::of(&server, &calm);
    let before = memory_kib(server.process_id());
    let run = company.invoke(&agent).await;
    let mut most = before;
    let ended = until_within(Duration::from_secs(600), "the flood is over", async || {
        most = most.max(memory_kib(server.process_id()));
        let run = company.api.get(&format!("/heartbeat-runs/{run}")).await;
        run["finishedAt"].is_string().then_some(run)
    })
    .await;
    assert_eq!(ended["status"], "succeeded", "{ended}");
    println!("{} MiB of output cost {} KiB of memory", bytes / 1024 / 1024, most - before);
    assert!(most - before < FLOOD_COST_KIB, "it cost {} KiB", most - before);
    assert!(ended["logBytes"].as_u64().unwrap() >= bytes as u64, "{ended}");
    let issue = calm.issue("Heard in spite of it", None).await;
    listener.next("tells of the issue", |event| event["payload"]["entityId"] == issue["id"]);
    let excerpt = ended["stdoutExcerpt"].as_str().unwrap_or_default();
    assert!(excerpt.len() < 256 * 1024, "the excerpt is {} long", excerpt.len());
}

#[tokio::test]
async fn output_that_is_no_text_is_kept_as_readable_text() {
    let place = Place::new();
    let (_server, company) = server_with_company(&place).await;
    let run =
        run(&company, "printf 'before\\000\\377\\376\\033[0m'; head -c 1000000 /dev/urandom; printf after")
            .await;
    assert_eq!(run["status"], "succeeded", "{run}");
    let log = company.log(id_of(&run)).await;
    assert!(log.starts_with("before") && log.ends_with("after"), "{} characters", log.len());
}

#[tokio::test]
async fn a_line_without_end_is_kept_whole() {
    let place = Place::new();
    let (server, company) = server_with_company(&place).await;
    let before = memory_kib(server.process_id());
    let length = 32 * 1024 * 1024;
    let run = run(&company, &format!("head -c {length} /dev/zero | tr '\\000' x")).await;
    assert_eq!(run["status"], "succeeded", "{run}");
    let cost = memory_kib(server.process_id()).saturating_sub(before);
    assert!(cost < FLOOD_COST_KIB, "it cost {cost} KiB");
    let log = company.log(id_of(&run)).await;
    assert_eq!((log.len(), log.trim_matches('x')), (length, ""));
}

#[tokio::test]
async fn what_an_agent_leaves_behind_is_ended_with_its_run() {
    let place = Place::new();
    let (server, company) = server_with_company(&place).await;
    let child = "trap '' HUP TERM; while :; do sleep 1; done";
    let script =
        format!("setsid sh -c \"{child}\" & (sh -c \"{child}\" &) ; nohup sleep 600 >&- 2>&- & echo left");
    let run = run(&company, &script).await;
    assert_eq!(run["status"], "succeeded", "{run}");
    assert_eq!(company.log(id_of(&run)).await, "left\n");
    until_alone(&place, &server).await;
}

#[tokio::test]
async fn cancelling_ends_agents_that_ignore_signals_and_all_they_started() {
    let place = Place::new();
    let (server, company) = server_with_company(&place).await;
    let script = "trap '' TERM INT HUP; (trap '' TERM; while :; do sleep 1; done) & \
                  setsid sh -c 'trap \"\" TERM; while :; do sleep 1; done' & \
                  echo ready; while :; do sleep 1; done";
    let agent = company.hire_with("Deaf", script, &json!({"graceSec": 1})).await;
    let run = company.invoke(&agent).await;
    until("it is at work", async || (company.log(&run).await == "ready\n").then_some(())).await;

    let asked_at = Instant::now();
    company.api.post(&format!("/heartbeat-runs/{run}/cancel"), &json!({})).await;
    let ended = company.ended(&run).await;
    assert_eq!(ended["status"], "cancelled", "{ended}");
    assert!(asked_at.elapsed() < Duration::from_secs(1) + TO_TELL, "{:?}", asked_at.elapsed());
    until_alone(&place, &server).await;
    until("the agent is idle", async || (company.agent_status(&agent).await == "idle").then_some(())).await;
}

#[tokio::test]
async fn an_agent_that_closes_its_output_is_still_at_work() {
    let place = Place::new();
    let (_server, company) = server_with_company(&place).await;
    let script = "echo $$ >pid; exec >&- 2>&- <&-; while [ ! -e go ]; do sleep 0.1; done; echo x >finished";
    let agent = company.hire_with("Quiet", script, &json!({"cwd": place.path()})).await;
    let run = company.invoke(&agent).await;
    let process = until("it is at work", async || place.read("pid").trim().parse::<u32>().ok()).await;
    assert_eq!(company.run_in(&run, &["running"]).await["finishedAt"], Value::Null);
    assert!(process_is_alive(process));
    place.write("go", "");
    assert_eq!(company.ended(&run).await["status"], "succeeded");
    assert_eq!(place.read("finished"), "x\n");
}

#[tokio::test]
async fn agents_that_end_at_once_have_all_their_runs_told() {
    let place = Place::new();
    let (_server, company) = server_with_company(&place).await;
    let mut runs = Vec::new();
    for number in 0..20 {
        let script = if number % 2 == 0 { "exit 0" } else { "exit 3" };
        let agent = company.hire(&format!("Brief {number}"), script).await;
        runs.push(company.invoke(&agent).await);
    }
    for (number, run) in runs.iter().enumerate() {
        let run = company.ended(run).await;
        let expected = if number % 2 == 0 { ("succeeded", 0) } else { ("failed", 3) };
        assert_eq!((run["status"].as_str().unwrap(), run["exitCode"].as_u64().unwrap()), expected, "{run}");
    }
}

#[tokio::test]
async fn a_program_that_is_not_there_is_named() {
    let place = Place::new();
    let (_server, company) = server_with_company(&place).await;
    let agent = company.hire_with("Nobody", "", &json!({"command": "no-such-program-anywhere"})).await;
    let run = company.invoke(&agent).await;
    let run = company.ended(&run).await;
    assert_eq!(run["status"], "failed");
    assert!(run["error"].as_str().unwrap().contains("no-such-program-anywhere"), "{run}");
}

#[tokio::test]
async fn what_an_agent_here_leaves_as_a_report_of_elsewhere_is_not_heeded() {
    let place = Place::new();
    let (server, company) = server_with_company(&place).await;
    let forged = r#"{"workIsHere":true,"failure":{"code":"lease_acquire_failed","message":"not at all"}}"#;
    let before = memory_kib(server.process_id());
    for left in [
        "mkfifo \"$TMPDIR/run-in-lease.json\"".to_owned(),
        "head -c 268435456 /dev/zero >\"$TMPDIR/run-in-lease.json\"".to_owned(),
        format!("echo '{forged}' >\"$TMPDIR/run-in-lease.json\""),
    ] {
        let run = run(&company, &left).await;
        assert_eq!(run["status"], "succeeded", "{run}");
    }
    let cost = memory_kib(server.process_id()).saturating_sub(before);
    assert!(cost < FLOOD_COST_KIB, "it cost {cost} KiB");
}
