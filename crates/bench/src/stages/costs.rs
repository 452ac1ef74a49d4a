//! The ledger of costs: how fast it takes entries, and whether its reports stay as fast with many.

use anyhow::ensure;
use serde_json::json;

use crate::bench::Bench;
use crate::load::Load;
use crate::samples::millis;
use crate::seed::{agent, company};
use crate::server::Server;
use crate::table::{Measured, Table};

use super::FILLING;

/// How many entries a company has before its reports are asked.
const ENTRIES: usize = 100_000;
const AGENTS: usize = 20;
const ASKED: usize = 500;
const REPORTS: &[&str] =
    &["summary", "by-agent", "by-agent-model", "by-provider", "by-biller", "by-project", "window-spend"];

pub(super) async fn measure(bench: &Bench, server: &Server, table: &mut Table) -> anyhow::Result<()> {
    let mut client = server.client().await?;
    let company = company(&mut client, "Ledger").await?;
    let mut agents = Vec::new();
    for number in 0..AGENTS {
        agents.push(agent(&mut client, &company, &format!("Agent {number}"), "/bin/true", &[]).await?);
    }
    let path = format!("/companies/{company}/cost-events");
    let load = Load { clients: 16, count: bench.scaled(ENTRIES), limit: FILLING };
    // Over the last thirty days of a month that has passed: hours, days and months all have sums.
    let done = load
        .run(server.address(), 0, async |client, number| {
            let (provider, billing_type) = if number.is_multiple_of(2) {
                ("acme", "metered_api")
            } else {
                ("zeta", "subscription_included")
            };
            let body = json!({
                "agentId": agents[number % AGENTS],
                "provider": provider,
                "model": format!("model {}", number % 5),
                "billingType": billing_type,
                "inputTokens": number % 1000,
                "outputTokens": number % 100,
                "costCents": number % 50,
                "occurredAt": format!(
                    "2026-01-{:02}T{:02}:{:02}:00.000Z", number % 30 + 1, number / 30 % 24, number % 60
                ),
            });
            client.post(&path, &body).await.map(drop)
        })
        .await?;
    let entries = done.times.len();
    ensure!(entries > 0, "no entry was taken");
    let rate = entries as f64 / done.elapsed.as_secs_f64();
    table.row("cost-entries", async { Ok(Measured::new(rate, done.times.tail())) }).await;
    server.take_statistics()?;
    table.row("cost-reports", reports(bench, server, &company, entries)).await;
    Ok(())
}

/// One client asks for all reports in turn, over all time and over a stretch that begins and ends in
/// the middle of an hour.
async fn reports(bench: &Bench, server: &Server, company: &str, entries: usize) -> anyhow::Result<Measured> {
    let load = Load { clients: 1, count: bench.scaled(ASKED), limit: FILLING };
    let done = load
        .run(server.address(), 0, async |client, number| {
            let report = REPORTS[number % REPORTS.len()];
            let stretch = match report {
                "window-spend" => "",
                _ if (number / REPORTS.len()).is_multiple_of(2) => "",
                _ => "?from=2026-01-03T04:30:00.000Z&to=2026-01-27T20:15:00.000Z",
            };
            client.get(&format!("/companies/{company}/costs/{report}{stretch}")).await.map(drop)
        })
        .await?;
    let detail = format!("{}; {entries} entries, {} reports in turn", done.times.tail(), REPORTS.len());
    Ok(Measured::new(millis(done.times.median()), detail))
}
