//! Opening a new lease, and trying settings out.

use std::time::Duration;

use wireclip_domain::OpaqueJson;
use wireclip_ports::sandbox::{
    AcquireFailure, AcquireOrder, AcquiredLease, CreatedTrace, LeasePurpose, OwnedLabels, ProbeOrder,
    ProbeReport, ProviderError, ProviderLeaseId,
};

use super::create::{Creation, create, remove_created};
use super::{OpenLease, broke_off, handle_of, survey};
use crate::daytona::client::SandboxView;
use crate::daytona::deadline::Deadline;
use crate::daytona::labels::LabelledPurpose;
use crate::daytona::provider::Access;
use crate::daytona::sentinel::{self, SentinelLease};

/// Makes a sandbox for a lease and opens it.
///
/// After the creation: one request for the workspace's directory and the shell, and one more for
/// the proof of a lease that is to be kept. If any of it fails the sandbox is removed again.
pub(in crate::daytona) async fn acquire(
    access: Access,
    order: AcquireOrder,
    limit: Duration,
) -> Result<AcquiredLease, AcquireFailure> {
    let deadline = Deadline::within(limit);
    let purpose = match order.purpose {
        LeasePurpose::Run => LabelledPurpose::Run,
        LeasePurpose::Probe => LabelledPurpose::Probe,
    };
    let creation = Creation {
        scope: order.scope,
        attempt: order.attempt,
        journal: std::sync::Arc::clone(&order.journal),
        purpose,
        labels: OwnedLabels {
            run_id: order.run_id,
            is_reusable: order.reuse.is_some(),
            ..OwnedLabels::default()
        },
        source: None,
        expires_at: order.expires_at,
    };
    // A caller that is dropped leaves a sandbox behind: the rest goes on without it.
    let (core, tasks) = (access.clone(), access.core.tasks.clone());
    let work = tasks.spawn(async move {
        let view = create(&core, &creation, deadline).await?;
        let id = ProviderLeaseId::new(view.id.clone());
        match open(&core, &order, &view, deadline).await {
            Ok(lease) => Ok(lease),
            Err(error) => Err(remove_created(&core, &id, error).await),
        }
    });
    work.await.unwrap_or_else(|_| Err(broke_off("acquire a sandbox")))
}

async fn open(
    access: &Access,
    order: &AcquireOrder,
    view: &SandboxView,
    deadline: Deadline,
) -> Result<AcquiredLease, ProviderError> {
    let verified_at = access.core.clock.now();
    let handle = handle_of(access, view)?;
    let (root, shell) = survey(access, &handle, order.wanted_root.as_ref(), deadline).await?;
    let sentinel = match &order.reuse {
        Some(workspace) => {
            let settings = &access.config.settings;
            let lease = SentinelLease { scope: order.scope, workspace, settings, written_at: verified_at };
            sentinel::write(&access.client, &handle, &root, &lease, deadline).await?
        }
        None => sentinel::skipped(&root),
    };
    let open = OpenLease { access, handle: &handle, root, shell, sentinel, verified_at, resumed_from: None };
    open.describe_new(order.scope, &order.spec)
}

/// Tries settings out with a sandbox of their own, which is removed in any case.
pub(in crate::daytona) async fn probe(
    access: &Access,
    order: &ProbeOrder,
    deadline: Deadline,
) -> ProbeReport {
    let creation = Creation {
        scope: order.scope,
        attempt: order.attempt,
        journal: std::sync::Arc::clone(&order.journal),
        purpose: LabelledPurpose::Probe,
        labels: OwnedLabels::default(),
        source: None,
        expires_at: None,
    };
    let mut metadata = OpaqueJson::object();
    metadata.set("provider", &crate::daytona::DRIVER);
    let view = match create(access, &creation, deadline).await {
        Ok(view) => view,
        Err(failure) => return failed(metadata, &failure.error, failure.left),
    };
    let id = ProviderLeaseId::new(view.id.clone());
    let outcome = async {
        let handle = handle_of(access, &view)?;
        let surveyed = survey(access, &handle, None, deadline).await?;
        Ok::<_, ProviderError>((handle, surveyed))
    };
    let outcome = outcome.await;
    // The error is not shown: it only stands where a removal needs one.
    let left = remove_created(access, &id, ProviderError::LeaseClosed).await.left;
    match outcome {
        Ok((handle, (root, shell))) => {
            metadata.set("sandboxId", &id);
            metadata.set("target", &handle.region);
            metadata.set("shellCommand", &shell.program());
            metadata.set("remoteCwd", &root);
            ProbeReport {
                is_ok: true,
                summary: "A sandbox was made, ran a command and was removed again.".to_owned(),
                metadata,
                left,
            }
        }
        Err(error) => failed(metadata, &error, left),
    }
}

fn failed(mut metadata: OpaqueJson, error: &ProviderError, left: CreatedTrace) -> ProbeReport {
    metadata.set("error", &error.to_string());
    ProbeReport { is_ok: false, summary: format!("The sandbox could not be used: {error}."), metadata, left }
}
