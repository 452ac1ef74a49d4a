//! Opening a lease again: only if the sandbox proves to be the workspace.

use wireclip_ports::sandbox::{GoneReason, ProviderError, ResumeAnswer, SentinelRecord, SentinelResult};

use super::{OpenLease, survey};
use crate::daytona::activation::Again;
use crate::daytona::deadline::{Deadline, pause_before_gone};
use crate::daytona::handle::SandboxHandle;
use crate::daytona::provider::Link;
use crate::daytona::sentinel;
use crate::handle_cache::{Activity, Eviction};

const OPEN: &str = "open the sandbox again";
const CONTRADICTS: &str = "the service did not know it at first, and then did";

/// Opens a lease again. The proof is read anew every time, whatever is cached; nothing is removed,
/// whatever comes of it.
pub(in crate::daytona) async fn resume(
    link: &Link,
    deadline: Deadline,
) -> Result<ResumeAnswer, ProviderError> {
    let cache = &link.access.core.cache;
    let activity = deadline.bound("wait for the lease's teardown", cache.enter_to_resume(&link.key)).await?;
    let outcome = tokio::select! {
        outcome = prove(link, &activity, deadline) => outcome,
        () = activity.forced() => Err(ProviderError::LeaseClosed),
    };
    match outcome {
        Ok(ResumeAnswer::Resumed(lease)) => {
            activity.open()?;
            activity.succeeded();
            Ok(ResumeAnswer::Resumed(lease))
        }
        Err(ProviderError::NotFound { .. }) => {
            activity.missed();
            let access = &link.access;
            pause_before_gone(access.core.pacing, deadline).await?;
            // With the lease what was installed in the sandbox would be given up.
            match access.client.get(link.lease.id.as_str(), deadline).await.map_err(ProviderError::from) {
                Ok(view) if view.is_leaving() => {}
                Err(ProviderError::NotFound { .. }) => {}
                Ok(_) => {
                    return Err(ProviderError::Unreachable { action: OPEN, message: CONTRADICTS.to_owned() });
                }
                Err(error) => return Err(error),
            }
            Ok(ResumeAnswer::Gone { reason: GoneReason::NotFound, sentinel: None })
        }
        other => {
            activity.evict(Eviction::Resume);
            other
        }
    }
}

async fn prove(
    link: &Link,
    activity: &Activity<SandboxHandle>,
    deadline: Deadline,
) -> Result<ResumeAnswer, ProviderError> {
    let access = &link.access;
    let seen = link.handle(activity, deadline).await?;
    let state_before = seen.handle.state.clone();
    let expected = link.lease.observed.sentinel.as_ref();
    let began_at = access.core.clock.now();
    // Reading changes nothing, so it may be done again after the sandbox was brought up. Bringing
    // it up may take as long as the whole resume: an archived one needs its time.
    link.activate(activity, deadline).await?;
    let (result, active) = link
        .inside(activity, deadline, Again::Harmless, |active| async move {
            sentinel::check(&access.client, &active.handle, expected, deadline).await
        })
        .await?;
    if result != SentinelResult::Matched {
        return Ok(ResumeAnswer::Gone { reason: GoneReason::NotProven, sentinel: Some(result) });
    }
    let record = expected.expect("what matched was expected");
    let sentinel = SentinelRecord { result, ..record.clone() };
    // Where the workspace is and which shell there is does not change while the sandbox lives.
    let (root, shell) = match &link.lease.observed.root {
        Some(root) => (root.clone(), link.lease.observed.shell),
        None => survey(access, &active.handle, None, deadline).await?,
    };
    let open = OpenLease {
        access,
        handle: &active.handle,
        root,
        shell,
        sentinel,
        verified_at: began_at,
        resumed_from: Some(state_before),
    };
    Ok(ResumeAnswer::Resumed(Box::new(open.describe())))
}
