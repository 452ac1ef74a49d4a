//! An agent that prints a lot: how long it takes, and what the server and the run host need for it.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use wireclip_domain::run::RunStatus;

use crate::seed;
use crate::server::Server;
use crate::table::{Measured, Table};

/// How long a run may take for each MiB.
const PATIENCE_PER_MEBIBYTE: Duration = Duration::from_secs(2);
const SHORTEST_PATIENCE: Duration = Duration::from_secs(30);
/// How often the memory is read.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// What a printing agent cost.
struct Printed {
    time: Duration,
    /// At most, in bytes, beyond what the server held before.
    memory: u64,
    log: u64,
}

/// Fills two rows, time and memory, for an agent that prints so many MiB.
pub(super) async fn measure(server: &Server, table: &mut Table, rows: [&'static str; 2], mebibytes: usize) {
    match print(server, mebibytes).await {
        Ok(Printed { time, memory, log }) => {
            let detail =
                format!("{mebibytes} MiB printed, from the request to the run's end; log {} MiB", log >> 20);
            table.put(rows[0], Ok(Measured::new(time.as_secs_f64(), detail)));
            let detail = "server and run host at their most, above the server before";
            table.put(rows[1], Ok(Measured::new(memory as f64 / f64::from(1 << 20), detail)));
        }
        Err(error) => table.fail(&rows, &error),
    }
}

async fn print(server: &Server, mebibytes: usize) -> anyhow::Result<Printed> {
    let mut client = server.client().await?;
    let company = seed::company(&mut client, "Printing").await?;
    let script = format!("yes 'a line of output as an agent may print it' | head -c {}", mebibytes << 20);
    let agent = seed::agent(&mut client, &company, "Printer", "/bin/sh", &["-c", &script]).await?;
    let before = server.memory()?;
    let start = Instant::now();
    let run = client.post(&format!("/agents/{agent}/heartbeat/invoke"), &json!({})).await?.text("id")?;
    let patience = (PATIENCE_PER_MEBIBYTE * u32::try_from(mebibytes)?).max(SHORTEST_PATIENCE);
    let mut most = before;
    loop {
        let answer = client.get(&format!("/heartbeat-runs/{run}")).await?.json()?;
        let time = start.elapsed();
        let status = answer.get("status").and_then(Value::as_str).context("find a run's status")?;
        let status: RunStatus = status.parse().context("read a run's status")?;
        if status.is_terminal() {
            ensure!(status == RunStatus::Succeeded, "the run ended as {status}");
            let log = answer.get("logBytes").and_then(Value::as_u64).unwrap_or(0);
            return Ok(Printed { time, memory: most.saturating_sub(before), log });
        }
        ensure!(time < patience, "the run did not end within {} s", patience.as_secs());
        most = most.max(server.memory()?);
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}
