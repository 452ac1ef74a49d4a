//! The calls about sessions and their commands.

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use serde::{Deserialize, Serialize};

use super::Visit;
use super::session::{Progress, Session, SessionCommand};
use super::session_log::LogText;
use super::sockets::{Outlet, StreamCut};
use crate::answers::{Answer, Refusal};
use crate::inputs::{Input, Pairs};
use crate::routes::{self, Route};
use crate::shared::Shared;

pub(super) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    vec![
        (routes::CREATE_SESSION, post(create)),
        (routes::LIST_SESSIONS, get(list)),
        (routes::GET_SESSION, get(show)),
        (routes::DELETE_SESSION, axum::routing::delete(remove)),
        (routes::SESSION_EXEC, post(exec)),
        (routes::GET_SESSION_COMMAND, get(show_command)),
        (routes::SESSION_LOGS, get(logs)),
        (routes::SESSION_INPUT, post(input)),
    ]
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewSession {
    session_id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SessionView {
    session_id: String,
    commands: Vec<CommandView>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CommandView {
    id: String,
    command: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_code: Option<i32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewCommand {
    command: String,
    #[serde(default, alias = "async")]
    run_async: bool,
    #[serde(default)]
    suppress_input_echo: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Begun {
    cmd_id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Ended {
    cmd_id: String,
    exit_code: i32,
    #[serde(flatten)]
    logs: LogView,
}

#[derive(Serialize)]
struct LogView {
    output: String,
    stdout: String,
    stderr: String,
}

#[derive(Deserialize)]
struct NewInput {
    data: String,
}

impl From<LogText> for LogView {
    fn from(text: LogText) -> Self {
        let [output, stdout, stderr] =
            [text.output, text.stdout, text.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Self { output, stdout, stderr }
    }
}

fn view(id: &str, session: &Session) -> SessionView {
    let commands = session.commands().iter().map(|command| view_command(command)).collect();
    SessionView { session_id: id.to_owned(), commands }
}

fn view_command(command: &SessionCommand) -> CommandView {
    CommandView { id: command.id.clone(), command: command.text.clone(), exit_code: command.exit_code() }
}

fn find(visit: &Visit, id: &str) -> Answer<Arc<Session>> {
    let found = visit.machine.sessions().get(id).cloned();
    found.ok_or_else(|| Refusal::not_found(format!("session {id} not found")))
}

async fn create(
    State(shared): State<Arc<Shared>>,
    Extension(visit): Extension<Visit>,
    Input(new): Input<NewSession>,
) -> Answer<StatusCode> {
    let id = new.session_id;
    if id.trim().is_empty() || id == "entrypoint" {
        return Err(Refusal::bad_request("this is no session id that can be chosen"));
    }
    let mut sessions = visit.machine.sessions();
    if sessions.contains_key(&id) {
        return Err(Refusal::conflict(format!("session {id} exists already")));
    }
    let session = Session::start(&shared, &visit.machine)
        .map_err(|error| Refusal::bad_request(format!("the shell does not start: {error}")))?;
    sessions.insert(id, session);
    Ok(StatusCode::CREATED)
}

async fn list(Extension(visit): Extension<Visit>) -> Json<Vec<SessionView>> {
    Json(visit.machine.sessions().iter().map(|(id, session)| view(id, session)).collect())
}

async fn show(
    Extension(visit): Extension<Visit>,
    Path((_, id)): Path<(String, String)>,
) -> Answer<Json<SessionView>> {
    Ok(Json(view(&id, &*find(&visit, &id)?)))
}

async fn remove(
    Extension(visit): Extension<Visit>,
    Path((_, id)): Path<(String, String)>,
) -> Answer<StatusCode> {
    let session = find(&visit, &id)?;
    visit.machine.sessions().remove(&id);
    session.end().await;
    Ok(StatusCode::NO_CONTENT)
}

async fn exec(
    Extension(visit): Extension<Visit>,
    Path((_, id)): Path<(String, String)>,
    Input(new): Input<NewCommand>,
) -> Answer<Response> {
    let session = find(&visit, &id)?;
    if new.command.trim().is_empty() {
        return Err(Refusal::bad_request("the command is blank"));
    }
    let command = session.run(new.command, new.run_async, !new.suppress_input_echo)?;
    if new.run_async {
        return Ok((StatusCode::ACCEPTED, Json(Begun { cmd_id: command.id.clone() })).into_response());
    }
    let mut progress = command.progress();
    // The command holds the sender.
    drop(progress.wait_for(|progress| *progress != Progress::Open).await);
    let exit_code = command
        .exit_code()
        .ok_or_else(|| Refusal::bad_request("the shell of the session ended under the command"))?;
    let logs = command.log.text().into();
    Ok(Json(Ended { cmd_id: command.id.clone(), exit_code, logs }).into_response())
}

async fn show_command(
    Extension(visit): Extension<Visit>,
    Path((_, id, command)): Path<(String, String, String)>,
) -> Answer<Json<CommandView>> {
    Ok(Json(view_command(&*find(&visit, &id)?.find(&command)?)))
}

async fn input(
    Extension(visit): Extension<Visit>,
    Path((_, id, command)): Path<(String, String, String)>,
    Input(new): Input<NewInput>,
) -> Answer<StatusCode> {
    find(&visit, &id)?.find(&command)?.give(&new.data).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn logs(
    Extension(visit): Extension<Visit>,
    Path((_, id, command)): Path<(String, String, String)>,
    query: Pairs,
    headers: HeaderMap,
    cut: Option<Extension<StreamCut>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer<Response> {
    let command = find(&visit, &id)?.find(&command)?;
    if let Ok(upgrade) = upgrade
        && query.is_true("follow")
    {
        let cut = cut.map(|Extension(cut)| cut);
        return Ok(upgrade.on_upgrade(async move |socket| {
            let outlet = Outlet::new(socket, visit.machine.frame_bytes, cut);
            let off = visit.machine.off.clone();
            // A sandbox that stops takes its connections away without a goodbye.
            off.run_until_cancelled(follow(outlet, &command)).await;
            drop(visit);
        }));
    }
    let text = command.log.text();
    if wants_streams_apart(&headers) {
        Ok(Json(LogView::from(text)).into_response())
    } else {
        Ok(LogView::from(text).output.into_response())
    }
}

/// Sends the log from its beginning, and what is added, until the command has ended.
async fn follow(mut outlet: Outlet, command: &SessionCommand) {
    let (mut length, mut progress) = (command.log.follow(), command.progress());
    let mut sent = 0;
    loop {
        // Looked at before the log: once it has ended, the log is complete.
        let seen = *progress.borrow_and_update();
        length.mark_unchanged();
        let more = command.log.marked_from(sent);
        sent += more.len();
        if outlet.binary(&more).await.is_err() {
            return;
        }
        match seen {
            Progress::Exited(_) => return outlet.close(1000, "").await,
            Progress::Lost => return outlet.close(1011, "the session's shell has ended").await,
            Progress::Open => {}
        }
        tokio::select! {
            _ = length.wait_for(|length| *length > sent) => {}
            _ = progress.changed() => {}
            message = outlet.socket.recv() => if !matches!(message, Some(Ok(_))) { return },
        }
    }
}

/// Newer kits of the vendor get JSON, and so does who asks for it.
fn wants_streams_apart(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let version = text("x-daytona-sdk-version").and_then(|version| {
        let mut numbers = version.trim_start_matches('v').split(['.', '-', '+']).map(str::parse::<u64>);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    });
    version.is_some_and(|version| version >= (0, 167)) || text("x-daytona-split-output") == Some("true")
}
