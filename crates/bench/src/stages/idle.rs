//! What a server costs that nobody uses.

use std::time::{Duration, Instant};

use crate::bench::Bench;
use crate::seed;
use crate::table::Measured;

const COMPANIES: usize = 50;
/// How long the work of founding may settle.
const REST: Duration = Duration::from_secs(3);
const WATCHED: Duration = Duration::from_secs(20);

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Measured> {
    let server = bench.server().await?;
    let mut client = server.client().await?;
    for number in 0..COMPANIES {
        let company = seed::company(&mut client, &format!("Company {number}")).await?;
        seed::agent(&mut client, &company, "Idle", "true", &[]).await?;
        seed::issue(&mut client, &company, "Nobody's").await?;
    }
    drop(client);
    tokio::time::sleep(REST).await;
    let (before, start) = (server.processor_time()?, Instant::now());
    tokio::time::sleep(bench.scaled_time(WATCHED)).await;
    let (used, time) = (server.processor_time()?.saturating_sub(before), start.elapsed());
    let percent = 100.0 * used.as_secs_f64() / time.as_secs_f64();
    Ok(Measured::new(percent, format!("{} ms in {:.0} s", used.as_millis(), time.as_secs_f64())))
}
