//! `fake-daytona`: the stand-in as a program, for people who try Wireclip without an account.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use tokio::signal::unix::{SignalKind, signal};
use wireclip_fake_daytona::{FakeDaytona, Latency, Pace};

/// Behaves as the Daytona service does, on this computer. Commands run as you, without a wall
/// around them.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The port of 127.0.0.1 to listen on; 0 takes a free one.
    #[arg(long, default_value_t = 3986)]
    port: u16,
    /// The API key that it knows.
    #[arg(long, default_value = "fake-daytona-key")]
    key: String,
    /// How long a sandbox takes to start, stop and so on, in milliseconds.
    #[arg(long, default_value_t = 500)]
    transition_ms: u64,
    /// How much longer every request takes, in milliseconds.
    #[arg(long, default_value_t = 0)]
    latency_ms: u64,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            drop(writeln!(std::io::stderr(), "fake-daytona: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn run() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let mut builder = FakeDaytona::builder()
        .port(arguments.port)
        .key(&arguments.key, "personal")
        .running_clock()
        .pace(Pace::Takes(Duration::from_millis(arguments.transition_ms)));
    if arguments.latency_ms > 0 {
        builder = builder.latency(Latency::Fixed(Duration::from_millis(arguments.latency_ms)));
    }
    let mut terminate = signal(SignalKind::terminate()).context("listen for signals")?;
    let fake = builder.start().await.context("start the fake")?;
    std::io::stdout().write_all(greeting(&fake, &arguments.key).as_bytes())?;
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted.context("listen for signals")?,
        _ = terminate.recv() => {}
    }
    Ok(())
}

fn greeting(fake: &FakeDaytona, key: &str) -> String {
    let api = fake.api_url();
    let base = api.trim_end_matches("/api");
    format!(
        "Fake Daytona listens on {api}\n\
         API key: {key}\n\
         \n\
         An environment of Wireclip that uses it:\n\
         \x20 curl -X POST \"$API/companies/$company/environments\" -H 'Content-Type: application/json' -d \\\n\
         \x20   '{{\"name\": \"Sandboxes\", \"driver\": \"sandbox\", \"config\": {{\"provider\": \"daytona\",\n\
         \x20     \"apiUrl\": \"{api}\", \"apiKey\": \"{key}\"}}}}'\n\
         \n\
         What was asked:    curl {base}/fake/journal\n\
         Let time go by:    curl -X POST '{base}/fake/advance?minutes=16'\n\
         Stop with Ctrl-C; its sandboxes go with it.\n"
    )
}
