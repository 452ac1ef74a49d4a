//! One listener's socket.
//!
//! **Invariant:** a listener costs a task and its place in the company's channel, however slow it
//! is: what it does not take within [`Patience::send_limit`] ends its socket, and what it missed it reads
//! from the store when it comes back.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use wireclip_services::LiveFeed;

use super::message;

/// How much a listener is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// How long it may take for one message.
    pub send_limit: Duration,
    /// How often it has to show that it is there.
    pub ping_period: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { send_limit: Duration::from_secs(10), ping_period: Duration::from_secs(30) }
    }
}

/// Tells a listener what happens, until one of the two is gone.
#[expect(clippy::disallowed_methods, reason = "a socket is watched in real time")]
pub(super) async fn serve(mut socket: WebSocket, mut feed: LiveFeed, patience: Patience) {
    let mut pings = interval_at(Instant::now() + patience.ping_period, patience.ping_period);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut has_answered = true;
    loop {
        let message = tokio::select! {
            event = feed.next() => match event {
                Ok(Some(event)) => {
                    let text = event.rendered(message::written);
                    Message::Text(Utf8Bytes::from(&*text))
                }
                Ok(None) => return close(socket, patience, close_code::AWAY, "the server stops").await,
                Err(error) => {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "could not read what a listener missed"
                    );
                    return close(socket, patience, close_code::ERROR, "the events could not be read").await;
                }
            },
            // Pings of the listener are answered while its messages are read.
            heard = socket.recv() => match heard {
                None | Some(Err(_) | Ok(Message::Close(_))) => return,
                Some(Ok(_)) => {
                    has_answered = true;
                    continue;
                }
            },
            _ = pings.tick() => {
                if !std::mem::replace(&mut has_answered, false) {
                    return;
                }
                Message::Ping(Vec::new().into())
            }
        };
        if !matches!(timeout(patience.send_limit, socket.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
}

async fn close(mut socket: WebSocket, patience: Patience, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    // Whoever does not take it is gone already.
    drop(timeout(patience.send_limit, socket.send(Message::Close(Some(frame)))).await);
}
