//! Faults that a test plants: which call they hit, and what goes wrong there.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::routes::Route;

/// What goes wrong.
#[derive(Debug, Clone)]
pub enum Fault {
    /// The call has no effect and is answered so.
    Status {
        /// The HTTP status.
        code: u16,
        /// The body; empty = the error body of the host, with a text of the fake's own.
        body: String,
        /// More headers, such as `Retry-After`.
        headers: Vec<(String, String)>,
    },
    /// The call has its effect, but the answer is this status, as a proxy's time-out would be.
    StatusAfter {
        /// The HTTP status.
        code: u16,
    },
    /// The call takes longer, in real time.
    Delay(Duration),
    /// The call waits before it has any effect, until it is released.
    Hold(Hold),
    /// The call has its effect, and the answer waits until it is released.
    HoldAnswer(Hold),
    /// The connection is dropped before the call has any effect.
    DropBefore,
    /// The call has its effect, and the connection is dropped instead of the answer.
    DropAfter,
    /// The answer's `id` is another one.
    WrongId,
    /// The answer is JSON that breaks off.
    MalformedJson,
    /// The answer's `state` is a word that no client knows.
    UnknownState,
    /// A multipart answer ends well for HTTP, but before its closing boundary: this many parts
    /// are whole, and the next one is cut in its middle.
    TruncateBulk {
        /// How many parts are whole.
        parts: usize,
    },
    /// A multipart answer lacks the part with this number, counted from 0.
    OmitPart {
        /// Counted from 0.
        part: usize,
    },
    /// The connection breaks after this many bytes of the answer's body, or of a websocket's
    /// messages from the sandbox.
    CutStream {
        /// How many bytes still come through.
        after_bytes: usize,
    },
}

impl Fault {
    /// A status with the host's own error body.
    #[must_use]
    pub fn status(code: u16) -> Self {
        Self::Status { code, body: String::new(), headers: Vec::new() }
    }

    /// A status with a page for people, as something gives that stands before the service.
    #[must_use]
    pub fn page(code: u16) -> Self {
        let body =
            format!("<html>\r\n<head><title>{code}</title></head>\r\n<body>gateway</body>\r\n</html>\r\n");
        let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
        Self::Status { code, body, headers }
    }

    /// 429 with `Retry-After`.
    #[must_use]
    pub fn too_many_requests(retry_after_seconds: u64) -> Self {
        let headers = vec![("Retry-After".to_owned(), retry_after_seconds.to_string())];
        Self::Status { code: 429, body: String::new(), headers }
    }
}

/// Holds calls until they are released. Clones are the same hold.
#[derive(Debug, Clone)]
pub struct Hold(Arc<HoldState>);

#[derive(Debug)]
struct HoldState {
    arrived: watch::Sender<usize>,
    released: CancellationToken,
}

impl Hold {
    /// Makes a hold that no call has reached.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(HoldState { arrived: watch::Sender::new(0), released: CancellationToken::new() }))
    }

    /// Waits until so many calls have reached the hold.
    pub async fn arrived(&self, calls: usize) {
        let mut arrived = self.0.arrived.subscribe();
        // The sender lives as long as `self`.
        drop(arrived.wait_for(|count| *count >= calls).await);
    }

    /// Lets all calls pass, those that wait and those to come.
    pub fn release(&self) {
        self.0.released.cancel();
    }

    /// Whether it lets calls pass.
    #[must_use]
    pub fn is_released(&self) -> bool {
        self.0.released.is_cancelled()
    }

    pub(crate) async fn pass(&self) {
        self.0.arrived.send_modify(|count| *count += 1);
        self.0.released.cancelled().await;
    }
}

impl Default for Hold {
    fn default() -> Self {
        Self::new()
    }
}

/// Which calls a fault hits. A bare [`Route`] means its next call.
#[derive(Debug, Clone)]
pub struct Target {
    route: Route,
    sandbox: Option<String>,
    /// Calls that still pass unharmed.
    skip: u64,
    /// Calls that are still to be hit; `None` = all.
    hits: Option<u64>,
}

impl From<Route> for Target {
    fn from(route: Route) -> Self {
        Self { route, sandbox: None, skip: 0, hits: Some(1) }
    }
}

impl Route {
    /// The `n`-th call from now on, counted from 1.
    #[must_use]
    pub fn nth(self, n: u64) -> Target {
        Target { skip: n.saturating_sub(1), ..Target::from(self) }
    }

    /// The next `count` calls.
    #[must_use]
    pub fn times(self, count: u64) -> Target {
        Target { hits: Some(count), ..Target::from(self) }
    }

    /// Every call, until the faults are cleared.
    #[must_use]
    pub fn always(self) -> Target {
        Target { hits: None, ..Target::from(self) }
    }

    /// The next call for this sandbox.
    #[must_use]
    pub fn of(self, sandbox: impl Into<String>) -> Target {
        Target::from(self).of(sandbox)
    }
}

impl Target {
    /// Only calls that name this sandbox in their path; others are not counted.
    #[must_use]
    pub fn of(self, sandbox: impl Into<String>) -> Self {
        Self { sandbox: Some(sandbox.into()), ..self }
    }

    fn concerns(&self, route: Route, sandbox: Option<&str>) -> bool {
        self.route == route && self.sandbox.as_deref().is_none_or(|only| sandbox == Some(only))
    }
}

/// The faults that are planted.
#[derive(Debug, Default)]
pub(crate) struct FaultPlan(Vec<(Target, Fault)>);

impl FaultPlan {
    pub(crate) fn plant(&mut self, target: Target, fault: Fault) {
        self.0.push((target, fault));
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns what hits this call, in the order of planting, and counts the call.
    pub(crate) fn take(&mut self, route: Route, sandbox: Option<&str>) -> Vec<Fault> {
        let mut hits = Vec::new();
        for (target, fault) in &mut self.0 {
            if !target.concerns(route, sandbox) {
                continue;
            }
            if target.skip > 0 {
                target.skip -= 1;
                continue;
            }
            match &mut target.hits {
                Some(0) => continue,
                Some(left) => *left -= 1,
                None => {}
            }
            hits.push(fault.clone());
        }
        self.0.retain(|(target, _)| target.hits != Some(0));
        hits
    }
}
