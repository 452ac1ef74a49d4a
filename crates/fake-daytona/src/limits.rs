//! Rate limits: counters per organisation, and the headers that tell of them.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, HeaderName, HeaderValue};

use crate::options::RateLimits;
use crate::routes::{self, Route};

/// How long a counter counts.
pub(crate) const WINDOW: Duration = Duration::from_mins(1);

/// Which counter a request moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Counter {
    Authenticated,
    SandboxCreate,
    SandboxLifecycle,
    FailedAuth,
}

impl Counter {
    fn word(self) -> &'static str {
        match self {
            Self::Authenticated => "authenticated",
            Self::SandboxCreate => "sandbox-create",
            Self::SandboxLifecycle => "sandbox-lifecycle",
            Self::FailedAuth => "failed-auth",
        }
    }

    fn limit(self, limits: &RateLimits) -> u64 {
        match self {
            Self::Authenticated => limits.authenticated,
            Self::SandboxCreate => limits.sandbox_create,
            Self::SandboxLifecycle => limits.sandbox_lifecycle,
            Self::FailedAuth => limits.failed_auth,
        }
    }

    /// Returns the counters of an operation, for a caller with a valid key or without one.
    pub(crate) fn of(route: Route, is_authenticated: bool) -> &'static [Self] {
        match route {
            _ if !is_authenticated => &[Self::FailedAuth],
            routes::CREATE_SANDBOX => &[Self::Authenticated, Self::SandboxCreate],
            routes::DELETE_SANDBOX
            | routes::START_SANDBOX
            | routes::STOP_SANDBOX
            | routes::RECOVER_SANDBOX
            | routes::ARCHIVE_SANDBOX
            | routes::SNAPSHOT_SANDBOX => &[Self::Authenticated, Self::SandboxLifecycle],
            _ => &[Self::Authenticated],
        }
    }
}

/// A request's standing with its counters.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    pub(crate) headers: HeaderMap,
    pub(crate) is_exceeded: bool,
}

/// All counters, each with the real time at which its minute began.
#[derive(Debug, Default)]
pub(crate) struct Windows(BTreeMap<(String, Counter), (Duration, u64)>);

impl Windows {
    /// Counts a request of `who` and returns where it stands.
    pub(crate) fn count(
        &mut self,
        who: &str,
        counters: &[Counter],
        limits: &RateLimits,
        real_now: Duration,
    ) -> Standing {
        let mut standing = Standing::default();
        for counter in counters {
            let window = self.0.entry((who.to_owned(), *counter)).or_insert((real_now, 0));
            if real_now - window.0 >= WINDOW {
                *window = (real_now, 0);
            }
            window.1 += 1;
            let limit = counter.limit(limits);
            let reset = (WINDOW - (real_now - window.0)).as_secs().max(1);
            let remaining = limit.saturating_sub(window.1);
            for (part, value) in [("limit", limit), ("remaining", remaining), ("reset", reset)] {
                standing.set(&format!("x-ratelimit-{part}-{}", counter.word()), value);
            }
            if window.1 > limit {
                standing.is_exceeded = true;
                standing.set(RETRY_AFTER.as_str(), reset);
            }
        }
        standing
    }
}

impl Standing {
    /// The headers of a limit that is only told.
    pub(crate) fn forgiven(mut self) -> Self {
        self.headers.remove(RETRY_AFTER);
        Self { is_exceeded: false, ..self }
    }

    fn set(&mut self, name: &str, value: u64) {
        let name = HeaderName::try_from(name).expect("made of letters and dashes");
        self.headers.insert(name, HeaderValue::from(value));
    }
}
