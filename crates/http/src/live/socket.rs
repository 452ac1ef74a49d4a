//! One listener's socket.
//!
//! **Invariant:** a listener costs a task and its place in the company's channel, however slow it
//! is: what it does not take within [`Patience::send_limit`] ends its socket, and what it missed it reads
//! from the store when it comes back.
//!
//! **Invariant:** nothing is told once the listener's credential is good for nothing: its run has
//! ended, its key was taken back, or its agent is gone.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::SinkExt;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};
use wireclip_domain::caller::Caller;
use wireclip_services::{Authentication, LiveEvent, LiveFeed, ServiceResult};
use wireclip_wire::live::HEARTBEAT;

use super::message;

/// How many events go out together, at most.
const MOST_AT_ONCE: usize = 64;

/// How long a company's listeners wait for their next turn, for each of them. A few hear of
/// everything at once. Thousands hear of what happens close together in one piece: told one by one,
/// they would leave no time for the requests that make it happen.
const TURN: Duration = Duration::from_micros(100);

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

/// Who listens.
pub(super) struct Listener {
    pub(super) authentication: Authentication,
    pub(super) caller: Caller,
    pub(super) patience: Patience,
    /// Whether it wants to be told at each ping that the line is alive.
    pub(super) wants_heartbeat: bool,
}

/// Tells a listener what happens, until one of the two is gone.
#[expect(clippy::disallowed_methods, reason = "a socket is watched in real time")]
pub(super) async fn serve(mut socket: WebSocket, mut feed: LiveFeed, listener: Listener) {
    let patience = listener.patience;
    let mut pings = interval_at(Instant::now() + patience.ping_period, patience.ping_period);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut has_answered = true;
    let mut next_turn = Instant::now();
    loop {
        let message = tokio::select! {
            event = next_from(next_turn, &mut feed) => match event {
                Ok(Some(event)) => {
                    if !listener.may_hear().await {
                        return close(socket, patience, close_code::POLICY, "the credential is not valid").await;
                    }
                    // What has happened meanwhile goes out with it, in one piece.
                    let sent = timeout(patience.send_limit, tell(&mut socket, &mut feed, event)).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        return;
                    }
                    next_turn = Instant::now() + TURN * u32::try_from(feed.count_listeners()).unwrap_or(u32::MAX);
                    continue;
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
                // Where nothing happens, whoever may not listen is not kept either.
                if !listener.may_hear().await {
                    return close(socket, patience, close_code::POLICY, "the credential is not valid").await;
                }
                if listener.wants_heartbeat {
                    let heartbeat = Message::Text(Utf8Bytes::from_static(HEARTBEAT));
                    if !matches!(timeout(patience.send_limit, socket.send(heartbeat)).await, Ok(Ok(()))) {
                        return;
                    }
                }
                Message::Ping(Vec::new().into())
            }
        };
        if !matches!(timeout(patience.send_limit, socket.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
}

impl Listener {
    /// Returns whether the listener may hear what happened just now. What cannot be proven is not.
    async fn may_hear(&self) -> bool {
        self.authentication.still_holds(&self.caller).await.unwrap_or_else(|error| {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "could not look whether a listener's credential is valid"
            );
            false
        })
    }
}

/// Waits for the next event, and first for the listener's turn. Cancel safe.
async fn next_from(turn: Instant, feed: &mut LiveFeed) -> ServiceResult<Option<Arc<LiveEvent>>> {
    sleep_until(turn).await;
    feed.next().await
}

/// Sends an event, with those that follow it at once.
async fn tell(socket: &mut WebSocket, feed: &mut LiveFeed, first: Arc<LiveEvent>) -> Result<(), axum::Error> {
    let mut next = Some(first);
    for _ in 0..MOST_AT_ONCE {
        let Some(event) = next.take() else { break };
        socket.feed(text_of(&event)).await?;
        next = feed.next_at_once();
    }
    if let Some(event) = next {
        socket.feed(text_of(&event)).await?;
    }
    socket.flush().await
}

/// The text is written for the first listener and shared by all.
fn text_of(event: &LiveEvent) -> Message {
    let text = event.rendered(message::written);
    Message::Text(Utf8Bytes::try_from(text).expect("it was written as text"))
}

async fn close(mut socket: WebSocket, patience: Patience, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    // Whoever does not take it is gone already.
    drop(timeout(patience.send_limit, socket.send(Message::Close(Some(frame)))).await);
}
