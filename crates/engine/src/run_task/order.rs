//! What an adapter is told about a run, and the folders that the run may use.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;
use wireclip_domain::RunId;
use wireclip_ports::adapter::{Elsewhere, Launch, RunOrder};
use wireclip_services::ServiceError;

use super::Carrier;
use crate::core::EngineCore;

/// How a program is limited.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Limits {
    /// How long it may run; without limit if absent.
    pub(super) time_limit: Option<Duration>,
}

impl From<&Launch> for Limits {
    fn from(launch: &Launch) -> Self {
        Self { time_limit: launch.time_limit }
    }
}

/// The folder of a run alone, removed when the run is settled.
pub(crate) fn scratch_folder(core: &EngineCore, run_id: RunId) -> PathBuf {
    scratch_folders(core).join(run_id.to_string())
}

/// The folder of all such folders.
pub(crate) fn scratch_folders(core: &EngineCore) -> PathBuf {
    core.services.core.facts.home.join("scratch")
}

impl Carrier<'_> {
    /// Makes the run's folders.
    pub(super) async fn make_folders(&self) -> std::io::Result<()> {
        tokio::fs::create_dir_all(self.workspace()).await?;
        tokio::fs::create_dir_all(scratch_folder(self.core, self.hosted.run_id)).await
    }

    /// Says everything that the agent may know, here or in another place.
    ///
    /// # Errors
    /// If the run's token cannot be signed, which would be a bug.
    pub(super) fn order(
        &self,
        elsewhere: Option<Elsewhere>,
        secret_variables: BTreeMap<String, SecretString>,
    ) -> Result<RunOrder, ServiceError> {
        let (core, run) = (self.core, &self.claimed.run);
        Ok(RunOrder {
            run_id: run.id,
            company_id: run.company_id,
            agent_id: run.agent_id,
            settings: self.claimed.settings.clone(),
            secret_variables,
            agent_name: self.claimed.agent.name.clone(),
            session: self.claimed.session.clone(),
            ancestry: self
                .claimed
                .ancestry
                .iter()
                .map(|above| format!("{} {}", above.identifier, above.title))
                .collect(),
            issue_id: run.issue_id,
            context: run.context.clone(),
            api_url: core.services.core.facts.api_url.clone(),
            run_token: core.services.runs.token(self.claimed)?,
            workspace: self.workspace(),
            elsewhere,
            scratch: scratch_folder(core, run.id),
            inherited_environment: core.config.inherited_environment.clone(),
            private_endpoints: core.config.private_endpoints.clone(),
        })
    }

    fn workspace(&self) -> PathBuf {
        let home = &self.core.services.core.facts.home;
        home.join("workspaces").join(self.hosted.agent_id.to_string())
    }

    /// Works out again how a run was limited that another server started.
    pub(super) fn limits_again(&self) -> Limits {
        let adapter = self.core.adapters.adapter(self.claimed.agent.adapter_type).ok();
        Limits { time_limit: adapter.and_then(|adapter| adapter.time_limit(&self.claimed.settings)) }
    }
}
