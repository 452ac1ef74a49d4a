//! The calls about terminals.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::Json;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;

use super::Visit;
use super::execute::is_variable_name;
use super::pty::{Terminal, TerminalSettings, TerminalSize};
use super::sockets::{Outlet, StreamCut};
use crate::answers::{Answer, Refusal};
use crate::clock;
use crate::inputs::Input;
use crate::routes::{self, Route};
use crate::shared::Shared;

/// The longest message that a terminal takes.
const LONGEST_INPUT: usize = 64 * 1024;
const LARGEST: u16 = 1_000;
/// How long a client may leave a message unread.
const PATIENCE: Duration = Duration::from_secs(2);
/// The closing code of a shell that ended other than well.
const ENDED_BADLY: u16 = 4_000;

pub(super) fn operations() -> Vec<(Route, MethodRouter<Arc<Shared>>)> {
    vec![
        (routes::CREATE_PTY, post(create)),
        (routes::LIST_PTYS, get(list)),
        (routes::GET_PTY, get(show)),
        (routes::RESIZE_PTY, post(resize)),
        (routes::DELETE_PTY, axum::routing::delete(remove)),
        (routes::CONNECT_PTY, get(connect)),
    ]
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewTerminal {
    id: String,
    #[serde(default)]
    cwd: Option<String>,
    #[serde(default)]
    envs: Option<BTreeMap<String, String>>,
    #[serde(default)]
    cols: Option<u16>,
    #[serde(default)]
    rows: Option<u16>,
    #[serde(default)]
    lazy_start: bool,
}

#[derive(Deserialize)]
struct NewSize {
    cols: u16,
    rows: u16,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    session_id: String,
}

#[derive(Serialize)]
struct TerminalList {
    sessions: Vec<TerminalView>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TerminalView {
    id: String,
    cwd: String,
    envs: BTreeMap<String, String>,
    cols: u16,
    rows: u16,
    created_at: String,
    active: bool,
    lazy_start: bool,
}

#[derive(Serialize)]
struct Farewell {
    message: &'static str,
}

#[derive(Serialize)]
struct Control<'a> {
    r#type: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

fn view(visit: &Visit, terminal: &Terminal) -> TerminalView {
    let settings = &terminal.settings;
    let size = *terminal.size.borrow();
    let folder = visit.machine.resolve(settings.cwd.as_deref().unwrap_or_default());
    TerminalView {
        id: settings.id.clone(),
        cwd: folder.to_string_lossy().into_owned(),
        envs: settings.envs.clone(),
        cols: size.cols,
        rows: size.rows,
        created_at: settings.created_at.clone(),
        active: terminal.is_active(),
        lazy_start: settings.is_lazy,
    }
}

fn find(visit: &Visit, id: &str) -> Answer<Arc<Terminal>> {
    let found = visit.machine.terminals().get(id).cloned();
    found.ok_or_else(|| Refusal::not_found(format!("terminal {id} not found")))
}

fn size(cols: u16, rows: u16) -> Answer<TerminalSize> {
    if (1..=LARGEST).contains(&cols) && (1..=LARGEST).contains(&rows) {
        return Ok(TerminalSize { cols, rows });
    }
    Err(Refusal::bad_request(format!("columns and rows must be between 1 and {LARGEST}")))
}

async fn create(
    State(shared): State<Arc<Shared>>,
    Extension(visit): Extension<Visit>,
    Input(new): Input<NewTerminal>,
) -> Answer<(StatusCode, Json<Created>)> {
    if new.id.trim().is_empty() {
        return Err(Refusal::bad_request("the id is blank"));
    }
    let envs = new.envs.unwrap_or_default();
    if let Some(name) = envs.keys().find(|name| !is_variable_name(name)) {
        return Err(Refusal::bad_request(format!("'{name}' is no name of a variable")));
    }
    let settings = TerminalSettings {
        id: new.id.clone(),
        cwd: new.cwd,
        envs,
        size: size(new.cols.unwrap_or(80), new.rows.unwrap_or(24))?,
        is_lazy: new.lazy_start,
        created_at: clock::iso(shared.now()),
    };
    let mut terminals = visit.machine.terminals();
    if terminals.contains_key(&new.id) {
        return Err(Refusal::conflict(format!("terminal {} exists already", new.id)));
    }
    terminals.insert(new.id.clone(), Terminal::make(&shared, &visit.machine, settings));
    Ok((StatusCode::CREATED, Json(Created { session_id: new.id })))
}

async fn list(Extension(visit): Extension<Visit>) -> Json<TerminalList> {
    let sessions = visit.machine.terminals().values().map(|terminal| view(&visit, terminal)).collect();
    Json(TerminalList { sessions })
}

async fn show(
    Extension(visit): Extension<Visit>,
    Path((_, id)): Path<(String, String)>,
) -> Answer<Json<TerminalView>> {
    let terminal = find(&visit, &id)?;
    Ok(Json(view(&visit, &terminal)))
}

async fn resize(
    Extension(visit): Extension<Visit>,
    Path((_, id)): Path<(String, String)>,
    Input(new): Input<NewSize>,
) -> Answer<Json<TerminalView>> {
    let terminal = find(&visit, &id)?;
    let size = size(new.cols, new.rows)?;
    if !terminal.is_active() {
        return Err(Refusal::new(StatusCode::GONE, "the terminal has ended"));
    }
    terminal.size.send_replace(size);
    Ok(Json(view(&visit, &terminal)))
}

async fn remove(
    Extension(visit): Extension<Visit>,
    Path((_, id)): Path<(String, String)>,
) -> Answer<Json<Farewell>> {
    find(&visit, &id)?.kill();
    visit.machine.terminals().remove(&id);
    Ok(Json(Farewell { message: "terminal session ended" }))
}

async fn connect(
    Extension(visit): Extension<Visit>,
    Path((_, id)): Path<(String, String)>,
    cut: Option<Extension<StreamCut>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let terminal = find(&visit, &id).ok();
    let cut = cut.map(|Extension(cut)| cut);
    upgrade.on_upgrade(async move |socket| {
        let outlet = Outlet::new(socket, visit.machine.frame_bytes, cut);
        let off = visit.machine.off.clone();
        // A sandbox that stops takes its connections away without a goodbye.
        off.run_until_cancelled(converse(outlet, terminal)).await;
        drop(visit);
    })
}

fn control(status: &'static str, error: Option<&str>) -> String {
    serde_json::to_string(&Control { r#type: "control", status, error }).expect("it is made of text")
}

async fn converse(mut outlet: Outlet, terminal: Option<Arc<Terminal>>) {
    let Some(terminal) = terminal.filter(|terminal| terminal.is_active()) else {
        let error = control("error", Some("there is no such terminal, or it has ended"));
        if outlet.text(error).await.is_ok() {
            outlet.close(1000, "").await;
        }
        return;
    };
    // Subscribed before the shell may start, so that its first words are heard.
    let mut output = terminal.output.subscribe();
    let mut ending = terminal.ending.subscribe();
    if outlet.text(control("connected", None)).await.is_err() {
        return;
    }
    terminal.want();
    loop {
        tokio::select! {
            said = output.recv() => {
                let is_heard = match said {
                    Ok(bytes) => tokio::time::timeout(PATIENCE, outlet.binary(&bytes)).await,
                    Err(RecvError::Lagged(_)) => return outlet.close(1008, "the client does not read").await,
                    Err(RecvError::Closed) => return,
                };
                match is_heard {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return,
                    Err(_) => return outlet.close(1008, "the client does not read").await,
                }
            }
            ended = async { ending.wait_for(Option::is_some).await.ok().and_then(|ending| ending.clone()) } => {
                let Some(ending) = ended else { return };
                while let Ok(bytes) = output.try_recv() {
                    if outlet.binary(&bytes).await.is_err() {
                        return;
                    }
                }
                let code = if ending.exit_code == 0 { 1000 } else { ENDED_BADLY };
                let reason = serde_json::to_string(&ending).expect("it is made of text and numbers");
                return outlet.close(code, &reason).await;
            }
            message = outlet.socket.recv() => {
                let text = match message {
                    Some(Ok(Message::Binary(bytes))) => bytes.to_vec(),
                    Some(Ok(Message::Text(text))) => text.as_bytes().to_vec(),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                if text.len() > LONGEST_INPUT {
                    return outlet.close(1009, "the message is too long").await;
                }
                // A terminal that has just ended takes nothing more.
                drop(terminal.input.send(text).await);
            }
        }
    }
}
