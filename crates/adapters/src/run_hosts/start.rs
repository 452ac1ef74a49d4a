//! Starts a run host and waits until it says what became of the program.

use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use secrecy::ExposeSecret;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use wireclip_domain::run_host::order::StartOrder;
use wireclip_domain::run_host::socket::HostMessage;
use wireclip_domain::run_host::{HOST_LOG_FILE, INTENT_FILE, PROTOCOL};
use wireclip_ports::host::{HostError, HostOrder, Started};
use wireclip_ports::random;

use super::{LocalRunHosts, RunHostsConfig, failed, processes};

/// How long a host may take to start its program.
const START_LIMIT: Duration = Duration::from_secs(60);
/// The longest answer.
const ANSWER_LIMIT_BYTES: u64 = 64 << 10;

pub(super) async fn start(hosts: &LocalRunHosts, order: HostOrder) -> Result<Started, HostError> {
    let run = order.run;
    let folder = hosts.folder(run.run_id);
    let log_path = hosts.log_path(&run);
    let executable = hosts.config.executable.clone();
    let run_path = folder.path().to_owned();
    let log_folder = log_path.parent().map(Path::to_owned).unwrap_or_default();
    let spawned = tokio::task::spawn_blocking(move || spawn(&executable, &run_path, &log_folder)).await;
    let spawned = spawned.map_err(io::Error::other).and_then(|spawned| spawned);
    let host = match spawned.map_err(failed("start a run host"))? {
        Spawned::Host(host) => host,
        Spawned::StartedBefore => return Err(HostError::AlreadyStarted(run.run_id)),
    };
    let text = spell(&hosts.config, &order, &log_path).map_err(failed("spell the order of a run"))?;
    let (host, answer) = converse(host, text).await;
    match answer {
        Ok(Some(HostMessage::Started { process_id, started_at })) => {
            wait_for_end(hosts, host);
            Ok(Started { process_id, started_at })
        }
        Ok(Some(HostMessage::NotStarted { message })) => {
            wait_for_end(hosts, host);
            Err(HostError::Spawn(message))
        }
        Ok(Some(HostMessage::AlreadyStarted {})) => {
            wait_for_end(hosts, host);
            Err(HostError::AlreadyStarted(run.run_id))
        }
        answer => {
            end(host).await.map_err(failed("end a run host that did not start its program"))?;
            processes::sweep(&folder).await?;
            // It may have started the program, which may have killed it before it could say so.
            if matches!(answer, Ok(None)) && folder.intent().await?.is_some() {
                return Err(HostError::AlreadyStarted(run.run_id));
            }
            let error = answer.err().unwrap_or_else(|| last_words(folder.path()));
            Err(failed("start a program under a run host")(error))
        }
    }
}

enum Spawned {
    Host(Child),
    StartedBefore,
}

/// Makes the folders and starts the host. Waits for the disk.
fn spawn(executable: &Path, run_path: &Path, log_folder: &Path) -> io::Result<Spawned> {
    let mut folders = fs::DirBuilder::new();
    folders.recursive(true).mode(0o700);
    folders.create(log_folder)?;
    folders.create(run_path)?;
    if fs::exists(run_path.join(INTENT_FILE))? {
        return Ok(Spawned::StartedBefore);
    }
    let host_log =
        OpenOptions::new().create(true).append(true).mode(0o600).open(run_path.join(HOST_LOG_FILE))?;
    let host = Command::new(executable)
        .arg("run-host")
        .arg(run_path)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(host_log)
        .spawn()?;
    Ok(Spawned::Host(host))
}

/// Writes the order as it goes over the host's standard input.
fn spell(config: &RunHostsConfig, order: &HostOrder, log_path: &Path) -> io::Result<Vec<u8>> {
    let launch = &order.launch;
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let shown_value =
        |(name, value): (&String, &secrecy::SecretString)| (name.clone(), value.expose_secret().to_owned());
    let order = StartOrder {
        protocol: PROTOCOL,
        run_id: order.run.run_id,
        token: random::name::<16>(),
        program: launch.program.clone(),
        arguments: launch.arguments.clone(),
        working_directory: std::path::absolute(&launch.working_directory)?,
        environment: launch.environment.iter().map(shown_value).collect(),
        secrets: launch.secrets.iter().map(|secret| secret.expose_secret().to_owned()).collect(),
        stdin_bytes: launch.stdin.len() as u64,
        log_path: log_path.to_owned(),
        time_limit_millis: launch.time_limit.map(millis),
        grace_millis: millis(launch.grace),
        log_limit_bytes: config.log_limit_bytes,
        free_space_floor_bytes: config.free_space_floor_bytes,
        open_files: config.open_files,
    };
    let mut text = serde_json::to_vec(&order)?;
    text.push(b'\n');
    text.extend_from_slice(&launch.stdin);
    Ok(text)
}

/// Hands over the order and hears the answer; none if the host ended without one.
async fn converse(mut host: Child, order: Vec<u8>) -> (Child, io::Result<Option<HostMessage>>) {
    let (Some(mut input), Some(output)) = (host.stdin.take(), host.stdout.take()) else {
        return (host, Err(io::Error::other("the run host has no pipes")));
    };
    let conversation = async {
        match input.write_all(&order).await {
            // A host that gave up early has said why.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error),
            _ => drop(input),
        }
        let mut line = Vec::new();
        BufReader::new(output.take(ANSWER_LIMIT_BYTES)).read_until(b'\n', &mut line).await?;
        if line.is_empty() {
            return Ok(None);
        }
        // The parser's own message could quote a secret, if somebody else answers.
        let answer = serde_json::from_slice(&line);
        answer.map(Some).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "its answer cannot be read"))
    };
    let answer = match tokio::time::timeout(START_LIMIT, conversation).await {
        Ok(answer) => answer,
        Err(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "the run host does not answer")),
    };
    (host, answer)
}

/// Lets the host live its own life, and takes note of its end when it comes.
fn wait_for_end(hosts: &LocalRunHosts, mut host: Child) {
    hosts.waits.spawn(async move {
        if let Err(error) = host.wait().await {
            tracing::warn!(%error, "cannot wait for a run host");
        }
    });
}

async fn end(mut host: Child) -> io::Result<()> {
    host.kill().await
}

/// Makes an error of what a host said before it ended.
fn last_words(run_path: &Path) -> io::Error {
    let said = fs::read_to_string(run_path.join(HOST_LOG_FILE)).unwrap_or_default();
    let said = said.trim();
    io::Error::other(if said.is_empty() { "the run host ended at once".to_owned() } else { said.to_owned() })
}
