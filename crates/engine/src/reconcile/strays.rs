//! Finds places at providers that no lease answers for any more, and has them settled.
//!
//! One list for each company and environment that was ever used: so it is done seldom, one after
//! the other.

use std::sync::Arc;

use super::Report;
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let leases = &core.services.leases;
    let used = leases.used_environments().await.while_doing("look for environments that were used")?;
    for scope in used {
        report.count(leases.settle_strays_of(scope).await, |settled| settled > 0);
    }
    Ok(report)
}
