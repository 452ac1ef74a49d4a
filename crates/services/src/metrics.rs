//! What whoever operates a server may count of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use wireclip_domain::OpaqueJson;
use wireclip_domain::run::RunStatus;
use wireclip_store::runs;

use crate::core::Core;
use crate::environments::require_admin;
use crate::error::ServiceResult;
use crate::request::Request;

/// Actions on what is counted.
#[derive(Debug, Clone)]
pub struct Metrics {
    core: Arc<Core>,
    /// What providers counted in the programs of runs that have ended, by the provider's key.
    of_runs: Arc<Mutex<BTreeMap<String, Counts>>>,
}

/// Counts, by the provider's word and the kind.
type Counts = BTreeMap<(String, Option<String>), u64>;

/// What is counted of a server.
#[derive(Debug, Clone)]
pub struct Counted {
    /// The program's version.
    pub version: &'static str,
    /// How many runs stand so; none of a status is a zero.
    pub live_runs: Vec<(RunStatus, u64)>,
    /// What the providers of sandboxes count, since this server's start.
    pub providers: Vec<Counter>,
}

/// A count that only grows while the server lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// The key of the provider that counts.
    pub provider: &'static str,
    /// What it counts, in the provider's word (`hits`, `drainWaitMs`).
    pub name: String,
    /// Of which kind, if it tells kinds apart.
    pub kind: Option<String>,
    /// How many.
    pub value: u64,
}

impl Metrics {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core, of_runs: Arc::default() }
    }

    /// Adds what a provider counted in the program of a run that has ended: each such program
    /// keeps handles of its own, and nobody else counts their uses.
    pub fn add_of_run(&self, provider: &str, counters: &OpaqueJson) {
        let mut of_runs = self.of_runs.lock().unwrap_or_else(PoisonError::into_inner);
        let all = of_runs.entry(provider.to_owned()).or_default();
        for (counter, value) in read(counters) {
            let count = all.entry(counter).or_default();
            *count = count.saturating_add(value);
        }
    }

    /// Counts.
    ///
    /// # Errors
    /// `Forbidden` for whoever does not look after the instance.
    pub async fn read(&self, request: &Request) -> ServiceResult<Counted> {
        require_admin(request)?;
        let found = runs::count_live(&self.core.store.read()).await?;
        let of = |status| found.iter().find(|(of, _)| *of == status).map_or(0, |(_, count)| *count);
        Ok(Counted {
            version: self.core.facts.version,
            live_runs: RunStatus::LIVE.iter().map(|status| (*status, of(*status))).collect(),
            providers: self.of_providers(),
        })
    }

    fn of_providers(&self) -> Vec<Counter> {
        let of_runs = self.of_runs.lock().unwrap_or_else(PoisonError::into_inner);
        let mut counted = Vec::new();
        for description in self.core.sandboxes.describe_all() {
            let provider = self.core.sandboxes.provider(description.key);
            let here = provider.and_then(|provider| provider.counters());
            let mut there = of_runs.get(description.key).cloned().unwrap_or_default();
            let here = here.as_ref().map(read).unwrap_or_default().into_iter().map(|(counter, value)| {
                let value = value.saturating_add(there.remove(&counter).unwrap_or_default());
                (counter, value)
            });
            let here: Vec<_> = here.collect();
            counted.extend(here.into_iter().chain(there).map(|((name, kind), value)| Counter {
                provider: description.key,
                name,
                kind,
                value,
            }));
        }
        counted
    }
}

/// Reads what a provider counted: numbers, or numbers by kind.
fn read(counters: &OpaqueJson) -> Vec<((String, Option<String>), u64)> {
    let mut counts = Vec::new();
    for (name, value) in counters.members() {
        if let Ok(value) = value.parse() {
            counts.push(((name.to_owned(), None), value));
            continue;
        }
        for (kind, value) in value.members() {
            if let Ok(value) = value.parse() {
                counts.push(((name.to_owned(), Some(kind.to_owned())), value));
            }
        }
    }
    counts
}
