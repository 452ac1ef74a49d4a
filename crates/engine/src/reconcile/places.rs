//! Has providers put the places of ended leases to rest, and settles creates of which nobody knows
//! what came.
//!
//! The end of a run stores what is to be done with its place; this is the one that asks for it,
//! after a normal end as after a crash.

use std::sync::Arc;

use futures_util::{StreamExt as _, stream};
use wireclip_services::leases::Cleaned;

use super::{BATCH, Report};
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

/// How many providers are asked at once: each may take its time.
const AT_ONCE: usize = 8;

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let leases = &core.services.leases;
    let due = leases.due(BATCH).await.while_doing("look for places that are to be put to rest")?;
    let mut cleaned = stream::iter(due).map(|id| leases.clean(id)).buffer_unordered(AT_ONCE);
    while let Some(cleaned) = cleaned.next().await {
        report.count(cleaned, |cleaned| cleaned == Cleaned::Ended);
    }
    drop(cleaned);
    let due = leases.creates_due(BATCH).await.while_doing("look for uncertain creates")?;
    let mut settled = stream::iter(due).map(|id| leases.settle_due_create(id)).buffer_unordered(AT_ONCE);
    while let Some(settled) = settled.next().await {
        report.count(settled, |is_settled| is_settled);
    }
    Ok(report)
}
