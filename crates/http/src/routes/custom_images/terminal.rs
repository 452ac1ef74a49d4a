//! The terminal of a sandbox that is being set up, over a socket.
//!
//! **Invariant:** nobody is let in but by a token, which comes as the first message: an address ends
//! up in logs.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use axum::extract::{RawQuery, State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::sync::watch;
use tokio::time::timeout;
use wireclip_domain::{SetupSessionId, TerminalSessionId};
use wireclip_services::ServiceError;
use wireclip_services::custom_images::{SetupEnded, SetupTerminal, Terminal, TerminalSize};
use wireclip_wire::custom_images::{FromTerminal, ToTerminal, is_size};

use crate::access::{Access, Routes};
use crate::app::{App, DeploymentMode, Phase};
use crate::error::ApiResult;
use crate::live::parameter;
use crate::origin;
use crate::route::routes;
use crate::scoped::PathParams;

/// How long a client may take to show its token.
const TOKEN_LIMIT: Duration = Duration::from_secs(10);
/// How long it may take for one message.
const SEND_LIMIT: Duration = Duration::from_secs(10);
/// How long a change of size or a close may take.
const CONTROL_LIMIT: Duration = Duration::from_secs(10);
/// The most that a client may send in one message, in bytes.
const LARGEST_FROM_CLIENT: usize = 256 * 1024;
/// The size of a terminal of which nothing is said.
const USUAL: TerminalSize = TerminalSize { columns: 80, rows: 24 };

pub(super) fn routes(app: &App) -> Routes {
    Routes::new(app).add(Access::Public, routes!(open_custom_image_terminal))
}

/// Work in a terminal of a session's sandbox. The first message shows the token.
#[utoipa::path(
    get,
    path = "/environment-custom-image-setup-sessions/{sessionId}/terminal/ws",
    responses((status = 101))
)]
async fn open_custom_image_terminal(
    State(app): State<App>,
    path: PathParams,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> ApiResult<Response> {
    // The token lets in; a page of somebody else that got hold of one is kept out all the same.
    let is_kept_out = match app.settings.mode {
        DeploymentMode::LocalTrusted => !origin::is_local(&headers, &app.settings),
        DeploymentMode::Authenticated => origin::is_foreign(&headers, &app.settings),
    };
    if is_kept_out {
        return Err(
            ServiceError::forbidden("A page or name of another server may not open a terminal").into()
        );
    }
    let session: SetupSessionId = path.id("sessionId", "Custom image setup session not found")?;
    let query = query.unwrap_or_default();
    let id = parameter(&query, "terminalSessionId").and_then(|id| id.parse().ok());
    let id = id.ok_or_else(|| ServiceError::invalid("terminalSessionId is missing, or no id"))?;
    let size = TerminalSize {
        columns: count(&query, "cols", USUAL.columns)?,
        rows: count(&query, "rows", USUAL.rows)?,
    };
    let client = Client { app, session, id, size };
    Ok(upgrade.max_message_size(LARGEST_FROM_CLIENT).on_upgrade(move |socket| client.serve(socket)))
}

fn count(query: &str, name: &'static str, usual: u16) -> Result<u16, ServiceError> {
    let Some(text) = parameter(query, name) else { return Ok(usual) };
    let count = text.parse().ok().filter(|count| is_size(*count));
    count.ok_or_else(|| ServiceError::invalid(format!("{name} is no number from 1 to 9999")))
}

/// Whoever wants a terminal.
struct Client {
    app: App,
    session: SetupSessionId,
    id: TerminalSessionId,
    size: TerminalSize,
}

/// How a socket ends.
enum End {
    /// The client is gone.
    Gone,
    /// We close it, with a code and a word.
    Closed(u16, &'static str),
    /// Something does not work, which is said first.
    Failed(String),
}

impl Client {
    async fn serve(mut self, mut socket: WebSocket) {
        let end = match timeout(TOKEN_LIMIT, self.authenticate(&mut socket)).await {
            Ok(Ok(())) => self.work(&mut socket).await,
            Ok(Err(end)) => end,
            Err(_) => End::Closed(close_code::POLICY, "auth_timeout"),
        };
        let (code, reason) = match end {
            End::Gone => return,
            End::Closed(code, reason) => (code, reason),
            End::Failed(message) => {
                tell(&mut socket, &FromTerminal::Error { message: &message }).await;
                (close_code::ERROR, "terminal_failed")
            }
        };
        tell(&mut socket, &FromTerminal::Closed { reason }).await;
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        // Whoever does not take it is gone already.
        drop(timeout(SEND_LIMIT, socket.send(Message::Close(Some(frame)))).await);
    }

    /// Waits for the token. A size that comes before it counts.
    async fn authenticate(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        const REFUSED: End = End::Closed(close_code::POLICY, "auth_failed");
        loop {
            let text = match socket.recv().await {
                None | Some(Err(_) | Ok(Message::Close(_))) => return Err(End::Gone),
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                Some(Ok(Message::Binary(_))) => return Err(REFUSED),
            };
            match ToTerminal::read(&text) {
                Some(ToTerminal::Resize { cols, rows }) => self.size = TerminalSize { columns: cols, rows },
                Some(ToTerminal::Auth { token })
                    if self.app.services.custom_images.opens(self.session, self.id, &token) =>
                {
                    return Ok(());
                }
                Some(ToTerminal::Auth { .. } | ToTerminal::Input { .. }) | None => return Err(REFUSED),
            }
        }
    }

    /// Opens the terminal, and carries what is typed and shown until one side ends.
    async fn work(&self, socket: &mut WebSocket) -> End {
        let opened = self.app.services.custom_images.open_terminal(self.session, self.size).await;
        let mut open = match opened {
            Ok(open) => open,
            Err(ServiceError::Refused(refusal)) => return End::Failed(refusal.message.into_owned()),
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "a terminal could not be opened");
                return End::Failed("Internal server error".to_owned());
            }
        };
        let ready = FromTerminal::Ready { setup_session_id: self.session, terminal_session_id: self.id };
        if !tell(socket, &ready).await {
            return End::Gone;
        }
        let end = self.carry(socket, &mut open).await;
        if let Err(error) = open.terminal.control.close(CONTROL_LIMIT).await {
            tracing::debug!("a terminal of a sandbox could not be closed: {error}");
        }
        end
    }

    #[expect(clippy::disallowed_methods, reason = "a socket is watched in real time")]
    async fn carry(&self, socket: &mut WebSocket, open: &mut SetupTerminal) -> End {
        let SetupTerminal { terminal, expires_at, session } = open;
        let mut phase = self.app.phase.clone();
        let clock = &self.app.services.core.clock;
        let left = expires_at.since(clock.now());
        let over = tokio::time::sleep(left);
        tokio::pin!(over);
        let mut text = Text::default();
        loop {
            tokio::select! {
                shown = terminal.output.recv() => {
                    let Some(bytes) = shown else { return End::Closed(close_code::NORMAL, "ssh_closed") };
                    let data = text.of(&bytes);
                    if !data.is_empty() && !tell(socket, &FromTerminal::Output { data: &data }).await {
                        return End::Gone;
                    }
                }
                heard = socket.recv() => match heard {
                    None | Some(Err(_) | Ok(Message::Close(_))) => return End::Gone,
                    Some(Ok(message)) => {
                        if let Some(end) = take(socket, terminal, &message).await {
                            return end;
                        }
                    }
                },
                ended = session.ended() => return match ended {
                    SetupEnded::Finished => End::Closed(close_code::NORMAL, "setup_finished"),
                    SetupEnded::Cancelled => End::Closed(close_code::NORMAL, "setup_cancelled"),
                    SetupEnded::TimedOut => End::Closed(close_code::POLICY, "setup_expired"),
                    SetupEnded::Gone => End::Closed(close_code::ERROR, "ssh_closed"),
                },
                () = &mut over => return End::Closed(close_code::POLICY, "setup_expired"),
                () = stops(&mut phase) => return End::Closed(close_code::NORMAL, "server_shutdown"),
            }
        }
    }
}

/// Takes a message of the client; returns how the socket ends, if it does.
async fn take(socket: &mut WebSocket, terminal: &mut Terminal, message: &Message) -> Option<End> {
    let wish = match message {
        Message::Text(text) => ToTerminal::read(text),
        Message::Binary(bytes) => {
            Some(ToTerminal::Input { data: String::from_utf8_lossy(bytes).into_owned() })
        }
        Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return None,
    };
    let message = match wish {
        Some(ToTerminal::Input { data }) => {
            // One that is closed has its last words still to say.
            drop(terminal.input.write(data.as_bytes()).await);
            return None;
        }
        Some(ToTerminal::Resize { cols, rows }) => {
            let size = TerminalSize { columns: cols, rows };
            match terminal.control.resize(size, CONTROL_LIMIT).await {
                Ok(()) => return None,
                Err(error) => error.to_string(),
            }
        }
        Some(ToTerminal::Auth { .. }) => "the token was shown already".to_owned(),
        None => "this message makes no sense".to_owned(),
    };
    let is_told = tell(socket, &FromTerminal::Error { message: &message }).await;
    (!is_told).then_some(End::Gone)
}

/// Waits until the server ends what it does.
async fn stops(phase: &mut watch::Receiver<Phase>) {
    if phase.wait_for(|phase| *phase == Phase::Stopping).await.is_err() {
        // Nobody says any more how far the server has come.
        std::future::pending::<()>().await;
    }
}

/// Tells a client something. `false` if it is gone.
async fn tell(socket: &mut WebSocket, said: &FromTerminal<'_>) -> bool {
    let text = serde_json::to_string(said).expect("what is told is JSON");
    matches!(timeout(SEND_LIMIT, socket.send(Message::Text(text.into()))).await, Ok(Ok(())))
}

/// Makes text of bytes that may end in the middle of a letter.
#[derive(Default)]
struct Text {
    rest: Vec<u8>,
}

impl Text {
    fn of(&mut self, bytes: &[u8]) -> String {
        self.rest.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.rest) {
            Ok(_) => self.rest.len(),
            // What is no letter and never will be is shown as such.
            Err(error) if error.error_len().is_some() => self.rest.len(),
            Err(error) => error.valid_up_to(),
        };
        let rest = self.rest.split_off(whole);
        let text = String::from_utf8_lossy(&self.rest).into_owned();
        self.rest = rest;
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_comes_in_two_pieces_is_shown_when_it_is_whole() {
        let mut text = Text::default();
        let (first, second) = "a€".as_bytes().split_at(2);
        assert_eq!((text.of(first), text.of(second)), ("a".to_owned(), "€".to_owned()));
        assert_eq!(text.of(b"\xffb"), "\u{fffd}b");
    }
}
