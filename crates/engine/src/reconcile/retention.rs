//! Removes what has been kept long enough.

use std::io::ErrorKind;
use std::sync::Arc;

use wireclip_domain::{RunId, Timestamp};

use super::Report;
use crate::core::EngineCore;
use crate::error::{EngineError, EngineResult, While as _};
use crate::run_task::scratch_folders;

pub(super) async fn run_once(core: &Arc<EngineCore>, now: Timestamp) -> EngineResult<Report> {
    let mut report = Report::default();
    let retention = &core.services.retention;
    if core.is_scheduler() {
        let before = now.minus(core.config.keep_answers);
        let removed = retention.remove_answers(before).await.while_doing("remove old answers")?;
        add(&mut report, removed);
        let before = now.minus(core.config.keep_events);
        loop {
            let removed = retention.remove_events(before).await.while_doing("remove old events")?;
            if removed == 0 {
                break;
            }
            add(&mut report, removed);
        }
    }
    add(&mut report, remove_scratch(core).await?);
    Ok(report)
}

fn add(report: &mut Report, removed: u64) {
    report.found += removed;
    report.changed += removed;
}

/// Removes the folders of runs that nobody carries and of which this machine holds no trace.
async fn remove_scratch(core: &EngineCore) -> EngineResult<u64> {
    let folder = scratch_folders(core);
    let failed = |source| EngineError::Folder { action: format!("look into {}", folder.display()), source };
    let mut entries = match tokio::fs::read_dir(&folder).await {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(failed(error)),
    };
    let mut left_over = Vec::new();
    while let Some(entry) = entries.next_entry().await.map_err(failed)? {
        if let Some(run_id) = entry.file_name().to_str().and_then(|name| name.parse::<RunId>().ok()) {
            left_over.push((run_id, entry.path()));
        }
    }
    // Asked after the folders were listed: a run's folder is made when the run is carried.
    let traces = core.hosts().traces().await.while_doing("list the traces of runs")?;
    let mut removed = 0;
    for (run_id, path) in left_over {
        if !core.in_flight.has(run_id) && !traces.contains(&run_id) {
            tokio::fs::remove_dir_all(&path).await.map_err(failed)?;
            removed += 1;
        }
    }
    Ok(removed)
}
