//! What is written onto sandboxes, so that they are found again and nobody else's is touched.

use std::collections::BTreeMap;

use wireclip_ports::sandbox::{
    CreateAttempt, LeaseScope, OwnedLabels, OwnedSandbox, ProviderError, ProviderLeaseId,
};

use super::DRIVER;
use super::client::SandboxView;

const PROVIDER: &str = "wireclip-provider";
const COMPANY: &str = "wireclip-company-id";
const ENVIRONMENT: &str = "wireclip-environment-id";
const REUSE: &str = "wireclip-reuse-lease";
const RUN: &str = "wireclip-run-id";
const SETUP_SESSION: &str = "wireclip-setup-session-id";
const PURPOSE: &str = "wireclip-purpose";
const ATTEMPT: &str = "wireclip-create-attempt";
/// The service's own, which its code runner reads.
const LANGUAGE: &str = "code-toolbox-language";

/// What a sandbox is made for, in its labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelledPurpose {
    Run,
    Probe,
    InteractiveSetup,
}

/// Returns the name of the sandbox that an attempt makes.
pub(super) fn name_of(attempt: CreateAttempt) -> String {
    format!("wireclip-{attempt}")
}

/// Returns the labels of a sandbox that is to be made.
pub(super) fn labels_of(
    scope: LeaseScope,
    attempt: CreateAttempt,
    purpose: LabelledPurpose,
    labels: &OwnedLabels,
    language: Option<&str>,
) -> BTreeMap<&'static str, String> {
    let mut all = BTreeMap::from([
        (PROVIDER, DRIVER.to_owned()),
        (COMPANY, scope.company_id.to_string()),
        (ENVIRONMENT, scope.environment_id.to_string()),
        (REUSE, labels.is_reusable.to_string()),
        (ATTEMPT, attempt.to_string()),
        (LANGUAGE, language.unwrap_or("python").to_owned()),
    ]);
    if let Some(run_id) = labels.run_id {
        all.insert(RUN, run_id.to_string());
    }
    if let Some(session_id) = labels.setup_session_id {
        all.insert(SETUP_SESSION, session_id.to_string());
    }
    match purpose {
        LabelledPurpose::Run => {}
        LabelledPurpose::Probe => drop(all.insert(PURPOSE, "probe".to_owned())),
        LabelledPurpose::InteractiveSetup => drop(all.insert(PURPOSE, "interactive_setup".to_owned())),
    }
    all
}

/// Returns the labels by which ours are found.
pub(super) fn filter_of(scope: Option<LeaseScope>) -> BTreeMap<&'static str, String> {
    let mut filter = BTreeMap::from([(PROVIDER, DRIVER.to_owned())]);
    if let Some(scope) = scope {
        filter.insert(COMPANY, scope.company_id.to_string());
        filter.insert(ENVIRONMENT, scope.environment_id.to_string());
    }
    filter
}

/// Returns what a sandbox's labels say; `None` if it is not ours.
pub(super) fn owned(view: &SandboxView) -> Option<OwnedSandbox> {
    if view.label(PROVIDER) != Some(DRIVER) {
        return None;
    }
    fn read<T: std::str::FromStr>(view: &SandboxView, name: &str) -> Option<T> {
        view.label(name)?.parse().ok()
    }
    Some(OwnedSandbox {
        id: ProviderLeaseId::new(view.id.clone()),
        state: view.state().to_owned(),
        created_at: view.created_at.as_deref().and_then(|at| at.parse().ok()),
        labels: OwnedLabels {
            company_id: read(view, COMPANY),
            environment_id: read(view, ENVIRONMENT),
            run_id: read(view, RUN),
            setup_session_id: read(view, SETUP_SESSION),
            attempt: read(view, ATTEMPT),
            is_reusable: view.label(REUSE) == Some("true"),
        },
    })
}

/// Checks that a sandbox which was found by an attempt's name was made by that attempt.
///
/// # Errors
/// [`ProviderError::IdentityMismatch`] if it is somebody else's.
pub(super) fn check_made_by(
    view: &SandboxView,
    scope: LeaseScope,
    attempt: CreateAttempt,
) -> Result<OwnedSandbox, ProviderError> {
    let name = name_of(attempt);
    owned(view)
        .filter(|owned| {
            view.name.as_deref() == Some(name.as_str())
                && owned.labels.attempt == Some(attempt)
                && owned.labels.company_id == Some(scope.company_id)
                && owned.labels.environment_id == Some(scope.environment_id)
        })
        .ok_or_else(|| ProviderError::IdentityMismatch { expected: name, found: view.id.clone() })
}
