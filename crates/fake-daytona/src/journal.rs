//! What was asked of the fake, in order, and how often.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::routes::Route;

/// How many requests are remembered one by one; the counters go on beyond it.
const REMEMBERED: usize = 100_000;

/// A request that reached the fake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Counted from 0 since the fake began or the journal was cleared.
    pub number: u64,
    /// The fake's own time, as the wire spells it.
    pub time: String,
    /// Real time since the fake began; milliseconds in JSON.
    #[serde(rename = "sinceStartMs", serialize_with = "as_millis")]
    pub since_start: Duration,
    /// In capitals.
    pub method: String,
    /// Without the query.
    pub path: String,
    /// The operation's template; empty if nothing answers the path.
    pub template: &'static str,
    /// The sandbox of the path, as the caller named it.
    pub sandbox: Option<String>,
    /// Tells API keys apart without telling them; see [`key_fingerprint`].
    pub key: Option<String>,
    /// What was answered; absent while it is held, or if the connection was dropped.
    pub status: Option<u16>,
    /// The number of the request that came next after the answer, which tells what was under way
    /// together; absent as long as there is no answer.
    pub answered_before: Option<u64>,
}

fn as_millis<S: serde::Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u128(duration.as_millis())
}

/// Returns what the journal shows of an API key: 12 hexadecimal digits of its SHA-256.
#[must_use]
pub fn key_fingerprint(key: &str) -> String {
    let mut digits = hex::encode(Sha256::digest(key));
    digits.truncate(12);
    digits
}

#[derive(Debug, Default)]
pub(crate) struct Journal {
    entries: VecDeque<Entry>,
    next: u64,
    counts: BTreeMap<Route, u64>,
    of_sandbox: BTreeMap<(Route, String), u64>,
}

impl Journal {
    /// Notes a request and returns its number.
    pub(crate) fn note(&mut self, route: Option<Route>, mut entry: Entry) -> u64 {
        if let Some(route) = route {
            entry.template = route.template;
            *self.counts.entry(route).or_default() += 1;
            if let Some(sandbox) = &entry.sandbox {
                *self.of_sandbox.entry((route, sandbox.clone())).or_default() += 1;
            }
        }
        entry.number = self.next;
        self.next += 1;
        if self.entries.len() == REMEMBERED {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
        self.next - 1
    }

    /// Notes what was answered to a request that may be forgotten by now.
    pub(crate) fn note_answer(&mut self, number: u64, status: u16) {
        let first = self.entries.front().map_or(0, |entry| entry.number);
        let index = number.checked_sub(first).and_then(|index| usize::try_from(index).ok());
        if let Some(entry) = index.and_then(|index| self.entries.get_mut(index)) {
            entry.status = Some(status);
            entry.answered_before = Some(self.next);
        }
    }

    pub(crate) fn entries(&self) -> Vec<Entry> {
        self.entries.iter().cloned().collect()
    }

    pub(crate) fn count(&self, route: Route) -> u64 {
        self.counts.get(&route).copied().unwrap_or(0)
    }

    pub(crate) fn count_for(&self, route: Route, sandbox: &str) -> u64 {
        self.of_sandbox.get(&(route, sandbox.to_owned())).copied().unwrap_or(0)
    }

    pub(crate) fn counts(&self) -> BTreeMap<String, u64> {
        self.counts.iter().map(|(route, count)| (route.to_string(), *count)).collect()
    }

    /// Forgets everything. Numbers go on, so that late answers find no wrong entry.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.counts.clear();
        self.of_sandbox.clear();
    }
}
