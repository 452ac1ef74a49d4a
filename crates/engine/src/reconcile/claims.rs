//! Finds claims without a running run. A run's end takes its claims with it in one transaction,
//! so there are none; one that is found says that this is broken, and is reported, not mended.

use std::sync::Arc;

use wireclip_domain::Timestamp;

use super::Report;
use crate::core::EngineCore;
use crate::error::{EngineError, EngineResult};

pub(super) async fn run_once(core: &Arc<EngineCore>, _now: Timestamp) -> EngineResult<Report> {
    let conn = core.services.core.store.read();
    let held = wireclip_store::claims::without_running_run(&conn).await;
    let held =
        held.map_err(|error| EngineError::Service { action: "look at claims", source: error.into() })?;
    if held > 0 {
        tracing::error!(claims = held, "claims are held by runs that do not run");
    }
    Ok(Report { found: held, ..Report::default() })
}
