//! Agents at work: how soon they begin, how many get through, what each costs while it runs.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use wireclip_domain::run::RunStatus;

use crate::arguments::STAMP;
use crate::bench::Bench;
use crate::client::Client;
use crate::load::Load;
use crate::samples::{Samples, millis};
use crate::seed;
use crate::server::Server;
use crate::stamp;
use crate::table::Measured;

/// How long a run, or all of them, may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A run, as far as this program looks at it.
struct Run {
    id: String,
    status: RunStatus,
    issue: Option<String>,
}

/// Gives a task to an agent at rest, again and again, and compares clocks with the agent.
pub(super) async fn wake(bench: &Bench, server: &Server) -> anyhow::Result<Measured> {
    let mut client = server.client().await?;
    let company = seed::company(&mut client, "Waking").await?;
    let program = std::env::current_exe().context("find this program")?;
    let program = program.to_str().context("this program's path is no text")?;
    let mut times = Vec::new();
    let warm_up = 3;
    for number in 0..warm_up + bench.scaled(50) {
        // An agent each, so that nobody's earlier run is taken for the one that is waited for.
        let file = bench.folder().join(format!("stamp-{number}"));
        let arguments = [STAMP, file.to_str().context("the folder's path is no text")?];
        let agent =
            seed::agent(&mut client, &company, &format!("Agent {number}"), program, &arguments).await?;
        let sent = stamp::now();
        assign(&mut client, &company, &agent, number).await?;
        let began =
            until("the agent began", Duration::from_millis(1), async || Ok(stamp::first_after(&file, sent)))
                .await?;
        if number >= warm_up {
            times.push(began.saturating_sub(sent));
        }
        rest(&mut client, &company).await?;
    }
    let times = Samples::new(times);
    Ok(Measured::new(
        millis(times.median()),
        format!("from the request that gives the task; {}", times.tail()),
    ))
}

/// Gives all tasks at once and waits until each has had its run.
pub(super) async fn tasks(bench: &Bench, server: &Server) -> anyhow::Result<Measured> {
    let mut client = server.client().await?;
    let company = seed::company(&mut client, "Crowd").await?;
    let mut agents = Vec::new();
    for number in 0..10 {
        agents.push(seed::agent(&mut client, &company, &format!("Agent {number}"), "true", &[]).await?);
    }
    let count = bench.scaled(100);
    let start = Instant::now();
    let load = Load { clients: 16, count, limit: PATIENCE };
    load.run(server.address(), 0, async |client, number| {
        assign(client, &company, &agents[number % agents.len()], number).await
    })
    .await?;
    let ended = until("every task has had a run", Duration::from_millis(50), async || {
        let runs = runs(&mut server.client().await?, &company, 1000).await?;
        let mut tasks = BTreeMap::new();
        for run in runs.iter().filter(|run| run.status.is_terminal()) {
            *tasks.entry(run.issue.clone().unwrap_or_default()).or_insert(0) += 1;
        }
        Ok((tasks.len() >= count).then(|| tasks.values().sum::<usize>()))
    })
    .await?;
    let time = start.elapsed().as_secs_f64();
    let detail = format!("{count} tasks, {ended} runs by then, {:.0} /s", ended as f64 / time);
    rest(&mut client, &company).await?;
    Ok(Measured::new(time, detail))
}

/// Lets twenty agents run at once, and compares the memory with that of the server at rest.
pub(super) async fn memory(bench: &Bench, server: &Server) -> anyhow::Result<Measured> {
    let count = bench.scaled(20);
    let mut client = server.client().await?;
    let company = seed::company(&mut client, "Running").await?;
    let script = "head -c 100000 /dev/zero | tr '\\0' x; exec sleep 120";
    let mut agents = Vec::new();
    for number in 0..count {
        let name = format!("Agent {number}");
        agents.push(seed::agent(&mut client, &company, &name, "/bin/sh", &["-c", script]).await?);
    }
    let before = server.memory()?;
    for agent in &agents {
        client.post(&format!("/agents/{agent}/heartbeat/invoke"), &json!({})).await?;
    }
    until("all agents run", Duration::from_millis(50), async || {
        let runs = runs(&mut server.client().await?, &company, 100).await?;
        let running = runs.iter().filter(|run| run.status == RunStatus::Running).count();
        Ok((running >= count).then_some(()))
    })
    .await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = server.memory()?;
    for run in runs(&mut client, &company, 100).await? {
        client.post(&format!("/heartbeat-runs/{}/cancel", run.id), &json!({})).await?;
    }
    rest(&mut client, &company).await?;
    let mebibytes = after.saturating_sub(before) as f64 / f64::from(1 << 20);
    Ok(Measured::new(
        mebibytes / count as f64,
        format!("{count} runs after 100 kB of output each; hosts and the server's growth"),
    ))
}

async fn assign(client: &mut Client, company: &str, agent: &str, number: usize) -> anyhow::Result<()> {
    let task = json!({"title": format!("Task {number}"), "status": "todo", "assigneeAgentId": agent});
    client.post(&format!("/companies/{company}/issues"), &task).await.map(drop)
}

async fn runs(client: &mut Client, company: &str, limit: usize) -> anyhow::Result<Vec<Run>> {
    let answer = client.get(&format!("/companies/{company}/heartbeat-runs?limit={limit}")).await?.json()?;
    let list = answer.as_array().context("find a list of runs")?;
    list.iter()
        .map(|run| {
            Ok(Run {
                id: text(run, "/id")?.to_owned(),
                status: text(run, "/status")?.parse().context("read a run's status")?,
                issue: text(run, "/contextSnapshot/issueId").ok().map(str::to_owned),
            })
        })
        .collect()
}

fn text<'a>(value: &'a Value, path: &str) -> anyhow::Result<&'a str> {
    value.pointer(path).and_then(Value::as_str).with_context(|| format!("find {path} in a run"))
}

/// Waits until the company has had no living run for a moment: the end of a run may be followed
/// by another one, which asks for the comment that the first one owes.
async fn rest(client: &mut Client, company: &str) -> anyhow::Result<()> {
    let (mut quiet, start) = (0, Instant::now());
    while quiet < 3 {
        ensure!(start.elapsed() < PATIENCE, "the runs of a company did not end");
        let is_quiet = runs(client, company, 50).await?.iter().all(|run| run.status.is_terminal());
        quiet = if is_quiet { quiet + 1 } else { 0 };
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    Ok(())
}

/// Asks every so often until there is an answer.
async fn until<T>(
    what: &str,
    every: Duration,
    ask: impl AsyncFn() -> anyhow::Result<Option<T>>,
) -> anyhow::Result<T> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(answer) = ask().await? {
            return Ok(answer);
        }
        tokio::time::sleep(every).await;
    }
    bail!("it did not happen within {} s that {what}", PATIENCE.as_secs())
}
