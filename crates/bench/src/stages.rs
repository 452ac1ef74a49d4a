//! The order of the measurement: stages that share a server, each with its rows.

mod costs;
mod events;
mod idle;
mod output;
mod reads;
mod runs;
mod start;
mod writes;

use std::time::Duration;

use crate::bench::Bench;
use crate::seed::World;
use crate::table::{Measured, Table};

/// How long 100 000 issues may take to be made.
const FILLING: Duration = Duration::from_secs(600);

const STARTS: &[&str] = &["first-start", "next-start", "memory-start"];
const RUNS: &[&str] =
    &["memory-run", "wake", "tasks", "output", "output-memory", "output-1g", "output-1g-memory"];
const FEW: &[&str] = &[
    "create",
    "change",
    "comment",
    "list-2000",
    "compact",
    "issue-page",
    "search-2000",
    "dashboard-2000",
    "events",
    "events-p99",
    "memory-load",
];
const COSTS: &[&str] = &["cost-entries", "cost-reports"];
const MANY: &[&str] = &["list-100k", "search-100k", "dashboard-100k", "memory-100k"];

/// Measures every row that is asked for. A failure is a row's or a stage's own.
pub(crate) async fn measure(bench: &Bench, table: &mut Table) {
    table.row("size", size(bench)).await;
    if bench.wants_any(STARTS)
        && let Err(error) = start::measure(bench, table).await
    {
        table.fail(STARTS, &error);
    }
    table.row("idle", idle::measure(bench)).await;
    if bench.wants_any(RUNS)
        && let Err(error) = with_agents(bench, table).await
    {
        table.fail(RUNS, &error);
    }
    if bench.wants_any(COSTS)
        && let Err(error) = with_costs(bench, table).await
    {
        table.fail(COSTS, &error);
    }
    if (bench.wants_any(FEW) || bench.wants_any(MANY))
        && let Err(error) = with_issues(bench, table).await
    {
        table.fail(FEW, &error);
        table.fail(MANY, &error);
    }
}

async fn size(bench: &Bench) -> anyhow::Result<Measured> {
    let bytes = std::fs::metadata(&bench.program)?.len();
    Ok(Measured::new(bytes as f64 / 1e6, "the program's file"))
}

async fn with_agents(bench: &Bench, table: &mut Table) -> anyhow::Result<()> {
    let server = bench.server().await?;
    table.row("wake", runs::wake(bench, &server)).await;
    table.row("tasks", runs::tasks(bench, &server)).await;
    table.row("memory-run", runs::memory(bench, &server)).await;
    if bench.wants_any(&["output", "output-memory"]) {
        output::measure(&server, table, ["output", "output-memory"], bench.scaled(16)).await;
    }
    if bench.is_long && bench.wants_any(&["output-1g", "output-1g-memory"]) {
        output::measure(&server, table, ["output-1g", "output-1g-memory"], bench.scaled(1024)).await;
    }
    Ok(())
}

async fn with_costs(bench: &Bench, table: &mut Table) -> anyhow::Result<()> {
    let server = bench.server().await?;
    costs::measure(bench, &server, table).await
}

async fn with_issues(bench: &Bench, table: &mut Table) -> anyhow::Result<()> {
    let server = bench.server().await?;
    table.row("create", writes::create(bench, &server)).await;
    table.row("change", writes::change(bench, &server)).await;
    table.row("comment", writes::comment(bench, &server)).await;
    let mut world = World::found(&server).await?;
    world.fill(&server, bench.scaled(2000), FILLING).await?;
    table.row("list-2000", reads::list(bench, &server, &world)).await;
    table.row("compact", reads::compact(bench, &server, &world)).await;
    table.row("issue-page", reads::issue_page(bench, &server, &world)).await;
    table.row("search-2000", reads::search(bench, &server, &world)).await;
    table.row("dashboard-2000", reads::dashboard(bench, &server, &world)).await;
    if bench.wants_any(&["events", "events-p99"]) {
        events::measure(bench, &server, table).await;
    }
    table.row("memory-load", reads::memory_under_load(bench, &server, &world)).await;
    if bench.wants_any(MANY) {
        world.fill(&server, bench.scaled(100_000), FILLING).await?;
        table.row("list-100k", reads::list(bench, &server, &world)).await;
        table.row("search-100k", reads::search(bench, &server, &world)).await;
        table.row("dashboard-100k", reads::dashboard(bench, &server, &world)).await;
        table.row("memory-100k", reads::memory_under_load(bench, &server, &world)).await;
    }
    Ok(())
}
