//! Removes the folders of runs that nobody carries and of which this machine holds no trace.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;

use wireclip_domain::RunId;

use super::Report;
use crate::core::EngineCore;
use crate::error::{EngineError, EngineResult, While as _};
use crate::run_task::scratch_folders;

pub(super) async fn run_once(core: &Arc<EngineCore>) -> EngineResult<Report> {
    let mut report = Report::default();
    let folders = folders(core).await?;
    // Asked after the folders were listed: a run's folder is made when the run is carried.
    let traces = core.hosts().traces().await.while_doing("list the traces of runs")?;
    for (run_id, path) in folders {
        if !core.in_flight.has(run_id) && !traces.contains(&run_id) {
            let removed = tokio::fs::remove_dir_all(&path).await;
            let action = || format!("remove the folder {}", path.display());
            report
                .count(removed.map_err(|source| EngineError::Folder { action: action(), source }), |()| true);
        }
    }
    Ok(report)
}

async fn folders(core: &EngineCore) -> EngineResult<Vec<(RunId, PathBuf)>> {
    let folder = scratch_folders(core);
    let failed = |source| EngineError::Folder { action: format!("look into {}", folder.display()), source };
    let mut entries = match tokio::fs::read_dir(&folder).await {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let mut found = Vec::new();
    while let Some(entry) = entries.next_entry().await.map_err(failed)? {
        if let Some(run_id) = entry.file_name().to_str().and_then(|name| name.parse::<RunId>().ok()) {
            found.push((run_id, entry.path()));
        }
    }
    Ok(found)
}
