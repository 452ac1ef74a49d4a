//! A provider of sandboxes that makes none: it has settings and can be tried, and whatever is to be
//! removed there is gone.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use wireclip_domain::OpaqueJson;
use wireclip_ports::sandbox::{
    AcquireFailure, AcquireOrder, AcquiredLease, Capabilities, ConfigField, ConfigFieldKind, ConfigVerdict,
    ConfiguredSpec, CreatedTrace, Disposition, FindCreatedOrder, FindOwnedOrder, LeaseHold, LeasedPlace,
    OwnedPage, OwnedSandbox, ProbeOrder, ProbeReport, ProviderDescription, ProviderError, ProviderLeaseId,
    Receipt, ReceiptOutcome, ReleaseOrder, ResolvedSpec, ResumeAnswer, ResumeOrder, SandboxProvider,
    SandboxProviderSet,
};

/// The one provider `meadow`. It needs an `apiKey`, which is secret, and takes a `size`; trying it
/// works with every key but `wrong`.
#[derive(Debug, Clone, Copy, Default)]
pub struct FakeSandboxes;

impl SandboxProviderSet for FakeSandboxes {
    fn provider(&self, key: &str) -> Option<Arc<dyn SandboxProvider>> {
        (key == "meadow").then(|| Arc::new(Meadow) as Arc<dyn SandboxProvider>)
    }

    fn describe_all(&self) -> Vec<ProviderDescription> {
        vec![Meadow.describe()]
    }
}

#[derive(Debug)]
struct Meadow;

const NOT_HERE: ProviderError = ProviderError::Unsupported { what: "sandboxes; it stands in for a provider" };

#[async_trait]
impl SandboxProvider for Meadow {
    fn describe(&self) -> ProviderDescription {
        let field = |key, is_secret| ConfigField {
            key,
            label: key,
            hint: "",
            kind: ConfigFieldKind::Text,
            default: None,
            is_required: is_secret,
            is_secret,
        };
        ProviderDescription {
            key: "meadow",
            display_name: "Meadow",
            description: "Stands in for a provider.",
            capabilities: Capabilities { saved_probe: true, unsaved_probe: true, ..Capabilities::default() },
            config: vec![field("apiKey", true), field("size", false)],
        }
    }

    fn validate(&self, config: &ConfiguredSpec) -> ConfigVerdict {
        let mut normalized = OpaqueJson::object();
        normalized.set("size", &config.settings.text("size").unwrap_or("small"));
        if config.present_secrets.iter().any(|key| key == "apiKey") {
            return ConfigVerdict { normalized: Some(normalized), ..ConfigVerdict::default() };
        }
        ConfigVerdict { errors: vec!["apiKey is needed".to_owned()], ..ConfigVerdict::default() }
    }

    fn settle(&self, spec: &ResolvedSpec) -> Result<ResolvedSpec, ProviderError> {
        Ok(spec.clone())
    }

    async fn probe(&self, order: ProbeOrder, _: Duration) -> Result<ProbeReport, ProviderError> {
        let key = order.spec.secrets.get("apiKey");
        let is_ok = key.is_some_and(|key| secrecy::ExposeSecret::expose_secret(key) != "wrong");
        let made = ProviderLeaseId::new("blade-of-grass");
        order
            .journal
            .observed(order.attempt, &made)
            .await
            .map_err(|error| ProviderError::Refused { message: error.to_string() })?;
        let summary = if is_ok { "The grass is green." } else { "The key opens nothing." };
        Ok(ProbeReport {
            is_ok,
            summary: summary.to_owned(),
            metadata: OpaqueJson::object(),
            left: CreatedTrace::Removed(made),
        })
    }

    async fn acquire(&self, _: AcquireOrder, _: Duration) -> Result<AcquiredLease, AcquireFailure> {
        Err(NOT_HERE.into())
    }

    async fn resume(&self, _: ResumeOrder, _: Duration) -> Result<ResumeAnswer, ProviderError> {
        Err(NOT_HERE)
    }

    async fn release(&self, order: ReleaseOrder, _: Duration) -> Result<Receipt, ProviderError> {
        match order.disposition {
            Disposition::Destroy => Ok(Receipt { outcome: ReceiptOutcome::Destroyed, was_forced: false }),
            Disposition::Stop | Disposition::Archive => Err(NOT_HERE),
        }
    }

    async fn find_created(
        &self,
        _: FindCreatedOrder,
        _: Duration,
    ) -> Result<Option<OwnedSandbox>, ProviderError> {
        Err(NOT_HERE)
    }

    async fn find_owned(&self, _: FindOwnedOrder, _: Duration) -> Result<OwnedPage, ProviderError> {
        Err(NOT_HERE)
    }

    fn open(&self, _: &LeaseHold) -> Result<Arc<dyn LeasedPlace>, ProviderError> {
        Err(NOT_HERE)
    }
}
