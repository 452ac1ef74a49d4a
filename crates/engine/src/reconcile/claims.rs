//! Finds claims without a running run. A run's end takes its claims with it in one transaction,
//! so there are none; one that is found says that this is broken, and is reported, not mended.

use std::sync::Arc;

use super::Report;
use crate::core::EngineCore;
use crate::error::{EngineResult, While as _};

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let held = core.services.runs.claims_without_run().await.while_doing("look at claims")?;
    // Told when it is news; the status tells it at any time.
    if held > 0 && held != core.last_report("claims").found {
        tracing::error!(claims = held, "claims are held by runs that do not run");
    }
    Ok(Report { found: held, ..Report::default() })
}
