//! What an agent's runs leave for the next: its state, and a session for each task.

use wireclip_domain::OpaqueJson;
use wireclip_domain::activity::Action;
use wireclip_domain::policy::Right;
use wireclip_store::agent_runtime_states::{self, RuntimeState as StoredState};
use wireclip_store::agent_sessions::{self, StoredSession};
use wireclip_store::agents::Agent;
use wireclip_store::{Conn, PageLimit};

use super::lifecycle::activity;
use super::{Agents, lock};
use crate::authority::{self, About};
use crate::change::Committed;
use crate::error::ServiceResult;
use crate::request::Scoped;

/// An agent's state with the session that it used last.
#[derive(Debug, Clone)]
pub struct RuntimeState {
    /// The state.
    pub state: StoredState,
    /// The session.
    pub last_session: Option<StoredSession>,
}

/// What a reset left, and how many sessions it cleared.
#[derive(Debug, Clone)]
pub struct SessionReset {
    /// What it left.
    pub left: RuntimeState,
    /// How many sessions of tasks it cleared.
    pub cleared: u64,
}

impl Agents {
    /// Shows what an agent's runs left; before the first, that is nothing.
    ///
    /// # Errors
    /// `Forbidden` for agents.
    pub async fn runtime_state(&self, agent: &Scoped<Agent>) -> ServiceResult<RuntimeState> {
        let conn = self.core.store.read();
        authority::require(&conn, agent.caller(), Right::AgentRuntimeState, About::agent(agent)).await?;
        state_of(&conn, agent).await
    }

    /// Lists an agent's sessions, the one used last first.
    ///
    /// # Errors
    /// `Forbidden` for agents.
    pub async fn task_sessions(&self, agent: &Scoped<Agent>) -> ServiceResult<Vec<StoredSession>> {
        let conn = self.core.store.read();
        authority::require(&conn, agent.caller(), Right::AgentRuntimeState, About::agent(agent)).await?;
        Ok(agent_sessions::list(&conn, agent.id, PageLimit::MAX).await?)
    }

    /// Forgets an agent's session on one task, or all that its runs left. The next run starts
    /// afresh.
    ///
    /// # Errors
    /// `Forbidden` for agents.
    pub async fn reset_session(
        &self,
        agent: &Scoped<Agent>,
        task_key: Option<String>,
    ) -> ServiceResult<Committed<SessionReset>> {
        let mut change = self.core.begin_in(agent.company_id, agent.request()).await?;
        let stored = lock(&change.conn(), agent.id).await?;
        let about = About::agent(&stored);
        authority::require(&change.conn(), agent.caller(), Right::AgentRuntimeState, about).await?;
        let cleared = agent_sessions::forget_all(&change.conn(), stored.id, task_key.as_deref()).await?;
        if let Some(before) = agent_runtime_states::get(&change.conn(), stored.id).await? {
            let mut after = before.clone();
            after.session_id = None;
            after.last_error = None;
            if task_key.is_none() {
                after.state = OpaqueJson::object();
            }
            if after != before {
                after.updated_at = change.now();
            }
            agent_runtime_states::put(&change.conn(), &after).await?;
        }
        let mut details = OpaqueJson::object();
        details.set("taskKey", &task_key);
        change.record(stored.company_id, activity(&stored, Action::AgentRuntimeSessionReset, Some(details)));
        let left = state_of(&change.conn(), &stored).await?;
        change.commit(SessionReset { left, cleared }).await
    }
}

async fn state_of(conn: &Conn<'_>, agent: &Agent) -> ServiceResult<RuntimeState> {
    let state = agent_runtime_states::get(conn, agent.id).await?;
    let last_session = agent_sessions::list(conn, agent.id, PageLimit::at_most(1)).await?.into_iter().next();
    Ok(RuntimeState {
        state: state.unwrap_or_else(|| agent_runtime_states::untouched(agent, agent.created_at)),
        last_session,
    })
}
