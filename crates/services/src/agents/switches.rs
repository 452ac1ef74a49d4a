//! What an agent may do beyond its own work.

use wireclip_domain::OpaqueJson;
use wireclip_domain::activity::Action;
use wireclip_domain::agent::standing::{AgentOperation, decide};
use wireclip_domain::policy::Right;
use wireclip_store::agent_links;
use wireclip_store::agents::{self, Agent};

use super::lifecycle::{activity, standing_of};
use super::update::require_not_frozen;
use super::view::{self, Settings};
use super::{AgentDetail, Agents, lock};
use crate::authority::{self, About, permissions_of};
use crate::change::Committed;
use crate::error::{OrRefuse as _, ServiceResult};
use crate::request::Scoped;

/// A wish to change an agent's switches.
#[derive(Debug, Clone, Copy)]
pub struct Switches {
    /// Whether it may hire.
    pub can_create_agents: bool,
    /// Whether it may add skills; unchanged if nothing is said.
    pub can_create_skills: Option<bool>,
    /// Whether it is granted to give work to others.
    pub can_assign_tasks: bool,
}

impl Agents {
    /// Changes what an agent may do.
    ///
    /// # Errors
    /// `Forbidden` for agents other than the company's chief; `Conflict` while the agent waits for
    /// its approval.
    pub async fn set_permissions(
        &self,
        agent: &Scoped<Agent>,
        switches: Switches,
    ) -> ServiceResult<Committed<AgentDetail>> {
        let mut change = self.core.begin_in(agent.company_id, agent.request()).await?;
        let before = lock(&change.conn(), agent.id).await?;
        let about = About::agent(&before);
        authority::require(&change.conn(), agent.caller(), Right::AgentSetPermissions, about).await?;
        require_not_frozen(&before, &["permissions"])?;
        let standing = standing_of(&change.conn(), &before).await?;
        decide(AgentOperation::ChangePermissions, standing).or_refuse()?;
        let mut permissions = permissions_of(&before)?;
        permissions.can_create_agents = switches.can_create_agents;
        permissions.can_create_skills = switches.can_create_skills.unwrap_or(permissions.can_create_skills);
        permissions.can_assign_tasks = Some(switches.can_assign_tasks);
        let mut after = before.clone();
        after.permissions = OpaqueJson::of(&permissions);
        after.updated_at = change.now();
        agents::update(&change.conn(), &before, &after).await?;
        let mut details = after.permissions.clone();
        details.set("trustPreset", &"standard");
        change.record(after.company_id, activity(&after, Action::AgentPermissionsUpdated, Some(details)));
        let links = view::by_id(agent_links::above(&change.conn(), after.id).await?);
        let spent = self.spent_monthly(&change.conn(), after.id).await?;
        let view = view::view(after, &links, Settings::Shown).having_spent(spent);
        let detail = view::detail(view, &links)?;
        change.commit(detail).await
    }
}
