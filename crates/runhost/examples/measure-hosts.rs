//! Measures run hosts: the time to a program's first instruction, the memory of a host, and how
//! fast output gets through. `cargo run --release --example measure-hosts -- HOST_EXECUTABLE`

#![expect(clippy::disallowed_methods, reason = "what is measured is real time")]
#![expect(clippy::print_stdout, reason = "what it measures is for a person")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::mpsc;
use wireclip_adapters::{LocalRunHosts, RunHostsConfig};
use wireclip_domain::run_host::{ExitRecord, StopReason};
use wireclip_domain::{AgentId, CompanyId, RunId};
use wireclip_ports::adapter::Launch;
use wireclip_ports::host::{HostEvent, HostOrder, HostedRun, LogPosition, RunHosts};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let mut arguments = std::env::args_os().skip(1);
    let executable = PathBuf::from(arguments.next().ok_or("which executable is the run host?")?);
    let root = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = root.join(format!("measure-hosts-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let config = RunHostsConfig::new(executable, folder.join("runs"), folder.join("logs"));
    let hosts = LocalRunHosts::new(config)?;
    measure_starts(&hosts, &folder).await?;
    measure_whole_runs(&hosts, &folder).await?;
    measure_memory(&hosts, &folder).await?;
    measure_output(&hosts, &folder, 16).await?;
    measure_output(&hosts, &folder, 1024).await?;
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

async fn measure_starts(hosts: &LocalRunHosts, folder: &Path) -> Outcome<()> {
    let (mut first, mut answered) = (Vec::new(), Vec::new());
    for _ in 0..200 {
        let order = order(folder, "date", &["+%s%N"]);
        let run = order.run;
        let (called, clock) = (now()?, Instant::now());
        hosts.start(order).await?;
        answered.push(clock.elapsed());
        let (text, _) = follow(hosts, &run).await?;
        first.push(Duration::from_nanos(text.trim().parse()?).saturating_sub(called));
    }
    println!("call to the program's own clock reading: {}", quantiles(first));
    println!("call to the answer of start: {}", quantiles(answered));
    Ok(())
}

async fn measure_whole_runs(hosts: &LocalRunHosts, folder: &Path) -> Outcome<()> {
    let mut times = Vec::new();
    for _ in 0..200 {
        let order = order(folder, "true", &[]);
        let run = order.run;
        let clock = Instant::now();
        hosts.start(order).await?;
        follow(hosts, &run).await?;
        times.push(clock.elapsed());
    }
    println!("a whole run of `true`, to its heard end: {}", quantiles(times));
    Ok(())
}

async fn measure_memory(hosts: &LocalRunHosts, folder: &Path) -> Outcome<()> {
    let mut runs = Vec::new();
    for _ in 0..20 {
        let order = order(folder, "sh", &["-c", "head -c 1000000 /dev/zero | tr '\\0' x; exec sleep 1000"]);
        runs.push(order.run);
        hosts.start(order).await?;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut total_kib = 0;
    for run in &runs {
        total_kib += pss_kib(folder, run)?;
    }
    println!("proportional set of a host, 20 alive, each after 1 MB of output: {} KiB", total_kib / 20);
    for run in &runs {
        hosts.stop(run.run_id, StopReason::Cancel).await?;
        follow(hosts, run).await?;
    }
    Ok(())
}

async fn measure_output(hosts: &LocalRunHosts, folder: &Path, mib: u64) -> Outcome<()> {
    let script = format!("yes 'a line of output as an agent may print it' | head -c {}", mib << 20);
    let mut order = order(folder, "sh", &["-c", &script]);
    order.launch.secrets =
        (0..10).map(|index| format!("sk-secret-{index}-0123456789abcdef").into()).collect();
    let run = order.run;
    let clock = Instant::now();
    hosts.start(order).await?;
    let (_, exit) = follow(hosts, &run).await?;
    let time = clock.elapsed();
    println!(
        "{mib} MiB of output: {time:?}, log {} MiB, dropped {}",
        exit.log_bytes >> 20,
        exit.dropped_bytes
    );
    println!("  this process: {}", peak(std::process::id())?);
    Ok(())
}

async fn follow(hosts: &LocalRunHosts, run: &HostedRun) -> Outcome<(String, ExitRecord)> {
    let (events, mut heard) = mpsc::channel(16);
    let listen = async {
        let mut text = String::new();
        while let Some(event) = heard.recv().await {
            match event {
                HostEvent::Output { chunk, .. } if text.len() < 1000 => text.push_str(&chunk.chunk),
                HostEvent::Output { .. } => {}
                HostEvent::Ended(ending) => return ending.exit.map(|exit| (text, exit)),
            }
        }
        None
    };
    let (followed, end) = tokio::join!(hosts.follow(run, LogPosition::default(), events), listen);
    followed?;
    Ok(end.ok_or("the run was lost")?)
}

fn order(folder: &Path, program: &str, arguments: &[&str]) -> HostOrder {
    let path = ("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".into());
    HostOrder {
        run: HostedRun {
            run_id: RunId::random(),
            agent_id: AgentId::random(),
            company_id: CompanyId::random(),
        },
        launch: Launch {
            program: program.to_owned(),
            arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            working_directory: folder.to_owned(),
            environment: BTreeMap::from([path]),
            shown_environment: Vec::new(),
            stdin: Vec::new(),
            time_limit: None,
            grace: Duration::from_secs(10),
            secrets: Vec::new(),
            notes: Vec::new(),
        },
    }
}

fn pss_kib(folder: &Path, run: &HostedRun) -> Outcome<u64> {
    let intent = std::fs::read(folder.join("runs").join(run.run_id.to_string()).join("intent.json"))?;
    let intent: wireclip_domain::run_host::StartIntent = serde_json::from_slice(&intent)?;
    let rollup = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", intent.host_process_id))?;
    let line = rollup.lines().find(|line| line.starts_with("Pss:")).ok_or("no Pss")?;
    Ok(line.split_ascii_whitespace().nth(1).ok_or("no number")?.parse()?)
}

fn peak(process_id: u32) -> Outcome<String> {
    let status = std::fs::read_to_string(format!("/proc/{process_id}/status"))?;
    Ok(status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default().to_owned())
}

#[expect(clippy::disallowed_methods, reason = "compared with the clock of another program")]
fn now() -> Outcome<Duration> {
    Ok(SystemTime::now().duration_since(UNIX_EPOCH)?)
}

fn quantiles(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    format!("p50 {:?}, p95 {:?}", times[times.len() / 2], times[times.len() * 95 / 100])
}
