//! One change: a transaction together with what it tells.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Actor;
use wireclip_domain::event::Event;
use wireclip_domain::redaction::shown;
use wireclip_domain::{ActivityId, CompanyId, OpaqueJson, RunId, Timestamp};
use wireclip_store::activity::{self, ActivityEntry};
use wireclip_store::notifications::{self, Notification};
use wireclip_store::runs::Run;
use wireclip_store::{Conn, StoreError, WriteTransaction, counters, idempotency};

use crate::audit::chain;
use crate::core::{Core, Wanted};
use crate::error::{Refusal, RefusalKind, ServiceError, ServiceResult};
use crate::events::{LiveEvent, LiveEventBody};
use crate::request::IdempotencyKey;
use crate::stops::{Stopped, Stopping};

/// A change in progress. Dropped without [`Change::commit`], nothing of it has happened.
#[derive(Debug)]
#[must_use = "a change that is dropped has not happened"]
pub struct Change<'c> {
    core: &'c Core,
    transaction: WriteTransaction,
    now: Timestamp,
    actor: Actor,
    idempotency: Option<IdempotencyKey>,
    records: Vec<(CompanyId, Record)>,
    limits: Vec<RunLimit>,
    stopping: Option<Stopping>,
    wanted: Wanted,
}

/// How many entries of one kind a run may leave in the log.
#[derive(Debug, Clone)]
pub(crate) struct RunLimit {
    /// The run.
    pub run_id: RunId,
    /// Its company.
    pub company_id: CompanyId,
    /// The kind.
    pub action: Action,
    /// How many there may be.
    pub most: u64,
    /// What the caller is told where there are as many already.
    pub refused: fn(u64) -> ServiceError,
}

#[derive(Debug)]
enum Record {
    Activity(Box<(ActivityRecord, Actor)>),
    Event(Event),
}

/// An entry for the activity log.
#[derive(Debug, Clone)]
pub struct ActivityRecord {
    /// What happened.
    pub action: Action,
    /// To what kind of thing.
    pub entity_type: EntityType,
    /// To which one.
    pub entity_id: String,
    /// More about it; what is secret is hidden before it is stored.
    pub details: Option<OpaqueJson>,
}

impl ActivityRecord {
    /// Makes an entry about something, by its kind and id.
    #[must_use]
    pub fn about(
        entity_type: EntityType,
        id: impl std::fmt::Display,
        action: Action,
        details: impl Into<Option<OpaqueJson>>,
    ) -> Self {
        Self { action, entity_type, entity_id: id.to_string(), details: details.into() }
    }
}

/// A result whose transaction has closed; only [`Change::commit`] makes one.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct Committed<T>(T);

impl<T> Committed<T> {
    /// Returns the result.
    pub fn into_inner(self) -> T {
        self.0
    }

    /// Replaces the result by something made of it.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Committed<U> {
        Committed(change(self.0))
    }
}

impl<T> std::ops::Deref for Committed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'c> Change<'c> {
    pub(crate) async fn begin(
        core: &'c Core,
        actor: Actor,
        idempotency: Option<IdempotencyKey>,
    ) -> ServiceResult<Self> {
        let transaction = core.store.begin_write().await?;
        let change = Self {
            // The clock is read inside the transaction, so that moments follow its order.
            now: core.clock.now(),
            core,
            transaction,
            actor,
            idempotency,
            records: Vec::new(),
            limits: Vec::new(),
            stopping: None,
            wanted: Wanted::NOTHING,
        };
        // First of all: a repetition must not judge by what the request itself has changed.
        if let Some(key) = &change.idempotency {
            change.take_idempotency_key(key).await?;
        }
        Ok(change)
    }

    /// Returns the transaction's connection.
    #[must_use]
    pub fn conn(&self) -> Conn<'_> {
        self.transaction.conn()
    }

    /// Returns the moment of the change.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Returns whom the change is booked on.
    #[must_use]
    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// Returns what every action needs.
    #[must_use]
    pub fn core(&self) -> &'c Core {
        self.core
    }

    /// Adds an entry to the activity log, booked on whoever makes the change.
    pub fn record(&mut self, company_id: CompanyId, record: ActivityRecord) {
        let actor = self.actor.clone();
        self.record_as(company_id, actor, record);
    }

    /// Adds an entry to the activity log, booked on somebody else (a part of the system, say).
    pub fn record_as(&mut self, company_id: CompanyId, actor: Actor, record: ActivityRecord) {
        self.records.push((company_id, Record::Activity(Box::new((record, actor)))));
    }

    /// Adds an event that is no entry of the log.
    pub fn emit(&mut self, company_id: CompanyId, event: Event) {
        self.records.push((company_id, Record::Event(event)));
    }

    /// Has the change refused if the run has left as many entries in the log as it may by the time
    /// that this one's are written, whoever else writes for it meanwhile.
    pub(crate) fn keep_within(&mut self, limit: RunLimit) {
        self.limits.push(limit);
    }

    /// Has the engine look for something once the change is made.
    pub fn wake_engine(&mut self, wanted: Wanted) {
        self.wanted = self.wanted.and(wanted);
    }

    /// Says that the change asks a running run to stop, so that its end can be waited for. A run
    /// that itself asks for this is not waited for: it would wait for its own answer.
    pub(crate) fn stops(&mut self, run: &Run) {
        if self.actor.run_id == Some(run.id) {
            return;
        }
        let bus = &self.core.bus;
        self.stopping.get_or_insert_with(|| Stopping::listen(bus, run.company_id)).add(run.id);
    }

    /// Makes the change as [`Change::commit`] does, then waits until the runs that it asks to stop
    /// have ended, as long as their agents' grace and a little more. Returns those that have not.
    ///
    /// # Errors
    /// As [`Change::commit`]; nothing that comes after the commit is one.
    pub(crate) async fn commit_and_see_ends(mut self) -> ServiceResult<Committed<Vec<RunId>>> {
        let (core, stopping) = (self.core, self.stopping.take());
        self.commit_all().await?.into_inner();
        match stopping {
            Some(stopping) => Ok(Committed(stopping.see_ends(core).await)),
            None => Ok(Committed(Vec::new())),
        }
    }

    /// Makes the change as [`Change::commit_and_see_ends`] does, and returns its result with the
    /// runs that go on nevertheless.
    ///
    /// # Errors
    /// As [`Change::commit`].
    pub(crate) async fn commit_stopped<T>(self, value: T) -> ServiceResult<Stopped<T>> {
        let still_running = self.commit_and_see_ends().await?.into_inner();
        Ok(Stopped { value, still_running })
    }

    /// Makes the change, with everything that it tells; then tells it.
    ///
    /// # Errors
    /// `Unavailable` if the database could not take it. Nothing has happened then.
    pub async fn commit<T>(self, value: T) -> ServiceResult<Committed<T>> {
        Ok(self.commit_all().await?.map(|_| value))
    }

    /// Makes the change as [`Change::commit`] does, and returns its entries of the log.
    ///
    /// # Errors
    /// As [`Change::commit`].
    pub async fn commit_all(mut self) -> ServiceResult<Committed<Vec<ActivityEntry>>> {
        if let Some(key) = &self.idempotency {
            self.tell_about(key).await?;
        }
        let live = self.store_records().await?;
        self.notify_nodes(&live).await?;
        let entries = live.iter().filter_map(LiveEvent::entry).cloned().collect();
        let (bus, nudge, wanted) = (self.core.bus.clone(), self.core.nudge.clone(), self.wanted);
        let tell = move || {
            live.into_iter().for_each(|event| bus.publish(event));
            if wanted != Wanted::NOTHING {
                nudge.nudge(wanted);
            }
        };
        self.transaction.commit_then(tell).await?;
        Ok(Committed(entries))
    }

    /// Undoes everything, because what was wished is there already; returns that.
    ///
    /// # Errors
    /// If the database was lost.
    pub async fn abandon<T>(self, value: T) -> ServiceResult<Committed<T>> {
        self.transaction.roll_back().await?;
        Ok(Committed(value))
    }

    async fn take_idempotency_key(&self, key: &IdempotencyKey) -> ServiceResult<()> {
        let entry = idempotency::NewKey {
            caller: key.caller.clone(),
            route: key.route.clone(),
            key: key.key.clone(),
            request_digest: key.request_digest.clone(),
        };
        match idempotency::take(&self.conn(), entry, self.now).await {
            Err(StoreError::Duplicate(_)) => Err(Refusal::new(
                RefusalKind::Conflict,
                "A request with this idempotency key is being carried out",
            )
            .with_code("idempotency_key_in_use")
            .into()),
            other => Ok(other?),
        }
    }

    /// Notes beside the key what the change is about, for whoever asks while there is no answer.
    async fn tell_about(&self, key: &IdempotencyKey) -> ServiceResult<()> {
        let Some((company_id, _)) = self.records.first() else { return Ok(()) };
        let about = self.about();
        Ok(idempotency::tell_about(&self.conn(), key.id(), *company_id, &about).await?)
    }

    /// Names what the change is about: what its first entry of the log is of.
    fn about(&self) -> OpaqueJson {
        let mut about = OpaqueJson::object();
        let entry = self.records.iter().find_map(|(_, record)| match record {
            Record::Activity(entry) => Some(&entry.0),
            Record::Event(_) => None,
        });
        if let Some(entry) = entry {
            about.set("entityType", &entry.entity_type);
            about.set("entityId", &entry.entity_id);
        }
        about
    }

    async fn store_records(&mut self) -> ServiceResult<Vec<LiveEvent>> {
        let mut live = Vec::with_capacity(self.records.len());
        let mut records = std::mem::take(&mut self.records);
        // Companies in one order everywhere: their counters are locked from here on.
        records.sort_by_key(|(company_id, _)| *company_id);
        for of_company in records.chunk_by(|(a, _), (b, _)| a == b) {
            let company_id = of_company[0].0;
            let count = i64::try_from(of_company.len()).unwrap_or(i64::MAX);
            let numbers = counters::next_event_numbers(&self.conn(), company_id, count).await?;
            // Changes of a company are behind one another from here on, so that none is missed.
            self.check_limits(company_id).await?;
            let (mut entries, mut events) = (Vec::new(), Vec::new());
            for ((_, record), seq) in of_company.iter().zip(numbers.first..) {
                let body = match record {
                    Record::Activity(record) => {
                        let entry = self.entry(company_id, seq, &record.0, &record.1);
                        entries.push(entry.clone());
                        LiveEventBody::Activity(entry)
                    }
                    Record::Event(event) => {
                        events.push((seq, OpaqueJson::of(event)));
                        LiveEventBody::Event(event.clone())
                    }
                };
                live.push(LiveEvent::new(company_id, Some(seq), self.now, body));
            }
            chain::link(numbers.chain_hash, &mut entries);
            if let Some(ActivityEntry { seq, chain_hash: Some(hash), .. }) = entries.last() {
                counters::keep_chain(&self.conn(), company_id, *seq, hash).await?;
            }
            activity::insert_many(&self.conn(), entries).await?;
            activity::insert_events(&self.conn(), company_id, events, self.now).await?;
        }
        Ok(live)
    }

    async fn check_limits(&self, company_id: CompanyId) -> ServiceResult<()> {
        for limit in self.limits.iter().filter(|limit| limit.company_id == company_id) {
            let count =
                activity::count_of_run(&self.conn(), company_id, limit.run_id, limit.action.clone()).await?;
            if count >= limit.most {
                return Err((limit.refused)(count));
            }
        }
        Ok(())
    }

    /// Tells other nodes of the same database, once the transaction is committed.
    async fn notify_nodes(&self, live: &[LiveEvent]) -> ServiceResult<()> {
        let mut notification = Notification {
            node_id: self.core.facts.node_id,
            company_id: None,
            first_seq: 0,
            last_seq: 0,
            wakes_engine: self.wanted != Wanted::NOTHING,
        };
        for of_company in live.chunk_by(|a, b| a.company_id == b.company_id) {
            let numbers = || of_company.iter().filter_map(|event| event.seq);
            notification.company_id = Some(of_company[0].company_id);
            notification.first_seq = numbers().min().unwrap_or_default();
            notification.last_seq = numbers().max().unwrap_or_default();
            notifications::send(&self.conn(), &notification).await?;
            notification.wakes_engine = false;
        }
        if notification.wakes_engine {
            notifications::send(&self.conn(), &notification).await?;
        }
        Ok(())
    }

    fn entry(
        &self,
        company_id: CompanyId,
        seq: i64,
        record: &ActivityRecord,
        actor: &Actor,
    ) -> ActivityEntry {
        ActivityEntry {
            company_id,
            seq,
            id: ActivityId::random(),
            actor_type: actor.kind,
            actor_id: actor.id.clone(),
            action: record.action.clone(),
            entity_type: record.entity_type.clone(),
            entity_id: record.entity_id.clone(),
            agent_id: actor.agent_id,
            run_id: actor.run_id,
            responsible_user_id: actor.responsible_user_id.clone(),
            details: record.details.as_ref().map(shown),
            created_at: self.now,
            chain_hash: None,
        }
    }
}
