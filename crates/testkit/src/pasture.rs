//! A provider whose places are names in a list, and which fails when it is told to.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use wireclip_domain::{OpaqueJson, Timestamp};
use wireclip_ports::clock::Clock;
use wireclip_ports::sandbox::{
    AcquireFailure, AcquireOrder, AcquiredLease, Capabilities, ConfigVerdict, ConfiguredSpec, CreatedTrace,
    Disposition, FindCreatedOrder, FindOwnedOrder, GoneReason, LeaseHold, LeaseScope, LeasedPlace, Observed,
    OwnedLabels, OwnedPage, OwnedSandbox, ProbeOrder, ProbeReport, ProviderDescription, ProviderError,
    ProviderLeaseId, Receipt, ReceiptOutcome, ReleaseOrder, ResolvedSpec, ResumeAnswer, ResumeOrder,
    SandboxProvider, SandboxProviderSet,
};

use crate::clock::ManualClock;

/// The one provider `pasture`, with all places that it ever made; whoever clones it has the same.
#[derive(Debug, Clone, Default)]
pub struct Pasture {
    state: Arc<Mutex<State>>,
    clock: ManualClock,
}

/// What goes wrong when the next place is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MakingFault {
    /// None is made.
    Refused,
    /// One is made, and nobody hears of it.
    AnswerIsLost,
    /// One is made, and the answer comes late.
    Late,
    /// One is made and told to the journal; then nothing comes until the time for it is over.
    TakesTooLong,
}

/// What goes wrong when the next place is put to rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReleaseFault {
    /// Nothing is done.
    Refused,
    /// It is done, and nobody hears of it.
    AnswerIsLost,
    /// Nothing is done, and no answer comes.
    Hangs,
}

#[derive(Debug, Default)]
struct State {
    making_faults: VecDeque<MakingFault>,
    release_faults: VecDeque<ReleaseFault>,
    resumes_that_fail: usize,
    hanging: usize,
    made: u32,
    there: BTreeSet<String>,
    by_attempt: BTreeMap<String, String>,
    /// What the places' labels say, and when they were made.
    labels: BTreeMap<String, (OwnedLabels, Timestamp)>,
    released: Vec<(String, Disposition)>,
    /// For whom places were put to rest, and how long work in them was to be waited for.
    waits: Vec<(LeaseScope, Duration)>,
    fails: bool,
    hangs_after_making: bool,
    proves_nothing: bool,
    hangs_at_resuming: bool,
}

impl Pasture {
    /// Makes one whose time goes by a clock.
    #[must_use]
    pub fn by(clock: &ManualClock) -> Self {
        Self { state: Arc::default(), clock: clock.clone() }
    }

    /// Returns it as the providers of a server.
    #[must_use]
    pub fn set(&self) -> Arc<dyn SandboxProviderSet> {
        Arc::new(self.clone())
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the making of the next place go wrong.
    pub fn break_making(&self, fault: MakingFault) {
        self.state().making_faults.push_back(fault);
    }

    /// Lets it go wrong when the next place is put to rest.
    pub fn break_release(&self, fault: ReleaseFault) {
        self.state().release_faults.push_back(fault);
    }

    /// Returns how many wait for an answer that never comes.
    #[must_use]
    pub fn hanging(&self) -> usize {
        self.state().hanging
    }

    /// Lets the next attempt to open a place again fail.
    pub fn break_resume(&self) {
        self.state().resumes_that_fail += 1;
    }

    /// Lets nothing go wrong any more.
    pub fn heal(&self) {
        let mut state = self.state();
        state.making_faults.clear();
        state.release_faults.clear();
        (state.resumes_that_fail, state.fails, state.proves_nothing) = (0, false, false);
    }

    /// Puts a place there of which nobody here knows.
    pub fn stray(&self, id: &str, labels: OwnedLabels) {
        let mut state = self.state();
        state.there.insert(id.to_owned());
        state.labels.insert(id.to_owned(), (labels, self.clock.now()));
    }

    /// The places that are there.
    #[must_use]
    pub fn places(&self) -> Vec<String> {
        self.state().there.iter().cloned().collect()
    }

    /// What it was asked to put to rest, and has.
    #[must_use]
    pub fn released(&self) -> Vec<(String, Disposition)> {
        self.state().released.clone()
    }

    /// For whom they were, in the same order, and how long work in them was to be waited for.
    #[must_use]
    pub fn waits(&self) -> Vec<(LeaseScope, Duration)> {
        self.state().waits.clone()
    }

    /// Whether no place is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.state().there.is_empty()
    }

    /// Says whether it puts nothing to rest at all.
    pub fn fails(&self, fails: bool) {
        self.state().fails = fails;
    }

    /// Says whether it never answers after it made a place.
    pub fn hangs_after_making(&self, hangs: bool) {
        self.state().hangs_after_making = hangs;
    }

    /// Says whether its places do not prove to be the workspace.
    pub fn proves_nothing(&self, proves_nothing: bool) {
        self.state().proves_nothing = proves_nothing;
    }

    /// Says whether it never answers when a place is to be opened again.
    pub fn hangs_at_resuming(&self, hangs: bool) {
        self.state().hangs_at_resuming = hangs;
    }
}

impl SandboxProviderSet for Pasture {
    fn provider(&self, key: &str) -> Option<Arc<dyn SandboxProvider>> {
        (key == "pasture").then(|| Arc::new(self.clone()) as Arc<dyn SandboxProvider>)
    }

    fn describe_all(&self) -> Vec<ProviderDescription> {
        vec![self.describe()]
    }
}

const NOT_HERE: ProviderError = ProviderError::Unsupported { what: "that; it stands in for a provider" };

fn refused() -> ProviderError {
    ProviderError::Refused { message: "the gate is shut".to_owned() }
}

fn opened(id: &str) -> AcquiredLease {
    AcquiredLease {
        id: ProviderLeaseId::new(id),
        observed: Observed::default(),
        metadata: OpaqueJson::object(),
        expires_at: None,
    }
}

#[async_trait]
impl SandboxProvider for Pasture {
    fn describe(&self) -> ProviderDescription {
        ProviderDescription {
            key: "pasture",
            display_name: "Pasture",
            description: "Stands in for a provider.",
            capabilities: Capabilities { reusable_leases: true, ..Capabilities::default() },
            config: Vec::new(),
        }
    }

    fn validate(&self, config: &ConfiguredSpec) -> ConfigVerdict {
        ConfigVerdict { normalized: Some(config.settings.clone()), ..ConfigVerdict::default() }
    }

    fn settle(&self, spec: &ResolvedSpec) -> Result<ResolvedSpec, ProviderError> {
        Ok(spec.clone())
    }

    async fn probe(&self, _: ProbeOrder, _: Duration) -> Result<ProbeReport, ProviderError> {
        Err(NOT_HERE)
    }

    async fn acquire(&self, order: AcquireOrder, limit: Duration) -> Result<AcquiredLease, AcquireFailure> {
        let fault = self.state().making_faults.pop_front();
        if fault == Some(MakingFault::Refused) {
            return Err(refused().into());
        }
        let (id, hangs) = {
            let mut state = self.state();
            state.made += 1;
            let id = format!("blade-{}", state.made);
            state.there.insert(id.clone());
            state.by_attempt.insert(order.attempt.to_string(), id.clone());
            let labels = OwnedLabels {
                company_id: Some(order.scope.company_id),
                environment_id: Some(order.scope.environment_id),
                run_id: order.run_id,
                attempt: Some(order.attempt),
                ..OwnedLabels::default()
            };
            state.labels.insert(id.clone(), (labels, self.clock.now()));
            (id, state.hangs_after_making)
        };
        let made = ProviderLeaseId::new(id.as_str());
        if fault == Some(MakingFault::AnswerIsLost) {
            return Err(AcquireFailure { error: refused(), left: CreatedTrace::Unknown });
        }
        if let Err(error) = order.journal.observed(order.attempt, &made).await {
            let error = ProviderError::Refused { message: error.to_string() };
            return Err(AcquireFailure { error, left: CreatedTrace::Left(made) });
        }
        if hangs {
            std::future::pending::<()>().await;
        }
        if fault == Some(MakingFault::Late) {
            self.clock.sleep(limit / 2).await;
        }
        if fault == Some(MakingFault::TakesTooLong) {
            self.clock.sleep(limit).await;
            return Err(AcquireFailure { error: refused(), left: CreatedTrace::Left(made) });
        }
        Ok(opened(&id))
    }

    async fn resume(&self, order: ResumeOrder, _: Duration) -> Result<ResumeAnswer, ProviderError> {
        let hangs = self.state().hangs_at_resuming;
        if hangs {
            self.state().hanging += 1;
            std::future::pending::<()>().await;
        }
        let (id, mut state) = (order.lease.id.as_str(), self.state());
        if state.resumes_that_fail > 0 {
            state.resumes_that_fail -= 1;
            return Err(refused());
        }
        if !state.there.contains(id) {
            return Ok(ResumeAnswer::Gone { reason: GoneReason::NotFound, sentinel: None });
        }
        if state.proves_nothing {
            return Ok(ResumeAnswer::Gone { reason: GoneReason::NotProven, sentinel: None });
        }
        Ok(ResumeAnswer::Resumed(Box::new(opened(id))))
    }

    async fn release(&self, order: ReleaseOrder, _: Duration) -> Result<Receipt, ProviderError> {
        let fault = self.state().release_faults.pop_front();
        if fault == Some(ReleaseFault::Hangs) {
            self.state().hanging += 1;
            std::future::pending::<()>().await;
        }
        let mut state = self.state();
        if state.fails || fault == Some(ReleaseFault::Refused) {
            return Err(refused());
        }
        let id = order.lease.id.as_str().to_owned();
        let outcome = match order.disposition {
            Disposition::Destroy if !state.there.remove(&id) => ReceiptOutcome::AlreadyGone,
            Disposition::Destroy => ReceiptOutcome::Destroyed,
            Disposition::Stop | Disposition::Archive => ReceiptOutcome::Stopped,
        };
        state.released.push((id, order.disposition));
        state.waits.push((order.lease.scope, order.drain));
        if fault == Some(ReleaseFault::AnswerIsLost) {
            return Err(refused());
        }
        Ok(Receipt { outcome, was_forced: false })
    }

    async fn find_created(
        &self,
        order: FindCreatedOrder,
        _: Duration,
    ) -> Result<Option<OwnedSandbox>, ProviderError> {
        let found = self.state().by_attempt.get(&order.attempt.to_string()).cloned();
        Ok(found.map(|id| OwnedSandbox {
            id: ProviderLeaseId::new(id),
            state: "there".to_owned(),
            created_at: None,
            labels: OwnedLabels::default(),
        }))
    }

    async fn find_owned(&self, order: FindOwnedOrder, _: Duration) -> Result<OwnedPage, ProviderError> {
        let state = self.state();
        let there = state.labels.iter().filter(|(id, (labels, _))| {
            let is_wanted = order.scope.is_none_or(|scope| {
                labels.company_id == Some(scope.company_id)
                    && labels.environment_id == Some(scope.environment_id)
            });
            is_wanted && state.there.contains(*id)
        });
        let sandboxes = there.map(|(id, (labels, made))| OwnedSandbox {
            id: ProviderLeaseId::new(id.as_str()),
            state: "there".to_owned(),
            created_at: Some(*made),
            labels: labels.clone(),
        });
        Ok(OwnedPage { sandboxes: sandboxes.collect(), next_cursor: None })
    }

    fn open(&self, _: &LeaseHold) -> Result<Arc<dyn LeasedPlace>, ProviderError> {
        Err(NOT_HERE)
    }
}
