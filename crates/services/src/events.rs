//! Telling others what was committed.
//!
//! Each company has a channel while somebody listens to it. A listener that falls behind loses
//! its place in the channel, not the events: stored ones can be read again by their number.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

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
    /// Events before this one were missed that nobody can tell any more.
    Missed,
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

    /// Makes an event for listeners out of what is stored; nothing if it does not read: a newer
    /// server may have stored it, of a kind that this one does not know.
    #[must_use]
    pub fn of_recorded(company_id: CompanyId, recorded: Recorded) -> Option<Self> {
        let seq = Some(recorded.seq());
        match recorded {
            Recorded::Activity(entry) => {
                let created_at = entry.created_at;
                Some(Self::new(company_id, seq, created_at, LiveEventBody::Activity(*entry)))
            }
            Recorded::Event { created_at, event, .. } => {
                let event = event
                    .parse()
                    .inspect_err(|error| {
                        let error = error as &dyn std::error::Error;
                        tracing::warn!(company.id = %company_id, seq, error, "nobody is told of an event");
                    })
                    .ok()?;
                Some(Self::new(company_id, seq, created_at, LiveEventBody::Event(event)))
            }
        }
    }

    /// Returns the entry of the log that it tells of, if it is one.
    #[must_use]
    pub fn entry(&self) -> Option<&ActivityEntry> {
        match &self.body {
            LiveEventBody::Activity(entry) => Some(entry),
            LiveEventBody::Event(_) | LiveEventBody::Output(_) | LiveEventBody::Missed => None,
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
    channels: Arc<Mutex<HashMap<CompanyId, Channel>>>,
}

/// What is told of one company: everything, to those who listen; the ends of runs, to those who
/// wait for them.
#[derive(Debug)]
struct Channel {
    events: broadcast::Sender<Arc<LiveEvent>>,
    ends: broadcast::Sender<Heard>,
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

/// A place from which the ends of a company's runs are heard, by whoever waits for them.
#[derive(Debug)]
pub(crate) struct Ends {
    receiver: broadcast::Receiver<Heard>,
}

/// What is heard of the ends of runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A run has ended.
    End(RunId),
    /// Some may have ended unheard: the rows say which.
    Gap,
}

impl Ends {
    /// Waits for the next end. Cancel safe. `None` once the server stops.
    pub(crate) async fn next(&mut self) -> Option<Heard> {
        match self.receiver.recv().await {
            Ok(heard) => Some(heard),
            Err(broadcast::error::RecvError::Closed) => None,
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Heard::Gap),
        }
    }
}

impl Channel {
    fn is_left(&self) -> bool {
        self.events.receiver_count() == 0 && self.ends.receiver_count() == 0
    }
}

impl Default for Channel {
    fn default() -> Self {
        Self {
            events: broadcast::Sender::new(CHANNEL_CAPACITY),
            ends: broadcast::Sender::new(CHANNEL_CAPACITY),
        }
    }
}

impl EventBus {
    /// Listens to a company from now on, if not too many do.
    pub(crate) fn subscribe_listener(&self, company_id: CompanyId) -> Result<Subscription, Crowded> {
        let mut channels = self.channels();
        let count = |channel: &Channel| channel.events.receiver_count();
        if channels.get(&company_id).map_or(0, count) >= LISTENERS_OF_COMPANY {
            return Err(Crowded::Company);
        }
        if channels.values().map(count).sum::<usize>() >= LISTENERS_OF_ALL {
            return Err(Crowded::Server);
        }
        let channel = channels.entry(company_id).or_default();
        Ok(Subscription { receiver: channel.events.subscribe() })
    }

    /// Listens to a company from now on.
    #[must_use]
    pub fn subscribe(&self, company_id: CompanyId) -> Subscription {
        Subscription { receiver: self.channels().entry(company_id).or_default().events.subscribe() }
    }

    /// Hears of the ends of a company's runs from now on. That is no listening: nothing is rendered
    /// for it, and it takes nobody's place.
    pub(crate) fn hear_ends(&self, company_id: CompanyId) -> Ends {
        Ends { receiver: self.channels().entry(company_id).or_default().ends.subscribe() }
    }

    /// Returns whether anybody listens to a company.
    #[must_use]
    pub fn has_listeners(&self, company_id: CompanyId) -> bool {
        self.count_listeners(company_id) > 0
    }

    /// Returns how many listen to a company.
    pub(crate) fn count_listeners(&self, company_id: CompanyId) -> usize {
        self.channels().get(&company_id).map_or(0, |channel| channel.events.receiver_count())
    }

    /// Returns whether anybody wants to know what happens in a company.
    pub(crate) fn is_heard(&self, company_id: CompanyId) -> bool {
        self.channels().get(&company_id).is_some_and(|channel| !channel.is_left())
    }

    /// Returns the companies of which somebody wants to know what happens.
    pub(crate) fn heard_companies(&self) -> Vec<CompanyId> {
        let channels = self.channels();
        let heard = channels.iter().filter(|(_, channel)| !channel.is_left());
        heard.map(|(company_id, _)| *company_id).collect()
    }

    /// Tells whoever listens; forgets the channels of companies that nobody listens to.
    pub fn publish(&self, event: LiveEvent) {
        let mut channels = self.channels();
        let company_id = event.company_id;
        let Some(channel) = channels.get(&company_id) else { return };
        if let LiveEventBody::Event(Event::RunStatusChanged(changed)) = &event.body
            && changed.status.is_terminal()
        {
            // Nobody may wait for any.
            drop(channel.ends.send(Heard::End(changed.run_id)));
        }
        if channel.events.send(Arc::new(event)).is_err() && channel.is_left() {
            channels.remove(&company_id);
        }
    }

    /// Says that something may have happened in a company that was not told.
    pub(crate) fn tell_gap(&self, company_id: CompanyId) {
        if let Some(channel) = self.channels().get(&company_id) {
            // Nobody may wait for any.
            drop(channel.ends.send(Heard::Gap));
        }
    }

    /// Ends all subscriptions.
    pub fn close(&self) {
        self.channels().clear();
    }

    fn channels(&self) -> MutexGuard<'_, HashMap<CompanyId, Channel>> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use wireclip_domain::event::RunStatusChanged;
    use wireclip_domain::run::{InvocationSource, RunStatus};

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

    #[tokio::test]
    async fn whoever_waits_for_an_end_does_not_listen() {
        let (bus, company_id, run_id) = (EventBus::default(), CompanyId::random(), RunId::random());
        let mut ends = bus.hear_ends(company_id);
        assert!(!bus.has_listeners(company_id));
        assert!(bus.is_heard(company_id) && bus.heard_companies() == [company_id]);
        for status in [RunStatus::Running, RunStatus::Cancelled] {
            let changed = RunStatusChanged {
                run_id,
                agent_id: AgentId::random(),
                issue_id: None,
                status,
                source: InvocationSource::Timer,
                trigger_detail: None,
                error: None,
                error_code: None,
                started_at: None,
                finished_at: None,
            };
            let body = LiveEventBody::Event(Event::RunStatusChanged(changed));
            bus.publish(LiveEvent::new(company_id, Some(1), Timestamp::from_unix_millis(0), body));
        }
        assert_eq!(ends.next().await, Some(Heard::End(run_id)));
        bus.tell_gap(company_id);
        assert_eq!(ends.next().await, Some(Heard::Gap));
        bus.close();
        assert_eq!(ends.next().await, None);
    }
}
