//! Connections: how many there may be at once, and how long one may keep its place in silence.
//!
//! **Invariant:** a client that says nothing, sends half a request or takes no answer loses its
//! connection; and however many there are, descriptors are left for runs and the database.

mod place;
mod pulse;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;
use wireclip_http::ClientAddress;

use self::place::Placed;
use self::pulse::Pulse;

/// How many connections there may be, and how long they may be silent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// How many may be open at once.
    pub(crate) most: usize,
    /// How long a client may take for the head of a request, from the connection's start or the
    /// last answer on.
    pub(crate) head: Duration,
    /// How long a client may take nothing of an answer.
    pub(crate) stall: Duration,
}

/// How many are left for runs, their logs and the database.
const RESERVED_DESCRIPTORS: u64 = 256;
const FEWEST_CONNECTIONS: u64 = 64;
/// As many as need no more memory than a small machine has.
const MOST_CONNECTIONS: u64 = 8_192;
/// How many of those that came too many may wait for a place, and for how long.
const MOST_WAITING: usize = 32;
const WAIT_FOR_PLACE: Duration = Duration::from_secs(2);
/// How many may be told at once that there is no place.
const MOST_TURNED_AWAY: usize = 64;
/// How long no connection is taken after the system refused to give one.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);

const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
    retry-after: 2\r\nconnection: close\r\ncontent-length: 88\r\n\r\n\
    {\"error\":\"The server has too many connections; try again\",\"code\":\"too_many_connections\"}";

impl Limits {
    /// Leaves some of the descriptors that the server may have.
    pub(crate) fn within(descriptors: u64) -> Self {
        let most = (descriptors.saturating_sub(RESERVED_DESCRIPTORS) / 4 * 3)
            .clamp(FEWEST_CONNECTIONS, MOST_CONNECTIONS);
        let most = usize::try_from(most).expect("the most fits");
        Self { most, head: Duration::from_secs(30), stall: Duration::from_secs(60) }
    }
}

/// Takes connections and answers their requests until `end`, and then those that were begun.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: Limits, end: CancellationToken) {
    let hall = Hall {
        router,
        limits,
        places: Arc::new(Semaphore::new(limits.most)),
        waiting: Arc::new(Semaphore::new(MOST_WAITING)),
        leaving: Arc::new(Semaphore::new(MOST_TURNED_AWAY)),
        crowded: Arc::new(Notify::new()),
        end: end.clone(),
    };
    let tasks = TaskTracker::new();
    loop {
        let (socket, from) = tokio::select! {
            () = end.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok((socket, from)) => (socket, ClientAddress(from.ip())),
                Err(error) if is_the_clients(&error) => continue,
                Err(error) => {
                    tracing::warn!(%error, "cannot take a connection");
                    hall.crowded.notify_waiters();
                    pause().await;
                    continue;
                }
            },
        };
        hall.let_in(socket, from, &tasks);
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

/// Returns whether a connection was gone before it was taken.
fn is_the_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

#[expect(
    clippy::disallowed_methods,
    reason = "the operating system does not say when it has descriptors again"
)]
async fn pause() {
    tokio::time::sleep(ACCEPT_AGAIN).await;
}

/// Where connections have their places.
#[derive(Clone)]
struct Hall {
    router: Router,
    limits: Limits,
    places: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    leaving: Arc<Semaphore>,
    /// Somebody has no place: who only keeps a connection for later is to let go of it.
    crowded: Arc<Notify>,
    end: CancellationToken,
}

impl Hall {
    fn let_in(&self, socket: TcpStream, from: ClientAddress, tasks: &TaskTracker) {
        let hall = self.clone();
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            tasks.spawn(async move { hall.answer(socket, from, place).await });
            return;
        }
        self.crowded.notify_waiters();
        if let Ok(seat) = Arc::clone(&self.waiting).try_acquire_owned() {
            tasks.spawn(async move {
                let place = Arc::clone(&hall.places).acquire_owned();
                let place = tokio::time::timeout(WAIT_FOR_PLACE, place).await;
                match place {
                    Ok(Ok(place)) => {
                        drop(seat);
                        hall.answer(socket, from, place).await;
                    }
                    _ => turn_away(socket).await,
                }
            });
        } else if let Ok(seat) = Arc::clone(&self.leaving).try_acquire_owned() {
            tasks.spawn(async move {
                turn_away(socket).await;
                drop(seat);
            });
        }
        // Whoever finds even the way out full is let go without a word.
    }

    /// Answers the requests of one connection.
    async fn answer(self, socket: TcpStream, from: ClientAddress, place: OwnedSemaphorePermit) {
        if let Err(error) = socket.set_nodelay(true) {
            tracing::debug!(%error, "a connection is gone already");
            return;
        }
        let service =
            self.router.map_request(move |request: hyper::Request<hyper::body::Incoming>| -> Request {
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(from);
                request
            });
        let pulse = Arc::new(Pulse::new());
        let service = service.map_future({
            let pulse = Arc::clone(&pulse);
            move |answer| {
                let answering = pulse.answering();
                async move {
                    let answer = answer.await;
                    drop(answering);
                    answer
                }
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.head)
            .serve_connection(
                TokioIo::new(Placed::new(socket, place, self.limits.stall, Arc::clone(&pulse))),
                TowerToHyperService::new(service),
            )
            .with_upgrades();
        let mut connection = std::pin::pin!(connection);
        let mut is_ending = false;
        loop {
            let crowded = self.crowded.notified();
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!(%error, "a connection ended early");
                    }
                    return;
                }
                () = self.end.cancelled(), if !is_ending => {
                    is_ending = true;
                    connection.as_mut().graceful_shutdown();
                }
                () = crowded => {
                    if pulse.is_quiet() {
                        return;
                    }
                    // An idle connection ends at once, a busy one behind its answer.
                    connection.as_mut().graceful_shutdown();
                }
            }
        }
    }
}

/// Says that there is no place, in a way that arrives: what the client has sent is read first.
async fn turn_away(mut socket: TcpStream) {
    let word = async {
        socket.write_all(TOO_MANY).await?;
        socket.shutdown().await?;
        let mut unread = [0_u8; 1024];
        while socket.read(&mut unread).await? > 0 {}
        Ok::<_, io::Error>(())
    };
    // A client that is gone, or sends on and on, has had its chance.
    drop(tokio::time::timeout(WAIT_FOR_PLACE, word).await);
}

#[cfg(test)]
mod tests;
