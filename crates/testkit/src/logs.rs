//! Run hosts of a machine on which nothing is started: they have logs only.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use tokio::sync::mpsc;
use wireclip_domain::run_host::StopReason;
use wireclip_domain::{CompanyId, RunId};
use wireclip_ports::host::{
    HostError, HostEvent, HostOrder, HostedRun, LogPart, LogPosition, RunHosts, Started, Trace,
};

/// Run hosts that have logs and start nothing.
#[derive(Debug, Default)]
pub struct LogsOnly {
    logs: Mutex<HashMap<RunId, String>>,
    removed: Mutex<Vec<CompanyId>>,
}

impl LogsOnly {
    /// Returns the companies whose logs were removed.
    pub fn removed(&self) -> Vec<CompanyId> {
        self.removed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Adds to a run's log.
    pub fn write(&self, run_id: RunId, text: &str) {
        let mut logs = self.logs.lock().unwrap_or_else(PoisonError::into_inner);
        logs.entry(run_id).or_default().push_str(text);
    }
}

#[async_trait]
impl RunHosts for LogsOnly {
    async fn start(&self, _order: HostOrder) -> Result<Started, HostError> {
        Err(HostError::Spawn("nothing is started here".to_owned()))
    }

    async fn follow(
        &self,
        _run: &HostedRun,
        _from: LogPosition,
        _events: mpsc::Sender<HostEvent>,
    ) -> Result<(), HostError> {
        Ok(())
    }

    async fn stop(&self, _run_id: RunId, _reason: StopReason) -> Result<(), HostError> {
        Ok(())
    }

    async fn look_up(&self, _run_id: RunId) -> Result<Trace, HostError> {
        Ok(Trace::Unknown)
    }

    async fn traces(&self) -> Result<Vec<RunId>, HostError> {
        Ok(Vec::new())
    }

    async fn sweep(&self, _run_id: RunId) -> Result<usize, HostError> {
        Ok(0)
    }

    async fn forget(&self, _run_id: RunId) -> Result<(), HostError> {
        Ok(())
    }

    async fn remove_logs(&self, company_id: CompanyId) -> Result<(), HostError> {
        self.removed.lock().unwrap_or_else(PoisonError::into_inner).push(company_id);
        Ok(())
    }

    async fn read_log(&self, run: &HostedRun, offset: u64, limit_bytes: usize) -> Result<LogPart, HostError> {
        let logs = self.logs.lock().unwrap_or_else(PoisonError::into_inner);
        let log = logs.get(&run.run_id).map_or(&[][..], String::as_bytes);
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(log.len());
        let end = start.saturating_add(limit_bytes).min(log.len());
        let content = String::from_utf8_lossy(&log[start..end]).into_owned();
        let next_offset = (end < log.len()).then_some(end as u64);
        Ok(LogPart { content, next_offset })
    }
}
