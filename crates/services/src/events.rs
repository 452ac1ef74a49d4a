//! Telling others what was committed.
//!
//! Each company has a channel while somebody listens to it. A listener that falls behind loses
//! its place in the channel, not the events: stored ones can be read again by their number.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bytes::Bytes;
use tokio::sync::broadcast;
use wireclip_domain::event::Event;
use wireclip_domain::run_host::OutputChunk;
use wireclip_domain::{AgentId, CompanyId, IssueId, RunId, Timestamp};
use wireclip_store::activity::{ActivityEntry, Recorded};

/// How many may listen to one company, and to all together.
const LISTENERS_OF_COMPANY: usize = 2000;
const LISTENERS_OF_ALL: usize = 4000;

/// How many events a listener may fall behind before it has to read them from the store.
const CHANNEL_CAPACITY: usize = 1024;

/// The number of the next event that this process tells of.
static NEXT_ID: AtomicU64 = AtomicU64::new(1);

/// Something that happened, on its way to listeners.
#[derive(Debug)]
pub struct LiveEvent {
    /// Its number among all that this process ever told; another process has other numbers.
    pub id: u64,
    /// The company in which it happened.
    pub company_id: CompanyId,
    /// Its number among the company's events; output has none.
    pub seq: Option<i64>,
    /// When it happened.
    pub created_at: Timestamp,
    /// What happened.
    pub body: LiveEventBody,
    rendered: OnceLock<Bytes>,
}

/// What happened.
#[derive(Debug)]
pub enum LiveEventBody {
    /// An entry of the activity log.
    Activity(ActivityEntry),
    /// An event of another kind.
    Event(Event),
    /// A run printed something; this is not stored as an event, the run's log has it.
    Output(LiveOutput),
}

/// Output of a run.
#[derive(Debug, Clone)]
pub struct LiveOutput {
    /// The run.
    pub run_id: RunId,
    /// Its agent.
    pub agent_id: AgentId,
    /// The issue that it is about.
    pub issue_id: Option<IssueId>,
    /// What it printed.
    pub chunk: OutputChunk,
    /// Whether the text was cut for listeners.
    pub is_truncated: bool,
}

impl LiveEvent {
    /// Makes an event for listeners.
    #[must_use]
    pub fn new(company_id: CompanyId, seq: Option<i64>, created_at: Timestamp, body: LiveEventBody) -> Self {
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Self { id, company_id, seq, created_at, body, rendered: OnceLock::new() }
    }

    /// Makes an event for listeners out of what is stored; nothing if a newer server stored it
    /// and this one does not know its kind.
    #[must_use]
    pub fn of_recorded(company_id: CompanyId, recorded: Recorded) -> Option<Self> {
        let seq = Some(recorded.seq());
        match recorded {
            Recorded::Activity(entry) => {
                let created_at = entry.created_at;
                Some(Self::new(company_id, seq, created_at, LiveEventBody::Activity(entry)))
            }
            Recorded::Event { created_at, event, .. } => {
                let event = event.parse().ok()?;
                Some(Self::new(company_id, seq, created_at, LiveEventBody::Event(event)))
            }
        }
    }

    /// Returns the entry of the log that it tells of, if it is one.
    #[must_use]
    pub fn entry(&self) -> Option<&ActivityEntry> {
        match &self.body {
            LiveEventBody::Activity(entry) => Some(entry),
            LiveEventBody::Event(_) | LiveEventBody::Output(_) => None,
        }
    }

    /// Returns the event as text, rendering it for the first listener only.
    pub fn rendered(&self, render: impl FnOnce(&Self) -> String) -> Bytes {
        self.rendered.get_or_init(|| Bytes::from(render(self))).clone()
    }
}

/// Where events are told.
#[derive(Debug, Clone, Default)]
pub struct EventBus {
    channels: Arc<Mutex<HashMap<CompanyId, broadcast::Sender<Arc<LiveEvent>>>>>,
}

/// A place from which a company's events are heard.
#[derive(Debug)]
pub struct Subscription {
    receiver: broadcast::Receiver<Arc<LiveEvent>>,
}

/// The listener fell behind and has to read what it missed from the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FellBehind;

impl Subscription {
    /// Returns the next event if it is there already.
    ///
    /// # Errors
    /// `FellBehind` if events were dropped since the last call.
    pub(crate) fn next_at_once(&mut self) -> Result<Option<Arc<LiveEvent>>, FellBehind> {
        match self.receiver.try_recv() {
            Ok(event) => Ok(Some(event)),
            Err(broadcast::error::TryRecvError::Lagged(_)) => Err(FellBehind),
            Err(broadcast::error::TryRecvError::Empty | broadcast::error::TryRecvError::Closed) => Ok(None),
        }
    }

    /// Waits for the next event. Cancel safe. `None` once the server stops.
    ///
    /// # Errors
    /// `FellBehind` if events were dropped since the last call.
    pub async fn next(&mut self) -> Result<Option<Arc<LiveEvent>>, FellBehind> {
        match self.receiver.recv().await {
            Ok(event) => Ok(Some(event)),
            Err(broadcast::error::RecvError::Closed) => Ok(None),
            Err(broadcast::error::RecvError::Lagged(_)) => Err(FellBehind),
        }
    }
}

/// How many listen already, of those that may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Crowded {
    /// As many as may listen to one company.
    Company,
    /// As many as may listen to all companies together.
    Server,
}

impl EventBus {
    /// Listens to a company from now on, if not too many do.
    pub(crate) fn subscribe_listener(&self, company_id: CompanyId) -> Result<Subscription, Crowded> {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        let here = channels.get(&company_id).map_or(0, broadcast::Sender::receiver_count);
        if here >= LISTENERS_OF_COMPANY {
            return Err(Crowded::Company);
        }
        if channels.values().map(broadcast::Sender::receiver_count).sum::<usize>() >= LISTENERS_OF_ALL {
            return Err(Crowded::Server);
        }
        let sender = channels.entry(company_id).or_insert_with(|| broadcast::Sender::new(CHANNEL_CAPACITY));
        Ok(Subscription { receiver: sender.subscribe() })
    }

    /// Listens to a company from now on.
    #[must_use]
    pub fn subscribe(&self, company_id: CompanyId) -> Subscription {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = channels.entry(company_id).or_insert_with(|| broadcast::Sender::new(CHANNEL_CAPACITY));
        Subscription { receiver: sender.subscribe() }
    }

    /// Returns whether anybody listens to a company.
    #[must_use]
    pub fn has_listeners(&self, company_id: CompanyId) -> bool {
        let channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        channels.get(&company_id).is_some_and(|sender| sender.receiver_count() > 0)
    }

    /// Returns how many listen to a company.
    pub(crate) fn count_listeners(&self, company_id: CompanyId) -> usize {
        let channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        channels.get(&company_id).map_or(0, broadcast::Sender::receiver_count)
    }

    /// Returns the companies that somebody listens to.
    #[must_use]
    pub fn companies_with_listeners(&self) -> Vec<CompanyId> {
        let channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        let listened = channels.iter().filter(|(_, sender)| sender.receiver_count() > 0);
        listened.map(|(company_id, _)| *company_id).collect()
    }

    /// Tells whoever listens; forgets the channels of companies that nobody listens to.
    pub fn publish(&self, event: LiveEvent) {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        let company_id = event.company_id;
        let Some(sender) = channels.get(&company_id) else { return };
        if sender.send(Arc::new(event)).is_err() {
            channels.remove(&company_id);
        }
    }

    /// Ends all subscriptions.
    pub fn close(&self) {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_company_is_heard_by_so_many_and_all_together_by_twice_that() {
        let bus = EventBus::default();
        let companies = [CompanyId::random(), CompanyId::random(), CompanyId::random()];
        let mut listeners = Vec::new();
        for company_id in &companies[..2] {
            for _ in 0..LISTENERS_OF_COMPANY {
                listeners.push(bus.subscribe_listener(*company_id).expect("there is room"));
            }
            assert_eq!(bus.subscribe_listener(*company_id).err(), Some(Crowded::Company));
        }
        assert_eq!(bus.subscribe_listener(companies[2]).err(), Some(Crowded::Server));
        // The server itself still hears what it waits for.
        drop(bus.subscribe(companies[0]));
        listeners.pop();
        bus.subscribe_listener(companies[2]).expect("one has gone");
    }
}
