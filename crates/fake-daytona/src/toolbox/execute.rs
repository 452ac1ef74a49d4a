//! One-shot commands: a shell that is fed the command on its standard input.

use std::collections::BTreeMap;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rustix::process::Signal;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe;

use super::Visit;
use crate::answers::{Answer, Refusal};
use crate::inputs::Input;
use crate::machine::{Machine, kill_group};
use crate::shared::Shared;

#[derive(Deserialize)]
pub(super) struct ExecuteBody {
    command: String,
    #[serde(default)]
    cwd: Option<String>,
    #[serde(default)]
    envs: Option<BTreeMap<String, String>>,
    /// Seconds; 0 = no limit.
    #[serde(default)]
    timeout: Option<u64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Executed {
    exit_code: i32,
    result: String,
}

/// Runs a command to its end. It is not tied to the request: if the caller goes, it goes on.
pub(super) async fn execute(
    State(shared): State<Arc<Shared>>,
    Extension(visit): Extension<Visit>,
    Input(body): Input<ExecuteBody>,
) -> Answer<Json<Executed>> {
    if body.command.trim().is_empty() {
        return Err(Refusal::bad_request("the command is blank"));
    }
    if let Some(name) = body.envs.iter().flat_map(BTreeMap::keys).find(|name| !is_variable_name(name)) {
        return Err(Refusal::bad_request(format!("'{name}' is no name of a variable")));
    }
    if let Some(canned) = visit.machine.canned_execution.clone() {
        return Ok(Json(Executed { exit_code: canned.exit_code, result: canned.result }));
    }
    let (sender, receiver) = tokio::sync::oneshot::channel();
    shared.spawn(async move {
        // Nobody may be there any more to hear how it ended.
        drop(sender.send(run(&visit.machine, body).await));
    });
    receiver.await.map_err(|_| Refusal::new(StatusCode::BAD_GATEWAY, "the command was lost"))?.map(Json)
}

async fn run(machine: &Machine, body: ExecuteBody) -> Answer<Executed> {
    match start(machine, body).await {
        Ok(answer) => answer,
        Err(error) => Ok(Executed { exit_code: -1, result: error.to_string() }),
    }
}

/// The outer error is that it could not start.
async fn start(machine: &Machine, body: ExecuteBody) -> io::Result<Answer<Executed>> {
    let (reader, writer) = io::pipe()?;
    let mut command = machine.shell_command();
    if let Some(cwd) = body.cwd.as_deref().filter(|cwd| !cwd.is_empty()) {
        command.current_dir(machine.resolve(cwd));
    }
    command.envs(body.envs.unwrap_or_default());
    command.stdin(Stdio::piped()).stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn()?;
    // It keeps copies of the pipe's writing end, which would keep the output from ending.
    drop(command);
    let group = machine.adopt(child.id());
    let mut output = pipe::Receiver::from_owned_fd(reader.into())?;
    let mut stdin = child.stdin.take().expect("it was asked for");
    let text = body.command;
    let work = async {
        let feed = async move {
            // A shell that has ended reads no further.
            drop(stdin.write_all(text.as_bytes()).await);
            drop(stdin.write_all(b"\n").await);
        };
        let mut bytes = Vec::new();
        // What cannot be read any more is the end of the output.
        let ((), _) = tokio::join!(feed, output.read_to_end(&mut bytes));
        (child.wait().await, bytes)
    };
    let limit = body.timeout.filter(|seconds| *seconds > 0).map(Duration::from_secs);
    let ended = match limit {
        None => Some(work.await),
        Some(limit) => tokio::time::timeout(limit, work).await.ok(),
    };
    if ended.is_none()
        && let Some(group) = group
    {
        kill_group(group, Signal::KILL);
        drop(child.wait().await);
    }
    if let Some(group) = group {
        machine.part_with(group);
    }
    Ok(match ended {
        None => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "command execution timeout")
            .with_code("PROCESS_EXECUTION_TIMEOUT")),
        Some((status, bytes)) => Ok(Executed {
            exit_code: status.map_or(-1, exit_code),
            result: String::from_utf8_lossy(&bytes).into_owned(),
        }),
    })
}

/// The shell's code; -1 if a signal killed the shell itself.
fn exit_code(status: ExitStatus) -> i32 {
    if status.signal().is_some() { -1 } else { status.code().unwrap_or(-1) }
}

pub(super) fn is_variable_name(name: &str) -> bool {
    let mut letters = name.chars();
    let starts_well = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    starts_well && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}
