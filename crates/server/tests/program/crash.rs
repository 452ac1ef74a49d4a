//! The promise that the product stands on: whoever is killed, and whenever, no run is lost,
//! doubled or cut short, and nothing stays locked.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::{join_all, select};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::kit::{
    Company, Database, Place, Server, amount, kill, live_with, runs_are_over, until, until_within,
};

const AGENTS: usize = 20;
const LINES: usize = 60;
const TASKS_A_ROUND: usize = 12;

/// Works for a while, then finishes the task that its run is about. It asks again while nobody
/// answers.
const WORKER: &str = r#"
echo "$PAPERCLIP_RUN_ID" >>starts
i=0
while [ $i -lt 60 ]; do i=$((i+1)); echo "line $i"; [ $((i % 6)) = 0 ] && sleep 0.1; done
answer="answer-$PAPERCLIP_RUN_ID"
ask() {
    while :; do
        code=$(curl -s -o "$answer" -w '%{http_code}' --max-time 20 -H "Authorization: Bearer $PAPERCLIP_API_KEY" \
            -H "X-Paperclip-Run-Id: $PAPERCLIP_RUN_ID" -H 'Content-Type: application/json' "$@")
        case $code in 000|500|503) sleep 0.2 ;; *) break ;; esac
    done
}
ask "$PAPERCLIP_API_URL/api/heartbeat-runs/$PAPERCLIP_RUN_ID"
issue=$(grep -o '"issueId":"[^"]*"' "$answer" | head -1 | cut -d'"' -f4)
ask -X PATCH "$PAPERCLIP_API_URL/api/issues/$issue" -d '{"status":"done","comment":"Finished."}'
case $code in 2*) exit 0 ;; esac
echo "the task could not be finished: $code $(cat "$answer")" >>refusals
exit 7
"#;

#[tokio::test]
async fn a_server_killed_again_and_again_loses_and_doubles_nothing() {
    let place = Place::new();
    let kills = amount("WIRECLIP_TEST_KILLS", 15);
    let seed = amount("WIRECLIP_TEST_SEED", std::process::id() as usize) as u64;
    println!("WIRECLIP_TEST_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut server = Server::start(&place).await;
    let port = server.port().to_owned();
    let company = Company::found(server.api(), "Under fire").await;
    let mut agents = Vec::new();
    for number in 0..AGENTS {
        let settings = json!({"cwd": place.path()});
        agents.push(company.hire_with(&format!("Worker {number}"), WORKER, &settings).await);
    }
    let mut made = BTreeSet::new();
    let mut most_in_flight = 0;
    for round in 0..kills {
        // Now and then the server dies while it starts, more often in the middle of its work.
        if random.random_bool(0.75) {
            give(&company, &agents[random.random_range(0..AGENTS)], &format!("First of {round}"), &mut made)
                .await;
        }
        // The moment is the point of the test: it may fall anywhere.
        let moment = tokio::time::sleep(Duration::from_millis(random.random_range(0..2000)));
        {
            let giving = std::pin::pin!(give_to_all(&company, &agents, round, &mut made));
            select(std::pin::pin!(moment), giving).await;
        }
        let in_flight = std::fs::read_dir(place.home().join("runs")).unwrap().count();
        most_in_flight = most_in_flight.max(in_flight);
        server.kill();
        server = Server::launch(&place, &["--port", &port], &[]);
    }
    server.until_ready().await;
    let issues = until_all_done(&company).await;
    for title in &made {
        assert!(issues.contains(title), "{title} was answered and is lost");
    }
    assert!(most_in_flight >= 5, "no more than {most_in_flight} runs were in flight when servers died");
    let started = assert_each_run_happened_once(&place, &company).await;
    for agent in &agents {
        until("the agent is idle", async || (company.agent_status(agent).await == "idle").then_some(()))
            .await;
    }
    assert!(server.stop().await.success());
    println!("{kills} kills, {} issues, {started} runs, {most_in_flight} at once", issues.len());
    let database = Database::in_home(&place.home()).await;
    database.assert_at_rest().await;
    assert_eq!(database.count("SELECT count(*) FROM runs").await, started as i64);
    assert_eq!(database.count("SELECT count(*) FROM runs WHERE status <> 'succeeded'").await, 0);
    assert_eq!(live_with(place.path().as_os_str().as_encoded_bytes()), [0_u32; 0]);
}

/// Gives some agents a task each; goes on until it is stopped.
async fn give_to_all(company: &Company, agents: &[String], round: usize, made: &mut BTreeSet<String>) {
    for number in 0..TASKS_A_ROUND {
        let agent = &agents[(round * TASKS_A_ROUND + number) % AGENTS];
        give(company, agent, &format!("Task {round}.{number}"), made).await;
    }
    std::future::pending().await
}

/// Gives an agent a task, asking again while nobody answers; writes down what was answered.
async fn give(company: &Company, agent: &str, title: &str, made: &mut BTreeSet<String>) {
    let issue = json!({"title": title, "status": "todo", "assigneeAgentId": agent, "idempotencyKey": title});
    until("the task is given", async || {
        let answer = company.api.try_post(&company.path("/issues"), &issue).await;
        answer.is_ok_and(|answer| [200, 201].contains(&answer.status)).then_some(())
    })
    .await;
    made.insert(title.to_owned());
}

/// Waits until all issues are done and all runs are over; returns the issues' titles.
async fn until_all_done(company: &Company) -> BTreeSet<String> {
    until_within(Duration::from_secs(300), "all tasks are done", async || {
        let issues = company.issues().await;
        let are_done = issues.iter().all(|issue| issue["status"] == "done");
        let titles = issues.iter().map(|issue| issue["title"].as_str().unwrap().to_owned()).collect();
        (are_done && runs_are_over(&company.runs().await)).then_some(titles)
    })
    .await
}

/// Looks at the runs that are listed, the latest, one by one; returns how many started at all.
async fn assert_each_run_happened_once(place: &Place, company: &Company) -> usize {
    let starts = place.read("starts");
    let started: BTreeSet<&str> = starts.lines().collect();
    assert_eq!(started.len(), starts.lines().count(), "a run started twice");
    let expected: String = (1..=LINES).map(|line| format!("line {line}\n")).collect();
    for run in company.runs().await {
        let id = run["id"].as_str().unwrap();
        assert_eq!(run["status"], "succeeded", "{run}\n{}", place.read("refusals"));
        assert!(started.contains(id), "run {id} never started");
        assert_eq!(company.log(id).await, expected, "the log of run {id}");
        assert_eq!(endings(company, id).await, 1, "how often run {id} ended");
    }
    started.len()
}

/// Counts how often the end of a run was told.
async fn endings(company: &Company, run: &str) -> usize {
    let events = company.api.get(&format!("/heartbeat-runs/{run}/events")).await;
    let is_end = |event: &&Value| event["eventType"] == "lifecycle" && event["payload"]["status"].is_string();
    events.as_array().unwrap().iter().filter(is_end).count()
}

/// Who is killed in the middle of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Victim {
    Agent,
    Host,
    AgentThenHost,
    HostAndServer,
    AllThree,
}

#[tokio::test]
async fn whoever_is_killed_in_the_middle_the_run_ends_once_and_frees_its_task() {
    use Victim::{Agent, AgentThenHost, AllThree, Host, HostAndServer};
    let place = Place::new();
    let mut server = Server::start(&place).await;
    let port = server.port().to_owned();
    for victim in [Agent, Host, AgentThenHost, HostAndServer, AllThree] {
        println!("killed: {victim:?}");
        let company = Company::found(server.api(), "Casualties").await;
        let script = "echo $$ >pid; echo $PAPERCLIP_RUN_ID >>begun; while :; do sleep 1; done";
        let agent = company.hire_with("Casualty", script, &json!({"cwd": place.path()})).await;
        place.write("pid", "");
        let run = company.invoke(&agent).await;
        let agent_process =
            until("the agent is at work", async || place.read("pid").trim().parse().ok()).await;
        company.run_in(&run, &["running"]).await;
        let host_process = host_of(&place, &run);

        if victim != Host && victim != HostAndServer {
            kill(agent_process);
        }
        if victim != Agent {
            kill(host_process);
        }
        if victim == HostAndServer || victim == AllThree {
            server.kill();
            server = Server::start_with(&place, &["--port", &port], &[]).await;
        }

        let ended = company.ended(&run).await;
        assert_eq!(ended["status"], "failed", "{victim:?}: {ended}");
        assert!(ended["error"].as_str().is_some_and(|error| !error.is_empty()), "{victim:?}: {ended}");
        assert_eq!(endings(&company, &run).await, 1, "{victim:?}");
        // What follows it, if anything, is a run of its own; it ends with the agent.
        company.api.post(&format!("/agents/{agent}/terminate"), &json!({})).await;
        until("all runs are over", async || runs_are_over(&company.runs().await).then_some(())).await;
        until(&format!("{victim:?}: nothing of the agent is left"), async || {
            (live_with(place.path().as_os_str().as_encoded_bytes()) == [server.process_id()]).then_some(())
        })
        .await;
    }
    let begun = place.read("begun");
    let distinct: BTreeSet<&str> = begun.lines().collect();
    assert_eq!(distinct.len(), begun.lines().count(), "a run began twice: {begun}");
    assert!(server.stop().await.success());
    Database::in_home(&place.home()).await.assert_at_rest().await;
}

/// Finds the run host of a run by its arguments.
fn host_of(place: &Place, run: &str) -> u32 {
    let folder = place.home().join("runs").join(run);
    let hosts: Vec<u32> = live_with(folder.as_os_str().as_encoded_bytes())
        .into_iter()
        .filter(|process| {
            let arguments = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
            arguments.split(|byte| *byte == 0).any(|argument| argument == b"run-host")
        })
        .collect();
    assert_eq!(hosts.len(), 1, "the hosts of run {run}: {hosts:?}");
    hosts[0]
}

#[tokio::test]
async fn ten_killed_hosts_at_once_are_all_settled() {
    let place = Place::new();
    let server = Server::start(&place).await;
    let company = Company::found(server.api(), "Many casualties").await;
    let mut runs = Vec::new();
    for number in 0..10 {
        let settings = json!({"cwd": place.path()});
        let script = format!("echo x >up-{number}; while :; do sleep 1; done");
        let agent = company.hire_with(&format!("Casualty {number}"), &script, &settings).await;
        runs.push(company.invoke(&agent).await);
    }
    for number in 0..10 {
        until("the agent is at work", async || (place.read(&format!("up-{number}")) == "x\n").then_some(()))
            .await;
    }
    for run in &runs {
        kill(host_of(&place, run));
    }
    let ended = join_all(runs.iter().map(|run| company.ended(run))).await;
    assert!(ended.iter().all(|run| run["status"] == "failed"), "{ended:?}");
}
