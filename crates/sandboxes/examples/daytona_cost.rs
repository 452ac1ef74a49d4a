//! Measures what a lease and a command cost on Daytona, against the stand-in for the service:
//! requests, the time of a command at 50 ms and 200 ms of latency, with the handle cache and
//! without it, and what ten thousand short leases leave behind.
//!
//! `cargo run --release -p wireclip-sandboxes --example daytona_cost [commands] [leases]` prints one
//! row per measurement, columns separated by tabs.

#![expect(clippy::disallowed_methods, reason = "what is measured is real time")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use async_trait::async_trait;
use futures_util::{StreamExt as _, stream};
use wireclip_domain::{CompanyId, EnvironmentId, OpaqueJson, Timestamp};
use wireclip_fake_daytona::{FakeDaytona, Latency};
use wireclip_ports::clock::{Clock, SystemClock};
use wireclip_ports::sandbox::{
    AcquireOrder, CommandEnding, CreateAttempt, CreateJournal, Disposition, ExecuteOrder, JournalError,
    LeaseHold, LeasePurpose, LeaseScope, ProviderLeaseId, ReleaseOrder, RemoteCommand, ResolvedSpec,
    SandboxProvider as _, ShellProfile, SpawnOrder,
};
use wireclip_sandboxes::daytona::{DaytonaOptions, DaytonaProvider};
use wireclip_sandboxes::handle_cache::CacheLimits;

const KEY: &str = "key-of-the-bench";
const LIMIT: Duration = Duration::from_secs(120);

struct NoJournal;

#[async_trait]
impl CreateJournal for NoJournal {
    async fn observed(&self, _: CreateAttempt, _: &ProviderLeaseId) -> Result<(), JournalError> {
        Ok(())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let count = |at: usize, what: &'static str, otherwise: usize| match std::env::args().nth(at) {
        Some(count) => count.parse().context(what),
        None => Ok(otherwise),
    };
    let commands = count(1, "the number of commands", 60)?;
    let leases = count(2, "the number of short leases", 10_000)?;
    for is_cached in [true, false] {
        requests(is_cached).await?;
    }
    idle_run().await?;
    for millis in [50, 200] {
        for is_cached in [true, false] {
            times(millis, is_cached, commands).await?;
        }
    }
    short_leases(leases).await
}

fn row(name: &str, value: impl std::fmt::Display) {
    #[expect(clippy::print_stdout, reason = "the figures are what this program is for")]
    {
        println!("{name}\t{value}");
    }
}

fn mode(is_cached: bool) -> &'static str {
    if is_cached { "with the cache" } else { "without it" }
}

/// The machine's clock, and so much later.
#[derive(Debug, Default)]
struct LaterClock(AtomicI64);

impl LaterClock {
    fn skip(&self, time: Duration) {
        self.0.fetch_add(i64::try_from(time.as_millis()).unwrap_or(i64::MAX), Ordering::SeqCst);
    }
}

#[async_trait]
impl Clock for LaterClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix_millis(SystemClock.now().unix_millis() + self.0.load(Ordering::SeqCst))
    }

    async fn sleep_until(&self, at: Timestamp) {
        SystemClock.sleep(at.since(self.now())).await;
    }
}

/// A service, a provider and an open lease.
struct Bench {
    fake: FakeDaytona,
    /// By which the provider measures how long it remembers.
    clock: Arc<LaterClock>,
    provider: DaytonaProvider,
    lease: LeaseHold,
}

impl Bench {
    async fn new(latency: Option<Duration>, is_cached: bool) -> anyhow::Result<Self> {
        let mut builder = FakeDaytona::builder().key(KEY, "bench");
        if let Some(latency) = latency {
            builder = builder.latency(Latency::Fixed(latency));
        }
        let fake = builder.start().await?;
        let cache = is_cached.then(CacheLimits::default);
        let clock = Arc::new(LaterClock::default());
        let of_provider = Arc::<LaterClock>::clone(&clock);
        let provider =
            DaytonaProvider::new(DaytonaOptions { cache, clock: of_provider, ..DaytonaOptions::default() });
        let settings = OpaqueJson::of(&BTreeMap::from([("apiUrl", fake.api_url())]));
        let spec =
            Arc::new(ResolvedSpec { settings, secrets: BTreeMap::from([("apiKey".to_owned(), KEY.into())]) });
        let scope = LeaseScope { company_id: CompanyId::random(), environment_id: EnvironmentId::random() };
        let order = order_of(scope, &spec);
        let acquired = provider.acquire(order, LIMIT).await?;
        let lease = LeaseHold { scope, id: acquired.id, spec, observed: acquired.observed };
        Ok(Self { fake, clock, provider, lease })
    }

    /// Has another lease made in the same scope.
    async fn another(&self) -> anyhow::Result<LeaseHold> {
        let order = order_of(self.lease.scope, &self.lease.spec);
        let acquired = self.provider.acquire(order, LIMIT).await?;
        Ok(LeaseHold { id: acquired.id, observed: acquired.observed, ..self.lease.clone() })
    }

    async fn execute(&self) -> anyhow::Result<()> {
        self.execute_in(&self.lease).await
    }

    async fn execute_in(&self, lease: &LeaseHold) -> anyhow::Result<()> {
        let order = ExecuteOrder {
            command: command(":"),
            stdin: Vec::new(),
            time_limit: None,
            output_limit_bytes: 64 * 1024,
        };
        let executed = self.provider.open(lease)?.execute(order).await?;
        if executed.ending != CommandEnding::Exited(0) {
            bail!("the command ended badly: {executed:?}");
        }
        Ok(())
    }

    async fn release(&self) -> anyhow::Result<()> {
        self.end(&self.lease).await
    }

    async fn end(&self, lease: &LeaseHold) -> anyhow::Result<()> {
        let order = ReleaseOrder {
            lease: lease.clone(),
            disposition: Disposition::Destroy,
            drain: Duration::from_secs(10),
        };
        self.provider.release(order, LIMIT).await?;
        Ok(())
    }

    fn requests(&self) -> usize {
        self.fake.journal().len()
    }
}

fn order_of(scope: LeaseScope, spec: &Arc<ResolvedSpec>) -> AcquireOrder {
    AcquireOrder {
        scope,
        spec: Arc::clone(spec),
        purpose: LeasePurpose::Run,
        run_id: None,
        reuse: None,
        wanted_root: None,
        expires_at: None,
        attempt: CreateAttempt::random(),
        journal: Arc::new(NoJournal),
    }
}

fn command(text: &str) -> RemoteCommand {
    RemoteCommand {
        program: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), text.to_owned()],
        directory: None,
        environment: BTreeMap::new(),
        profile: ShellProfile::Bare,
    }
}

/// Counts the requests of a lease with twenty commands, part by part.
async fn requests(is_cached: bool) -> anyhow::Result<()> {
    const COMMANDS: usize = 20;
    let bench = Bench::new(None, is_cached).await?;
    let acquired = bench.requests();
    for _ in 0..COMMANDS {
        bench.execute().await?;
    }
    let executed = bench.requests() - acquired;
    bench.release().await?;
    let released = bench.requests() - acquired - executed;
    let mode = mode(is_cached);
    row(&format!("requests to acquire a lease, {mode}"), acquired);
    #[expect(clippy::cast_precision_loss, reason = "small counts")]
    row(&format!("requests per command, {mode}"), executed as f64 / COMMANDS as f64);
    row(&format!("requests to end a lease, {mode}"), released);
    row(&format!("requests of a lease with {COMMANDS} commands, {mode}"), bench.requests());
    Ok(())
}

/// Counts the requests of a run that says nothing for forty minutes: longer than the service lets a
/// sandbox stand that nobody uses.
async fn idle_run() -> anyhow::Result<()> {
    let bench = Bench::new(None, true).await?;
    let order = SpawnOrder { command: command("sleep 3600"), stdin: None };
    let process = bench.provider.open(&bench.lease)?.spawn(order, LIMIT).await?;
    bench.fake.asked(wireclip_fake_daytona::routes::SESSION_LOGS, 1).await;
    let before = bench.requests();
    for _ in 0..40 {
        bench.fake.advance(Duration::from_secs(60));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    row("requests of a running agent that is idle for forty minutes", bench.requests() - before);
    let facts = bench.fake.sandbox(bench.lease.id.as_str()).context("the sandbox is gone")?;
    row("state of its sandbox afterwards", format!("{:?}", facts.state));
    process.control.kill(LIMIT).await?;
    Ok(())
}

/// Measures commands one after the other.
async fn times(millis: u64, is_cached: bool, commands: usize) -> anyhow::Result<()> {
    let bench = Bench::new(Some(Duration::from_millis(millis)), is_cached).await?;
    let mut times = Vec::new();
    for _ in 0..commands {
        let began = Instant::now();
        bench.execute().await?;
        times.push(began.elapsed());
    }
    times.sort_unstable();
    let at = |hundredth: usize| times[(times.len() * hundredth / 100).min(times.len() - 1)].as_millis();
    let name = format!("a command at {millis} ms of latency, {}", mode(is_cached));
    row(&format!("{name}, p50 ms"), at(50));
    row(&format!("{name}, p99 ms"), at(99));
    Ok(())
}

/// Makes, uses and ends many leases, a few at a time, and counts what is known of them afterwards.
async fn short_leases(leases: usize) -> anyhow::Result<()> {
    const AT_ONCE: usize = 8;
    let bench = &Bench::new(None, true).await?;
    bench.release().await?;
    let began = Instant::now();
    let lives = (0..leases).map(async |_| {
        let lease = bench.another().await?;
        bench.execute_in(&lease).await?;
        bench.end(&lease).await?;
        anyhow::Ok(bench.provider.known_leases())
    });
    let mut lives = stream::iter(lives).buffer_unordered(AT_ONCE);
    let mut most = 0;
    while let Some(known) = lives.next().await {
        most = most.max(known?);
    }
    row(&format!("{leases} short leases, {AT_ONCE} at a time, s"), began.elapsed().as_secs());
    row(&format!("the most that was known of {leases} short leases at a time"), most);
    bench.clock.skip(CacheLimits::default().closed_for);
    bench.another().await?;
    row("leases that are known ten minutes later, with one that is made then", bench.provider.known_leases());
    row(&format!("sandboxes that {leases} short leases left"), bench.fake.sandboxes().len() - 1);
    Ok(())
}
