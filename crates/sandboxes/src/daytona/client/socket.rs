//! Websockets of the toolbox, over the same connections as every other call.

use std::time::Duration;

use bytes::Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use reqwest::{StatusCode, Upgraded};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::Role;
use tokio_tungstenite::tungstenite::{Error, Message};
use wireclip_ports::sandbox::ProviderError;

use super::{Call, DaytonaClient};
use crate::daytona::deadline::Deadline;
use crate::daytona::errors::{CallError, masked, transport_error};

/// After so long without a message the other side is asked for one; after as long again without an
/// answer the connection is dead.
const QUIET: Duration = Duration::from_secs(30);

/// A websocket that is open.
pub(in crate::daytona) struct ToolboxSocket {
    stream: WebSocketStream<Upgraded>,
    was_asked: bool,
}

/// What came.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::daytona) enum SocketMessage {
    Binary(Bytes),
    Text(String),
    /// Nothing will come any more.
    End(SocketEnd),
}

/// How a websocket ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::daytona) enum SocketEnd {
    /// The other side closed it, with a code and a reason.
    Closed { code: u16, reason: String },
    /// The connection is lost.
    Lost,
}

impl DaytonaClient {
    pub(super) async fn open_socket(
        &self,
        call: &Call,
        deadline: Deadline,
    ) -> Result<ToolboxSocket, CallError> {
        let key = generate_key();
        let request = self
            .http
            .request(call.method.clone(), call.url.clone())
            .header(CONNECTION, "Upgrade")
            .header(UPGRADE, "websocket")
            .header(SEC_WEBSOCKET_VERSION, "13")
            .header(SEC_WEBSOCKET_KEY, &key);
        let response = self.send_once(call, request, deadline).await?;
        let malformed = |message: &str| ProviderError::Malformed {
            action: call.action,
            message: masked(message, &self.account.api_key),
        };
        if response.status() != StatusCode::SWITCHING_PROTOCOLS {
            return Err(malformed("it opens no websocket").into());
        }
        let accepted = response.headers().get(SEC_WEBSOCKET_ACCEPT).and_then(|value| value.to_str().ok());
        if accepted != Some(derive_accept_key(key.as_bytes()).as_str()) {
            return Err(malformed("it is not the answer to our websocket").into());
        }
        let upgraded = response
            .upgrade()
            .await
            .map_err(|error| transport_error(call.action, call.plane, &error, &self.account.api_key))?;
        let stream = WebSocketStream::from_raw_socket(upgraded, Role::Client, None).await;
        Ok(ToolboxSocket { stream, was_asked: false })
    }
}

impl ToolboxSocket {
    /// Returns the next message. Cancel safe.
    pub(in crate::daytona) async fn next(&mut self) -> SocketMessage {
        const LOST: SocketMessage = SocketMessage::End(SocketEnd::Lost);
        loop {
            let Ok(message) = tokio::time::timeout(QUIET, self.stream.next()).await else {
                if self.was_asked || self.stream.send(Message::Ping(Bytes::new())).await.is_err() {
                    return LOST;
                }
                self.was_asked = true;
                continue;
            };
            self.was_asked = false;
            match message {
                Some(Ok(Message::Binary(bytes))) => return SocketMessage::Binary(bytes),
                Some(Ok(Message::Text(text))) => return SocketMessage::Text(text.as_str().to_owned()),
                Some(Ok(Message::Close(Some(frame)))) => {
                    let (code, reason) = (frame.code.into(), frame.reason.as_str().to_owned());
                    return SocketMessage::End(SocketEnd::Closed { code, reason });
                }
                Some(Ok(Message::Close(None))) => {
                    return SocketMessage::End(SocketEnd::Closed { code: 1005, reason: String::new() });
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Err(Error::ConnectionClosed | Error::AlreadyClosed)) | None => return LOST,
                Some(Err(error)) => {
                    tracing::debug!("a websocket of a sandbox was lost: {error}");
                    return LOST;
                }
            }
        }
    }

    /// Sends bytes. `false` if the connection is lost.
    pub(in crate::daytona) async fn send(&mut self, bytes: Bytes) -> bool {
        self.stream.send(Message::Binary(bytes)).await.is_ok()
    }

    /// Says that nothing more is wanted.
    pub(in crate::daytona) async fn close(&mut self) {
        if let Err(error) = self.stream.close(None).await {
            tracing::trace!("a websocket was closed on the other side first: {error}");
        }
    }
}
