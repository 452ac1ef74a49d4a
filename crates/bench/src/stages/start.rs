//! Starts: on an empty home, and on what an earlier server left; and what a started one holds.

use std::time::Duration;

use crate::bench::Bench;
use crate::samples::{Samples, millis};
use crate::server::{Server, StartTimes};
use crate::table::{Measured, Table};

/// How many homes are begun.
const HOMES: usize = 5;
/// How many servers follow the first one on each home.
const NEXT: usize = 3;
/// How long a started server is left alone before its memory is read.
const REST: Duration = Duration::from_secs(1);

pub(super) async fn measure(bench: &Bench, table: &mut Table) -> anyhow::Result<()> {
    let (mut first, mut next, mut memory) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..bench.scaled(HOMES) {
        let (mut server, times) = Server::start_new(bench).await?;
        first.push(times);
        tokio::time::sleep(REST).await;
        memory.push(server.memory()? as f64 / f64::from(1 << 20));
        for _ in 0..NEXT {
            let place = server.stop().await?;
            let (started, times) = Server::start(bench, place).await?;
            server = started;
            next.push(times);
        }
    }
    table.put("first-start", Ok(measured(&first)));
    table.put("next-start", Ok(measured(&next)));
    let detail = format!("{} servers, a second after ready", memory.len());
    table.put("memory-start", Ok(Measured::new(crate::samples::median(memory), detail)));
    Ok(())
}

fn measured(times: &[StartTimes]) -> Measured {
    let of = |part: fn(&StartTimes) -> Duration| Samples::new(times.iter().map(part).collect());
    let (first_answer, ready) = (of(|times| times.first_answer), of(|times| times.ready));
    let detail =
        format!("first 200 after {:.0} ms; median of {}", millis(first_answer.median()), ready.len());
    Measured::new(ready.median().as_secs_f64(), detail)
}
