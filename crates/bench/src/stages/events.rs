//! How soon many listeners hear of a comment.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use futures_util::StreamExt;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::bench::Bench;
use crate::samples::{Samples, millis};
use crate::seed;
use crate::server::Server;
use crate::table::{Measured, Table};

const LISTENERS: usize = 50;
const COMMENTS: usize = 200;
/// How long the last listener may take to hear of a comment.
const PATIENCE: Duration = Duration::from_secs(10);
/// What comments begin with; the number follows, and a full stop.
const MARK: &str = "Heard number ";

/// A listener heard of a comment.
struct Heard {
    number: usize,
    at: Instant,
}

pub(super) async fn measure(bench: &Bench, server: &Server, table: &mut Table) {
    match times(bench, server).await {
        Ok(times) => {
            let detail =
                format!("{} comments one after the other, {LISTENERS} listeners", times.len() / LISTENERS);
            table.put("events", Ok(Measured::new(millis(times.median()), detail.clone())));
            table.put("events-p99", Ok(Measured::new(millis(times.quantile(99)), detail)));
        }
        Err(error) => table.fail(&["events", "events-p99"], &error),
    }
}

/// From the moment before the request to each listener's message.
async fn times(bench: &Bench, server: &Server) -> anyhow::Result<Samples> {
    let mut client = server.client().await?;
    let company = seed::company(&mut client, "Listening").await?;
    let path = format!("/issues/{}/comments", seed::issue(&mut client, &company, "Heard").await?);
    let (tell, mut heard) = mpsc::unbounded_channel();
    let mut listeners = JoinSet::new();
    for _ in 0..LISTENERS {
        listeners.spawn(listen(open(server, &company).await?, tell.clone()));
    }
    drop(tell);
    let warm_up = 5;
    let mut times = Vec::new();
    for number in 0..warm_up + bench.scaled(COMMENTS) {
        let sent = Instant::now();
        client.post(&path, &json!({"body": format!("{MARK}{number}.")})).await?;
        let all = gather(&mut heard, number, sent);
        let all =
            tokio::time::timeout(PATIENCE, all).await.context("not every listener heard of a comment")??;
        if number >= warm_up {
            times.extend(all);
        }
    }
    Ok(Samples::new(times))
}

async fn open(server: &Server, company: &str) -> anyhow::Result<WebSocketStream<TcpStream>> {
    let address = server.address();
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{address}/api/companies/{company}/events/ws");
    let (socket, _) = tokio_tungstenite::client_async(url, stream).await.context("open a websocket")?;
    Ok(socket)
}

/// Tells once of every comment that the socket brings, until either side is gone.
async fn listen(mut socket: WebSocketStream<TcpStream>, tell: mpsc::UnboundedSender<Heard>) {
    let mut last = None;
    while let Some(Ok(message)) = socket.next().await {
        let at = Instant::now();
        if let Message::Text(text) = message
            && let Some(number) = number_in(&text)
            && last.replace(number) != Some(number)
            && tell.send(Heard { number, at }).is_err()
        {
            break;
        }
    }
}

async fn gather(
    heard: &mut mpsc::UnboundedReceiver<Heard>,
    number: usize,
    sent: Instant,
) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::new();
    while times.len() < LISTENERS {
        let Some(message) = heard.recv().await else { bail!("every listener was hung up on") };
        if message.number == number {
            times.push(message.at.duration_since(sent));
        }
    }
    Ok(times)
}

/// The number of the comment that a message is about. Found, not parsed: 50 listeners in one
/// thread should not measure themselves.
fn number_in(text: &str) -> Option<usize> {
    let (_, rest) = text.split_once(MARK)?;
    rest.split_once('.')?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::number_in;

    #[test]
    fn the_comment_is_found_in_its_event() {
        assert_eq!(number_in(r#"{"payload":{"details":{"bodySnippet":"Heard number 17."}}}"#), Some(17));
        assert_eq!(number_in(r#"{"type":"agent.status"}"#), None);
    }
}
