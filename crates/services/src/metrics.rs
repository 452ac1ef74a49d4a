//! What whoever operates a server may count of it.

use std::sync::Arc;

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
}

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
        Self { core }
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
        let mut counted = Vec::new();
        for description in self.core.sandboxes.describe_all() {
            let provider = self.core.sandboxes.provider(description.key);
            let Some(counters) = provider.and_then(|provider| provider.counters()) else { continue };
            for (name, value) in counters.members() {
                let mut count = |kind: Option<&str>, value: u64| {
                    counted.push(Counter {
                        provider: description.key,
                        name: name.to_owned(),
                        kind: kind.map(str::to_owned),
                        value,
                    });
                };
                if let Ok(value) = value.parse() {
                    count(None, value);
                    continue;
                }
                for (kind, value) in value.members() {
                    if let Ok(value) = value.parse() {
                        count(Some(kind), value);
                    }
                }
            }
        }
        counted
    }
}
