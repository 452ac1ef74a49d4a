//! A provider whose places are names in a list, and which fails when it is told to.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use wireclip_domain::OpaqueJson;
use wireclip_ports::sandbox::{
    AcquireFailure, AcquireOrder, AcquiredLease, Capabilities, ConfigVerdict, ConfiguredSpec, CreatedTrace,
    Disposition, FindCreatedOrder, FindOwnedOrder, GoneReason, LeaseHold, LeasedPlace, Observed, OwnedLabels,
    OwnedPage, OwnedSandbox, ProbeOrder, ProbeReport, ProviderDescription, ProviderError, ProviderLeaseId,
    Receipt, ReceiptOutcome, ReleaseOrder, ResolvedSpec, ResumeAnswer, ResumeOrder, SandboxProvider,
    SandboxProviderSet,
};

#[derive(Debug, Clone, Default)]
pub(super) struct Pasture(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    made: u32,
    there: BTreeSet<String>,
    by_attempt: BTreeMap<String, String>,
    released: Vec<(String, Disposition)>,
    fails: bool,
    hangs_after_making: bool,
    proves_nothing: bool,
}

impl Pasture {
    pub(super) fn set(&self) -> Arc<dyn SandboxProviderSet> {
        Arc::new(self.clone())
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// What it was asked to put to rest, and has.
    pub(super) fn released(&self) -> Vec<(String, Disposition)> {
        self.state().released.clone()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.state().there.is_empty()
    }

    pub(super) fn fails(&self, fails: bool) {
        self.state().fails = fails;
    }

    pub(super) fn hangs_after_making(&self, hangs: bool) {
        self.state().hangs_after_making = hangs;
    }

    pub(super) fn proves_nothing(&self, proves_nothing: bool) {
        self.state().proves_nothing = proves_nothing;
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

    async fn acquire(&self, order: AcquireOrder, _: Duration) -> Result<AcquiredLease, AcquireFailure> {
        let (id, hangs) = {
            let mut state = self.state();
            state.made += 1;
            let id = format!("blade-{}", state.made);
            state.there.insert(id.clone());
            state.by_attempt.insert(order.attempt.to_string(), id.clone());
            (id, state.hangs_after_making)
        };
        let made = ProviderLeaseId::new(id.as_str());
        if let Err(error) = order.journal.observed(order.attempt, &made).await {
            let error = ProviderError::Refused { message: error.to_string() };
            return Err(AcquireFailure { error, left: CreatedTrace::Left(made) });
        }
        if hangs {
            std::future::pending::<()>().await;
        }
        Ok(opened(&id))
    }

    async fn resume(&self, order: ResumeOrder, _: Duration) -> Result<ResumeAnswer, ProviderError> {
        let (id, state) = (order.lease.id.as_str(), self.state());
        if !state.there.contains(id) {
            return Ok(ResumeAnswer::Gone { reason: GoneReason::NotFound, sentinel: None });
        }
        if state.proves_nothing {
            return Ok(ResumeAnswer::Gone { reason: GoneReason::NotProven, sentinel: None });
        }
        Ok(ResumeAnswer::Resumed(Box::new(opened(id))))
    }

    async fn release(&self, order: ReleaseOrder, _: Duration) -> Result<Receipt, ProviderError> {
        let mut state = self.state();
        if state.fails {
            return Err(ProviderError::Refused { message: "the gate is shut".to_owned() });
        }
        let id = order.lease.id.as_str().to_owned();
        let outcome = match order.disposition {
            Disposition::Destroy if !state.there.remove(&id) => ReceiptOutcome::AlreadyGone,
            Disposition::Destroy => ReceiptOutcome::Destroyed,
            Disposition::Stop | Disposition::Archive => ReceiptOutcome::Stopped,
        };
        state.released.push((id, order.disposition));
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

    async fn find_owned(&self, _: FindOwnedOrder, _: Duration) -> Result<OwnedPage, ProviderError> {
        Err(NOT_HERE)
    }

    fn open(&self, _: &LeaseHold) -> Result<Arc<dyn LeasedPlace>, ProviderError> {
        Err(NOT_HERE)
    }
}
