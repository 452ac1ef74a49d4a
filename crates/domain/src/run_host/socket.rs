//! What goes over a run host's socket: one JSON document per line, each way.
//!
//! The host greets every client with [`HostMessage::Hello`]; whoever does not know the protocol's
//! version or expects another token hangs up. The start answer ([`HostMessage::Started`],
//! [`HostMessage::NotStarted`] or [`HostMessage::AlreadyStarted`]) also goes to the host's
//! standard output, where the server that started it waits.

use serde::{Deserialize, Serialize};

use super::StopReason;
use crate::time::Timestamp;

/// What a client asks of a host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HostRequest {
    /// Tell me of the start, of growth of the log, and of the end.
    Watch {},
    /// Stop the program: soft signal, grace, force.
    #[serde(rename_all = "camelCase")]
    Stop {
        /// Why.
        reason: StopReason,
        /// How long the program may take to end by itself, for hosts of before: those of now go by
        /// what the program was started with.
        #[serde(default)]
        grace_millis: u64,
        /// Says just that, to hosts between those of before and those of now.
        #[serde(default)]
        as_started: bool,
    },
}

impl HostRequest {
    /// Asks for a stop within the grace of the program's start.
    #[must_use]
    pub const fn stop(reason: StopReason) -> Self {
        Self::Stop { reason, grace_millis: 15_000, as_started: true }
    }
}

/// What a host tells a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HostMessage {
    /// The greeting.
    Hello {
        /// The version of the formats.
        protocol: u32,
        /// The run's token: who sends it is the run's host.
        token: String,
    },
    /// The program runs.
    #[serde(rename_all = "camelCase")]
    Started {
        /// Its process id.
        process_id: u32,
        /// When it was started.
        started_at: Timestamp,
    },
    /// The program could not be started.
    NotStarted {
        /// What was in the way, for people.
        message: String,
    },
    /// The run had its start before; nothing was done.
    AlreadyStarted {},
    /// The log has grown.
    Log {
        /// Its size; all lines up to there are complete.
        bytes: u64,
    },
    /// The wish to stop was taken.
    Stopping {},
    /// The program ended, its group with it, and the exit record is in place.
    Ended {},
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_of_an_older_server_names_its_grace() {
        let wish: HostRequest =
            serde_json::from_str(r#"{"stop":{"reason":"cancel","graceMillis":5}}"#).unwrap();
        let expected = HostRequest::Stop { reason: StopReason::Cancel, grace_millis: 5, as_started: false };
        assert_eq!(wish, expected);
    }
}
