//! Follows a run: the log's file for what was said, the host's socket for when.
//!
//! **Invariant:** the file is the buffer. Whatever the run prints and however slowly the receiver
//! takes it, one reading of the file is in memory.

use std::path::Path;
use std::time::Duration;

use tokio::sync::mpsc;
use wireclip_domain::retry::Doubling;
use wireclip_domain::run_host::StartIntent;
use wireclip_domain::run_host::socket::{HostMessage, HostRequest};
use wireclip_ports::host::{Ending, HostError, HostEvent, LogPosition};

use super::control::{HostSocket, RETRY_PAUSE};
use super::folder::RunFolder;
use super::log_file::{self, Forwarded, LogReader};
use super::processes;

/// The pauses before a host is tried again; at first there is none.
const PAUSES: Doubling = Doubling { first: Duration::from_millis(1), longest: RETRY_PAUSE };

pub(super) async fn follow(
    folder: &RunFolder,
    log_path: &Path,
    from: LogPosition,
    events: &mpsc::Sender<HostEvent>,
) -> Result<(), HostError> {
    let mut log = LogReader::new(log_path, from);
    let mut failures = 0_u32;
    while let Some(intent) = folder.living_host().await? {
        if log.forward(events).await? == Forwarded::NobodyListens {
            return Ok(());
        }
        match watch(folder, &intent, &mut log, events).await? {
            Watched::NobodyListens => return Ok(()),
            Watched::HungUp => failures = 0,
            // Usually its host has just written the exit record, and the next look finds it.
            Watched::NoAnswer => {
                tokio::time::sleep(PAUSES.after(failures)).await;
                failures = failures.saturating_add(1);
            }
        }
    }
    if log.forward(events).await? == Forwarded::NobodyListens {
        return Ok(());
    }
    let exit = folder.exit().await?;
    if exit.is_none() {
        processes::sweep(folder).await?;
    }
    let mut tails = log.into_tails();
    if !tails.are_full() && from.bytes > 0 {
        tails = log_file::tails_before(log_path, from).await?.followed_by(&tails);
    }
    let (stdout_tail, stderr_tail) = tails.into_texts();
    // Who does not hear this has stopped to listen.
    let told = events.send(HostEvent::Ended(Ending { exit, stdout_tail, stderr_tail })).await;
    drop(told);
    Ok(())
}

enum Watched {
    /// The receiver is gone.
    NobodyListens,
    /// The host ended, or has closed the conversation.
    HungUp,
    /// The host cannot be reached.
    NoAnswer,
}

/// Forwards the log for as long as the host tells of it.
async fn watch(
    folder: &RunFolder,
    intent: &StartIntent,
    log: &mut LogReader,
    events: &mpsc::Sender<HostEvent>,
) -> Result<Watched, HostError> {
    let connected = HostSocket::connect(folder, intent).await;
    let Ok(mut socket) = connected else { return Ok(Watched::NoAnswer) };
    if socket.send(&HostRequest::Watch {}).await.is_err() {
        return Ok(Watched::NoAnswer);
    }
    loop {
        let message = tokio::select! {
            () = events.closed() => return Ok(Watched::NobodyListens),
            message = socket.receive() => message,
        };
        match message {
            Ok(Some(HostMessage::Ended {}) | None) | Err(_) => return Ok(Watched::HungUp),
            Ok(Some(HostMessage::Log { .. })) => {
                if log.forward(events).await? == Forwarded::NobodyListens {
                    return Ok(Watched::NobodyListens);
                }
            }
            Ok(Some(_)) => {}
        }
    }
}
